#!/usr/bin/env python3
"""Writes modules of chains and of unknown sizes for `autotune collect --modules`.

    data/chain_layers.py FOLDER [--draws N] [--seed S]      writes FOLDER/chain_TYPE_KIND_SIZES[_open].mlir

Chains are softmax, layer norms, norms by the root of the mean square, attention and feed-forward layers, in f32, bf16 (which
computes in f32) and f16; half of them have rows of unknown number. Other modules are one product or one convolution: of rows
or terms of unknown number, of an unknown batch. Sizes are those of layers of data/corpus.tsv, six of ten perturbed; what
judges (data/judged.py) is not drawn.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import folder  # noqa: E402
import judged  # noqa: E402
from small_layers import (CELLS, CONVOLUTIONS, LIMIT, OPEN, PRODUCTS, ROOT, TWIN, TYPES, Module, expressions, extents,  # noqa: E402
                          perturbed, product_body, shapes, volume)

TYPE_WEIGHTS = {"f32": 6, "bf16": 2, "f16": 2}
LOWEST = {"f32": "0xFF800000", "f16": "0xFC00"}


class Chain:
    """A module of one type: elements are read as `of.sum` and written as `of.data`."""

    def __init__(self, of):
        self.module, self.of = Module(), of

    def argument(self, *shape):
        return self.module.argument(list(shape), self.of.data)

    def read(self, body, values):
        """Lines that read %a, %b, ... of the values in the type of the sums, and `body` with these in place of them."""
        lines = []
        for letter, (_, _, element) in zip("abcd", values):
            if element != self.of.sum:
                lines.append(f"%{letter}w = arith.extf %{letter} : {element} to {self.of.sum}")
                body = [line.replace(f"%{letter},", f"%{letter}w,").replace(f"%{letter} ", f"%{letter}w ") for line in body]
        return [*lines, *body]

    def map(self, loops, maps, values, shape, body, element=None):
        """Parallel; `body` leaves %s in the type of the sums."""
        element = element or self.of.data
        output = self.module.empty(shape, element), shape, element
        end = f"%r = arith.truncf %s : {self.of.sum} to {element}" if element != self.of.sum else f"%r = arith.addf %s, %zero : {self.of.sum}"
        zero = [] if element != self.of.sum else [f"%zero = arith.constant -0.0 : {self.of.sum}"]
        return self.module.generic(loops.split(), [each.split() for each in maps], [], values, output,
                                   [*self.read([line.replace("$", self.of.sum) for line in body], values), *zero, end])

    def sum(self, loops, maps, reductions, values, shape, body, start="0.0"):
        """In the type of the sums; `body` leaves %r."""
        first = self.module.constant(start, self.of.sum)
        empty = self.module.empty(shape, self.of.sum)
        whole = f"tensor<{'x'.join([*map(str, shape), self.of.sum])}>"
        filled = self.module.line(f"linalg.fill ins({first} : {self.of.sum}) outs({empty} : {whole}) -> {whole}"), shape, self.of.sum
        return self.module.generic(loops.split(), [each.split() for each in maps], set(reductions.split()), values, filled,
                                   self.read([line.replace("$", self.of.sum) for line in body], values))

    def rounded(self, value, loops):
        """A sum in the type of the data."""
        if self.of.data == self.of.sum:
            return value
        return self.map(loops, [loops, loops], [value], value[1], ["%z = arith.constant -0.0 : $", "%s = arith.addf %a, %z : $"])

    # --- what chains are made of

    def product(self, left, right, shape, loops, maps):
        return self.sum(loops, maps, loops.split()[-1], [left, right], shape, ["%t = arith.mulf %a, %b : $", "%r = arith.addf %out, %t : $"])

    def softmax(self, value, loops):
        *rows, column = loops.split()
        rows, shape = " ".join(rows), value[1]
        largest = self.sum(loops, [loops, rows], column, [value], shape[:-1], ["%r = arith.maximumf %a, %out : $"], LOWEST[self.of.sum])
        power = self.map(loops, [loops, rows, loops], [value, largest], shape, ["%d = arith.subf %a, %b : $", "%s = math.exp %d : $"])
        total = self.sum(loops, [loops, rows], column, [power], shape[:-1], ["%r = arith.addf %a, %out : $"])
        return self.map(loops, [loops, rows, loops], [power, total], shape, ["%s = arith.divf %a, %b : $"])

    def norm(self, value, has_mean):
        """Of the rows of a matrix, with a gain and, where the mean is taken away, a bias."""
        rows, columns = value[1]
        scale = f"%c = arith.constant {1 / columns:.6e} : $"
        if has_mean:
            total = self.sum("m n", ["m n", "m"], "n", [value], [rows], ["%r = arith.addf %a, %out : $"])
            value = self.map("m n", ["m n", "m", "m n"], [value, total], [rows, columns], [scale, "%u = arith.mulf %b, %c : $", "%s = arith.subf %a, %u : $"])
        squares = self.sum("m n", ["m n", "m"], "n", [value], [rows], ["%t = arith.mulf %a, %a : $", "%r = arith.addf %t, %out : $"])
        gains = [self.argument(columns) for _ in range(1 + has_mean)]
        body = [scale, "%e = arith.constant 1.0e-03 : $", "%u = arith.mulf %b, %k : $", "%v = arith.addf %u, %e : $", "%i = math.rsqrt %v : $",
                "%x = arith.mulf %a, %i : $", "%s = arith.mulf %x, %g : $"]
        # The letters of the values are a, b, c and d: the scale and the gain are named apart.
        body = [line.replace("%c =", "%k =").replace("%g ", "%c ") for line in body]
        if has_mean:
            body[-1:] = ["%y = arith.mulf %x, %c : $", "%s = arith.addf %y, %d : $"]
        return self.map("m n", ["m n", "m", *["n"] * len(gains), "m n"], [value, squares, *gains], [rows, columns], body)


def softmax(chain, m, n):
    return chain.softmax(chain.argument(m, n), "m n")


def layer_norm(chain, m, n):
    return chain.norm(chain.argument(m, n), True)


def rms_norm(chain, m, n):
    return chain.norm(chain.argument(m, n), False)


def attention(chain, b, m, n, k):
    """Queries and keys of k numbers for each of b heads, m rows on n places, with a mask that is added."""
    queries, keys, values, mask = chain.argument(b, m, k), chain.argument(b, n, k), chain.argument(b, n, k), chain.argument(m, n)
    scores = chain.product(queries, keys, [b, m, n], "b m n k", ["b m k", "b n k", "b m n"])
    scaled = chain.map("b m n", ["b m n", "m n", "b m n"], [scores, mask], [b, m, n],
                       ["%f = arith.constant 0.125 : $", "%t = arith.mulf %a, %f : $", "%s = arith.addf %t, %b : $"])
    weights = chain.softmax(scaled, "b m n")
    return chain.rounded(chain.product(weights, values, [b, m, k], "b m k n", ["b m n", "b n k", "b m k"]), "b m k")


def feed_forward(chain, m, n, k):
    """k numbers of a row to n and back, the sum with what came in, and its norm."""
    rows = chain.argument(m, k)
    first, bias, second = chain.argument(k, n), chain.argument(n), chain.argument(n, k)
    inner = chain.product(rows, first, [m, n], "m n k", ["m k", "k n", "m n"])
    active = chain.map("m n", ["m n", "n", "m n"], [inner, bias], [m, n],
                       ["%t = arith.addf %a, %b : $", "%z = arith.constant 0.0 : $", "%s = arith.maximumf %t, %z : $"])
    outer = chain.product(active, second, [m, k], "m k n", ["m n", "n k", "m k"])
    joined = chain.map("m k", ["m k", "m k", "m k"], [outer, rows], [m, k], ["%s = arith.addf %a, %b : $"])
    return chain.norm(joined, True)


# Kind: function, kind of the corpus that has its sizes, what is open of it, its data arguments and how often it is drawn.
CHAINS = {"softmax": (softmax, "softmax", "m", 1, 3), "layernorm": (layer_norm, "layer_norm", "m", 1, 3),
          "rmsnorm": (rms_norm, "layer_norm", "m", 1, 2), "attention": (attention, "batch_matmul", "m", 4, 4),
          "feedforward": (feed_forward, "matmul", "m", 1, 3)}
# What else a chain computes than a layer of that kind and those sizes.
OTHER_PARTS = {"attention": lambda b, m, n, k: [("batch_matmul", dict(b=b, m=m, n=k, k=n)), ("softmax", dict(m=b * m, n=n))],
               "feedforward": lambda m, n, k: [("matmul", dict(m=m, n=k, k=n)), ("layer_norm", dict(m=m, n=k))]}
# Kind of one op whose first named extent is open, and how often it is drawn.
OPEN_OPS = {("matmul", "m"): 4, ("matmul", "k"): 2, ("matmul_nt", "m"): 2, ("batch_matmul", "m"): 2, ("conv_nchw", "n"): 2, ("conv_nhwc_hwcf", "n"): 2}
OPEN_SHARE = 0.5  # of the chains


def corpus(kind):
    found = []
    for line in (ROOT / "corpus.tsv").read_text().splitlines():
        name, sizes, element = line.split("\t")[:3] if not line.startswith("#") else ("", "", "")
        if name == kind and element == "f32" and not judged.is_judged(kind, judged.numbers(sizes)):
            found.append(judged.numbers(sizes))
    return found


def draw_sizes(rng, kind, fits):
    layers = corpus(kind)
    while True:
        sizes = rng.choice(layers)
        if rng.random() < 0.6:
            sizes = perturbed(rng, sizes, layers)
        if not judged.is_judged(kind, sizes) and fits(sizes):
            return sizes


def chain_fits(name):
    parts = OTHER_PARTS.get(name, lambda **sizes: [])
    return lambda sizes: 64 < volume(sizes.values()) < LIMIT and not any(judged.is_judged(*part) for part in parts(**sizes))


def draw_chain(rng):
    name = rng.choices(list(CHAINS), [row[-1] for row in CHAINS.values()])[0]
    make, kind, opened, data, _ = CHAINS[name]
    of = rng.choices([TWIN, TYPES["bf16"], TYPES["f16"]], TYPE_WEIGHTS.values())[0]
    sizes = draw_sizes(rng, kind, chain_fits(name))
    is_open = rng.random() < OPEN_SHARE
    chain = Chain(of)
    result = make(chain, **{size: OPEN if is_open and size == opened else value for size, value in sizes.items()})
    return label(of, name, sizes, is_open), chain.module.text(result), data


def open_fits(kind):
    return lambda sizes: (min(extents(kind, sizes).values()) > 0 and 1000 < volume(extents(kind, sizes).values()) < LIMIT
                          and max(map(volume, shapes(kind, sizes))) < CELLS)


def draw_open_op(rng):
    kind, opened = rng.choices(list(OPEN_OPS), OPEN_OPS.values())[0]
    of = rng.choices([TWIN, TYPES["bf16"], TYPES["f16"]], TYPE_WEIGHTS.values())[0]
    sizes = draw_sizes(rng, kind, open_fits(kind))
    indices, loops, module = (PRODUCTS | CONVOLUTIONS)[kind], extents(kind, sizes), Module()
    data_shape, weight_shape, shape = ([OPEN if name.split("+")[0] == opened else extent for name, extent in zip(part.split(), extents_of)]
                                       for part, extents_of in zip(indices, shapes(kind, sizes)))
    data, weights = module.argument(data_shape, of.data), module.argument(weight_shape, of.weights)
    pads = [sizes.get("p" + name[0], 0) if "+" in name else 0 for name in indices[0].split()]
    order = [*indices[2].split(), *(name for name in loops if name not in indices[2].split())]
    result = module.generic(order, [expressions(part, sizes) for part in indices], set(loops) - set(indices[2].split()),
                            [module.padded(data, pads), weights], module.filled(shape, of.sum), product_body(of))
    return label(of, f"{kind}_{opened}", sizes, True), module.text(result), 2 if OPEN in weight_shape or kind == "batch_matmul" else 1


def label(of, name, sizes, is_open):
    numbers = "_".join(f"{size}{value}" for size, value in sizes.items())
    return f"chain_{of.data}_{name}_{numbers}" + ("_open" if is_open else "")


def drawn(rng, count):
    """Name, text and number of data arguments of every module: chains and open ops in turn."""
    for turn in range(count):
        yield (draw_open_op if turn % 2 else draw_chain)(rng)


if __name__ == "__main__":
    folder.write_drawn(__doc__, 100, drawn)
