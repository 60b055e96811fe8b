"""Runs 3x3 convolutions of odd, prime, tiny and unit sizes as products of tiles beside the untouched
lowering: winograd_cases.py AUTOTUNE FOLDER. Prints the largest error of each variant, relative to the
largest value; fails where one is above LIMITS: what docs/numerics.md says for 64 channels, and as much for
the untouched code and for results that are smaller than those there."""
import itertools
import pathlib
import random
import re
import struct
import subprocess
import sys

SIZES = [3, 4, 5, 7, 8, 11, 13, 16, 19]
CHANNELS = [1, 3, 8, 17, 64]
FORMS = ["conv_2d_nhwc_hwcf", "conv_2d_nhwc_fhwc", "conv_2d_nchw_fchw"]
TRANSFORMS_AND_PRODUCTS = 5  # ops of each convolution
LIMITS = {"2": 2e-6, "4": 1.5e-5}


def tensor(*shape):
    return "tensor<" + "x".join(map(str, shape)) + "xf32>"


def constant(shape, rng):
    count = 1
    for size in shape:
        count *= size
    data = struct.pack(f"<{count}f", *(rng.gauss(0, 1) for _ in range(count)))
    return f'dense<"0x{data.hex()}">'


def function(form, batch, rows, columns, channels, filters, is_padded, weights):
    """With `weights`, a generator of numbers, these are in the module, else an argument."""
    image, kernel = form.split("_")[2:]
    around = 2 * is_padded

    def shape(letters, sizes):
        return [sizes[letter] for letter in letters]

    x = shape(image, {"n": batch, "h": rows, "w": columns, "c": channels})
    y = shape(image, {"n": batch, "h": rows + around - 2, "w": columns + around - 2, "c": filters})
    w = shape(kernel, {"f": filters, "h": 3, "w": 3, "c": channels})
    low = [int(is_padded and letter in "hw") for letter in image]
    padded = [size + 2 * more for size, more in zip(x, low)]
    others = [i for i, letter in enumerate(image) if letter != "c"]
    argument = "" if weights else f", %w: {tensor(*w)}"
    lines = [f"func.func @f(%x: {tensor(*x)}, %b: {tensor(filters)}{argument}) -> {tensor(*y)} {{",
             "%zero = arith.constant 0.0 : f32"]
    if weights:
        lines.append(f"%w = arith.constant {constant(w, weights)} : {tensor(*w)}")
    if is_padded:
        lines.append(f"%p = tensor.pad %x low{low} high{low} {{ ^bb0(%i: index, %j: index, %k: index, %l: index): "
                     f"tensor.yield %zero : f32 }} : {tensor(*x)} to {tensor(*padded)}")
    lines += [f"%e = tensor.empty() : {tensor(*y)}",
              f"%s = linalg.broadcast ins(%b : {tensor(filters)}) outs(%e : {tensor(*y)}) dimensions = {others}",
              f"%r = linalg.{form} ins({'%p' if is_padded else '%x'}, %w : {tensor(*padded)}, {tensor(*w)}) "
              f"outs(%s : {tensor(*y)}) -> {tensor(*y)}",
              f"%z = linalg.fill ins(%zero : f32) outs(%e : {tensor(*y)}) -> {tensor(*y)}",
              f"%m = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%r, %z : {tensor(*y)}, {tensor(*y)}) outs(%e : {tensor(*y)}) -> {tensor(*y)}",
              f"return %m : {tensor(*y)}", "}"]
    return "\n".join(lines) + "\n"


def cases():
    """Every pair of channels, with the other properties in turn."""
    rng = random.Random(3)
    for i, (channels, filters) in enumerate(itertools.product(CHANNELS, CHANNELS)):
        in_module = rng if i % 5 == 3 else None
        yield function(FORMS[i % len(FORMS)], 1 + i % 2, rng.choice(SIZES), rng.choice(SIZES), channels,
                       filters, bool(i // 2 % 2), in_module)


def error(autotune, path, variant, layout):
    command = [autotune, "run", path, "--data", "2", "--constant-weights", "--check", "--fp", "relaxed",
               "--winograd", variant, "--layout", layout, "--model", "none", "--target", "x86-64-v3"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if int(re.search(r"(\d+) ops tuned", output).group(1)) < TRANSFORMS_AND_PRODUCTS:
        sys.exit(f"the convolution is not in parts:\n{output}")
    return float(re.search(r"agrees, max error ([0-9.e+-]+)", output).group(1))


def main():
    autotune, folder = sys.argv[1:]
    path = pathlib.Path(folder) / "case.mlir"
    largest = {"2": 0.0, "4": 0.0}
    for i, text in enumerate(cases()):
        path.write_text(text)
        for variant in largest:
            found = error(autotune, path, variant, ["written", "channels-last"][i // 3 % 2])
            largest[variant] = max(largest[variant], found)
            if found > LIMITS[variant]:
                sys.exit(f"error {found} is above {LIMITS[variant]} by variant {variant}:\n{text[:4000]}")
    for variant, found in largest.items():
        print(f"variant {variant}: 25 cases, largest error {found:.1e}")


main()
