"""Runs products with weights in groups, under fp=relaxed, against the untouched lowering: groups of odd sizes and of 32, 64
and 128, one and several; weights of i8, at run time and constant, and constant ones of 4 bits; zero points that are none, a
number, integers or floats; scales of f32 and f16; one row and several, one with a NaN and one of zeros among them."""
import itertools
import pathlib
import re
import subprocess
import sys

LIMIT = 0.03  # of the largest result


def tensor(shape, element):
    return "tensor<" + "x".join(map(str, shape)) + f"x{element}>"


def generic(loops, operands, out, body, result, reductions=""):
    maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({places})>" for _, _, places in operands + [out])
    kinds = ", ".join('"reduction"' if loop in reductions else '"parallel"' for loop in loops)
    types, names = ", ".join(kind for _, kind, _ in operands), ", ".join(name for name, _, _ in operands)
    return [f"{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}",
            f"ins({names} : {types}) outs({out[0]} : {out[1]}) {{"] + body + [f"}} -> {out[1]}"]


def dequantised(n, groups, group, bits, zero, scale, extend):
    """%w4, f32 by row, group and place; the arguments that it takes."""
    loops, count = ["n", "g", "h", "t"], 8 // bits
    shape = [n, groups, group // count, count]
    operands = [("%bytes", tensor(shape[:3], "i8"), "n, g, h"), ("%scales", tensor([n, groups], scale), "n, g")]
    names, body = ["%p: i8", f"%q: {scale}"], ["%b = arith.extui %p : i8 to i32"]
    if zero in ("i8", "f32"):
        operands.append(("%zeros", tensor([n, groups], zero), "n, g"))
        names.append(f"%z: {zero}")
    if bits < 8:
        body += ["%t = linalg.index 3 : index", "%ti = arith.index_cast %t : index to i32", f"%bits = arith.constant {bits} : i32",
                 "%by = arith.muli %ti, %bits : i32", "%h = arith.shrui %b, %by : i32", f"%mask = arith.constant {2 ** bits - 1} : i32",
                 "%n = arith.andi %h, %mask : i32"]
    else:
        body[0] = f"%n = arith.{extend} %p : i8 to i32"
    if zero == "f32":
        body += ["%f0 = arith.uitofp %n : i32 to f32", "%f = arith.subf %f0, %z : f32"]
    else:
        body += {"none": [], "number": [f"%zi = arith.constant {2 ** (bits - 1)} : i32"], "i8": [
            "%ze = arith.extui %z : i8 to i32", f"%zm = arith.constant {2 ** bits - 1} : i32", "%zi = arith.andi %ze, %zm : i32"]}[zero]
        body += ["%c = arith.subi %n, %zi : i32"] if zero != "none" else []
        body += [f"%f = arith.sitofp {'%n' if zero == 'none' else '%c'} : i32 to f32"]
    body += ["%s = arith.extf %q : f16 to f32"] if scale == "f16" else []
    body += [f"%v = arith.mulf %f, {'%s' if scale == 'f16' else '%q'} : f32", "linalg.yield %v : f32"]
    out = tensor(shape, "f32")
    lines = [f"%ew = tensor.empty() : {out}"]
    lines += generic(loops, operands, ("%ew", out, "n, g, h, t"), [f"^bb0({', '.join(names)}, %u: f32):"] + body, "%w4")
    return lines, [(name, kind) for name, kind, _ in operands]


def function(index, m, n, groups, group, bits, zero, scale, transposes, extend):
    k = groups * group
    lines, arguments = dequantised(n, groups, group, bits, zero, scale, extend)
    x, w, y = tensor([m, k], "f32"), tensor([n, k], "f32"), tensor([m, n], "f32")
    # The second row has a NaN in its first group, the third is zeros.
    row = lambda number: "[" + ", ".join([number] + ["0.0" if number == "0.0" else "1.0"] * (k - 1)) + "]"
    factors = ", ".join(row({1: "0x7FC00000", 2: "0.0"}.get(r, "1.0")) for r in range(m))
    lines += [f"%factors = arith.constant dense<[{factors}]> : {x}", f"%ex = tensor.empty() : {x}",
              f"%d = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%x, %factors : {x}, {x}) outs(%ex : {x}) -> {x}",
              f"%w = tensor.collapse_shape %w4 [[0], [1, 2, 3]] : {tensor([n, groups, group * bits // 8, 8 // bits], 'f32')} into {w}",
              "%zero = arith.constant 0.5 : f32", f"%e = tensor.empty() : {y}",
              f"%i = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}"]
    product = f"linalg.matmul indexing_maps = [{', '.join(f'affine_map<(m, n, k) -> ({i})>' for i in ['m, k', 'n, k', 'm, n'])}]"
    if transposes:
        turned = tensor([k, n], "f32")
        lines += [f"%et = tensor.empty() : {turned}",
                  f"%wt = linalg.transpose ins(%w : {w}) outs(%et : {turned}) permutation = [1, 0]"]
        product, w = "linalg.matmul", turned
    lines += [f"%r = {product} ins(%d, {'%wt' if transposes else '%w'} : {x}, {w}) outs(%i : {y}) -> {y}", f"return %r : {y}", "}"]
    return [f"func.func @f{index}(%x: {x}, " + ", ".join(f"{a}: {t}" for a, t in arguments) + f") -> {y} {{"] + lines


def run(autotune, path, flags):
    command = [autotune, "run", path, "--check", "--model", "none", "--target", "x86-64-v3", "--max-candidates", "100", "--tolerance",
               str(LIMIT / 1e-4), "--verbose", *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    return (len(re.findall(r"rewritten: its data are rounded", done.stdout + done.stderr)),
            [float(error) for error in re.findall(r"agrees, max error ([0-9.e+-]+)", done.stdout)])


def main():
    autotune, folder = sys.argv[1:]
    path = pathlib.Path(folder) / "cases.mlir"
    sizes = itertools.cycle([(1, 32), (3, 32), (1, 64), (2, 17), (5, 128), (1, 51)])
    zeros = ["none", "number", "i8", "f32"] * 2
    for bits, is_constant, kinds in ((8, False, zeros), (4, True, zeros), (8, True, ["none"] * 8)):
        lines = []
        for index, zero in enumerate(kinds):
            groups, group = next(sizes)
            lines += function(index, [1, 3][index % 2], [13, 8, 33][index % 3], groups, group * (2 if bits < 8 and group % 2 else 1), bits,
                              zero, ["f32", "f16"][index // 2 % 2], index % 3 == 0, "extsi" if is_constant and index % 2 == 0 else "extui")
        path.write_text("\n".join(lines) + "\n")
        rewritten, errors = run(autotune, path, ["--fp", "relaxed", *(["--constant-weights"] if is_constant else [])])
        print(f"{bits} bits{', constant' if is_constant else ''}: {rewritten} rewritten, {len(errors)} agree, {sum(error > 1e-4 for error in errors)} are rounded")


main()
