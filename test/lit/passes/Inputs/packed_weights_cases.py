"""Writes functions with weights packed in bytes, in groups with a scale and a zero point, by the forms in which importers
write them: unpacked by maps that divide or by an op with a dimension more, joined by a reshape or not, by one op or by
two; alone, before a product of one row or several, and before a product with the weights transposed."""
import itertools
import random

SCALES = ["f32", "f16", "bf16"]


def tensor(shape, element):
    return "tensor<" + "x".join(map(str, shape)) + f"x{element}>"


def generic(dims, operands, out, body, result="%w"):
    """operands: (name, type, map results); the first result of the map of `out` has all dims."""
    maps = ", ".join(f"affine_map<({dims}) -> ({places})>" for _, _, places in operands + [out])
    kinds = ", ".join(['"parallel"'] * len(dims.split(",")))
    types = ", ".join(kind for _, kind, _ in operands)
    names = ", ".join(name for name, _, _ in operands)
    return [f"{result} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}",
            f"ins({names} : {types}) outs({out[0]} : {out[1]}) {{"] + body + [f"}} -> {out[1]}"]


def unpacking(bits, counter, scale, has_zero):
    """The body: the element that `counter`, an index, names in a byte, less the zero point, times the scale."""
    lines = [f"^bb0(%p: i8, %q: {scale}" + (", %z: i8" if has_zero else "") + ", %u: f32):"] + counter
    lines += [f"%bits = arith.constant {bits} : i32", f"%mask = arith.constant {2 ** bits - 1} : i32",
              "%ti = arith.index_cast %t : index to i32", "%shift = arith.muli %ti, %bits : i32",
              "%b = arith.extui %p : i8 to i32", "%h = arith.shrui %b, %shift : i32", "%n = arith.andi %h, %mask : i32"]
    if has_zero:
        lines += ["%zi = arith.extui %z : i8 to i32", "%zn = arith.andi %zi, %mask : i32"]
    else:
        lines += [f"%zn = arith.constant {2 ** (bits - 1)} : i32"]
    lines += ["%c = arith.subi %n, %zn : i32", "%f = arith.sitofp %c : i32 to f32"]
    lines += ["%s = arith.addf %q, %zero : f32"] if scale == "f32" else [f"%s = arith.extf %q : {scale} to f32"]
    return lines + ["%v = arith.mulf %f, %s : f32", "linalg.yield %v : f32"]


def weights(n, groups, group, bits, scale, has_zero, by_maps):
    """Lines that make %w, n x (groups * group), of %bytes, %scales and %zeros; the types of those."""
    count = 8 // bits
    k, row = groups * group, group // count
    scales = [("%scales", tensor([n, groups], scale))] + ([("%zeros", tensor([n, groups], "i8"))] if has_zero else [])
    if by_maps:
        packed = tensor([n, k // count], "i8")
        counter = ["%k = linalg.index 1 : index", f"%count = arith.constant {count} : index",
                   "%t = arith.remui %k, %count : index"]
        out = tensor([n, k], "f32")
        operands = [("%bytes", packed, f"n, k floordiv {count}")]
        operands += [(name, kind, f"n, k floordiv {group}") for name, kind in scales]
        lines = [f"%ew = tensor.empty() : {out}"]
        lines += generic("n, k", operands, ("%ew", out, "n, k"), unpacking(bits, counter, scale, has_zero))
        return lines, [("%bytes", packed)] + scales
    packed, out = tensor([n, groups, row], "i8"), tensor([n, groups, row, count], "f32")
    operands = [("%bytes", packed, "n, g, h")] + [(name, kind, "n, g") for name, kind in scales]
    lines = [f"%ew = tensor.empty() : {out}"]
    lines += generic("n, g, h, t", operands, ("%ew", out, "n, g, h, t"),
                     unpacking(bits, ["%t = linalg.index 3 : index"], scale, has_zero), "%w4")
    lines += [f"%w = tensor.collapse_shape %w4 [[0], [1, 2, 3]] : {out} into {tensor([n, k], 'f32')}"]
    return lines, [("%bytes", packed)] + scales


def function(name, m, n, groups, group, bits, scale, has_zero, by_maps, transposes):
    k = groups * group
    lines, arguments = weights(n, groups, group, bits, scale, has_zero, by_maps)
    w, x, y = tensor([n, k], "f32"), tensor([m, k], "f32"), tensor([m, n], "f32")
    head = ["%zero = arith.constant -0.0 : f32"]
    if m == 0:
        return [f"func.func @{name}(" + ", ".join(f"{a}: {t}" for a, t in arguments) + f") -> {w} {{"] + head + lines + \
            [f"return %w : {w}", "}"]
    product = f"linalg.matmul indexing_maps = [{', '.join(f'affine_map<(m, n, k) -> ({i})>' for i in ['m, k', 'n, k', 'm, n'])}]"
    if transposes:
        lines += [f"%et = tensor.empty() : {tensor([k, n], 'f32')}",
                  f"%wt = linalg.transpose ins(%w : {w}) outs(%et : {tensor([k, n], 'f32')}) permutation = [1, 0]"]
        product, w = "linalg.matmul", tensor([k, n], "f32")
    lines += [f"%e = tensor.empty() : {y}", f"%i = linalg.fill ins(%zero : f32) outs(%e : {y}) -> {y}",
              f"%r = {product} ins(%x, {'%wt' if transposes else '%w'} : {x}, {w}) outs(%i : {y}) -> {y}",
              f"return %r : {y}", "}"]
    return [f"func.func @{name}(%x: {x}, " + ", ".join(f"{a}: {t}" for a, t in arguments) + f") -> {y} {{"] + head + lines


def main():
    rng = random.Random(5)
    rows = itertools.cycle([0, 1, 2, 1, 7])
    for index in range(24):
        bits = [4, 4, 2, 4][index % 4]
        group = rng.choice([1, 2, 3, 5, 8, 16, 32]) * (8 // bits)
        print("\n".join(function(f"f{index}", next(rows), rng.choice([1, 2, 5, 13, 24]), rng.choice([1, 1, 2, 3, 5]), group,
                                 bits, rng.choice(SCALES), index % 3 == 1, index % 2 == 1, index % 7 == 3)))


main()
