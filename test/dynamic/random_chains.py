#!/usr/bin/env python3
"""Random chains of sums of known sizes: softmaxes, norms, attentions with masks and scales, each against its untouched lowering.

    random_chains.py AUTOTUNE [--count N] [--first SEED] [--keep FOLDER]

Targets with small and slow caches have chains cut into blocks that others leave whole. Exit code 1: a result differs,
code crashes, or the time is up; the line names the seed and the command.
"""

import argparse
import random
import sys

import random_modules as modules

EXTENTS = [1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 37, 64, 65, 130]
LOW = "0xFF800000"  # -inf


class Chains(modules.Module):
    def dim(self, size):
        return size

    def extent(self):
        return self.draw.choice(EXTENTS)


def each(m, inputs, value, body):
    """Element by element: inputs are values with their loops, `value` the first of them."""
    return m.generic([(value, modules.identity(value)), *inputs], m.empty(modules.sources(value)), modules.identity(value), body)


def reduced(m, value, axis, body, number):
    kept = [d for d in modules.identity(value) if d != axis]
    out = m.filled([(value, d) for d in kept], number)
    return m.generic([(value, modules.identity(value))], out, kept, body, reduced=[axis]), kept


SUM, SQUARES, EXPS = "%y = arith.addf %x0, %o : f32", "%q = arith.mulf %x0, %x0 : f32\n%y = arith.addf %q, %o : f32", \
    "%q = math.exp %x0 : f32\n%y = arith.addf %q, %o : f32"
MAXIMUM, LEAST = "%y = arith.maximumf %x0, %o : f32", "%y = arith.minimumf %x0, %o : f32"


def axis_of(m, value):
    return m.draw.choice([len(value.dims) - 1, m.draw.choice(modules.identity(value))])


def repeated(m, sums, kept, value):
    """Sums as an operand of an op over the value: as they are, or through a broadcast."""
    missing = [d for d in modules.identity(value) if d not in kept]
    if len(missing) != 1 or m.draw.random() < 0.6:
        return sums, kept
    out = m.empty(modules.sources(value))
    result = modules.Value(m.name(), value.dims)
    m.lines.append(f"{result.name} = linalg.broadcast ins({sums.name} : {sums.type}) outs({out.name} : {out.type}) dimensions = {missing}")
    return result, modules.identity(value)


def softmax(m, value, axis=None):
    axis = axis_of(m, value) if axis is None else axis
    if m.draw.random() < 0.4:
        out = m.empty(modules.sources(value))
        return m.op(f"linalg.softmax dimension({axis}) ins({value.name} : {value.type}) outs({out.name} : {out.type})", value.dims)
    most = repeated(m, *reduced(m, value, axis, MAXIMUM, LOW), value)
    exps = each(m, [most], value, "%d = arith.subf %x0, %x1 : f32\n%y = math.exp %d : f32")
    return each(m, [repeated(m, *reduced(m, exps, axis, SUM, "0.0"), value)], exps, "%y = arith.divf %x0, %x1 : f32")


def norm(m, value):
    axis = axis_of(m, value)
    size = float(value.dims[axis])
    if m.draw.random() < 0.5:
        sums = repeated(m, *reduced(m, value, axis, SUM, "0.0"), value)
        value = each(m, [sums], value, f"%n = arith.constant {size} : f32\n%m = arith.divf %x1, %n : f32\n%y = arith.subf %x0, %m : f32")
    squares = repeated(m, *reduced(m, value, axis, SQUARES, "0.0"), value)
    root = m.draw.choice(["%r = math.sqrt %e : f32\n%y = arith.divf %x0, %r : f32", "%r = math.rsqrt %e : f32\n%y = arith.mulf %x0, %r : f32"])
    return each(m, [squares], value, f"%n = arith.constant {size} : f32\n%p = arith.constant 0.01 : f32\n"
                                     f"%m = arith.divf %x1, %n : f32\n%e = arith.addf %m, %p : f32\n{root}")


def ranged(m, value):
    """Between the least and the largest of a row."""
    axis = axis_of(m, value)
    least = repeated(m, *reduced(m, value, axis, LEAST, "0x7F800000"), value)
    most = repeated(m, *reduced(m, value, axis, MAXIMUM, LOW), value)
    return each(m, [least, most], value, "%one = arith.constant 1.0 : f32\n%a = arith.subf %x0, %x1 : f32\n%b = arith.subf %x2, %x1 : f32\n"
                                         "%c = arith.addf %b, %one : f32\n%y = arith.divf %a, %c : f32")


def log_of_sum(m, value):
    sums, kept = reduced(m, value, axis_of(m, value), EXPS, "0.0")
    return each(m, [repeated(m, sums, kept, value)], value, "%l = math.log %x1 : f32\n%y = arith.subf %x0, %l : f32")


def scaled(m, value):
    return each(m, [], value, f"%c = arith.constant {m.draw.choice(['0.125', '-1.5'])} : f32\n%y = arith.mulf %x0, %c : f32")


def masked(m, value):
    """By an argument, or by position; some rows as a whole."""
    if m.draw.random() < 0.4:
        loops = sorted(m.draw.sample(modules.identity(value), m.draw.randint(1, len(value.dims))))
        return each(m, [(m.argument(*[value.dims[d] for d in loops]), loops)], value, "%y = arith.addf %x0, %x1 : f32")
    last, row = len(value.dims) - 1, m.draw.choice(modules.identity(value))
    order = m.draw.choice(["ugt", "eq", "ult"])
    low = m.draw.choice([LOW, "-1.0e9"])
    return each(m, [], value, f"%j = linalg.index {last} : index\n%i = linalg.index {row} : index\n%is = arith.cmpi {order}, %j, %i : index\n"
                              f"%low = arith.constant {low} : f32\n%y = arith.select %is, %low, %x0 : f32")


def reshaped(m, value):
    """One more dimension of one element, and back."""
    at = m.draw.choice(modules.identity(value))
    groups = [[d + (d > at)] if d != at else [d, d + 1] for d in modules.identity(value)]
    wide = value.dims[:at] + [1] + value.dims[at:]
    result = modules.Value(m.name(), wide)
    m.lines.append(f"{result.name} = tensor.expand_shape {value.name} {groups} output_shape {wide} : {value.type} into {result.type}")
    if m.draw.random() < 0.5 or len(wide) > 4:
        back = modules.Value(m.name(), value.dims)
        m.lines.append(f"{back.name} = tensor.collapse_shape {result.name} {groups} : {result.type} into {back.type}")
        return back
    return result


def product(m, value, columns=None):
    """With an argument, along the last dimension; heads read one of their own, or share it."""
    loops, columns = modules.identity(value), columns or m.extent()
    batch = [d for d in loops[:-2] if m.draw.random() < 0.6]
    other = m.argument(*[value.dims[d] for d in batch], value.dims[-1], columns)
    last = len(loops)
    out = m.filled([*modules.sources(value)[:-1], (other, len(batch) + 1)])
    return m.generic([(value, loops), (other, [*batch, last - 1, last])], out, [*loops[:-1], last],
                     "%p = arith.mulf %x0, %x1 : f32\n%y = arith.addf %o, %p : f32", reduced=[last - 1])


def attention(m):
    """Of many rows, of which a mask by position leaves a part: before, after or around the diagonal, or none of some rows."""
    sizes = [m.draw.choice([128, 131, 200, 257]), m.draw.choice([33, 64, 131, 150, 257])]
    scores = scaled(m, m.argument(*[m.draw.choice([1, 2, 3])][:m.draw.randint(0, 1)], *sizes))
    last = len(scores.dims) - 1
    for order in m.draw.sample(["ugt", "sgt", "uge", "ult", "sle"], m.draw.choice([1, 1, 2])):
        near, far = m.draw.sample(["%i", "%j"], 2)
        scores = each(m, [], scores, f"%j = linalg.index {last} : index\n%i = linalg.index {last - 1} : index\n"
                                     f"%by = arith.constant {m.draw.choice([0, 1, 33, 90])} : index\n%end = arith.addi {near}, %by : index\n"
                                     f"%is = arith.cmpi {order}, {far}, %end : index\n%low = arith.constant {LOW} : f32\n"
                                     "%y = arith.select %is, %low, %x0 : f32")
    return product(m, softmax(m, scores, last))


def long_attention(m):
    """Of rows so long that their elements may be split into parts; some are masked as a whole, or in whole parts."""
    rows, keys = m.draw.choice([3, 8, 17, 40]), m.draw.choice([2048, 2080, 2305, 3072, 4096, 4099])
    heads = [m.draw.choice([1, 2, 3])][:m.draw.randint(0, 1)]
    if m.draw.random() < 0.5:
        scores = scaled(m, m.argument(*heads, rows, keys))
    else:
        depth = m.draw.choice([1, 2, 3, 5])
        q, k = m.argument(*heads, rows, depth), m.argument(keys, depth)
        at = len(heads)
        scores = m.generic([(q, [*range(at), at, at + 2]), (k, [at + 1, at + 2])], m.filled([*modules.sources(q)[:-1], (k, 0)]), [*range(at), at, at + 1],
                           "%p = arith.mulf %x0, %x1 : f32\n%y = arith.addf %o, %p : f32", reduced=[at + 2])
    last = len(scores.dims) - 1
    if m.draw.random() < 0.6:
        order, far = m.draw.choice(["ugt", "ult", "eq"]), m.draw.choice([0, 1, 1030, 2047, 5000])
        scores = each(m, [], scores, f"%j = linalg.index {last} : index\n%i = linalg.index {last - 1} : index\n%by = arith.constant {far} : index\n"
                                     f"%end = arith.addi %i, %by : index\n%is = arith.cmpi {order}, %j, %end : index\n"
                                     f"%low = arith.constant {m.draw.choice([LOW, LOW, '0xFF7FFFFF'])} : f32\n%y = arith.select %is, %low, %x0 : f32")
    if m.draw.random() < 0.3:
        scores = each(m, [(m.argument(keys), [last])], scores, "%y = arith.addf %x0, %x1 : f32")
    return product(m, softmax(m, scores, last), m.draw.choice([1, 2, 3, 7]))


OPS = [softmax, softmax, norm, ranged, log_of_sum, scaled, masked, masked, reshaped, product, product]


def draw_module(seed):
    m = Chains(random.Random(seed))
    if m.draw.random() < 0.2:
        return m.text(m.draw.choice([attention, long_attention])(m))
    value = m.argument(*[m.extent() for _ in range(m.draw.choice([2, 2, 3]))])
    for _ in range(m.draw.randint(2, 6)):
        value = m.draw.choice(OPS)(m, value)
    return m.text(value)


def commands(autotune, path, seed):
    draw = random.Random(seed + 1)
    slow = "cache_bytes.0=1024,cache_bytes.1=8192,cache_bytes_per_cycle.1=1,cache_bytes_per_cycle.2=0.5,memory_bytes_per_cycle=0.25"
    target = draw.choice(["host", f"{modules.BASE},{slow}", f"host,{slow}"])
    return [[autotune, "run", str(path), "--check", "--quiet", "--target", target, "--fp", draw.choice(["auto", "auto", "strict", "source", "relaxed"]),
             "--threads", draw.choice(["1", "1", "2"]), "--model", draw.choice(["auto", "analytical"])]]


def main():
    options = modules.read_options(argparse.ArgumentParser(description=__doc__.splitlines()[0]))
    return modules.run_all(options, draw_module, lambda path, seed: commands(options.autotune, path, seed))


if __name__ == "__main__":
    sys.exit(main())
