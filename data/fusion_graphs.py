"""Graphs of our own, op by op, with their sizes: programs of data/fusion.py."""
import math

MAX_FLOPS, MAX_BYTES = 1.2e8, 24 << 20  # of a program: it takes milliseconds, and fits beside others


class TooLarge(Exception):
    """Beyond MAX_FLOPS or MAX_BYTES."""


class Graph:
    """A function that is written op by op."""

    def __init__(self):
        self.arguments, self.lines, self.count, self.types = [], [], 0, {}
        self.flops = 0

    def argument(self, *shape):
        name = f"%in{len(self.arguments)}"
        self.types[name] = shape
        self.arguments.append(name)
        return name

    @staticmethod
    def kind(shape):
        return f"tensor<{''.join(f'{n}x' for n in shape)}f32>"

    def add(self, shape, text):
        name = f"%v{self.count}"
        self.count += 1
        self.types[name] = tuple(shape)
        self.lines.append(f"    {name} = {text}")
        return name

    def zeros(self, shape, value="0.0"):
        empty = self.add(shape, f"tensor.empty() : {self.kind(shape)}")
        scalar = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"    {scalar} = arith.constant {value} : f32")
        return self.add(shape, f"linalg.fill ins({scalar} : f32) outs({empty} : {self.kind(shape)}) -> {self.kind(shape)}")

    def named(self, op, shape, *inputs, start=None, attributes=""):
        start = start or self.zeros(shape)
        first, second = (self.types[name] for name in inputs)
        self.flops += 2 * math.prod(shape) * (first[-1] if "matmul" in op else math.prod(second[1:]))
        types = ", ".join(self.kind(self.types[name]) for name in inputs)
        return self.add(shape, f"linalg.{op} {attributes}ins({', '.join(inputs)} : {types}) outs({start} : "
                               f"{self.kind(shape)}) -> {self.kind(shape)}")

    def each(self, body, *inputs, dims=None):
        """One value per element of the first input; `dims`: which dimensions each other one has."""
        shape = self.types[inputs[0]]
        names = [f"d{n}" for n in range(len(shape))]
        whole = tuple(range(len(shape)))
        dims = [whole] + [d if d is not None else whole for d in (dims or [None] * (len(inputs) - 1))]
        maps = [f"affine_map<({', '.join(names)}) -> ({', '.join(names[d] for d in own)})>" for own in [*dims, whole]]
        empty = self.add(shape, f"tensor.empty() : {self.kind(shape)}")
        types = ", ".join(self.kind(self.types[name]) for name in inputs)
        scalars = ", ".join(f"%{letter}: f32" for letter in "abcd"[:len(inputs)]) + ", %o: f32"
        kinds = ", ".join(['"parallel"'] * len(shape))
        lines = [f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} "
                 f"ins({', '.join(inputs)} : {types}) outs({empty} : {self.kind(shape)}) {{", f"    ^bb0({scalars}):"]
        lines += [f"      {line}" for line in BODIES[body].strip().splitlines()]
        lines += ["      linalg.yield %y : f32", f"    }} -> {self.kind(shape)}"]
        return self.add(shape, "\n".join(lines))

    def reduce(self, combiner, value):
        """Over the last dimension."""
        shape = self.types[value]
        start = self.zeros(shape[:-1], "0xFF800000" if combiner == "maximumf" else "0.0")
        return self.add(shape[:-1], f"linalg.reduce {{ arith.{combiner} }} ins({value} : {self.kind(shape)}) outs({start} : "
                                    f"{self.kind(shape[:-1])}) dimensions = [{len(shape) - 1}]")

    def conv(self, value, filters, taps, stride=1):
        """Padded to keep the image, with a weight of its own."""
        n, c, h, w = self.types[value]
        weight = self.argument(filters, c, taps, taps)
        if taps > 1:
            value = self.pad(value, taps // 2)
        shape = (n, filters, (h - 1) // stride + 1, (w - 1) // stride + 1)
        return self.named("conv_2d_nchw_fchw", shape, value, weight,
                          attributes=f"{{dilations = dense<1> : vector<2xi64>, strides = dense<{stride}> : vector<2xi64>}} ")

    def pad(self, value, by):
        n, c, h, w = self.types[value]
        shape = (n, c, h + 2 * by, w + 2 * by)
        scalar = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"    {scalar} = arith.constant 0.0 : f32")
        return self.add(shape, f"tensor.pad {value} low[0, 0, {by}, {by}] high[0, 0, {by}, {by}] {{\n"
                               f"    ^bb0(%a: index, %b: index, %c: index, %d: index):\n      tensor.yield {scalar} : f32\n"
                               f"    }} : {self.kind(self.types[value])} to {self.kind(shape)}")

    def depthwise(self, value, taps):
        n, c, h, w = self.types[value]
        return self.named("depthwise_conv_2d_nchw_chw", (n, c, h, w), self.pad(value, taps // 2), self.argument(c, taps, taps),
                          attributes="{dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ")

    def product(self, value, columns):
        rows, depth = self.types[value]
        return self.named("matmul", (rows, columns), value, self.argument(depth, columns))

    def channels(self, body, value):
        """With one number per channel of an image, or per column."""
        at = 1 if len(self.types[value]) == 4 else len(self.types[value]) - 1
        return self.each(body, value, self.argument(self.types[value][at]), dims=[(at,)])

    def module(self, *results):
        if self.flops > MAX_FLOPS or 4 * sum(map(math.prod, self.types.values())) > MAX_BYTES:
            raise TooLarge
        head = ", ".join(f"{name}: {self.kind(self.types[name])}" for name in self.arguments)
        types = ", ".join(self.kind(self.types[name]) for name in results)
        return "\n".join(["module {", f"  func.func @main({head}) -> ({types}) {{", *self.lines,
                          f"    return {', '.join(results)} : {types}", "  }", "}", ""])


BODIES = {
    "add": "%y = arith.addf %a, %b : f32",
    "mul": "%y = arith.mulf %a, %b : f32",
    "sub": "%y = arith.subf %a, %b : f32",
    "div": "%y = arith.divf %a, %b : f32",
    "relu": "%z = arith.constant 0.0 : f32\n%y = arith.maximumf %a, %z : f32",
    "exp_sub": "%x = arith.subf %a, %b : f32\n%y = math.exp %x : f32",
    "square_sub": "%x = arith.subf %a, %b : f32\n%y = arith.mulf %x, %x : f32",
    "sigmoid": "%n = arith.negf %a : f32\n%e = math.exp %n : f32\n%u = arith.constant 1.0 : f32\n"
               "%s = arith.addf %e, %u : f32\n%y = arith.divf %u, %s : f32",
    "tanh": "%y = math.tanh %a : f32",
    "gelu": "%h = arith.constant 0.5 : f32\n%r = arith.constant 0.70710678 : f32\n%u = arith.constant 1.0 : f32\n"
            "%x = arith.mulf %a, %r : f32\n%e = math.erf %x : f32\n%p = arith.addf %e, %u : f32\n"
            "%q = arith.mulf %a, %h : f32\n%y = arith.mulf %q, %p : f32",
    "scale": "%k = arith.constant 0.125 : f32\n%y = arith.mulf %a, %k : f32",
    "norm": "%k = arith.constant 1.0e-5 : f32\n%v = arith.addf %b, %k : f32\n%r = math.rsqrt %v : f32\n%y = arith.mulf %a, %r : f32",
}


def residual(c, h, taps):
    g = Graph()
    x = g.argument(1, c, h, h)
    y = g.each("relu", g.channels("add", g.channels("mul", g.conv(x, c, taps))))
    y = g.channels("add", g.channels("mul", g.conv(y, c, taps)))
    return g.module(g.each("relu", g.each("add", y, x)))


def inverted(c, h, wide):
    g = Graph()
    x = g.argument(1, c, h, h)
    y = g.each("relu", g.channels("add", g.conv(x, wide, 1)))
    y = g.each("relu", g.channels("add", g.depthwise(y, 3)))
    return g.module(g.each("add", g.channels("add", g.conv(y, c, 1)), x))


def gated(c, h, squeeze):
    g = Graph()
    x = g.argument(1, c, h, h)
    y = g.channels("add", g.conv(x, squeeze, 1))
    y = g.each("mul", y, g.each("sigmoid", y))
    y = g.channels("add", g.conv(y, c, 3))
    return g.module(g.each("add", g.each("mul", y, g.each("sigmoid", y)), x))


def forward(rows, depth, wide):
    g = Graph()
    x = g.argument(rows, depth)
    y = g.each("gelu", g.channels("add", g.product(x, wide)))
    return g.module(g.each("add", g.channels("add", g.product(y, depth)), x))


def layer_norm(rows, columns, wide):
    g = Graph()
    x = g.each("add", g.argument(rows, columns), g.argument(rows, columns))
    mean = g.each("scale", g.reduce("addf", x))
    square = g.reduce("addf", g.each("square_sub", x, mean, dims=[(0,)]))
    y = g.each("norm", g.each("sub", x, mean, dims=[(0,)]), square, dims=[(0,)])
    y = g.channels("add", g.channels("mul", y))
    return g.module(g.each("relu", g.channels("add", g.product(y, wide))))


def attention(heads, rows, depth):
    g = Graph()
    q, k, v = g.argument(heads, rows, depth), g.argument(heads, depth, rows), g.argument(heads, rows, depth)
    s = g.each("add", g.each("scale", g.named("batch_matmul", (heads, rows, rows), q, k)), g.argument(rows), dims=[(2,)])
    e = g.each("exp_sub", s, g.reduce("maximumf", s), dims=[(0, 1)])
    p = g.each("div", e, g.reduce("addf", e), dims=[(0, 1)])
    return g.module(g.named("batch_matmul", (heads, rows, depth), p, v))


def cell(rows, depth, wide):
    """Two gates on one state, as in recurrent networks."""
    g = Graph()
    x, h = g.argument(rows, depth), g.argument(rows, wide)
    first = g.each("sigmoid", g.channels("add", g.each("add", g.product(x, wide), g.product(h, wide))))
    second = g.each("tanh", g.channels("add", g.product(x, wide)))
    return g.module(g.each("add", g.each("mul", first, second), h), first)


def chain(n, c, h):
    """Cheap ops alone, one of them read twice."""
    g = Graph()
    x = g.argument(n, c, h, h)
    y = g.channels("add", g.channels("mul", x))
    z = g.each("mul", y, g.each("sigmoid", y))
    z = g.each("add", z, g.each("relu", g.channels("sub", y)))
    return g.module(g.each("tanh", z), g.reduce("addf", z))


def branches(c, h, filters):
    g = Graph()
    x = g.argument(1, c, h, h)
    one = g.each("relu", g.channels("add", g.conv(x, filters, 1)))
    two = g.each("relu", g.channels("add", g.conv(one, filters, 3)))
    three = g.channels("add", g.conv(x, filters, 1))
    return g.module(g.each("relu", g.each("add", two, three)), one)


MADE = {
    residual: ((16, 56, 3), (48, 28, 3), (96, 14, 3), (24, 33, 3), (160, 7, 3), (64, 20, 1)),
    inverted: ((16, 28, 96), (24, 56, 72), (40, 14, 240), (96, 7, 384), (20, 31, 100)),
    gated: ((32, 28, 16), (80, 14, 40), (48, 23, 12), (144, 7, 64)),
    forward: ((64, 128, 512), (128, 96, 384), (33, 200, 300), (16, 256, 1024), (197, 64, 128)),
    layer_norm: ((128, 256, 64), (64, 512, 128), (200, 96, 96), (50, 768, 32)),
    attention: ((4, 64, 32), (8, 49, 32), (2, 128, 64), (12, 33, 24), (1, 200, 48)),
    cell: ((16, 128, 256), (1, 256, 512), (40, 72, 96), (8, 300, 200)),
    chain: ((1, 64, 56), (1, 24, 112), (4, 96, 14), (1, 400, 9)),
    branches: ((32, 28, 24), (64, 14, 48), (16, 45, 20), (128, 7, 64)),
}


# Of graphs that are drawn: ends of a range, whose numbers are drawn by their logarithms, or a list.
DRAWN = {
    residual: ((16, 256), (7, 64), [1, 3]),
    inverted: ((16, 160), (7, 64), (48, 768)),
    gated: ((16, 192), (7, 56), (8, 128)),
    forward: ((8, 400), (64, 768), (128, 2048)),
    layer_norm: ((32, 800), (64, 1024), (32, 512)),
    attention: ((2, 16), (32, 320), (16, 96)),
    cell: ((4, 128), (64, 768), (128, 1024)),
    chain: ((1, 8), (16, 512), (7, 112)),
    branches: ((16, 192), (7, 56), (16, 128)),
}
