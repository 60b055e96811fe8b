"""Random modules of many element types: each unknown extent has a name, so a run may give each another size."""

NAMES = ["n", "m", "k"]
FLOATS, INTS = ["f32", "bf16", "f16"], ["i8", "i32", "i1"]
WIDER = {"f32": ["f32"], "bf16": ["f32", "bf16"], "f16": ["f32", "f16"], "i8": ["i32"], "i32": ["i32"], "i1": ["i1"]}  # types of sums


class Value:
    """dims: each a number, or the name of a size; sizes of one name are equal."""

    def __init__(self, name, kind, dims):
        self.name, self.kind, self.dims = name, kind, list(dims)
        self.type = "tensor<" + "".join(f"{d}x" if isinstance(d, int) else "?x" for d in dims) + kind + ">"


class Module:
    def __init__(self, draw):
        self.draw, self.lines, self.arguments, self.names, self.sizes = draw, [], [], 0, {}

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def line(self, text):
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def dim(self, size):
        return self.draw.choice([*NAMES, size])

    def argument(self, kind, dims):
        value = Value(f"%arg{len(self.arguments)}", kind, dims)
        self.arguments.append(value)
        return self.made(value)

    def made(self, value):
        """Remembers where a size can be asked for first."""
        for at, dim in enumerate(value.dims):
            if dim not in self.sizes and not isinstance(dim, int):
                number = self.line(f"arith.constant {at} : index")
                self.sizes[dim] = self.line(f"tensor.dim {value.name}, {number} : {value.type}")
        return value

    def op(self, text, kind, dims):
        return self.made(Value(self.line(text + f" -> {Value('', kind, dims).type}"), kind, dims))

    def reshape(self, text, kind, dims, word):
        return self.made(Value(self.line(f"{text} {word} {Value('', kind, dims).type}"), kind, dims))

    def size(self, dim):
        """In a list of offsets and sizes: a number or an SSA value."""
        return str(dim) if isinstance(dim, int) else self.sizes[dim]

    def computed(self, dim, word, formula):
        """The size of a name made from another one's by an affine formula of s0."""
        if isinstance(dim, int):
            return eval(formula.replace("floordiv", "//"), {"s0": dim})
        name = f"{word}({dim})"
        if name not in self.sizes:
            self.sizes[name] = self.line(f"affine.apply affine_map<()[s0] -> ({formula})>()[{self.sizes[dim]}]")
        return name

    def number(self, kind, text):
        return self.line(f"arith.constant {text}" + (f" : {kind}" if kind != "i1" else ""))

    def empty(self, kind, dims):
        result = Value(self.name(), kind, dims)
        self.lines.append(f"{result.name} = tensor.empty({', '.join(self.size(d) for d in dims if not isinstance(d, int))}) : {result.type}")
        return result

    def filled(self, kind, dims, number=None):
        out = self.empty(kind, dims)
        zero = self.number(kind, number or ("0.0" if kind in FLOATS else "false" if kind == "i1" else "0"))
        return self.op(f"linalg.fill ins({zero} : {kind}) outs({out.name} : {out.type})", kind, dims)

    def generic(self, inputs, out, out_loops, body, reduced=()):
        """inputs: values with the loops that are their dimensions."""
        everything = [*inputs, (out, out_loops)]
        rank = 1 + max([l for _, loops in everything for l in loops], default=-1)
        loops = ", ".join(f"d{i}" for i in range(rank))
        maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(f'd{l}' for l in ls)})>" for _, ls in everything)
        kinds = ", ".join('"reduction"' if i in reduced else '"parallel"' for i in range(rank))
        ins = f"ins({', '.join(v.name for v, _ in inputs)} : {', '.join(v.type for v, _ in inputs)}) " if inputs else ""
        block = ", ".join([*(f"%x{i}: {v.kind}" for i, (v, _) in enumerate(inputs)), f"%o: {out.kind}"])
        return self.op(f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {ins}"
                       f"outs({out.name} : {out.type}) {{\n^bb0({block}):\n{body}\nlinalg.yield %y : {out.kind}\n}}", out.kind, out.dims)

    def text(self, result):
        def attribute(value):
            names = [d if not isinstance(d, int) else "" for d in value.dims]
            return " {autotune.dims = [" + ", ".join(f'"{n}"' for n in names) + "]}" if any(names) else ""
        arguments = ", ".join(f"{a.name}: {a.type}{attribute(a)}" for a in self.arguments)
        body = "\n".join(self.lines)
        return f"func.func @f({arguments}) -> {result.type} {{\n{body}\nreturn {result.name} : {result.type}\n}}\n"


def is_given(dim):
    """Whether an argument may have it: it is no sum or part of others."""
    return isinstance(dim, int) or dim in NAMES


def is_float(value):
    return value.kind in FLOATS


def loops(value):
    return list(range(len(value.dims)))


def each(m, inputs, kind, dims, body):
    return m.generic(inputs, m.empty(kind, dims), list(range(len(dims))), body)


# --- products and convolutions


def widened(kind, to, name):
    """Lines that make %NAMEw of %NAME."""
    op = "extf" if kind in FLOATS else "extsi"
    return f"%{name}w = arith.{op} %{name} : {kind} to {to}\n" if kind != to else ""


def product_body(kind, to):
    x, w = (f"%{n}w" if kind != to else f"%{n}" for n in ("x0", "x1"))
    times, plus = ("andi", "xori") if to == "i1" else ("mulf", "addf") if to in FLOATS else ("muli", "addi")
    return f"{widened(kind, to, 'x0')}{widened(kind, to, 'x1')}%p = arith.{times} {x}, {w} : {to}\n%y = arith.{plus} %o, %p : {to}"


def contraction(m, a=None):
    """Rows, columns, terms and batches in any order of dimensions."""
    kind = a.kind if a else m.draw.choice(["f32", "f32", "bf16", "f16", "i8", "i1"])
    to = m.draw.choice(WIDER[kind])
    batches = m.draw.choice([0, 0, 1])
    names = list(range(3 + batches))  # columns, terms, rows, batches
    extents = [m.dim(40), m.dim(33), m.dim(19), m.dim(3)][: 3 + batches]
    a_loops, b_loops, out_loops = [l for l in names if l != 0], [l for l in names if l != 2], [l for l in names if l != 1]
    for ls in (a_loops, b_loops, out_loops):
        m.draw.shuffle(ls)
    if a and len(a.dims) == len(a_loops) and all(is_given(d) for d in a.dims):
        for l, d in zip(a_loops, a.dims):
            extents[l] = d
    else:
        a = m.argument(kind, [extents[l] for l in a_loops])
    b = m.argument(kind, [extents[l] for l in b_loops])
    return m.generic([(a, a_loops), (b, b_loops)], m.filled(to, [extents[l] for l in out_loops]), out_loops, product_body(kind, to), reduced=(1,))


def named_product(m):
    kind = m.draw.choice(["f32", "f16", "bf16", "i8"])
    to = m.draw.choice(WIDER[kind])
    rows, terms, columns = m.dim(37), m.dim(32), m.dim(48)
    a, b = m.argument(kind, [rows, terms]), m.argument(kind, [terms, columns])
    sums = m.argument(to, [rows, columns]) if m.draw.random() < 0.3 else m.filled(to, [rows, columns])
    return m.op(f"linalg.matmul ins({a.name}, {b.name} : {a.type}, {b.type}) outs({sums.name} : {sums.type})", to, sums.dims)


def padded(m, value, low, high):
    dims = [d if not l + h else m.computed(d, f"pad{l + h}", f"s0 + {l + h}") for d, l, h in zip(value.dims, low, high)]
    number = m.number(value.kind, "0.25" if is_float(value) else "true" if value.kind == "i1" else "3")
    block = ", ".join(f"%i{d}: index" for d in loops(value))
    return m.reshape(f"tensor.pad {value.name} low{low} high{high} {{\n^bb0({block}):\ntensor.yield {number} : {value.kind}\n}} : {value.type}", value.kind, dims, "to")


WINDOWS = {  # op: dimensions of its images, its weights, its result: n, c, f images, channels, results; h, w; letters alone are windows
    "conv_2d_nhwc_hwcf": ("nhwc", "yxcf", "nhwf"),
    "conv_2d_nchw_fchw": ("nchw", "fcyx", "nfhw"),
    "depthwise_conv_2d_nhwc_hwc": ("nhwc", "yxc", "nhwc"),
    "pooling_nhwc_sum": ("nhwc", "yx", "nhwc"),
    "pooling_nhwc_max": ("nhwc", "yx", "nhwc"),
}


def window(m):
    name = m.draw.choice(list(WINDOWS))
    images, weights, results = WINDOWS[name]
    kind = m.draw.choice(["f32", "f32", "i8", "bf16"])
    to = kind if name.startswith("pooling") else m.draw.choice(WIDER[kind])
    step, gap, width = m.draw.choice([1, 1, 2]), m.draw.choice([1, 1, 2]), m.draw.choice([1, 3])
    sizes = {"n": m.dim(2), "h": m.dim(13), "w": m.dim(9), "c": 8, "f": 12, "y": width, "x": width}
    x = m.argument(kind, [sizes[l] for l in images])
    around = [gap * (width - 1) // 2 if l in "hw" else 0 for l in images]
    x = padded(m, x, around, around) if any(around) else x
    w = m.empty(kind, [width, width]) if weights == "yx" else m.argument(kind, [sizes[l] for l in weights])
    out = {**sizes, **{l: m.computed(sizes[l], f"step{step}", f"(s0 - 1) floordiv {step} + 1") if step > 1 else sizes[l] for l in "hw"}}
    sums = m.filled(to, [out[l] for l in results])
    attributes = f"{{strides = dense<{step}> : tensor<2xi64>, dilations = dense<{gap}> : tensor<2xi64>}}"
    return m.op(f"linalg.{name} {attributes} ins({x.name}, {w.name} : {x.type}, {w.type}) outs({sums.name} : {sums.type})", to, sums.dims)


def start(m):
    kind = m.draw.choice(FLOATS + INTS)
    return m.argument(kind, [m.dim(size) for size in m.draw.choice([(71,), (37, 40), (37, 40), (5, 17, 24), (2, 3, 4, 16)])])


# --- ops behind them


def simple(m, value):
    ops = ["addf", "mulf", "maximumf", "subf"] if is_float(value) else ["addi", "muli", "maxsi", "xori", "andi"]
    op, inputs = m.draw.choice(ops), [(value, loops(value))]
    if m.draw.random() < 0.6:  # another operand, which may repeat itself
        kept = [d for d in loops(value) if m.draw.random() < 0.7]
        if all(is_given(value.dims[d]) for d in kept):
            inputs.append((m.argument(value.kind, [value.dims[d] for d in kept]), kept))
    second = "%x1" if len(inputs) > 1 else "%x0"
    return each(m, inputs, value.kind, value.dims, f"%y = arith.{op} %x0, {second} : {value.kind}")


def cast(m, value):
    if value.kind == "f32":
        to = m.draw.choice(["bf16", "f16", "i1"])
        body = "%z = arith.constant 0.1 : f32\n%y = arith.cmpf olt, %x0, %z : f32" if to == "i1" else f"%y = arith.truncf %x0 : f32 to {to}"
    elif is_float(value):
        to, body = "f32", f"%y = arith.extf %x0 : {value.kind} to f32"
    elif value.kind == "i32":
        to = m.draw.choice(["i8", "f32"])
        body = "%y = arith.trunci %x0 : i32 to i8" if to == "i8" else "%l = arith.constant 15 : i32\n%s = arith.andi %x0, %l : i32\n%y = arith.sitofp %s : i32 to f32"
    else:
        to = m.draw.choice(["i32", "f32"])
        op = ("uitofp" if value.kind == "i1" else "sitofp") if to == "f32" else "extui" if value.kind == "i1" else "extsi"
        body = f"%y = arith.{op} %x0 : {value.kind} to {to}"
    return each(m, [(value, loops(value))], to, value.dims, body)


def reduced(m, value, axes=None, ops=None):
    axes = axes or m.draw.sample(loops(value), m.draw.randint(1, min(2, len(value.dims))))
    kept = [d for d in loops(value) if d not in axes]
    choices = ops or ([("addf", "0.0"), ("maximumf", "-1.0e4"), ("minimumf", "1.0e4")] if is_float(value) else
                      [("xori", "false"), ("ori", "false"), ("andi", "true")] if value.kind == "i1" else
                      [("addi", "0"), ("maxsi", "-128"), ("xori", "0"), ("ori", "0")])
    op, number = m.draw.choice(choices)
    out = m.filled(value.kind, [value.dims[d] for d in kept], number)
    return m.generic([(value, loops(value))], out, kept, f"%y = arith.{op} %x0, %o : {value.kind}", reduced=axes), kept


def sums(m, value):
    return reduced(m, value)[0]


def norm(m, value):
    if not is_float(value):
        return cast(m, value)
    rest, kept = reduced(m, value, axes=[m.draw.choice(loops(value))])
    return each(m, [(value, loops(value)), (rest, kept)], value.kind, value.dims, f"%y = arith.subf %x0, %x1 : {value.kind}")


def softmax(m, value):
    if not is_float(value):
        return cast(m, value)
    out = m.empty(value.kind, value.dims)
    return m.op(f"linalg.softmax dimension({m.draw.choice(loops(value))}) ins({value.name} : {value.type}) outs({out.name} : {out.type})", value.kind, value.dims)


def transposed(m, value):
    order = loops(value)
    m.draw.shuffle(order)
    out = m.empty(value.kind, [value.dims[d] for d in order])
    name = m.line(f"linalg.transpose ins({value.name} : {value.type}) outs({out.name} : {out.type}) permutation = {order}")
    return Value(name, value.kind, out.dims)


def broadcast(m, value):
    if len(value.dims) > 3:
        return simple(m, value)
    at = m.draw.randint(0, len(value.dims))
    dims = [*value.dims[:at], m.draw.choice([4, *[d for d in NAMES if d in m.sizes]]), *value.dims[at:]]
    out = m.empty(value.kind, dims)
    return Value(m.line(f"linalg.broadcast ins({value.name} : {value.type}) outs({out.name} : {out.type}) dimensions = [{at}]"), value.kind, dims)


def groups_text(groups):
    return "[" + ", ".join("[" + ", ".join(map(str, g)) + "]" for g in groups) + "]"


def collapsed(m, value):
    if len(value.dims) < 2:
        return simple(m, value)
    at = m.draw.randrange(len(value.dims) - 1)
    pair = value.dims[at: at + 2]
    one = pair[0] * pair[1] if all(isinstance(d, int) for d in pair) else f"{pair[0]}*{pair[1]}"
    groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d] for d in range(at + 2, len(value.dims))]
    return m.reshape(f"tensor.collapse_shape {value.name} {groups_text(groups)} : {value.type}", value.kind, [*value.dims[:at], one, *value.dims[at + 2:]], "into")


def expanded(m, value):
    """A known dimension becomes two, or one of 1 stands beside it."""
    at = m.draw.choice(loops(value)) if value.dims else None
    if at is None or len(value.dims) > 3:
        return simple(m, value)
    dim = value.dims[at]
    parts = [2, dim // 2] if isinstance(dim, int) and dim % 2 == 0 and dim else [1, dim]
    dims = [*value.dims[:at], *parts, *value.dims[at + 1:]]
    groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d + 1] for d in range(at + 1, len(value.dims))]
    shape = ", ".join(m.size(d) for d in dims)
    return m.reshape(f"tensor.expand_shape {value.name} {groups_text(groups)} output_shape [{shape}] : {value.type}", value.kind, dims, "into")


def pad(m, value):
    return padded(m, value, [m.draw.randint(0, 2) for _ in value.dims], [m.draw.randint(0, 2) for _ in value.dims])


def slice_of(m, value):
    """Half of a dimension: the first elements, the last, or each second."""
    at = m.draw.choice(loops(value)) if value.dims else None
    if at is None:
        return simple(m, value)
    way = m.draw.choice(["first", "last", "each"])
    half = m.computed(value.dims[at], "half", "(s0 + 1) floordiv 2")
    offset = m.computed(value.dims[at], "less", "s0 floordiv 2") if way == "last" else 0
    dims = [*value.dims[:at], half, *value.dims[at + 1:]]
    offsets = ", ".join(m.size(offset) if d == at else "0" for d in loops(value))
    steps = ", ".join("2" if d == at and way == "each" else "1" for d in loops(value))
    return m.reshape(f"tensor.extract_slice {value.name}[{offsets}] [{', '.join(m.size(d) for d in dims)}] [{steps}] : {value.type}", value.kind, dims, "to")


def concat(m, value):
    at = m.draw.choice(loops(value)) if value.dims else None
    others = [d for i, d in enumerate(value.dims) if i != at]
    if at is None or not all(is_given(d) for d in others):
        return simple(m, value)
    more = m.dim(3)
    after = m.argument(value.kind, [more if d == at else value.dims[d] for d in loops(value)])
    total = more + value.dims[at] if isinstance(more, int) and isinstance(value.dims[at], int) else f"{value.dims[at]}+{more}"
    dims = [*value.dims[:at], total, *value.dims[at + 1:]]
    parts = [value, after] if m.draw.random() < 0.7 else [after, value]
    return m.made(Value(m.line(f"tensor.concat dim({at}) {parts[0].name}, {parts[1].name} : ({parts[0].type}, {parts[1].type}) -> {Value('', value.kind, dims).type}"),
                        value.kind, dims))


def inserted(m, value):
    """The value somewhere in a larger one."""
    at = m.draw.choice(loops(value)) if value.dims else None
    if at is None:
        return simple(m, value)
    large = m.filled(value.kind, [m.computed(d, "pad3", "s0 + 3") if i == at else d for i, d in enumerate(value.dims)])
    offsets = ", ".join(str(m.draw.randint(0, 3)) if d == at else "0" for d in loops(value))
    return m.reshape(f"tensor.insert_slice {value.name} into {large.name}[{offsets}] [{', '.join(m.size(d) for d in value.dims)}] "
                     f"[{', '.join('1' for _ in value.dims)}] : {value.type}", value.kind, large.dims, "into")


def gathered(m, value):
    """Backwards along a dimension."""
    if not value.dims:
        return simple(m, value)
    at = m.draw.choice(loops(value))
    size = m.number("index", str(value.dims[at])) if isinstance(value.dims[at], int) else m.sizes[value.dims[at]]
    lines = [f"%i{d} = linalg.index {d} : index" for d in loops(value)]
    lines += ["%one = arith.constant 1 : index", f"%last = arith.subi {size}, %one : index", f"%back = arith.subi %last, %i{at} : index"]
    places = ", ".join("%back" if d == at else f"%i{d}" for d in loops(value))
    return each(m, [], value.kind, value.dims, "\n".join([*lines, f"%y = tensor.extract {value.name}[{places}] : {value.type}"]))


def numbered(m, value):
    if not value.dims:
        return simple(m, value)
    loop, last = m.draw.choice(loops(value)), len(value.dims) - 1
    return each(m, [(value, loops(value))], value.kind, value.dims,
                f"%i = linalg.index {loop} : index\n%l = linalg.index {last} : index\n%is = arith.cmpi ule, %l, %i : index\n"
                f"%s = arith.{'addf' if is_float(value) else 'addi'} %x0, %x0 : {value.kind}\n%y = arith.select %is, %x0, %s : {value.kind}")


STARTS = [contraction, named_product, window, start, start]
OPS = [simple, simple, cast, sums, norm, softmax, transposed, broadcast, collapsed, expanded, pad, slice_of, concat, inserted, gathered, numbered, contraction]


def draw_typed(draw):
    m = Module(draw)
    value = draw.choice(STARTS)(m)
    for _ in range(draw.randint(1, 4)):
        value = draw.choice(OPS)(m, value)
        if not value.dims:
            break
    return m.text(value)
