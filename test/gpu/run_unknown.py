#!/usr/bin/env python3
"""Ops whose outermost size only the run knows, as run_ops.py does for those of known sizes: each kernel, made once, is run at all of SIZES and
compared with the untouched function. The last line is "N of N agree".

    test/gpu/run_unknown.py --opt "mlir-opt-22 --load-pass-plugin=..." [--target sm_80] [--plant barrier|store|guard|wait] [--count N]
"""
import itertools
import math
import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from op_cases import row_sizes  # noqa: E402
from op_text import C_TYPES, FLOATS, Case, arithmetic, generic, names, shaped, zero  # noqa: E402
from run import GROUP_MATRICES, MATRICES, OLD_MATRICES, filled_descriptor, read_arguments  # noqa: E402
from run_ops import run_counted  # noqa: E402

SIZES = (0, 1, 2, 7, 37, 128, 129, 300)  # more than one tile of any schedule, too
ROWS = "?"
INNER = (1, 3, 4, 8, 13, 16, 32, 33, 64)


def empty(name, sizes, element):
    return f"%{name} = tensor.empty({'%n' if ROWS in sizes else ''}) : {shaped('tensor', sizes, element)}"


def filled(name, sizes, element, value):
    out = shaped("tensor", sizes, element)
    return [f"%{name}v = arith.constant {value} : {element}", empty(f"{name}e", sizes, element),
            f"%{name} = linalg.fill ins(%{name}v : {element}) outs(%{name}e : {out}) -> {out}"]


def case(name, inputs, out, lines, tolerance=0.0):
    """The first input has the size."""
    asked = ["%zero = arith.constant 0 : index", f"%n = tensor.dim %t0, %zero : {shaped('tensor', *inputs[0])}"]
    return Case(name, inputs, out, asked + lines, tolerance)


def elementwise(rng, element):
    """Of rows, beside a row and a number a row, with a consumer."""
    inner = [rng.choice(INNER) for _ in range(rng.randint(0, 2))]
    whole, rank = ([ROWS, *inner], element), 1 + len(inner)
    dims = names(range(rank))
    inputs, maps = [whole, ([ROWS], element), (inner, element)], [dims, "d0", names(range(1, rank)), dims]
    lines = [empty("e", *whole),
             *generic("%p", [(f"%t{n}", *each) for n, each in enumerate(inputs)], ("%e", *whole), maps, "p" * rank,
                      [*arithmetic(element, "%x0", "%x1"), f"%z = arith.{'addf' if element in FLOATS else 'addi'} %y, %x2 : {element}",
                       f"linalg.yield %z : {element}"]),
             *generic("%r", [("%p", *whole)], ("%e", *whole), [dims] * 2, "p" * rank, [*arithmetic(element, "%x0", "%x0"), f"linalg.yield %y : {element}"])]
    return case("elementwise", inputs, whole, lines)


def transposed(rng, element):
    inner = [rng.choice(INNER) for _ in range(2)]
    out, source = ([ROWS, *inner], element), ([ROWS, *inner[::-1]], element)
    lines = [empty("e", *out), *generic("%r", [("%t0", *source), ("%t1", *out)], ("%e", *out), [names((0, 2, 1)), names(range(3)), names(range(3))],
                                        "ppp", [*arithmetic(element, "%x0", "%x1"), f"linalg.yield %y : {element}"])]
    return case("transposed", [source, out], out, lines)


def reduced(rng, element):
    """Rows, or columns, whose number of terms is not known then, added up from a constant or what is there."""
    width = rng.choice((1, 5, 33, 64, 150))
    by_rows = rng.random() < 0.6
    out = ([ROWS] if by_rows else [width], element)
    op = "ori" if element == "i1" else rng.choice(("addf", "maximumf") if element in FLOATS else ("addi", "maxsi"))
    begin = rng.random() < 0.6 and element != "i1"
    lines = [*(filled("f", *out, "1.0" if element in FLOATS else "1") if begin else []),
             *generic("%r", [("%t0", [ROWS, width], element)], ("%f" if begin else "%o", *out), ["d0, d1", "d0" if by_rows else "d1"],
                      "pr" if by_rows else "rp", [f"%y = arith.{op} %x0, %x1 : {element}", f"linalg.yield %y : {element}"])]
    return case(f"{'rows' if by_rows else 'columns'} {op}", [([ROWS, width], element)], out, lines)


def schedule_of(rng, element, spec, k, n, target):
    """Tiles of rows that are whole ones, or the model's."""
    kind = rng.choice(("", "threads", "matrices"))
    batch = "1, " * (len(spec) - 2)
    rows, least = rng.choice((1, 2, 4, 8)), min(n, 8)
    if kind == "threads":
        block, tile = (rows, min(n, 4), 1), (rows * rng.choice((1, 4, 16)), least, min(k, 16))
        return f"direct(block=[{batch}{', '.join(map(str, block))}], tile0=[{batch}{', '.join(map(str, tile))}])"
    matrices = OLD_MATRICES if target == "sm_75" else GROUP_MATRICES if target == "sm_90a" else MATRICES
    if kind != "matrices" or element not in matrices:
        return ""
    name, terms = matrices[element]
    warp = 64 if name.startswith("wg") else 32
    stages = ", stages=2" if target != "sm_75" and k > terms else ""
    return (f"direct(block=[{batch}{warp}, {least}, {min(k, terms)}], tile0=[{batch}{warp * rng.choice((1, 2))}, {least}, {min(k, terms)}], "
            f"instruction={name}{stages})")


def product(rng, element, target):
    """Rows, or batches, of unknown number; a consumer adds a bias and cuts off at 0."""
    element = element if element in ("f32", "f16", "bf16", "f64", "i8") else "f32"
    result = {"i8": "i32", "bf16": "f32"}.get(element, element)
    k, n, m = rng.choice((1, 5, 16, 33, 64, 72)), rng.choice((1, 8, 13, 40, 64)), rng.choice((1, 3, 20))
    left, right, out, maps = rng.choice((
        ([ROWS, k], [k, n], [ROWS, n], ("d0, d2", "d2, d1", "d0, d1")),
        ([ROWS, k], [n, k], [ROWS, n], ("d0, d2", "d1, d2", "d0, d1")),
        ([ROWS, k], [k, n], [ROWS, n], ("d0, d2", "d2, d1", "d0, d1")),
        ([ROWS, m, k], [k, n], [ROWS, m, n], ("d0, d1, d3", "d3, d2", "d0, d1, d2")),
        ([ROWS, m, k], [ROWS, k, n], [ROWS, m, n], ("d0, d1, d3", "d0, d3, d2", "d0, d1, d2"))))
    rank = len(out)
    inputs = [(left, element), (right, element), ([n], result)]
    suffix = "f" if result in FLOATS else "i"
    cast = "" if element == result else "arith.extsi" if element == "i8" else "arith.extf"
    casts = [f"%{x}w = {cast} %{x} : {element} to {result}" for x in ("x0", "x1")] if cast else []
    w = "w" if cast else ""
    start = rng.choice(("%f", "%o"))
    most = "maxsi" if suffix == "i" else "maximumf"
    lines = [*(filled("f", out, result, "0.0" if suffix == "f" else "0") if start == "%f" else []),
             *generic("%s", [("%t0", *inputs[0]), ("%t1", *inputs[1])], (start, out, result), maps, "p" * rank + "r",
                      [*casts, f"%p = arith.mul{suffix} %x0{w}, %x1{w} : {result}", f"%y = arith.add{suffix} %x2, %p : {result}", f"linalg.yield %y : {result}"]),
             empty("e", out, result), f"%none = arith.constant {zero(result)} : {result}",
             *generic("%r", [("%s", out, result), ("%t2", *inputs[2])], ("%e", out, result), [names(range(rank)), f"d{rank - 1}", names(range(rank))],
                      "p" * rank, [f"%u = arith.add{suffix} %x0, %x1 : {result}", f"%y = arith.{most} %u, %none : {result}", f"linalg.yield %y : {result}"])]
    schedule = schedule_of(rng, element, out, k, n, target) if 1 not in (k, n) and rank == 2 else ""
    if schedule:
        lines = [line.replace("iterator_types", f'autotune.schedule = "{schedule[:-1]}, epilogue=1)", iterator_types', 1)
                 if line.startswith("%s = ") else line for line in lines]
    return case(f"product {element} {schedule}", inputs, (out, result), lines)


def convolution(rng, _):
    """A batch of unknown size, padded."""
    c, f, size, taps = rng.choice((1, 3, 8)), rng.choice((1, 5, 16)), rng.choice((4, 7)), rng.choice((1, 3))
    order = rng.choice(("nchw_fchw", "nhwc_hwcf"))
    place = (lambda ch, hw: [ROWS, ch, hw, hw]) if order == "nchw_fchw" else (lambda ch, hw: [ROWS, hw, hw, ch])
    pad = rng.choice((0, 1))
    edges = ", ".join(str(pad if letter in "hw" else 0) for letter in order[:4])
    image, wide, out = place(c, size), place(c, size + 2 * pad), place(f, size + 2 * pad - taps + 1)
    weights = [f, c, taps, taps] if order == "nchw_fchw" else [taps, taps, c, f]
    lines = [*filled("f", out, "f32", "0.0")]
    if pad:
        lines += ["%c = arith.constant 0.0 : f32", f"%padded = tensor.pad %t0 low[{edges}] high[{edges}] {{",
                  "^bb0(%i0: index, %i1: index, %i2: index, %i3: index):", "tensor.yield %c : f32",
                  f"}} : {shaped('tensor', image, 'f32')} to {shaped('tensor', wide, 'f32')}"]
    lines.append(f"%r = linalg.conv_2d_{order} {{dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}} "
                 f"ins({'%padded' if pad else '%t0'}, %t1 : {shaped('tensor', wide, 'f32')}, {shaped('tensor', weights, 'f32')}) "
                 f"outs(%f : {shaped('tensor', out, 'f32')}) -> {shaped('tensor', out, 'f32')}")
    return case(f"conv_2d_{order}", [(image, "f32"), (weights, "f32")], (out, "f32"), lines)


class Softmax(Case):
    """One op; that of the untouched function is its parts, as upstream has no loops of the whole."""

    def function(self, name):
        whole, kind = self.output, shaped("tensor", *self.output)
        rank, row = len(whole[0]), (whole[0][:-1], "f32")
        dims, short = names(range(rank)), names(range(rank - 1))
        kinds = "p" * (rank - 1) + "r"
        parts = [*filled("l", *row, "-1.0e30"), *filled("f", *row, "0.0"), empty("e", *whole),
                 *generic("%most", [("%t0", *whole)], ("%l", *row), [dims, short], kinds, ["%y = arith.maximumf %x0, %x1 : f32", "linalg.yield %y : f32"]),
                 *generic("%p", [("%t0", *whole), ("%most", *row)], ("%e", *whole), [dims, short, dims], "p" * rank,
                          ["%d = arith.subf %x0, %x1 : f32", "%y = math.exp %d : f32", "linalg.yield %y : f32"]),
                 *generic("%sum", [("%p", *whole)], ("%f", *row), [dims, short], kinds, ["%y = arith.addf %x0, %x1 : f32", "linalg.yield %y : f32"]),
                 *generic("%r", [("%p", *whole), ("%sum", *row)], ("%e", *whole), [dims, short, dims], "p" * rank,
                          ["%y = arith.divf %x0, %x1 : f32", "linalg.yield %y : f32"])]
        whole_op = [empty("e", *whole), f"%r = linalg.softmax dimension({rank - 1}) ins(%t0 : {kind}) outs(%e : {kind}) -> {kind}"]
        return case(self.name, self.inputs, whole, parts if name.startswith("r") else whole_op).function(name)


def softmax(rng, _):
    sizes = [ROWS, *row_sizes(rng)[1:]]
    return Softmax("softmax", [(sizes, "f32")], (sizes, "f32"), [], 1e-5)


def norm(rng, _):
    """Rows over the root of their mean square, times a weight a column; the size is asked of what ops make."""
    width = rng.choice((3, 32, 60, 128, 257))
    whole, row = ([ROWS, width], "f32"), ([ROWS], "f32")
    lines = [*filled("f", *row, "0.0"), f"%count = arith.constant {width}.0 : f32", "%tiny = arith.constant 1.0e-5 : f32",
             *generic("%sum", [("%t0", *whole)], ("%f", *row), ["d0, d1", "d0"], "pr",
                      ["%q = arith.mulf %x0, %x0 : f32", "%y = arith.addf %q, %x1 : f32", "linalg.yield %y : f32"]),
             f"%rows = tensor.dim %sum, %zero : {shaped('tensor', *row)}", f"%e = tensor.empty(%rows) : {shaped('tensor', *whole)}",
             *generic("%r", [("%t0", *whole), ("%sum", *row), ("%t1", [width], "f32")], ("%e", *whole), ["d0, d1", "d0", "d1", "d0, d1"], "pp",
                      ["%m = arith.divf %x1, %count : f32", "%a = arith.addf %m, %tiny : f32", "%u = math.rsqrt %a : f32", "%v = arith.mulf %x0, %u : f32",
                       "%y = arith.mulf %v, %x2 : f32", "linalg.yield %y : f32"])]
    return case("norm", [whole, ([width], "f32")], whole, lines, 1e-4)


def make_cases(count, target):
    rng = random.Random(13)
    makers = (product, elementwise, product, reduced, product, convolution, softmax, product, transposed, norm)
    elements = [element for element in C_TYPES if element != "i1"]
    given = {product: (target,)}
    return [maker(rng, elements[n // 3 % len(elements)], *given.get(maker, ())) for n, maker in zip(range(count), itertools.cycle(makers))]


def driver_of_case(number, each):
    tensors = [*each.inputs, each.output]
    lines = [f"void _mlir_ciface_{version}{number}({', '.join(['void *'] * len(tensors))});" for version in "tr"]
    lines.append(f"static void case_{number}(void) {{\n  static const int all[] = {{{', '.join(map(str, SIZES))}}};")
    lines.append(f"  for (int s = 0; s < {len(SIZES)}; s++) {{\n    int n = all[s];")
    kind, last = C_TYPES[each.output[1]], len(tensors)
    for t, (sizes, element) in enumerate([*tensors, each.output]):
        known = [size if size != ROWS else "n" for size in sizes]
        count = " * ".join(map(str, known)) or "1"
        lines.append(f"    int c{t} = {count}; {C_TYPES[element]} *b{t} = numbers_{element}(c{t}); {descriptor(t, known)}")
    passed = "".join(f"&d{t}, " for t in range(len(each.inputs)))
    lines.append(f"    {kind} *kept = numbers_{each.output[1]}(c{last}); memcpy(kept, b{last}, c{last} * sizeof *kept);")
    lines.append(f"    _mlir_ciface_r{number}({passed}&d{last});")
    lines.append(f"    for (order = 0; order < 3; order++) {{ memcpy(b{last - 1}, kept, c{last} * sizeof *kept); _mlir_ciface_t{number}({passed}&d{last - 1});")
    lines.append(f"      for (int i = 0; i < c{last}; i++) if (differ_{each.output[1]}(b{last - 1}[i], b{last}[i], {each.tolerance})) "
                 f"{{ printf(\"of %d rows, element %d is %g, not %g\\n\", n, i, (double)b{last - 1}[i], (double)b{last}[i]); exit(4); }}")
    return "\n".join([*lines, "    }", "  }", "}"])


def descriptor(number, sizes):
    text = filled_descriptor(f"d{number}", f"b{number}", [1] * len(sizes))
    if not sizes:
        return text
    steps = [" * ".join(map(str, sizes[d + 1:])) or "1" for d in range(len(sizes))]
    return re.sub(r", 0, \{.*\}, \{.*\}\};$", f", 0, {{{', '.join(map(str, sizes))}}}, {{{', '.join(steps)}}}}};", text)


def main():
    def stay(_, bodies):
        return f"{sum('linalg.' in body.split('gpu.module')[0] for body in bodies)} functions with ops that stay"

    arguments = read_arguments(__doc__, 60)
    return run_counted(arguments, make_cases(arguments.count, arguments.target), driver_of_case, stay)


if __name__ == "__main__":
    sys.exit(main())
