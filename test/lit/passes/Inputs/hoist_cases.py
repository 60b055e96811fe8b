"""Runs batch norms and scaled products of odd, prime, tiny and unit sizes beside the untouched lowering:
hoist_cases.py AUTOTUNE FOLDER. Under fp=strict every bit is the same, with the statistics in the module
and as constant arguments."""
import pathlib
import random
import re
import struct
import subprocess
import sys

SIZES = [1, 2, 3, 7, 13, 16, 31]
FLOATS = {"f32": ("f", 4), "f64": ("d", 8)}
NAMES = ["mean", "var", "gamma", "beta"]


def dense(values, element):
    return f'dense<"0x{struct.pack("<%d%s" % (len(values), FLOATS[element][0]), *values).hex()}">'


def numbers(channels, is_positive, rng):
    return [rng.uniform(1e-6, 9) if is_positive else rng.gauss(0, 1) for _ in range(channels)]


def norm(name, index, channels, size, element, rng):
    """Of an image with channels first or last; the variance by a root, its reciprocal, or a division."""
    shape = [2, channels, size, 3] if index % 2 else [2, size, 3, channels]
    place = "n, h, w, c" if not index % 2 else "n, c, h, w"
    x = "tensor<" + "x".join(map(str, shape)) + f"x{element}>"
    row = f"tensor<{channels}x{element}>"
    in_module = index % 3
    lines = [f"func.func @{name}(%x: {x}" + ("" if in_module else "".join(f", %{n}: {row}" for n in NAMES)) +
             f") -> {x} {{", f"%eps = arith.constant 1.0e-5 : {element}", f"%e = tensor.empty() : {x}"]
    if in_module:
        lines += [f"%{n} = arith.constant {dense(numbers(channels, n == 'var', rng), element)} : {row}" for n in NAMES]
    image, channel = (f"affine_map<({place}) -> ({indices})>" for indices in (place, "c"))
    lines += [f"%r = linalg.generic {{indexing_maps = [{image}, {channel}, {channel}, {channel}, {channel}, {image}], "
              'iterator_types = ["parallel", "parallel", "parallel", "parallel"]}',
              f"ins(%x, %mean, %var, %gamma, %beta : {x}, {row}, {row}, {row}, {row}) outs(%e : {x}) {{",
              "^bb0(%a: {0}, %m: {0}, %v: {0}, %g: {0}, %b: {0}, %o: {0}):".format(element)]
    forms = [["%q = math.rsqrt %s", "%d = arith.subf %a, %m", "%p = arith.mulf %d, %q", "%t = arith.mulf %p, %g"],
             ["%q = math.sqrt %s", "%d = arith.subf %a, %m", "%p = arith.divf %d, %q", "%t = arith.mulf %g, %p"],
             ["%q = math.rsqrt %s", "%f = arith.mulf %g, %q", "%d = arith.subf %a, %m", "%t = arith.mulf %d, %f"]]
    body = ["%k = math.absf %v", "%s = arith.addf %k, %eps"] if not in_module else ["%s = arith.addf %v, %eps"]
    lines += [f"{line} : {element}" for line in body + forms[index % 4 % 3] + ["%u = arith.addf %t, %b"]]
    return lines + [f"linalg.yield %u : {element}", f"}} -> {x}", f"return %r : {x}", "}"]


def product(name, index, m, n, k, rng):
    """Of weights that the body scales by column, and an initial value that is a constant."""
    x, w, s, y = f"tensor<{m}x{k}xf32>", f"tensor<{k}x{n}xf32>", f"tensor<{n}xf32>", f"tensor<{m}x{n}xf32>"
    lines = [f"func.func @{name}(%x: {x}" + ("" if index % 2 else f", %w: {w}, %s: {s}") + f") -> {y} {{"]
    if index % 2:
        lines += [f"%w = arith.constant {dense(numbers(k * n, False, rng), 'f32')} : {w}",
                  f"%s = arith.constant {dense(numbers(n, False, rng), 'f32')} : {s}"]
    maps = ", ".join(f"affine_map<(m, n, k) -> ({i})>" for i in ["m, k", "k, n", "n", "m, n"])
    return lines + ["%zero = arith.constant 0.0 : f32", f"%e = tensor.empty() : {y}",
                    f"%i = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}",
                    f"%r = linalg.generic {{indexing_maps = [{maps}], "
                    'iterator_types = ["parallel", "parallel", "reduction"]}',
                    f"ins(%x, %w, %s : {x}, {w}, {s}) outs(%i : {y}) {{",
                    "^bb0(%a: f32, %b: f32, %c: f32, %o: f32):", "%t = arith.divf %b, %c : f32",
                    "%p = arith.mulf %a, %t : f32", "%q = arith.addf %o, %p : f32", "linalg.yield %q : f32",
                    f"}} -> {y}", f"return %r : {y}", "}"]


def main():
    autotune, folder = sys.argv[1:]
    rng = random.Random(5)
    lines, count = [], 0
    for index, channels in enumerate(SIZES):
        size = rng.choice(SIZES)
        lines += norm(f"norm{index}", index, channels, size, ["f32", "f64"][index // 3 % 2], rng)
        lines += product(f"product{index}", index, size, channels, rng.choice(SIZES), rng)
        count += 2
    path = pathlib.Path(folder) / "cases.mlir"
    path.write_text("\n".join(lines) + "\n")
    for arguments in [], ["--constant-weights"]:
        command = [autotune, "run", path, "--data", "1", "--check", "--fp", "strict", "--model", "none", "--target",
                   "x86-64-v3", *arguments]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if len(re.findall(r"agrees, max error 0,", output)) != count:
            sys.exit(f"not the same bits:\n{output}")
    print(f"{count} functions, every bit equal")


main()
