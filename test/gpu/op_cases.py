#!/usr/bin/env python3
"""The cases of run_ops.py: what each kind of op is given and computes, as MLIR. By itself it prints so many of them:

    test/gpu/op_cases.py COUNT
"""
import itertools
import math
import random
import sys

sys.dont_write_bytecode = True
from op_text import C_TYPES, FLOATS, SIZES, Case, arithmetic, filled, generic, names, scheduled, shaped, zero  # noqa: E402
from run import draw_schedule, in_parts  # noqa: E402


def elementwise(rng, element):
    """Two operands, one of them in another order of dimensions or without some, and a consumer."""
    rank = rng.randint(1, 4)
    sizes = [rng.choice(SIZES[: 15 if rank < 3 else 8]) for _ in range(rank)]
    order = rng.sample(range(rank), rank)
    some = sorted(rng.sample(range(rank), rng.randint(0, rank)))
    inputs = [([sizes[d] for d in order], element), ([sizes[d] for d in some], element)]
    maps = [names(order), names(some), names(range(rank))]
    operands = [(f"%t{n}", *each) for n, each in enumerate(inputs)]
    out = (sizes, element)
    lines = [f"%e = tensor.empty() : {shaped('tensor', *out)}",
             *generic("%p", operands, ("%e", *out), maps, "p" * rank, [*arithmetic(element, "%x0", "%x1"), f"linalg.yield %y : {element}"]),
             *generic("%r", [("%p", *out), ("%t0", *inputs[0])], ("%e", *out), [maps[2], maps[0], maps[2]], "p" * rank,
                      [*arithmetic(element, "%x1", "%x0"), f"linalg.yield %y : {element}"])]
    return Case("elementwise", inputs, out, lines)


def transposed(rng, element):
    """An operand whose last dimension is another one of the results', beside one in their order: by a tile in shared memory where the schedule
    says so, or as the model likes."""
    order = rng.choice(((1, 0), (1, 0), (0, 2, 1), (2, 1, 0)))
    rank = len(order)
    unit = rng.random() < 0.1
    sizes = [rng.choice(SIZES[:5] if d == 1 and order == (2, 1, 0) else (1, 7) if unit else SIZES[1:] + (97, 130)) for d in range(rank)]
    inputs = [([sizes[d] for d in order], element), (sizes, element)]
    lines = generic("%r", [("%t0", *inputs[0]), ("%t1", *inputs[1])], ("%e", sizes, element), [names(order), names(range(rank)), names(range(rank))],
                    "p" * rank, [*arithmetic(element, "%x0", "%x1"), f"linalg.yield %y : {element}"])
    if not unit and element != "i1" and rng.random() < 0.75:
        across, results = order[-1], rng.choice((1, 2, 4, 8))
        block, tile = [1] * rank, [1] * rank
        block[across], tile[across], tile[-1] = results, results * rng.choice((1, 4, 8)), rng.choice((8, 32, 64))
        block, tile = ([min(each, size) for each, size in zip(list_, sizes)] for list_ in (block, tile))
        lines = scheduled(lines, f"direct(block=[{', '.join(map(str, block))}], tile0=[{', '.join(map(str, tile))}], pack=[0:0])")
    return Case("transposed", inputs, (sizes, element), [f"%e = tensor.empty() : {shaped('tensor', sizes, element)}", *lines])


def gathered(rng, element):
    """Rows of a table that numbers name, with something added to each element."""
    count, rows, width = rng.choice(SIZES), rng.choice((8, 9, 16)), rng.choice(SIZES)
    index, where, out = rng.choice(("i32", "i64", "i8")), rng.choice(("[%row, %j]", "[%row, %j]", "[%j, %row]")), ([count, width], element)
    table = [rows, width] if where[1:5] == "%row" else [width, rows]
    lines = [f"%e = tensor.empty() : {shaped('tensor', *out)}", f"%four = arith.constant 4 : {index}",
             *generic("%r", [("%t0", [count], index), ("%t2", [width], element)], ("%e", *out), ["d0", "d1", "d0, d1"], "pp",
                      [f"%k = arith.addi %x0, %four : {index}", f"%row = arith.index_cast %k : {index} to index", "%j = linalg.index 1 : index",
                       f"%z = tensor.extract %t1{where} : {shaped('tensor', table, element)}", *arithmetic(element, "%z", "%x1"),
                       f"linalg.yield %y : {element}"])]
    return Case("gathered", [([count], index), (table, element), ([width], element)], out, lines)


def cast(rng, element):
    sizes = [rng.choice(SIZES), rng.choice(SIZES)]
    wide = {"f64": "arith.truncf %x0 : f64 to f32", "f16": "arith.extf %x0 : f16 to f32", "bf16": "arith.extf %x0 : bf16 to f32",
            "i1": "arith.uitofp %x0 : i1 to f32"}.get(element, f"arith.sitofp %x0 : {element} to f32")
    if element == "f32":
        wide = "arith.addf %x0, %x0 : f32"
    lines = [f"%e = tensor.empty() : {shaped('tensor', sizes, 'f32')}",
             *generic("%r", [("%t0", sizes, element)], ("%e", sizes, "f32"), [names(range(2))] * 2, "pp", [f"%y = {wide}", "linalg.yield %y : f32"])]
    return Case("cast", [(sizes, element)], (sizes, "f32"), lines)


def function_of(rng, element):
    name = rng.choice(("exp", "tanh", "erf", "rsqrt", "log1p", "sqrt", "floor", "absf"))
    element = rng.choice(("f32", "f32", "f64")) if name in ("exp", "tanh", "rsqrt", "sqrt", "floor", "absf") else "f32"
    sizes = [rng.choice(SIZES), rng.choice(SIZES)]
    lines = [f"%e = tensor.empty() : {shaped('tensor', sizes, element)}",
             *generic("%r", [("%t0", sizes, element)], ("%e", sizes, element), [names(range(2))] * 2, "pp",
                      [f"%q = arith.mulf %x0, %x0 : {element}", f"%y = math.{name} %q : {element}", f"linalg.yield %y : {element}"])]
    return Case(name, [(sizes, element)], (sizes, element), lines, 0.0 if name in ("sqrt", "floor", "absf") else 2e-6)


def padded(rng, element):
    rank = rng.randint(1, 3)
    sizes = [rng.choice(SIZES[:10]) for _ in range(rank)]
    low, high = [rng.randint(0, 2) for _ in range(rank)], [rng.randint(0, 3) for _ in range(rank)]
    out = ([size + a + b for size, a, b in zip(sizes, low, high)], element)
    arguments = ", ".join(f"%i{n}: index" for n in range(rank))
    value = "true" if element == "i1" else f"{'2.0' if element in FLOATS else '2'} : {element}"
    lines = [f"%c = arith.constant {value}", f"%r = tensor.pad %t0 low[{', '.join(map(str, low))}] high[{', '.join(map(str, high))}] {{",
             f"^bb0({arguments}):", f"tensor.yield %c : {element}", f"}} : {shaped('tensor', sizes, element)} to {shaped('tensor', *out)}"]
    return Case("pad", [(sizes, element)], out, lines)


COMBINERS = {"add": ("arith.addf", "arith.addi"), "max": ("arith.maximumf", "arith.maxsi"), "min": ("arith.minimumf", "arith.minsi")}


def reduction(rng, element):
    """Some dimensions of a tensor added up, from its contents or a constant, with a consumer."""
    rank = rng.randint(1, 3)
    sizes = [rng.choice(SIZES + (150, 260) if rank < 3 else SIZES[:10]) for _ in range(rank)]
    kept = sorted(rng.sample(range(rank), rng.randint(0, rank - 1)))
    out = ([sizes[d] for d in kept], element)
    kinds = "".join("p" if d in kept else "r" for d in range(rank))
    if element == "i1":
        op = rng.choice(("arith.andi", "arith.ori", "arith.xori"))
    else:
        op = COMBINERS[rng.choice(("add", "add", "max", "min"))][element not in FLOATS]
    start, begin = "%o", []
    if rng.random() < 0.6:
        start, begin = "%f", filled("f", *out, "true" if element == "i1" else "1.0" if element in FLOATS else "1")
    lines = [*begin, *generic("%s", [("%t0", sizes, element)], (start, *out), [names(range(rank)), names(kept)], kinds,
                              [f"%y = {op} %x0, %x1 : {element}", f"linalg.yield %y : {element}"]),
             f"%e = tensor.empty() : {shaped('tensor', *out)}",
             *generic("%r", [("%s", *out)], ("%e", *out), [names(range(len(kept)))] * 2, "p" * len(kept),
                      [*arithmetic(element, "%x0", "%x0"), f"linalg.yield %y : {element}"])]
    return Case(f"reduce {op}", [(sizes, element)], out, lines)


def squares(rng, element):
    """A sum of what an elementwise op makes, which is fused."""
    element = element if element in ("f32", "f64", "i32", "i64", "f16") else "f32"
    sizes = [rng.choice(SIZES[:12]), rng.choice(SIZES)]
    out = (sizes[:1], element)
    op = "f" if element in FLOATS else "i"
    lines = [f"%e = tensor.empty() : {shaped('tensor', sizes, element)}",
             *generic("%q", [("%t0", sizes, element)], ("%e", sizes, element), [names(range(2))] * 2, "pp",
                      [f"%y = arith.mul{op} %x0, %x0 : {element}", f"linalg.yield %y : {element}"]), *filled("f", *out, zero(element)),
             *generic("%r", [("%q", sizes, element)], ("%f", *out), ["d0, d1", "d0"], "pr",
                      [f"%y = arith.add{op} %x0, %x1 : {element}", f"linalg.yield %y : {element}"])]
    return Case("squares", [(sizes, element)], out, lines)


def pooling(rng, element):
    element = element if element in ("f32", "f64", "i32", "i8", "f16") else "f32"
    window, stride, dilation = (rng.randint(1, 3), rng.randint(2, 3)), rng.randint(1, 2), rng.randint(1, 2)
    outs = (rng.randint(1, 9), rng.randint(1, 9))
    image = [(o - 1) * stride + (w - 1) * dilation + 1 for o, w in zip(outs, window)]
    batch, channels = rng.randint(1, 2), rng.choice((1, 3, 8, 17))
    kind = rng.choice(("max", "sum"))
    order = rng.choice(("nchw", "nhwc"))
    place = (lambda hw: [batch, channels, *hw]) if order == "nchw" else (lambda hw: [batch, *hw, channels])
    out = (place(outs), element)
    lines = [*filled("f", *out, "-7.0" if element in FLOATS else "-7"), f"%w = tensor.empty() : {shaped('tensor', window, element)}",
             f"%r = linalg.pooling_{order}_{kind} {{dilations = dense<{dilation}> : vector<2xi64>, strides = dense<{stride}> : vector<2xi64>}} "
             f"ins(%t0, %w : {shaped('tensor', place(image), element)}, {shaped('tensor', window, element)}) "
             f"outs(%f : {shaped('tensor', *out)}) -> {shaped('tensor', *out)}"]
    return Case(f"pooling_{order}_{kind}", [(place(image), element)], out, lines)


# Letters of the image, the filter and the result: n batches, g groups, c channels, f features, h and w pixels.
CONVOLUTIONS = {
    "conv_2d_nhwc_hwcf": ("nhwc", "hwcf", "nhwf"),
    "conv_2d_nchw_fchw": ("nchw", "fchw", "nfhw"),
    "conv_2d_nhwc_fhwc": ("nhwc", "fhwc", "nhwf"),
    "conv_2d_ngchw_fgchw": ("ngchw", "fgchw", "ngfhw"),
    "conv_2d_ngchw_gfchw": ("ngchw", "gfchw", "ngfhw"),
    "depthwise_conv_2d_nchw_chw": ("nchw", "chw", "nchw"),
    "depthwise_conv_2d_nhwc_hwc": ("nhwc", "hwc", "nhwc"),
    "conv_1d_nwc_wcf": ("nwc", "wcf", "nwf"),
    "conv_1d_ncw_fcw": ("ncw", "fcw", "nfw"),
}


def staged(rng, element, rows, columns, loops, target):
    """A schedule of an implicit product of `rows` by `columns` pixels or features, with copies ahead where the target has them, for some with
    terms in parts; `loops`: sizes of those over the terms."""
    sizes = {"m": rows, "n": columns, "k": math.prod(loops)}
    while not (text := draw_schedule(rng, rng, "mk,kn->mn", sizes, "", element, target)) or ("stages" not in text and target != "sm_75"):
        pass
    if rng.random() < 0.4:
        text = in_parts(rng, text, loops)
    return f', autotune.schedule = "{text}"'


def staged_convolution(rng, _, target):
    """An implicit product of several stages whose channels lie side by side, or pixels; padded or not."""
    name = rng.choice(("conv_2d_nhwc_hwcf", "conv_2d_nhwc_hwcf", "conv_2d_nhwc_fhwc", "conv_2d_nchw_fchw", "conv_1d_nwc_wcf"))
    return convolution(rng, rng.choice(("f16", "f16", "f32")), target, name)


def convolution(rng, element, target="", staged_name=""):
    """With a name, one of several stages, whose schedule is drawn for the target."""
    if not staged_name:
        element = element if element in ("f32", "f64", "i32", "f16") and rng.random() < 0.3 else "f32"
    name = staged_name or rng.choice(list(CONVOLUTIONS))
    image, weights, result = CONVOLUTIONS[name]
    size = dict(n=rng.randint(1, 2), g=rng.choice((2, 3)), c=rng.choice((1, 3, 4, 8, 16)), f=rng.choice((1, 4, 5, 16, 32)))
    if staged_name:
        size = dict(n=1, g=1, c=rng.choice((8, 12, 16)), f=rng.choice((16, 24, 32)))
    spaces = [letter for letter in "hw" if letter in image]
    taps = {letter: rng.choice((1, 2, 3, 3)) for letter in spaces}
    outs = {letter: rng.choice((5, 7, 8) if staged_name else (1, 3, 4, 7, 8, 14)) for letter in spaces}
    stride, dilation = {letter: rng.choice((1, 1, 2)) for letter in spaces}, {letter: rng.choice((1, 1, 2)) for letter in spaces}
    needed = {letter: (outs[letter] - 1) * stride[letter] + (taps[letter] - 1) * dilation[letter] + 1 for letter in spaces}
    pads = rng.random() < 0.5
    low = {letter: min(rng.randint(0, 2), needed[letter] - 1) if pads else 0 for letter in spaces}
    high = {letter: min(rng.randint(0, 2), needed[letter] - 1 - low[letter]) if pads else 0 for letter in spaces}
    wide, narrow = [(size | needed)[x] for x in image], [(size | {x: needed[x] - low[x] - high[x] for x in spaces})[x] for x in image]
    kernel, out = [(size | taps)[x] for x in weights], ([(size | outs)[x] for x in result], element)
    rank = len(image)
    lines = []
    source = "%t0"
    if pads:
        source = "%padded"
        lines = [f"%c = arith.constant {zero(element)} : {element}",
                 f"%padded = tensor.pad %t0 low[{', '.join(str(low.get(x, 0)) for x in image)}] high[{', '.join(str(high.get(x, 0)) for x in image)}] {{",
                 f"^bb0({', '.join(f'%i{n}: index' for n in range(rank))}):", f"tensor.yield %c : {element}",
                 f"}} : {shaped('tensor', narrow, element)} to {shaped('tensor', wide, element)}"]
    start, inputs = rng.choice((("%f", 2), ("%o", 2), ("%bias", 3))), [(narrow, element), (kernel, element)]
    if start[0] == "%f":
        lines += filled("f", *out, zero(element))
    letter = "f" if "f" in result else "c"
    if start[1] == 3:
        inputs.append(([size[letter]], element))
        others = [n for n, x in enumerate(result) if x != letter]
        lines += [f"%be = tensor.empty() : {shaped('tensor', *out)}", f"%bias = linalg.broadcast ins(%t2 : {shaped('tensor', *inputs[2])}) "
                  f"outs(%be : {shaped('tensor', *out)}) dimensions = [{', '.join(map(str, others))}]"]
    dims = len(spaces)
    flags = ", ".join(f"{key} = dense<[{', '.join(str(each[x]) for x in spaces)}]> : vector<{dims}xi64>" for key, each in
                      (("dilations", dilation), ("strides", stride)))
    end = rng.choice(("", "", "arithmetic", "arithmetic", "erf"))
    if staged_name:
        rows, columns = (math.prod(outs.values()), size["f"])[:: 1 if result[-1] == "f" else -1]
        flags += staged(rng, element, rows, columns, [*taps.values(), size["c"]], target)
    lines.append(f"{'%s' if end else '%r'} = linalg.{name} {{{flags}}} ins({source}, %t1 : {shaped('tensor', wide, element)}, {shaped('tensor', kernel, element)}) "
                 f"outs({start[0]} : {shaped('tensor', *out)}) -> {shaped('tensor', *out)}")
    if end:
        lines += [f"%e = tensor.empty() : {shaped('tensor', *out)}",
                  *generic("%r", [("%s", *out)], ("%e", *out), [names(range(len(result)))] * 2, "p" * len(result),
                           [*(arithmetic(element, "%x0", "%x0") if end == "arithmetic" or element != "f32" else ["%y = math.erf %x0 : f32"]),
                            f"linalg.yield %y : {element}"])]
    return Case(name, inputs, out, lines, 2e-6 if end == "erf" else 0.0)


def mixed_product(rng, element):
    """Products of i8 that are added up in i32."""
    m, n, k = (rng.choice(SIZES[:13]) for _ in range(3))
    out = ([m, n], "i32")
    lines = [*filled("f", *out, "0"), f"%r = linalg.matmul ins(%t0, %t1 : {shaped('tensor', [m, k], 'i8')}, {shaped('tensor', [k, n], 'i8')}) "
             f"outs(%f : {shaped('tensor', *out)}) -> {shaped('tensor', *out)}"]
    return Case("product of i8", [([m, k], "i8"), ([k, n], "i8")], out, lines)


def row_sizes(rng):
    return [*(rng.randint(1, 5) for _ in range(rng.randint(1, 2))), rng.choice((3, 32, 33, 60, 64, 100, 128, 200, 257))]


def softmax(rng, element):
    """Of rows, a kernel of several parts; some are computed on."""
    sizes, element = row_sizes(rng), rng.choice(("f32", "f32", "f64"))
    rank, whole, row, end = len(sizes), (sizes, element), (sizes[:-1], element), rng.random() < 0.5
    kinds, dims, short = "p" * (rank - 1) + "r", names(range(rank)), names(range(rank - 1))
    lines = [f"%e = tensor.empty() : {shaped('tensor', *whole)}", *filled("l", *row, "-1.0e30"), *filled("f", *row, "0.0"),
             *generic("%most", [("%t0", *whole)], ("%l", *row), [dims, short], kinds, [f"%y = arith.maximumf %x0, %x1 : {element}", f"linalg.yield %y : {element}"]),
             *generic("%p", [("%t0", *whole), ("%most", *row)], ("%e", *whole), [dims, short, dims], "p" * rank,
                      [f"%d = arith.subf %x0, %x1 : {element}", f"%y = math.exp %d : {element}", f"linalg.yield %y : {element}"]),
             *generic("%sum", [("%p", *whole)], ("%f", *row), [dims, short], kinds, [f"%y = arith.addf %x0, %x1 : {element}", f"linalg.yield %y : {element}"]),
             *generic("%s" if end else "%r", [("%p", *whole), ("%sum", *row)], ("%e", *whole), [dims, short, dims], "p" * rank,
                      [f"%y = arith.divf %x0, %x1 : {element}", f"linalg.yield %y : {element}"])]
    if end:
        lines += generic("%r", [("%s", *whole), ("%t0", *whole)], ("%e", *whole), [dims] * 3, "p" * rank,
                         [f"%y = arith.mulf %x0, %x1 : {element}", f"linalg.yield %y : {element}"])
    return Case("softmax", [whole], whole, lines, 1e-5)


def norm(rng, element):
    """Rows less their mean, over the root of their variance, times a weight a column."""
    sizes, element = row_sizes(rng), rng.choice(("f32", "f32", "f64"))
    dims, rank, rows = names(range(len(sizes))), len(sizes), sizes[:-1]
    kinds, whole, row = "p" * (rank - 1) + "r", (sizes, element), (rows, element)
    short, share = names(range(rank - 1)), f"%x1, %n : {element}"
    lines = [f"%n = arith.constant {sizes[-1]}.0 : {element}", f"%tiny = arith.constant 1.0e-5 : {element}", f"%e = tensor.empty() : {shaped('tensor', *whole)}",
             *filled("f", *row, "0.0"), *generic("%sum", [("%t0", *whole)], ("%f", *row), [dims, short], kinds,
                                                 [f"%y = arith.addf %x0, %x1 : {element}", f"linalg.yield %y : {element}"]),
             *generic("%d", [("%t0", *whole), ("%sum", *row)], ("%e", *whole), [dims, short, dims], "p" * rank,
                      [f"%m = arith.divf {share}", f"%y = arith.subf %x0, %m : {element}", f"linalg.yield %y : {element}"]),
             *generic("%var", [("%d", *whole)], ("%f", *row), [dims, short], kinds,
                      [f"%q = arith.mulf %x0, %x0 : {element}", f"%y = arith.addf %q, %x1 : {element}", f"linalg.yield %y : {element}"]),
             *generic("%r", [("%d", *whole), ("%var", *row), ("%t1", sizes[-1:], element)], ("%e", *whole), [dims, short, f"d{rank - 1}", dims], "p" * rank,
                      [f"%m = arith.divf {share}", f"%s = arith.addf %m, %tiny : {element}", f"%u = math.rsqrt %s : {element}",
                       f"%v = arith.mulf %x0, %u : {element}", f"%y = arith.mulf %v, %x2 : {element}", f"linalg.yield %y : {element}"])]
    return Case("norm", [whole, (sizes[-1:], element)], whole, lines, 1e-4)


def empty(rng, element):
    sizes = [rng.choice((0, 3)), 0]
    lines = [f"%e = tensor.empty() : {shaped('tensor', sizes, element)}",
             *generic("%r", [("%t0", sizes, element)], ("%e", sizes, element), [names(range(2))] * 2, "pp", [f"linalg.yield %x0 : {element}"])]
    return Case("empty", [(sizes, element)], (sizes, element), lines)


def chain(rng):
    """Ops that follow one another, of rows in this order or the other, and reductions among them, by blocks of one row or two and of any number of
    threads: which of them become one kernel differs."""
    rows, width = rng.choice((1, 2, 5, 8)), rng.choice((16, 60, 64, 100, 256))
    whole, row, last, sums = ([rows, width], "f32"), ([rows], "f32"), "%t0", None
    lines = [f"%e = tensor.empty() : {shaped('tensor', *whole)}", *filled("f", *row, "0.0")]
    count = rng.randint(2, 6)
    for n in range(count):
        name, tall = "%r" if n == count - 1 else f"%v{n}", rng.choice((1, 1, 1, min(2, rows)))
        threads = min(rng.choice((1, 16, 32, 64, 128, 256)), width)
        if n < count - 1 and rng.random() < 0.4:
            lines += scheduled(generic(name, [(last, *whole)], ("%f", *row), ["d0, d1", "d0"], "pr",
                                       ["%y = arith.maximumf %x0, %x1 : f32", "linalg.yield %y : f32"]), f"direct(tile0=[{tall}, {threads}])")
            sums = name
            continue
        lanes = 4 if threads % 4 == 0 and width % 4 == 0 and rng.random() < 0.5 else 1
        schedule = f"direct({'vector=i1x4, block=[1, 4], ' if lanes > 1 else ''}tile0=[{tall}, {rng.choice((threads, width))}])"
        operands, maps = [(last, *whole)], [f"{rng.choice(('d0', 'd0', f'{rows - 1} - d0'))}, {width - 1} - d1"]
        if sums:
            operands, maps = [*operands, (sums, *row)], [*maps, rng.choice(("d0", "d0", f"{rows - 1} - d0"))]
        lines += scheduled(generic(name, operands, ("%e", *whole), [*maps, "d0, d1"], "pp",
                                   ["%y = arith.subf %x1, %x0 : f32" if sums else "%y = arith.negf %x0 : f32", "linalg.yield %y : f32"]), schedule)
        last = name
    return Case("chain", [whole], whole, lines)


def make_cases(count, target):
    rng = random.Random(11)
    chains = [chain(rng) for _ in range(count // 4)]
    rng = random.Random(11)
    makers = (elementwise, convolution, reduction, pooling, convolution, padded, function_of, reduction, cast, convolution, squares, mixed_product,
              elementwise, softmax, reduction, norm, empty, staged_convolution, staged_convolution, transposed, transposed, gathered)
    elements = list(C_TYPES)
    given = {staged_convolution: (target,)}
    drawn = zip(range(count - len(chains)), itertools.cycle(makers))
    return [maker(rng, elements[n // 2 % len(elements)], *given.get(maker, ())) for n, maker in drawn] + chains


if __name__ == "__main__":
    print("".join(case.function(f"case_{number}") for number, case in enumerate(make_cases(int(sys.argv[1]), "sm_80"))))
