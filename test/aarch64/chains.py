"""Small functions of several ops on tensors, of known and unknown sizes: attention, a layer with its softmax, quantised products
and weights of 4 bits. A name maps to the text of its function; dimensions `?` have names, which programs.py gives sizes."""

HEAD = """#same = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#block = affine_map<(h, i, j) -> (h, i, j)>
#left = affine_map<(m, n, g, t) -> (m, g, t)>
#right = affine_map<(m, n, g, t) -> (n, g, t)>
#out = affine_map<(m, n, g, t) -> (m, n)>
"""


def tensor(shape, element="f32"):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def argument(name, shape, element="f32", names=()):
    marks = f" {{autotune.dims = [{', '.join(f'{chr(34)}{mark}{chr(34)}' for mark in names)}]}}" if "?" in shape else ""
    return f"%{name}: {tensor(shape, element)}{marks}"


def filled(name, shape, sizes, element="f32", value="0.0"):
    kind = tensor(shape, element)
    return f"""  %{name}v = arith.constant {value} : {element}
  %{name}e = tensor.empty({sizes}) : {kind}
  %{name} = linalg.fill ins(%{name}v : {element}) outs(%{name}e : {kind}) -> {kind}"""


def attention(name, length):
    """Three heads of 29 values, of `length` places."""
    q, s = tensor([3, length, 29]), tensor([3, length, length])
    names = ["", "m", ""]
    size, two = ("%d", "%d, %d") if length == "?" else ("", "")
    arguments = ", ".join(argument(word, [3, length, 29], names=names) for word in "qkv")
    return f"""func.func @{name}({arguments}) -> {q} {{
  %one = arith.constant 1 : index
  %d = tensor.dim %q, %one : {q}
  %te = tensor.empty({size}) : {tensor([3, 29, length])}
  %t = linalg.transpose ins(%k : {q}) outs(%te : {tensor([3, 29, length])}) permutation = [0, 2, 1]
{filled("zs", [3, length, length], two)}
  %p = linalg.batch_matmul ins(%q, %t : {q}, {tensor([3, 29, length])}) outs(%zs : {s}) -> {s}
  %c = arith.constant 0.1857 : f32
  %scaled = linalg.generic {{indexing_maps = [#block, #block], iterator_types = ["parallel", "parallel", "parallel"]}} ins(%p : {s}) outs(%zse : {s}) {{
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %c : f32
    linalg.yield %y : f32
  }} -> {s}
  %w = linalg.softmax dimension(2) ins(%scaled : {s}) outs(%zse : {s}) -> {s}
{filled("zr", [3, length, 29], size)}
  %r = linalg.batch_matmul ins(%w, %v : {s}, {q}) outs(%zr : {q}) -> {q}
  return %r : {q}
}}"""


def layer(name, rows, factor="f32", total="f32", softmax=False):
    """A product with a bias and a maximum or a softmax."""
    y, size = tensor([rows, 83], total), "%d" if rows == "?" else ""
    zero = "0.0" if total == "f32" else "0"
    add, most = ("arith.addf", "arith.maximumf") if total == "f32" else ("arith.addi", "arith.maxsi")
    end = f"""  %s = linalg.softmax dimension(1) ins(%r : {y}) outs(%ze : {y}) -> {y}
  return %s : {y}""" if softmax else f"  return %r : {y}"
    return f"""func.func @{name}({argument("x", [rows, 65], factor, ["m", ""])}, {argument("w", [65, 83], factor)}, {argument("b", [83], total)}) -> {y} {{
  %none = arith.constant 0 : index
  %d = tensor.dim %x, %none : {tensor([rows, 65], factor)}
{filled("z", [rows, 83], size, total, zero)}
  %p = linalg.matmul ins(%x, %w : {tensor([rows, 65], factor)}, {tensor([65, 83], factor)}) outs(%z : {y}) -> {y}
  %r = linalg.generic {{indexing_maps = [#same, #row, #same], iterator_types = ["parallel", "parallel"]}} ins(%p, %b : {y}, {tensor([83], total)}) outs(%ze : {y}) {{
  ^bb0(%u: {total}, %v: {total}, %o: {total}):
    %t = {add} %u, %v : {total}
    %f = {most} %t, %zv : {total}
    linalg.yield %f : {total}
  }} -> {y}
{end}
}}"""


def dequantised(name, rows):
    """Products of f32 that come from bytes less their zero point, times a scale."""
    x, w, y, size = tensor([rows, 65]), tensor([65, 83]), tensor([rows, 83]), "%d" if rows == "?" else ""

    def factor(word, source, shape, sizes, number, scale):
        kind, bytes_kind = tensor(shape), tensor(shape, "i8")
        return f"""  %{word}e = tensor.empty({sizes}) : {kind}
  %{word} = linalg.generic {{indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}} ins(%{source} : {bytes_kind}) outs(%{word}e : {kind}) {{
  ^bb0(%i: i8, %o: f32):
    %wide = arith.extsi %i : i8 to i32
    %zero = arith.constant {number} : i32
    %less = arith.subi %wide, %zero : i32
    %real = arith.sitofp %less : i32 to f32
    %by = arith.constant {scale} : f32
    %made = arith.mulf %real, %by : f32
    linalg.yield %made : f32
  }} -> {kind}"""
    return f"""func.func @{name}({argument("a", [rows, 65], "i8", ["m", ""])}, {argument("b", [65, 83], "i8")}) -> {y} {{
  %none = arith.constant 0 : index
  %d = tensor.dim %a, %none : {tensor([rows, 65], "i8")}
{factor("x", "a", [rows, 65], size, 3, "0.0125")}
{factor("w", "b", [65, 83], "", 0, "0.03125")}
{filled("z", [rows, 83], size)}
  %r = linalg.matmul ins(%x, %w : {x}, {w}) outs(%z : {y}) -> {y}
  return %r : {y}
}}"""


def nibbles(name, rows):
    """Weights of 4 bits, two a byte, less 8, with a scale for each group of 32."""
    y, size = tensor([rows, 53]), "%d" if rows == "?" else ""
    x = tensor([rows, 3, 32])
    return f"""func.func @{name}({argument("x", [rows, 3, 32], names=["m", "", ""])}, {argument("q", [53, 3, 16], "i8")}, {argument("s", [53, 3])}) -> {y} {{
  %none = arith.constant 0 : index
  %d = tensor.dim %x, %none : {x}
  %we = tensor.empty() : {tensor([53, 3, 16, 2])}
  %w4 = linalg.generic {{indexing_maps = [affine_map<(n, g, t, u) -> (n, g, t)>, affine_map<(n, g, t, u) -> (n, g)>, affine_map<(n, g, t, u) -> (n, g, t, u)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}}
      ins(%q, %s : {tensor([53, 3, 16], "i8")}, {tensor([53, 3])}) outs(%we : {tensor([53, 3, 16, 2])}) {{
  ^bb0(%i: i8, %by: f32, %o: f32):
    %wide = arith.extui %i : i8 to i32
    %place = linalg.index 3 : index
    %half = arith.index_cast %place : index to i32
    %four = arith.constant 4 : i32
    %shift = arith.muli %half, %four : i32
    %low = arith.shrui %wide, %shift : i32
    %mask = arith.constant 15 : i32
    %bits = arith.andi %low, %mask : i32
    %eight = arith.constant 8 : i32
    %less = arith.subi %bits, %eight : i32
    %real = arith.sitofp %less : i32 to f32
    %made = arith.mulf %real, %by : f32
    linalg.yield %made : f32
  }} -> {tensor([53, 3, 16, 2])}
  %w = tensor.collapse_shape %w4 [[0], [1], [2, 3]] : {tensor([53, 3, 16, 2])} into {tensor([53, 3, 32])}
{filled("z", [rows, 53], size)}
  %r = linalg.generic {{indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}}
      ins(%x, %w : {x}, {tensor([53, 3, 32])}) outs(%z : {y}) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  }} -> {y}
  return %r : {y}
}}"""


def texts():
    """Every function for known sizes and, with _any, for unknown ones."""
    made = {}
    for suffix, size in (("", 37), ("_any", "?")):
        for word in ("f32", "bf16", "f16"):
            made[f"layer_{word}{suffix}"] = layer(f"layer_{word}{suffix}", size, word)
        made[f"layer_i8{suffix}"] = layer(f"layer_i8{suffix}", size, "i8", "i32")
        made[f"layer_softmax{suffix}"] = layer(f"layer_softmax{suffix}", size, softmax=True)
        made[f"attention{suffix}"] = attention(f"attention{suffix}", size)
        made[f"dequantised{suffix}"] = dequantised(f"dequantised{suffix}", size)
        made[f"nibbles{suffix}"] = nibbles(f"nibbles{suffix}", size)
    return made
