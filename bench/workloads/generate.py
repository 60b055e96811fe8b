#!/usr/bin/env python3
"""Writes the workloads of docs/results.md as MLIR modules beside this file, and index.json.

Every module has one function @main on f32 tensors whose weights are run-time arguments. index.json
holds, per workload, its name, what kind it is and its arithmetic: 2 per multiply-add, counting
multiplications by padding zeros; 0 where only the time means something.
"""
import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent

MATMULS = [(128, 128, 128), (512, 512, 512), (1024, 1024, 1024), (128, 768, 768),
           (128, 3072, 768), (128, 768, 3072), (197, 3072, 768), (1, 1000, 2048),
           (1, 4096, 4096)]  # M, N, K
CONVOLUTIONS = {  # of ResNet-18: image, input channels, output channels, window, stride, padding
    "C1": (224, 3, 64, 7, 2, 3), "C2": (56, 64, 64, 3, 1, 1), "C3": (56, 64, 64, 1, 1, 0),
    "C4": (56, 64, 128, 3, 2, 1), "C5": (56, 64, 128, 1, 2, 0), "C6": (28, 128, 128, 3, 1, 1),
    "C7": (28, 128, 256, 3, 2, 1), "C8": (28, 128, 256, 1, 2, 0), "C9": (14, 256, 256, 3, 1, 1),
    "C10": (14, 256, 512, 3, 2, 1), "C11": (14, 256, 512, 1, 2, 0), "C12": (7, 512, 512, 3, 1, 1)}
DEPTHWISE = {  # of MobileNet, 3x3 with padding 1: image, channels, stride
    "D1": (112, 32, 1), "D2": (112, 64, 2), "D3": (56, 128, 1), "D4": (56, 128, 2),
    "D5": (28, 256, 1), "D6": (28, 256, 2), "D7": (14, 512, 1), "D8": (14, 512, 2),
    "D9": (7, 1024, 1)}

index = []


def tensor(*shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


def write(name, kind, arguments, result, body, flops, **about):
    head = ", ".join(f"%{name}: {type}" for name, type in arguments)
    text = f"func.func @main({head}) -> {result} {{\n{body.strip(chr(10))}\n}}\n"
    (FOLDER / f"{name}.mlir").write_text(text)
    index.append({"name": name, "kind": kind, "flops": flops, **about})


def fill(result, name="f"):
    return f"""  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {result}
  %{name} = linalg.fill ins(%zero : f32) outs(%e : {result}) -> {result}
"""


def contraction(op, a, b, c):
    return f"  %r = linalg.{op} ins(%a, %b : {a}, {b}) outs(%f : {c}) -> {c}\n"


def matmul(m, n, k):
    a, b, c = tensor(m, k), tensor(k, n), tensor(m, n)
    body = fill(c) + contraction("matmul", a, b, c) + f"  return %r : {c}"
    write(f"matmul_{m}x{n}x{k}", "matmul", [("a", a), ("b", b)], c, body, 2 * m * n * k,
          m=m, n=n, k=k)


def batch_matmul(batch, m, n, k):
    a, b, c = tensor(batch, m, k), tensor(batch, k, n), tensor(batch, m, n)
    body = fill(c) + contraction("batch_matmul", a, b, c) + f"  return %r : {c}"
    write(f"batch_matmul_{batch}x{m}x{n}x{k}", "matmul", [("a", a), ("b", b)], c, body,
          2 * batch * m * n * k, batch=batch, m=m, n=n, k=k)


def pad(source, padded, amounts):
    amounts = ", ".join(map(str, amounts))
    indices = ", ".join(f"%i{n}: index" for n in range(4))
    return f"""  %p = tensor.pad %x low[{amounts}] high[{amounts}] {{
  ^bb0({indices}):
    tensor.yield %zero : f32
  }} : {source} to {padded}
"""


RELU = """  %relu = linalg.generic {{indexing_maps = [{map}, {map}], iterator_types = [{kinds}]}} ins(%r : {type}) outs(%e : {type}) {{
  ^bb0(%in: f32, %out: f32):
    %above = arith.cmpf ugt, %in, %zero : f32
    %kept = arith.select %above, %in, %zero : f32
    linalg.yield %kept : f32
  }} -> {type}
  return %relu : {type}"""


def identity(rank):
    names = ", ".join(f"d{n}" for n in range(rank))
    return f"affine_map<({names}) -> ({names})>"


def kinds(*letters):
    words = {"p": '"parallel"', "r": '"reduction"'}
    return ", ".join(words[letter] for letter in "".join(letters))


def convolution(label, layout, bias_relu=False):
    image, inputs, outputs, window, stride, padding = CONVOLUTIONS[label]
    wide = image + 2 * padding
    size = (wide - window) // stride + 1
    if layout == "nchw":
        x, padded = tensor(1, inputs, image, image), tensor(1, inputs, wide, wide)
        w, y = tensor(outputs, inputs, window, window), tensor(1, outputs, size, size)
        amounts, op = (0, 0, padding, padding), "conv_2d_nchw_fchw"
    else:
        x, padded = tensor(1, image, image, inputs), tensor(1, wide, wide, inputs)
        w, y = tensor(window, window, inputs, outputs), tensor(1, size, size, outputs)
        amounts, op = (0, padding, padding, 0), "conv_2d_nhwc_hwcf"
    arguments = [("x", x), ("w", w)]
    if bias_relu:
        arguments.append(("bias", tensor(outputs)))
        body = f"""  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {y}
  %f = linalg.broadcast ins(%bias : {tensor(outputs)}) outs(%e : {y}) dimensions = [0, 2, 3]
"""
    else:
        body = fill(y)
    if padding:
        body += pad(x, padded, amounts)
    source = "%p" if padding else "%x"
    body += (f"  %r = linalg.{op} {{dilations = dense<1> : vector<2xi64>, "
             f"strides = dense<{stride}> : vector<2xi64>}} ins({source}, %w : {padded}, {w}) "
             f"outs(%f : {y}) -> {y}\n")
    if bias_relu:
        body += RELU.format(map=identity(4), kinds=kinds("pppp"), type=y)
    else:
        body += f"  return %r : {y}"
    write(f"conv_{label}_{layout}" + ("_bias_relu" if bias_relu else ""), "conv", arguments, y,
          body, 2 * size * size * outputs * inputs * window * window, layout=layout,
          image=image, inputs=inputs, outputs=outputs, window=window, stride=stride,
          padding=padding, bias_relu=bias_relu)


def depthwise(label):
    image, channels, stride = DEPTHWISE[label]
    size = (image + 2 - 3) // stride + 1
    x, padded = tensor(1, channels, image, image), tensor(1, channels, image + 2, image + 2)
    w, y = tensor(channels, 3, 3), tensor(1, channels, size, size)
    body = fill(y) + pad(x, padded, (0, 0, 1, 1))
    body += (f"  %r = linalg.depthwise_conv_2d_nchw_chw {{dilations = dense<1> : vector<2xi64>, "
             f"strides = dense<{stride}> : vector<2xi64>}} ins(%p, %w : {padded}, {w}) "
             f"outs(%f : {y}) -> {y}\n  return %r : {y}")
    write(f"depthwise_{label}", "depthwise", [("x", x), ("w", w)], y, body,
          2 * size * size * channels * 9, layout="nchw", image=image, inputs=channels,
          outputs=channels, window=3, stride=stride, padding=1)


class Chain:
    """Linalg.generic ops one after the other, as an importer of PyTorch models writes them."""

    def __init__(self):
        self.text, self.count = "", 0

    def empty(self, *shape):
        self.count += 1
        self.text += f"  %e{self.count} = tensor.empty() : {tensor(*shape)}\n"
        return f"%e{self.count}"

    def fill(self, value, *shape):
        into = self.empty(*shape)
        self.count += 1
        self.text += (f"  %f{self.count} = linalg.fill ins({value} : f32) outs({into} : "
                      f"{tensor(*shape)}) -> {tensor(*shape)}\n")
        return f"%f{self.count}"

    def generic(self, dims, iterators, operands, into, shape, body, results):
        """operands: (value, type, map results); results: map results of the output."""
        names = ", ".join(f"d{n}" for n in range(dims))
        maps = ", ".join(f"affine_map<({names}) -> ({m})>"
                         for m in [m for _, _, m in operands] + [results])
        values = ", ".join(v for v, _, _ in operands)
        types = ", ".join(t for _, t, _ in operands)
        arguments = ", ".join(f"%in{n}: f32" for n in range(len(operands)))
        self.count += 1
        self.text += (f"  %v{self.count} = linalg.generic {{indexing_maps = [{maps}], "
                      f"iterator_types = [{kinds(iterators)}]}} ins({values} : {types}) "
                      f"outs({into} : {tensor(*shape)}) {{\n"
                      f"  ^bb0({arguments}, %out: f32):\n    %y = {body} : f32\n"
                      f"    linalg.yield %y : f32\n  }} -> {tensor(*shape)}\n")
        return f"%v{self.count}"


def softmax_chain(rows, columns):
    whole, column = (rows, columns), (rows, 1)
    chain = Chain()
    wide = [tensor(*whole), "d0, d1"]
    thin = [tensor(*column), "d0, 0"]
    chain.text += ("  %zero = arith.constant 0.0 : f32\n"
                   "  %lowest = arith.constant 0xFF800000 : f32\n")
    largest = chain.generic(2, "pr", [("%x", *wide)], chain.fill("%lowest", *column), column,
                            "arith.maximumf %in0, %out", "d0, 0")
    into = chain.empty(*whole)
    shifted = chain.generic(2, "pp", [("%x", *wide), (largest, *thin)], into, whole,
                            "arith.subf %in0, %in1", "d0, d1")
    power = chain.generic(2, "pp", [(shifted, *wide)], into, whole, "math.exp %in0", "d0, d1")
    total = chain.generic(2, "pr", [(power, *wide)], chain.fill("%zero", *column), column,
                          "arith.addf %in0, %out", "d0, 0")
    result = chain.generic(2, "pp", [(power, *wide), (total, *thin)], into, whole,
                           "arith.divf %in0, %in1", "d0, d1")
    write(f"softmax_{rows}x{columns}_chain", "softmax", [("x", wide[0])], wide[0],
          chain.text + f"  return {result} : {wide[0]}", 0, rows=rows, columns=columns)


def softmax(rows, columns):
    x = tensor(rows, columns)
    write(f"softmax_{rows}x{columns}", "softmax", [("x", x)], x,
          f"  %e = tensor.empty() : {x}\n  %r = linalg.softmax dimension(1) ins(%x : {x}) "
          f"outs(%e : {x}) -> {x}\n  return %r : {x}", 0, rows=rows, columns=columns)


def layer_norm(rows, columns):
    """The 13 generics of a BERT layer norm: two sums, statistics per row, scale and shift."""
    whole, column = (1, rows, columns), (1, rows, 1)
    chain = Chain()
    wide = [tensor(*whole), "d0, d1, d2"]
    thin = [tensor(*column), "d0, d1, d2"]
    row = [tensor(1, rows), "d0, d1"]
    weight = [tensor(columns), "d2"]
    chain.text += (f"  %zero = arith.constant 0.0 : f32\n  %size = arith.constant {columns}.0 : f32\n"
                   "  %epsilon = arith.constant 9.99999996E-13 : f32\n")

    def each(shape, operands, body):
        return chain.generic(3, "ppp", operands, chain.empty(*shape), shape, body, "d0, d1, d2")

    def total(value):
        return chain.generic(3, "ppr", [(value, *wide)], chain.fill("%zero", *column), column,
                             "arith.addf %in0, %out", "d0, d1, 0")

    def spread(value):
        chain.count += 1
        name = f"%c{chain.count}"
        chain.text += (f"  {name} = tensor.collapse_shape {value} [[0], [1, 2]] : "
                       f"{tensor(*column)} into {row[0]}\n")
        into = chain.empty(*whole)
        chain.count += 1
        chain.text += (f"  %b{chain.count} = linalg.generic {{indexing_maps = "
                       f"[affine_map<(d0, d1, d2) -> (d0, d1)>, {identity(3)}], iterator_types = "
                       f"[{kinds('ppp')}]}} ins({name} : {row[0]}) outs({into} : {wide[0]}) {{\n"
                       f"  ^bb0(%in: f32, %out: f32):\n    linalg.yield %in : f32\n"
                       f"  }} -> {wide[0]}\n")
        return f"%b{chain.count}"

    mean = each(column, [(total("%x"), *thin)], "arith.divf %in0, %size")
    centred = each(whole, [("%x", *wide), (spread(mean), *wide)], "arith.subf %in0, %in1")
    square = each(whole, [(centred, *wide), (centred, *wide)], "arith.mulf %in0, %in1")
    variance = each(column, [(total(square), *thin)], "arith.divf %in0, %size")
    shifted = each(column, [(variance, *thin)], "arith.addf %in0, %epsilon")
    scale = each(column, [(shifted, *thin)], "math.rsqrt %in0")
    normal = each(whole, [(centred, *wide), (spread(scale), *wide)], "arith.mulf %in0, %in1")
    scaled = each(whole, [(normal, *wide), ("%gamma", *weight)], "arith.mulf %in0, %in1")
    result = each(whole, [(scaled, *wide), ("%beta", *weight)], "arith.addf %in0, %in1")
    write(f"layer_norm_{rows}x{columns}", "layer_norm",
          [("x", wide[0]), ("gamma", weight[0]), ("beta", weight[0])], wide[0],
          chain.text + f"  return {result} : {wide[0]}", 0, rows=rows, columns=columns)


def matmul_gelu(m, n, k):
    """A BERT feed-forward layer: matmul, bias, x * (erf(x / sqrt 2) + 1) * 0.5."""
    a, b, c, cube = tensor(m, k), tensor(k, n), tensor(m, n), tensor(1, m, n)
    chain = Chain()
    chain.text += (fill(c) + contraction("matmul", a, b, c) +
                   "  %root = arith.constant dense<1.41421354> : tensor<f32>\n"
                   "  %one = arith.constant dense<1.0> : tensor<f32>\n"
                   "  %half = arith.constant dense<0.5> : tensor<f32>\n")
    biased = chain.generic(2, "pp", [("%r", c, "d0, d1"), ("%bias", tensor(n), "d1")], "%e", (m, n),
                           "arith.addf %in0, %in1", "d0, d1")
    chain.text += (f"  %x = tensor.expand_shape {biased} [[0, 1], [2]] output_shape [1, {m}, {n}] "
                   f": {c} into {cube}\n")
    into = chain.empty(1, m, n)

    def each(operands, body):
        return chain.generic(3, "ppp", operands, into, (1, m, n), body, "d0, d1, d2")

    wide, scalar = [cube, "d0, d1, d2"], ["tensor<f32>", ""]
    scaled = each([("%x", *wide), ("%root", *scalar)], "arith.divf %in0, %in1")
    bent = each([(scaled, *wide)], "math.erf %in0")
    lifted = each([(bent, *wide), ("%one", *scalar)], "arith.addf %in0, %in1")
    product = each([("%x", *wide), (lifted, *wide)], "arith.mulf %in0, %in1")
    result = each([(product, *wide), ("%half", *scalar)], "arith.mulf %in0, %in1")
    write(f"matmul_bias_gelu_{m}x{n}x{k}", "matmul", [("a", a), ("b", b), ("bias", tensor(n))],
          cube, chain.text + f"  return {result} : {cube}", 2 * m * n * k, m=m, n=n, k=k,
          bias_gelu=True)


def main():
    for shape in MATMULS:
        matmul(*shape)
    batch_matmul(12, 128, 128, 64)
    for layout in ("nchw", "nhwc"):
        for label in CONVOLUTIONS:
            convolution(label, layout)
    for label in DEPTHWISE:
        depthwise(label)
    softmax_chain(1536, 128)
    softmax(1536, 128)
    layer_norm(128, 768)
    matmul_gelu(128, 3072, 768)
    convolution("C2", "nchw", bias_relu=True)
    lines = ",\n".join(json.dumps(entry) for entry in index)
    (FOLDER / "index.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
