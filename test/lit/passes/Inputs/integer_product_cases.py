"""Runs products and convolutions of i8 that importers widen first, of odd, prime, tiny and unit sizes, beside the untouched
lowering: integer_product_cases.py AUTOTUNE FOLDER. Prints how many were rewritten, and the largest error: integers must be
equal, floats near. Those that are quantised after it have scales of 1, so that their floats are exact."""
import pathlib
import random
import re
import subprocess
import sys

SIZES, SIZES_OF_IMAGES = [1, 2, 3, 7, 13, 16, 17, 31], [1, 2, 3, 5, 9]
LIMIT = 1e-6
# Name, shapes of data, weights and result by letter, which dimensions of the data are padded by 1.
OPS = [("matmul", "mk", "kn", "mn", ""), ("batch_matmul", "bmk", "bkn", "bmn", ""), ("conv_2d_nchw_fchw", "bcHW", "fchw", "bfxy", "HW"),
       ("conv_2d_nhwc_hwcf", "bHWc", "hwcf", "bxyf", "HW"), ("depthwise_conv_2d_nhwc_hwc", "bHWf", "hwf", "bxyf", "HW"),
       ("matvec", "mk", "k", "m", ""), ("vecmat", "k", "kn", "n", "")]
CHANNEL = {"n", "f"}  # letters that a scale of the weights may run along
# How a factor is widened: extension, its zero point (a number, an argument of i8, none).
WIDENINGS = [("extsi", None), ("extui", 7), ("extsi", "argument"), ("extui", "argument"), ("extsi", 0), ("extsi", -128), ("extui", 255)]

CENTRED = [("extsi", None), ("extui", 7), ("extsi", "argument"), ("extsi", 0)]  # whose products do not all have one sign


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


def elementwise(result, value, shape, source, element, inputs, body):
    """Lines of a linalg.generic over `shape`; inputs: [(name, type, element, map of it)] after %value."""
    dims = ", ".join(f"d{d}" for d in range(len(shape)))
    maps = [f"affine_map<({dims}) -> ({one})>" for one in [dims, *(place for *_, place in inputs), dims]]
    kinds = ", ".join(['"parallel"'] * len(shape))
    names = ", ".join([value, *(name for name, *_ in inputs)])
    types = ", ".join([tensor(shape, source), *(kind for _, kind, *_ in inputs)])
    arguments = "".join(f", %n{i}: {one}" for i, (_, _, one, _) in enumerate(inputs))
    return [f"{result}e = tensor.empty() : {tensor(shape, element)}",
            f"{result} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} ins({names} : {types})",
            f"outs({result}e : {tensor(shape, element)}) {{", f"^bb0(%v: {source}{arguments}, %u: {element}):", *body,
            f"linalg.yield %y : {element}", f"}} -> {tensor(shape, element)}"]


def widen(name, shape, widening, is_float, scale, channel):
    """i8 %name to i32, or to f32 with a scale: "number", "row" (one for each index of `channel`), None."""
    extension, zero = widening
    inputs, body = [], [f"%x = arith.{extension} %v : i8 to i32"]
    if zero == "argument":
        inputs.append((f"%z{name}", "tensor<i8>", "i8", ""))
        body += [f"%z = arith.{extension} %n0 : i8 to i32"]
    elif zero is not None:
        body += [f"%z = arith.constant {zero} : i32"]
    body += ["%w = arith.subi %x, %z : i32"] if zero is not None else []
    if zero is None:
        body[0] = body[0].replace("%x", "%w")
    if not is_float:
        body[-1] = body[-1].replace("%w =", "%y =")
        return elementwise(f"%{name}w", f"%{name}", shape, "i8", "i32", inputs, body)
    body += [f"%{'y' if scale is None else 'f'} = arith.sitofp %w : i32 to f32"]
    if scale == "row":
        inputs.append((f"%s{name}", tensor([shape[channel]], "f32"), "f32", f"d{channel}"))
        body += [f"%y = arith.mulf %f, %n{len(inputs) - 1} : f32"]
    elif scale == "number":
        body += ["%s = arith.constant 0.0127 : f32", "%y = arith.mulf %s, %f : f32"]
    return elementwise(f"%{name}w", f"%{name}", shape, "i8", "f32", inputs, body)


def quantise(shape):
    """f32 %r to i8 %q; every number on the way is a small one in binary."""
    body = ["%s = arith.constant 0.125 : f32", "%z = arith.constant 3.0 : f32", "%l = arith.constant -128.0 : f32", "%h = arith.constant 127.0 : f32",
            "%d = arith.mulf %v, %s : f32", "%n = math.roundeven %d : f32", "%m = arith.addf %n, %z : f32", "%o = arith.maximumf %m, %l : f32",
            "%c = arith.minimumf %o, %h : f32", "%y = arith.fptosi %c : f32 to i8"]
    return elementwise("%q", "%r", shape, "f32", "i8", [], body)


def function(index, rng, kind):
    is_float = kind != "integers"
    name, data, weights, result, padded = OPS[index % len(OPS)]
    sizes = {letter: rng.choice(SIZES_OF_IMAGES if "H" in data else SIZES) for letter in "mkncfxy"} | {"b": rng.choice([1, 2, 3]), "h": 3, "w": 1 + index % 3}
    sizes |= {"H": sizes["x"] + 2, "W": sizes["y"] + sizes["w"] - 1}
    is_padded = padded and index % 2 and min(sizes["H"], sizes["W"]) > 2
    whole = [sizes[letter] for letter in data]
    a = [sizes[letter] - 2 * (letter in padded) for letter in data] if is_padded else whole
    b, y = ([sizes[letter] for letter in letters] for letters in (weights, result))
    element, sums = ("f32", "f32") if is_float else ("i32", rng.choice(["i32", "i64"]))
    channel = next((d for d, letter in enumerate(weights) if letter in CHANNEL), None)
    scales = [None, None] if kind == "quantised" else [rng.choice(["number", None]), rng.choice(["number", "number" if channel is None else "row", None])]
    widenings = [rng.choice(CENTRED if kind == "quantised" else WIDENINGS) for _ in "ab"]
    arguments = [f"%a: {tensor(a, 'i8')}", f"%b: {tensor(b, 'i8')}"]
    arguments += [f"%z{n}: tensor<i8>" for n, (_, zero) in zip("ab", widenings) if zero == "argument"]
    arguments += [f"%sb: {tensor([b[channel]], 'f32')}"] if is_float and scales[1] == "row" else []
    zero = f"arith.constant 0{'.0' if is_float else ''}"
    lines = widen("a", a, widenings[0], is_float, scales[0], None) + widen("b", b, widenings[1], is_float, scales[1], channel)
    factor = "%aw"
    if is_padded:
        factor = "%p"
        by = ", ".join("1" if letter in padded else "0" for letter in data)
        block = ", ".join(f"%i{d}: index" for d in range(len(data)))
        lines += [f"%pz = {zero} : {element}", f"%p = tensor.pad %aw low[{by}] high[{by}] {{", f"^bb0({block}):",
                  f"tensor.yield %pz : {element}", f"}} : {tensor(a, element)} to {tensor(whole, element)}"]
    lines += [f"%zero = {zero} : {sums}", f"%e = tensor.empty() : {tensor(y, sums)}",
              f"%i = linalg.fill ins(%zero : {sums}) outs(%e : {tensor(y, sums)}) -> {tensor(y, sums)}",
              f"%r = linalg.{name} ins({factor}, %bw : {tensor(whole, element)}, {tensor(b, element)}) "
              f"outs(%i : {tensor(y, sums)}) -> {tensor(y, sums)}"]
    last = {"floats": "f32", "integers": "i32", "quantised": "i8"}[kind]
    if kind == "quantised":
        lines += quantise(y)
    if sums == "i64":
        lines += elementwise("%t", "%r", y, "i64", "i32", [], ["%y = arith.trunci %v : i64 to i32"])
    returned = "%t" if sums == "i64" else "%q" if kind == "quantised" else "%r"
    return [f"func.func @f{index}({', '.join(arguments)}) -> {tensor(y, last)} {{", *lines, f"return {returned} : {tensor(y, last)}", "}"]


def main():
    autotune, folder = sys.argv[1:]
    path = pathlib.Path(folder) / "cases.mlir"
    for kind in ("integers", "floats", "quantised"):
        rng, count = random.Random(7), (2 if kind != "quantised" else 1) * len(OPS)
        path.write_text("\n".join(line for index in range(count) for line in function(index, rng, kind)) + "\n")
        command = [autotune, "run", path, "--check", "--model", "none", "--target", "x86-64-v3", "--verbose"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
        errors = [float(error) for error in re.findall(r"agrees, max error ([0-9.e+-]+)", done.stdout)]
        rewritten = len(re.findall(r"rewritten: its (?:products|factors) are", done.stdout + done.stderr))
        if max(errors) > (LIMIT if kind == "floats" else 0):
            sys.exit(f"an error of {max(errors)}")
        print(f"{kind}: {rewritten} rewritten, {len(errors)} functions agree")


main()
