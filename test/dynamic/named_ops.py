"""Random modules around linalg's named ops: products, windows, and ops on elements, with unknown extents of any dimension."""

import typed_modules as typed
from typed_modules import FLOATS, Value, WIDER, loops

# Dimensions of each operand and of the result, a letter each; o, p, q are tiles of known size.
PRODUCTS = {
    "matmul": ("mk", "kn", "mn"),
    "matvec": ("mk", "k", "m"),
    "vecmat": ("k", "kn", "n"),
    "dot": ("k", "k", ""),
    "batch_matmul": ("bmk", "bkn", "bmn"),
    "batch_matvec": ("bmk", "bk", "bm"),
    "batch_vecmat": ("bk", "bkn", "bn"),
    "batch_reduce_matmul": ("bmk", "bkn", "mn"),
    "mmt4d": ("mkop", "nkqp", "mnoq"),
    "quantized_matmul": ("mk", "kn", "mn"),
}
# Of images, weights and results: n images, c and f channels, d h w places, z y x of a window, g groups.
WINDOWS = {
    "conv_1d": ("w", "x", "w"),
    "conv_2d": ("hw", "yx", "hw"),
    "conv_1d_nwc_wcf": ("nwc", "xcf", "nwf"),
    "conv_1d_ncw_fcw": ("ncw", "fcx", "nfw"),
    "conv_2d_nhwc_fhwc": ("nhwc", "fyxc", "nhwf"),
    "conv_2d_ngchw_gfchw": ("ngchw", "gfcyx", "ngfhw"),
    "conv_3d_ndhwc_dhwcf": ("ndhwc", "zyxcf", "ndhwf"),
    "depthwise_conv_1d_nwc_wc": ("nwc", "xc", "nwc"),
    "depthwise_conv_2d_nchw_chw": ("nchw", "cyx", "nchw"),
    "depthwise_conv_2d_nhwc_hwcm": ("nhwc", "yxcm", "nhwcm"),
    "pooling_nwc_sum": ("nwc", "x", "nwc"),
    "pooling_nchw_sum": ("nchw", "yx", "nchw"),
    "pooling_nchw_max": ("nchw", "yx", "nchw"),
    "pooling_nhwc_min": ("nhwc", "yx", "nhwc"),
    "pooling_ndhwc_max": ("ndhwc", "zyx", "ndhwc"),
}
PLAIN = ["conv_1d", "conv_2d"]  # have no strides


def ins(*values):
    return f"ins({', '.join(v.name for v in values)} : {', '.join(v.type for v in values)})"


def outs(value):
    return f"outs({value.name} : {value.type})"


def destination(m, kind, dims):
    """Zeros, or values that an argument has."""
    return m.argument(kind, dims) if m.draw.random() < 0.3 and all(map(typed.is_given, dims)) else m.filled(kind, dims)


def product(m):
    name = m.draw.choice(list(PRODUCTS))
    kind = m.draw.choice(["i8"] if name == "quantized_matmul" else ["f32", "f16", "bf16", "i8"])
    to = m.draw.choice(WIDER[kind])
    sizes = {"m": m.dim(37), "k": m.dim(32), "n": m.dim(24), "b": m.dim(3), "o": 4, "p": 2, "q": 8}
    left, right, result = PRODUCTS[name]
    a, b = m.argument(kind, [sizes[l] for l in left]), m.argument(kind, [sizes[l] for l in right])
    sums = destination(m, to, [sizes[l] for l in result])
    factors = [a, b, *(Value(m.number("i32", n), "i32", []) for n in ("3", "-5") if name == "quantized_matmul")]
    for zero in factors[2:]:
        zero.type = "i32"
    return m.op(f"linalg.{name} {ins(*factors)} {outs(sums)}", to, sums.dims)


def window(m):
    name = m.draw.choice(list(WINDOWS))
    images, weights, results = WINDOWS[name]
    places = [l for l in images if l in "dhw"]
    is_pooling = name.startswith("pooling")
    kind = m.draw.choice(["f32", "f32", "i8", "bf16"])
    to = kind if is_pooling else m.draw.choice(WIDER[kind])
    step, gap, width = m.draw.choice([1, 1, 2]), m.draw.choice([1, 1, 2]), m.draw.choice([1, 3])
    if name in PLAIN:
        step = gap = 1
    sizes = {"n": m.dim(2), "d": m.dim(4), "h": m.dim(7), "w": m.dim(9), "c": m.draw.choice([8, m.dim(5)]), "f": m.dim(12), "g": 2, "m": 3,
             "z": width, "y": width, "x": width}
    x = m.argument(kind, [sizes[l] for l in images])
    around = [gap * (width - 1) // 2 if l in places else 0 for l in images]
    x = typed.padded(m, x, around, around) if any(around) else x
    made = [sizes[l] for l in weights]
    w = m.empty(kind, made) if is_pooling else m.argument(kind, made)
    out = [m.computed(sizes[l], f"step{step}", f"(s0 - 1) floordiv {step} + 1") if l in places and step > 1 else sizes[l] for l in results]
    sums = destination(m, to, out)
    attributes = "" if name in PLAIN else "{" + ", ".join(f"{word} = dense<{n}> : tensor<{len(places)}xi64>"
                                                           for word, n in (("strides", step), ("dilations", gap))) + "} "
    return m.op(f"linalg.{name} {attributes}{ins(x, w)} {outs(sums)}", to, sums.dims)


def reduce(m, value):
    axes = sorted(m.draw.sample(loops(value), m.draw.randint(1, len(value.dims))))
    dims = [d for i, d in enumerate(value.dims) if i not in axes]
    op = m.draw.choice(["addf", "maximumf"] if value.kind in FLOATS else ["xori", "ori"] if value.kind == "i1" else ["addi", "minsi"])
    out = destination(m, value.kind, dims)
    name = m.line(f"linalg.reduce {{ arith.{op} }} {ins(value)} {outs(out)} dimensions = {axes}")
    return Value(name, value.kind, dims)


def mapped(m, value):
    op = m.draw.choice(["addf", "mulf", "minimumf"] if value.kind in FLOATS else ["xori", "andi"])
    out = m.empty(value.kind, value.dims)
    return Value(m.line(f"linalg.map {{ arith.{op} }} {ins(value, value)} {outs(out)}"), value.kind, value.dims)


def elements(m, value):
    if value.kind not in FLOATS:
        return mapped(m, value)
    one = m.draw.random() < 0.5
    op = m.draw.choice(["abs", "negf", "square", "tanh", "floor"] if one else ["add", "sub", "mul", "max", "min"])
    out = m.empty(value.kind, value.dims)
    return m.op(f"linalg.{op} {ins(value, *([] if one else [value]))} {outs(out)}", value.kind, value.dims)


def packed(m, value):
    """Into tiles of 4 along a dimension, what is missing zeros, and maybe out of them again."""
    at = m.draw.choice(loops(value))
    dim = value.dims[at]
    tiles = -(-dim // 4) if isinstance(dim, int) else m.computed(dim, "tiles4", "(s0 + 3) floordiv 4")
    out = m.empty(value.kind, [*value.dims[:at], tiles, *value.dims[at + 1:], 4])
    zero = m.number(value.kind, "0.0" if value.kind in FLOATS else "false" if value.kind == "i1" else "0")
    tile = f"inner_dims_pos = [{at}] inner_tiles = [4]"
    pack = m.op(f"linalg.pack {value.name} padding_value({zero} : {value.kind}) {tile} into {out.name} : {value.type}", value.kind, out.dims)
    if m.draw.random() < 0.5:
        return pack
    back = m.empty(value.kind, value.dims)
    return m.op(f"linalg.unpack {pack.name} {tile} into {back.name} : {pack.type}", value.kind, value.dims)


STARTS = [product, product, window, typed.start]
OPS = [reduce, mapped, elements, packed]


def draw_named(draw):
    m = typed.Module(draw)
    value = draw.choice(STARTS)(m)
    for _ in range(draw.randint(0, 3)):
        if not value.dims:
            break
        value = draw.choice([*OPS, *typed.OPS])(m, value)
    return m.text(value)
