#!/usr/bin/env python3
"""Random modules with dimensions of unknown size: each is compiled once and run at several sizes against its untouched lowering.

    random_modules.py AUTOTUNE [--count N] [--first SEED] [--sizes N] [--keep FOLDER]

A module is a start (a product, a convolution, an argument) and a chain of ops behind it, or a function on memrefs.
Exit code 1: a result differs, code crashes, or the time is up; the line names the seed and the command.
"""

import argparse
import pathlib
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile

import named_ops
import typed_modules

SIZES = [0, 1, 2, 3, 5, 7, 8, 16, 17, 33, 37, 64, 65]
ELEMENTS = 1 << 23  # an argument has fewer, for the time of its untouched lowering
SECONDS = 120
NOTHING_PROVED = 4, "nothing is proved"  # as of results that are all zero


def text_of(kind, dims):
    sizes = "".join("?x" if d is None else f"{d}x" for d in dims)
    return f"{kind}<{sizes}f32>"


class Value:
    def __init__(self, name, dims):
        self.name, self.dims, self.type = name, list(dims), text_of("tensor", dims)


class Module:
    """A function on tensors while it is written."""

    def __init__(self, draw):
        self.draw, self.lines, self.arguments, self.names = draw, [], [], 0

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def dim(self, size):
        """An extent: unknown, or this one."""
        return self.draw.choice([None, None, size])

    def argument(self, *dims):
        value = Value(f"%arg{len(self.arguments)}", dims)
        self.arguments.append(value)
        return value

    def op(self, text, dims):
        value = Value(self.name(), dims)
        self.lines.append(f"{value.name} = {text} -> {value.type}")
        return value

    def number(self, kind, text):
        name = self.name()
        self.lines.append(f"{name} = arith.constant {text} : {kind}")
        return name

    def size(self, value, dim):
        name, at = self.name(), self.number("index", str(dim))
        self.lines.append(f"{name} = tensor.dim {value.name}, {at} : {value.type}")
        return name

    def empty(self, sources):
        """A tensor whose dimension d is dimension sources[d][1] of the value sources[d][0]."""
        dims = [value.dims[d] for value, d in sources]
        open_sizes = [self.size(value, d) for value, d in sources if value.dims[d] is None]
        result = Value(self.name(), dims)
        self.lines.append(f"{result.name} = tensor.empty({', '.join(open_sizes)}) : {result.type}")
        return result

    def filled(self, sources, number="0.0"):
        empty = self.empty(sources)
        return self.op(f"linalg.fill ins({self.number('f32', number)} : f32) outs({empty.name} : {empty.type})", empty.dims)

    def generic(self, inputs, out, out_map, body, reduced=()):
        """inputs: values with the loops that are their dimensions; out_map: those of the result."""
        rank = 1 + max(l for _, loops in [*inputs, (out, out_map)] for l in loops)
        loops = ", ".join(f"d{i}" for i in range(rank))
        maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(f'd{l}' for l in ls)})>" for _, ls in [*inputs, (out, out_map)])
        kinds = ", ".join('"reduction"' if i in reduced else '"parallel"' for i in range(rank))
        ins = f"ins({', '.join(v.name for v, _ in inputs)} : {', '.join(v.type for v, _ in inputs)}) " if inputs else ""
        block = ", ".join([*(f"%x{i}: f32" for i in range(len(inputs))), "%o: f32"])
        return self.op(f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {ins}"
                       f"outs({out.name} : {out.type}) {{\n^bb0({block}):\n{body}\nlinalg.yield %y : f32\n}}", out.dims)

    def text(self, result):
        arguments = ", ".join(f"{a.name}: {a.type}" for a in self.arguments)
        body = "\n".join(self.lines)
        return f"func.func @f({arguments}) -> {result.type} {{\n{body}\nreturn {result.name} : {result.type}\n}}\n"


# --- starts


def start_product(m):
    rows, terms, columns = m.dim(37), m.dim(33), m.dim(40)
    a, b = m.argument(rows, terms), m.argument(terms, columns)
    sums = m.filled([(a, 0), (b, 1)])
    return m.op(f"linalg.matmul ins({a.name}, {b.name} : {a.type}, {b.type}) outs({sums.name} : {sums.type})", sums.dims)


def start_products(m):
    batch, rows, terms, columns = m.dim(3), m.dim(19), m.dim(24), m.dim(17)
    a, b = m.argument(batch, rows, terms), m.argument(batch, terms, columns)
    sums = m.filled([(a, 0), (a, 1), (b, 2)])
    return m.op(f"linalg.batch_matmul ins({a.name}, {b.name} : {a.type}, {b.type}) outs({sums.name} : {sums.type})", sums.dims)


def start_shared_weights(m):
    """A product of batches of rows with the same weights, repeated for each batch or not."""
    batch, rows, terms, columns = m.dim(3), m.dim(19), 24, m.dim(17)
    a, w = m.argument(batch, rows, terms), m.argument(terms, columns)
    sums = m.filled([(a, 0), (a, 1), (w, 1)])
    if m.draw.random() < 0.5:
        return m.generic([(a, [0, 1, 3]), (w, [3, 2])], sums, [0, 1, 2], "%p = arith.mulf %x0, %x1 : f32\n%y = arith.addf %o, %p : f32", reduced=(3,))
    wide = m.empty([(a, 0), (w, 0), (w, 1)])
    b = m.generic([(w, [1, 2])], wide, [0, 1, 2], "%y = arith.addf %x0, %x0 : f32") if m.draw.random() < 0.3 else repeated(m, w, wide)
    return m.op(f"linalg.batch_matmul ins({a.name}, {b.name} : {a.type}, {b.type}) outs({sums.name} : {sums.type})", sums.dims)


def repeated(m, value, wide):
    return m.op(f"linalg.generic {{indexing_maps = [affine_map<(b, k, n) -> (k, n)>, affine_map<(b, k, n) -> (b, k, n)>], iterator_types = ["
                f'"parallel", "parallel", "parallel"]}} ins({value.name} : {value.type}) outs({wide.name} : {wide.type}) {{\n'
                "^bb0(%x: f32, %o: f32):\nlinalg.yield %x : f32\n}", wide.dims)


def start_convolution(m):
    x, w = padded(m, m.argument(m.dim(2), m.dim(13), m.dim(9), 8), [0, 1, 1, 0], [0, 1, 1, 0]), m.argument(3, 3, 8, 16)
    before = m.arguments[0]
    sums = m.filled([(before, 0), (before, 1), (before, 2), (w, 3)])
    return m.op(f"linalg.conv_2d_nhwc_hwcf ins({x.name}, {w.name} : {x.type}, {w.type}) outs({sums.name} : {sums.type})", sums.dims)


def start_argument(m):
    return m.argument(*[m.dim(size) for size in m.draw.choice([(71,), (37, 40), (5, 17, 33)])])


# --- ops behind them


def identity(value):
    return list(range(len(value.dims)))


def sources(value):
    return [(value, d) for d in identity(value)]


def relu(m, value):
    body = "%zero = arith.constant 0.0 : f32\n%y = arith.maximumf %x0, %zero : f32"
    return m.generic([(value, identity(value))], m.empty(sources(value)), identity(value), body)


def update(m, value):
    return m.generic([(value, identity(value))], value, identity(value), "%y = arith.addf %x0, %o : f32")


def transposed(m, value):
    order = identity(value)
    m.draw.shuffle(order)
    out = m.empty([(value, d) for d in order])
    return m.generic([(value, identity(value))], out, order, "%half = arith.constant 0.5 : f32\n%y = arith.mulf %x0, %half : f32")


def masked(m, value):
    loop = m.draw.choice(identity(value))
    body = (f"%i = linalg.index {loop} : index\n%last = linalg.index {len(value.dims) - 1} : index\n"
            "%is = arith.cmpi ule, %last, %i : index\n%w = arith.index_cast %i : index to i32\n"
            "%f = arith.sitofp %w : i32 to f32\n%y = arith.select %is, %x0, %f : f32")
    return m.generic([(value, identity(value))], m.empty(sources(value)), identity(value), body)


def reduced(m, value, axis, op, number):
    kept = [d for d in identity(value) if d != axis]
    out = m.filled([(value, d) for d in kept], number)
    return m.generic([(value, identity(value))], out, kept, f"%y = arith.{op} %x0, %o : f32", reduced=[axis])


def centred(m, value):
    axis = m.draw.choice(identity(value))
    op, number = m.draw.choice([("addf", "0.0"), ("maximumf", "0xFF800000")])
    sums = reduced(m, value, axis, op, number)
    kept = [d for d in identity(value) if d != axis]
    return m.generic([(value, identity(value)), (sums, kept)], m.empty(sources(value)), identity(value), "%y = arith.subf %x0, %x1 : f32")


def softmax(m, value):
    out = m.empty(sources(value))
    axis = m.draw.choice(identity(value))
    return m.op(f"linalg.softmax dimension({axis}) ins({value.name} : {value.type}) outs({out.name} : {out.type})", value.dims)


def padded(m, value, low, high):
    dims = [None if d is None else d + l + h for d, l, h in zip(value.dims, low, high)]
    number = m.number("f32", "0.25")
    block = ", ".join(f"%i{d}: index" for d in identity(value))
    result = Value(m.name(), dims)
    m.lines.append(f"{result.name} = tensor.pad {value.name} low{low} high{high} {{\n^bb0({block}):\n"
                   f"tensor.yield {number} : f32\n}} : {value.type} to {result.type}")
    return result


def pad(m, value):
    return padded(m, value, [m.draw.randint(0, 2) for _ in value.dims], [m.draw.randint(0, 2) for _ in value.dims])


def concat(m, value):
    axis = m.draw.choice(identity(value))
    dims = [None if d is None else 2 * d if i == axis else d for i, d in enumerate(value.dims)]
    result = Value(m.name(), dims)
    m.lines.append(f"{result.name} = tensor.concat dim({axis}) {value.name}, {value.name} : ({value.type}, {value.type}) -> {result.type}")
    return result


def product(m, value):
    if len(value.dims) != 2:
        return relu(m, value)
    if value.dims[1] is None:
        weights = transposed_copy(m, value)
    else:
        weights = m.argument(value.dims[1], m.dim(24))
    sums = m.filled([(value, 0), (weights, 1)])
    return m.op(f"linalg.matmul ins({value.name}, {weights.name} : {value.type}, {weights.type}) outs({sums.name} : {sums.type})", sums.dims)


def transposed_copy(m, value):
    out = m.empty([(value, 1), (value, 0)])
    return m.generic([(value, [0, 1])], out, [1, 0], "%scale = arith.constant 0.125 : f32\n%y = arith.mulf %x0, %scale : f32")


STARTS = [start_product, start_products, start_shared_weights, start_convolution, start_argument]
OPS = [relu, update, transposed, masked, centred, softmax, pad, concat, product]


def on_tensors(draw):
    m = Module(draw)
    value = draw.choice(STARTS)(m)
    for _ in range(draw.randint(1, 4)):
        value = draw.choice(OPS)(m, value)
    return m.text(value)


# --- memrefs

MEMREFS = {
    "in place": "linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : {t}) outs(%a : {t})",
    "update": "linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : {t}, {t}) outs(%a : {t})",
    "product": "linalg.matmul ins(%b, %c : {t}, {t}) outs(%a : {t})",
    "numbers": """linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}} outs(%a : {t}) {{
^bb0(%o: f32):
%i = linalg.index {axis} : index
%w = arith.index_cast %i : index to i32
%f = arith.sitofp %w : i32 to f32
%y = arith.addf %o, %f : f32
linalg.yield %y : f32
}}""",
    "loops": """scf.for %i = %{low} to %n step %{step} {{
scf.for %j = %k0 to %n step %k1 {{
%x = memref.load %b[%i, %j] : {t}
%o = memref.load %a[%i, %j] : {t}
%y = arith.addf %x, %o : f32
memref.store %y, %a[%i, %j] : {t}
}}
}}""",
    "loops of a product": """affine.for %i = {first} to %n step {width} {{
affine.for %j = 0 to %n {{
affine.for %k = 0 to %n {{
%x = affine.load %b[%i, %k] : {t}
%w = affine.load %c[%k, %j] : {t}
%p = arith.mulf %x, %w : f32
%o = affine.load %a[%i, %j] : {t}
%y = arith.addf %o, %p : f32
affine.store %y, %a[%i, %j] : {t}
}}
}}
}}""",
}


def on_memrefs(draw):
    rows = draw.choice(["memref<?x?xf32>", "memref<?x?xf32, strided<[?, 1], offset: ?>>", "memref<?x?xf32, strided<[?, ?], offset: ?>>"])
    body = draw.choice(list(MEMREFS.values())).format(
        t=rows, axis=draw.choice([0, 1]), low=draw.choice(["k0", "k1"]), step=draw.choice(["k1", "k2"]),
        first=draw.choice([0, 1]), width=draw.choice([1, 2, 3]))
    numbers = "\n".join(f"%k{i} = arith.constant {i} : index" for i in range(3))
    return (f"func.func @f(%a: {rows}, %b: {rows}, %c: {rows}) {{\n{numbers}\n"
            f"%n = memref.dim %a, %k0 : {rows}\n{body}\nreturn\n}}\n")


# --- running them


def draw_module(seed):
    draw = random.Random(seed)
    return draw.choice([on_memrefs, on_tensors, typed_modules.draw_typed, named_ops.draw_named])(draw)


# A target of few instructions whose code the host runs.
BASE = "x86-64-v3" if platform.machine() == "x86_64" else "armv8-a"


def draw_flags(draw):
    return ["--fp", draw.choice(["auto", "strict", "relaxed"]), "--target", draw.choice(["host", BASE]),
            "--threads", draw.choice(["1", "1", "2"]), "--model", draw.choice(["auto", "analytical", "none"])]


def has_fault(seed, command):
    """Whether the results differ, or code crashes; a line says so."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        said, code = (run.stdout + run.stderr).strip(), run.returncode
    except subprocess.TimeoutExpired:
        said, code = f"more than {SECONDS} seconds", -1
    errors = [line for line in said.splitlines() if ": error:" in line]
    if code == 0 or (code == NOTHING_PROVED[0] and errors and all(NOTHING_PROVED[1] in line for line in errors)):
        return False
    print(f"seed {seed}: {' '.join(command)}: exit {code}: {said[-400:]}", flush=True)
    return True


def commands(autotune, path, seed, sizes):
    draw = random.Random(seed + 1)
    arguments = path.read_text().split("->")[0]
    names = [name for name in typed_modules.NAMES if f'"{name}"' in arguments]
    most_open = max((shape.count("?") for shape in re.findall(r"<([?x\d]*)", arguments)), default=0)
    small = [size for size in SIZES if size**most_open < ELEMENTS]
    calls = [",".join(f"{name}={draw.choice([size, size, draw.choice(small)])}" for name in names) or str(size) for size in draw.sample(small, sizes)]
    unknown = ["--dim", "/".join(calls)] if "?" in arguments else []  # all extents may be known
    return [[autotune, "run", str(path), "--check", "--quiet", *unknown, *draw_flags(draw)]]


def count_calls(command):
    """Sizes that it runs its module at."""
    return command[command.index("--dim") + 1].count("/") + 1 if "--dim" in command else 1


def read_options(parser):
    parser.add_argument("autotune")
    parser.add_argument("--count", type=int, default=100, help="modules")
    parser.add_argument("--first", type=int, default=1, help="seed of the first")
    parser.add_argument("--keep", help="folder for the modules")
    options = parser.parse_args()
    if not shutil.which(options.autotune):
        parser.error(f"{options.autotune} is no program; scripts/build makes build/bin/autotune")
    if options.count < 1:
        parser.error("--count is 1 or more")
    return options


def run_all(options, draw_module, commands_of):
    """Draws the modules and runs the commands of each. Returns the exit code."""
    faults = runs = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(options.first, options.first + options.count):
            path = folder / f"{seed}.mlir"
            path.write_text(draw_module(seed))
            for command in commands_of(path, seed):
                faults, runs = faults + has_fault(seed, command), runs + count_calls(command)
    print(f"{options.count} modules, {runs} runs, {faults} faults")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, default=4, help="at which each is run")
    options = read_options(parser)
    if not 1 <= options.sizes <= len(SIZES):
        parser.error(f"--sizes is 1 to {len(SIZES)}")
    return run_all(options, draw_module, lambda path, seed: commands(options.autotune, path, seed, options.sizes))


if __name__ == "__main__":
    sys.exit(main())
