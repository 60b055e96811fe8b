"""usage: sums.py AUTOTUNE HALF FOLDER FLAG... Compiles sums on f16 or bf16 of many shapes, alone, with initial values and
with ops behind them, calls them with whole numbers, and compares every bit with the exact sum, rounded once, or under
fp=strict with that of one rounding after the other. Prints how many of how many functions were right, and in how many
the two differ."""
import ctypes, itertools, random, struct, subprocess, sys
autotune, half, folder, *flags = sys.argv[1:]
random.seed(7)

def bits(x):  # to nearest even
    if half == "f16":
        return struct.unpack("<H", struct.pack("<e", x))[0]
    wide = struct.unpack("<I", struct.pack("<f", x))[0]
    return wide + 0x7fff + (wide >> 16 & 1) >> 16

def number(b):
    return struct.unpack("<e", struct.pack("<H", b))[0] if half == "f16" else struct.unpack("<f", struct.pack("<I", b << 16))[0]

def rounded(x): return number(bits(x))
def tensor(*shape): return "tensor<" + "".join(f"{d}x" for d in shape) + half + ">"
def count(shape):
    n = 1
    for d in shape: n *= d
    return n
def offset(index, shape):
    at = 0
    for i, d in zip(index, shape): at = at * d + i
    return at

# name: (MLIR of the op, shapes of inputs, shape of result, loops of a reduction, place of each input by result and reduction)
def product(m, n, k):
    return ("matmul", [(m, k), (k, n)], (m, n), (k,), [lambda o, r: (o[0], r[0]), lambda o, r: (r[0], o[1])])
def batch(b, m, n, k):
    return ("batch_matmul", [(b, m, k), (b, k, n)], (b, m, n), (k,), [lambda o, r: (o[0], o[1], r[0]), lambda o, r: (o[0], r[0], o[2])])
def conv(h, c, f, w):
    return ("conv_2d_nhwc_hwcf", [(1, h, h, c), (w, w, c, f)], (1, h - w + 1, h - w + 1, f), (w, w, c),
            [lambda o, r: (0, o[1] + r[0], o[2] + r[1], r[2]), lambda o, r: (r[0], r[1], r[2], o[3])])
def pool(h, c, w):
    return ("pooling_nhwc_sum", [(1, h, h, c), (w, w)], (1, h - w + 1, h - w + 1, c), (w, w), [lambda o, r: (0, o[1] + r[0], o[2] + r[1], o[3])])
def rows(m, k):
    return ("rows", [(m, k)], (m,), (k,), [lambda o, r: (o[0], r[0])])
def columns(m, k):
    return ("columns", [(k, m)], (m,), (k,), [lambda o, r: (r[0], o[0])])

def text(name, case, has_init, is_fused):
    op, inputs, out, _, places = case
    arguments = list(inputs[:len(places)]) + ([out] if has_init or is_fused else [])
    signature = ", ".join(f"%a{i}: {tensor(*s)}" for i, s in enumerate(arguments))
    lines = [f"func.func @{name}({signature}) -> {tensor(*out)} {{", f"  %e = tensor.empty() : {tensor(*out)}", f"  %z = arith.constant 0.0 : {half}"]
    start = f"%a{len(places)}"
    if not has_init:
        lines.append(f"  %start = linalg.fill ins(%z : {half}) outs(%e : {tensor(*out)}) -> {tensor(*out)}")
        start = "%start"
    if op in ("rows", "columns"):
        lines.append(f"  %s = linalg.reduce ins(%a0 : {tensor(*inputs[0])}) outs({start} : {tensor(*out)}) dimensions = [{int(op == 'rows')}]\n"
                     f"    (%x: {half}, %t: {half}) {{\n      %u = arith.addf %x, %t : {half}\n      linalg.yield %u : {half}\n    }}")
    else:
        names = [f"%a{i}" for i in range(len(places))]
        if op.startswith("pooling"):
            lines.append(f"  %w = tensor.empty() : {tensor(*inputs[1])}")
            names.append("%w")
        lines.append(f"  %s = linalg.{op} ins({', '.join(names)} : {', '.join(tensor(*s) for s in inputs)}) outs({start} : {tensor(*out)}) -> {tensor(*out)}")
    result = "%s"
    if is_fused:  # its sum with another operand, then no less than 0
        last = f"%a{len(places)}"
        lines += [f"  %b = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%s, {last} : {tensor(*out)}, {tensor(*out)}) outs(%e : {tensor(*out)}) -> {tensor(*out)}",
                  f"  %zs = linalg.fill ins(%z : {half}) outs(%e : {tensor(*out)}) -> {tensor(*out)}",
                  f"  %r = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%b, %zs : {tensor(*out)}, {tensor(*out)}) outs(%e : {tensor(*out)}) -> {tensor(*out)}"]
        result = "%r"
    return "\n".join(lines) + f"\n  return {result} : {tensor(*out)}\n}}\n", arguments

shapes = [product(*s) for s in ((17, 33, 61), (7, 5, 3), (1, 1, 2), (1, 31, 129), (13, 1, 97), (16, 48, 100), (5, 3, 1031))]
shapes += [batch(3, 5, 17, 40), conv(9, 5, 17, 3), conv(6, 32, 3, 2), pool(11, 19, 5), pool(5, 1, 3), rows(5, 977), rows(1, 64), columns(37, 401), columns(1, 3)]
cases = [(f"f{i}_{init}{fused}", case, init, fused) for i, (case, (init, fused)) in enumerate(itertools.product(shapes, ((0, 0), (1, 0), (0, 1))))]
made = [text(*c) for c in cases]
with open(f"{folder}/{half}_sums.mlir", "w") as file:
    file.write("".join(t for t, _ in made))
library = f"{folder}/{half}_sums.so"
subprocess.run([autotune, "compile", file.name, "-o", library, "--prefix", "s", "--quiet", *flags], check=True)
code = ctypes.CDLL(library)
right = differs = 0
for (name, case, has_init, is_fused), (_, arguments) in zip(cases, made):
    _, inputs, out, loops, places = case
    values = [[float(random.randint(-9, 14)) for _ in range(count(s))] for s in arguments]
    buffers = [(ctypes.c_uint16 * count(s))(*map(bits, v)) for s, v in zip(arguments, values)]
    result = (ctypes.c_uint16 * count(out))()
    error = getattr(code, "s_" + name)(*buffers, result)
    exact, stepwise = [], []
    for o in itertools.product(*map(range, out)):
        at = offset(o, out)
        total = step = values[len(places)][at] if has_init else 0.0
        for r in itertools.product(*map(range, loops)):
            term = 1.0
            for value, shape, place in zip(values, inputs, places):
                term *= value[offset(place(o, r), shape)]
            total += term
            step = rounded(step + rounded(term))
        for sums, sum_ in (exact, rounded(total)), (stepwise, step):
            if is_fused:
                sum_ = max(rounded(sum_ + values[len(places)][at]), 0.0)
            sums.append(sum_)
    got, expected = [number(b) for b in result], stepwise if "strict" in flags else exact
    right += error == 0 and got == expected
    differs += stepwise != exact
    if error or got != expected:
        print("wrong:", name, case[0], inputs, "error", error, "first", next((x for x in zip(got, expected) if x[0] != x[1]), ""))
print(f"{right} of {len(cases)} right, {differs} differ from one rounding after the other")
