"""Runs convolutions and products of odd, prime, tiny and unit sizes, scaled and shifted by channel, beside
the untouched lowering: fold_scale_cases.py AUTOTUNE FOLDER. Prints how many were folded, with all
constants in the module and as arguments, and the largest error; fails where it is above LIMIT."""
import pathlib
import random
import re
import struct
import subprocess
import sys

SIZES = [1, 2, 3, 7, 13, 16, 17, 5]
LIMIT = 2e-6
# Ops on %v, whose result is %y; s and t are rows of constants.
FORMS = [["%y = arith.mulf %v, %s"], ["%p = arith.mulf %s, %v", "%y = arith.addf %p, %t"],
         ["%p = arith.subf %v, %t", "%y = arith.divf %p, %s"], ["%p = arith.addf %t, %v", "%y = arith.mulf %p, %s"],
         ["%p = arith.mulf %v, %s", "%y = arith.subf %t, %p"],
         ["%p = arith.mulf %v, %s", "%q = arith.addf %p, %t", "%y = arith.maximumf %q, %zero"]]
# Name, shapes of data, weights and result by letter, the channel, constant weights are input 1.
OPS = [("conv_2d_nhwc_hwcf", "nHWc", "hwcf", "nabf"), ("conv_2d_nchw_fchw", "ncHW", "fchw", "nfab"),
       ("depthwise_conv_2d_nhwc_hwc", "nHWf", "hwf", "nabf"), ("matmul", "nc", "cf", "nf")]


def tensor(shape):
    return "tensor<" + "x".join(map(str, shape)) + "xf32>"


def dense(shape, rng, low):
    count = 1
    for size in shape:
        count *= size
    numbers = [max(abs(x := rng.gauss(0, 1)), low) * (1 if x > 0 else -1) for _ in range(count)]
    return f'dense<"0x{struct.pack(f"<{count}f", *numbers).hex()}">'


def function(index, op, form, size, in_module, rng):
    name, data, weights, result = op
    sizes = {"n": 2 - index % 2, "f": size, "c": rng.choice(SIZES), "a": rng.choice(SIZES), "b": rng.choice(SIZES), "h": 3,
             "w": 1 + index % 3}
    sizes |= {"H": sizes["a"] + 2, "W": sizes["b"] + index % 3}
    x, w, y = ([sizes[letter] for letter in letters] for letters in (data, weights, result))
    constants = {"w": (w, 0), "s": ([size], 0.25), "t": ([size], 0), "bias": ([size], 0)}
    arguments = [f"%x: {tensor(x)}"] + ([] if in_module else [f"%{n}0: {tensor(s)}" for n, (s, _) in constants.items()])
    lines = [f"func.func @f{index}({', '.join(arguments)}) -> {tensor(y)} {{", "%zero = arith.constant 0.0 : f32"]
    for constant, (shape, low) in constants.items():
        value = f"arith.constant {dense(shape, rng, low)} : {tensor(shape)}"
        if in_module:
            lines.append(f"%{constant}0 = {value}")
    channel = result.index("f")
    others = [d for d in range(len(result)) if d != channel]
    lines.append(f"%e = tensor.empty() : {tensor(y)}")
    if index % 2:
        lines.append(f"%i = linalg.fill ins(%zero : f32) outs(%e : {tensor(y)}) -> {tensor(y)}")
    else:
        lines.append(f"%i = linalg.broadcast ins(%bias0 : {tensor([size])}) outs(%e : {tensor(y)}) dimensions = {others}")
    lines.append(f"%r = linalg.{name} ins(%x, %w0 : {tensor(x)}, {tensor(w)}) outs(%i : {tensor(y)}) -> {tensor(y)}")
    dims = ", ".join(f"d{d}" for d in range(len(result)))
    kinds = ", ".join(['"parallel"'] * len(result))
    whole, row = f"affine_map<({dims}) -> ({dims})>", f"affine_map<({dims}) -> (d{channel})>"
    lines += [f"%o = linalg.generic {{indexing_maps = [{whole}, {row}, {row}, {whole}], iterator_types = [{kinds}]}}",
              f"ins(%r, %s0, %t0 : {tensor(y)}, {tensor([size])}, {tensor([size])}) outs(%e : {tensor(y)}) {{",
              "^bb0(%v: f32, %s: f32, %t: f32, %u: f32):"]
    lines += [f"{line} : f32" for line in form]
    return lines + ["linalg.yield %y : f32", f"}} -> {tensor(y)}", f"return %o : {tensor(y)}", "}"]


def run(autotune, path, arguments):
    command = [autotune, "run", path, "--data", "1", "--check", "--fp", "relaxed", "--model", "none", "--target", "x86-64-v3",
               *arguments]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(error) for error in re.findall(r"agrees, max error ([0-9.e+-]+)", output)]


def main():
    autotune, folder = sys.argv[1:]
    for in_module, arguments in (True, []), (False, ["--constant-weights"]):
        rng, lines = random.Random(7), []
        for index in range(12):
            size = SIZES[(index + 4 * in_module) % len(SIZES)]
            lines += function(index, OPS[index % 4], FORMS[index % len(FORMS)], size, in_module, rng)
        path = pathlib.Path(folder) / "cases.mlir"
        path.write_text("\n".join(lines) + "\n")
        errors = run(autotune, path, arguments)
        if max(errors) > LIMIT:
            sys.exit(f"an error of {max(errors)} is above {LIMIT}")
        print(f"{len(errors)} functions, largest error {max(errors):.1e}")


main()
