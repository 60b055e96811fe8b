#!/usr/bin/env python3
"""Writes modules of small types for `autotune collect --modules`: layers of data/corpus.tsv on other elements.

    data/small_layers.py FOLDER [--draws N] [--seed S]      writes FOLDER/small_TYPE_KIND_SIZES_EPILOGUE.mlir

Types are i8 and u8s8 (products of them in i32), bf16 (in f32), f16 and i4 (f32 by weights in groups with a scale). Six
layers of ten are perturbed; what judges (data/judged.py) is not drawn. Every fourth is written in f32 too.
What follows a product is nothing, a bias and a relu, or a scale for each channel and the rounding to a small type.
"""
import dataclasses
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import folder  # noqa: E402
import judged  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent
LIMIT = 3e8  # points of a layer
CELLS = 48 << 20  # elements of an operand
OPEN = "?"  # an extent of unknown size, of which a module has one or none


@dataclasses.dataclass
class Type:
    """Elements of the data and the weights, of the sums and of what comes after them."""
    data: str
    weights: str
    sum: str
    after: str
    widen_data: str = ""
    widen_weights: str = ""
    weight: int = 1  # how often it is drawn


TYPES = {"i8": Type("i8", "i8", "i32", "f32", "extsi", "extsi", 4), "u8s8": Type("i8", "i8", "i32", "f32", "extui", "extsi", 3),
         "bf16": Type("bf16", "bf16", "f32", "f32", "extf", "extf", 3), "f16": Type("f16", "f16", "f16", "f16", weight=3),
         "i4": Type("f32", "i4", "f32", "f32", weight=2)}
TWIN = Type("f32", "f32", "f32", "f32")

# Loops of the data, the weights and the sum; "h+kh" moves with the stride and the dilation.
PRODUCTS = {"matmul": ("m k", "k n", "m n"), "matmul_nt": ("m k", "n k", "m n"), "matvec": ("k", "m k", "m"),
            "batch_matmul": ("b m k", "b k n", "b m n")}
CONVOLUTIONS = {"conv_nchw": ("n c h+kh w+kw", "f c kh kw", "n f h w"),
                "conv_nhwc_hwcf": ("n h+kh w+kw c", "kh kw c f", "n h w f"),
                "conv_nhwc_fhwc": ("n h+kh w+kw c", "f kh kw c", "n h w f")}
KINDS = {"matmul": 30, "matmul_nt": 10, "batch_matmul": 12, "matvec": 12, "conv_nchw": 14, "conv_nhwc_hwcf": 16, "conv_nhwc_fhwc": 6}
EPILOGUES = {"plain": 4, "bias": 3, "requant": 4}
GROUPS = (32, 64, 128)  # columns of i4 weights that have one scale


# --- drawing

def corpus():
    """Kind -> sizes of its layers, those of judged networks left out."""
    judges = set((ROOT / "judges.txt").read_text().strip().split(","))
    layers = {kind: [] for kind in KINDS}
    for line in (ROOT / "corpus.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        kind, sizes, kind_of_elements, _, _, networks = line.split("\t")
        if kind in layers and kind_of_elements == "f32" and not judges & set(networks.split(",")):
            layers[kind].append({name: int(value) for name, value in (size.split("=") for size in sizes.split())})
    return layers


def perturbed(rng, sizes, others):
    sizes = dict(sizes)
    for name in rng.sample(sorted(set(sizes) - {"d", "s", "ph", "pw"}), rng.choice((1, 2))):
        sizes[name] = max(1, rng.choice((sizes[name] + rng.choice((-1, 1)), sizes[name] * rng.randint(2, 6) // 4,
                                         rng.choice(others).get(name, 3))))
    return sizes


def extents(kind, sizes):
    """Extent of every loop."""
    if kind in PRODUCTS:
        return dict(sizes)
    step, dilation = sizes.get("s", 1), sizes.get("d", 1)
    result = {name: sizes[name] for name in ("n", "c", "f", "kh", "kw")}
    for size, window, pad in (("h", "kh", "ph"), ("w", "kw", "pw")):
        result[size] = (sizes[size] + 2 * sizes.get(pad, 0) - dilation * (sizes[window] - 1) - 1) // step + 1
    return result


def fits(kind, sizes):
    loops = extents(kind, sizes)
    points = 1
    for extent in loops.values():
        points *= extent
    return min(loops.values()) > 0 and 1000 < points < LIMIT and max(volume(shape) for shape in shapes(kind, sizes)) < CELLS


def volume(shape):
    cells = 1
    for extent in shape:
        cells *= extent
    return cells


def draw_sizes(rng, kind, layers, share):
    """`share`: of the layers that are perturbed."""
    while True:
        sizes = rng.choice(layers[kind])
        if share == 1 or rng.random() < share:
            sizes = perturbed(rng, sizes, layers[kind])
        if fits(kind, sizes) and not judged.is_judged(kind, sizes):
            return sizes


def draw(rng, layers):
    kind = rng.choices(list(KINDS), KINDS.values())[0]
    return kind, draw_sizes(rng, kind, layers, 0.6)


# --- text

def shapes(kind, sizes):
    """Of the data before it is padded, the weights and the sum."""
    loops, (data, weights, result) = extents(kind, sizes), (PRODUCTS | CONVOLUTIONS)[kind]
    before = [sizes[name.split("+")[0]] for name in data.split()]
    return before, [loops[name] for name in weights.split()], [loops[name] for name in result.split()]


def tensor(shape, element):
    return f"tensor<{'x'.join([*map(str, shape), element])}>"


def zero(element):
    return "0" if element.startswith("i") else "0.0"


class Module:
    """Lines of one function; values are numbered as they come."""

    def __init__(self):
        self.arguments, self.lines, self.values = [], [], 0

    def argument(self, shape, element):
        name = f"%arg{len(self.arguments)}"
        self.arguments.append(f"{name}: {tensor(shape, element)}")
        return name, shape, element

    def line(self, text):
        self.values += 1
        self.lines.append(f"  %{self.values} = {text}")
        return f"%{self.values}"

    def empty(self, shape, element):
        sizes = ", ".join(self.size() for extent in shape if extent == OPEN)
        return self.line(f"tensor.empty({sizes}) : {tensor(shape, element)}")

    def size(self):
        """Of what is open, as the first argument has it."""
        kind = self.arguments[0].split(": ", 1)[1]
        place = kind[kind.index("<") + 1:].split("x").index(OPEN)
        number = self.constant(place, "index")
        return self.line(f"tensor.dim %arg0, {number} : {kind}")

    def constant(self, value, element):
        return self.line(f"arith.constant {value} : {element}")

    def filled(self, shape, element):
        value, empty = self.constant(zero(element), element), self.empty(shape, element)
        whole = tensor(shape, element)
        return self.line(f"linalg.fill ins({value} : {element}) outs({empty} : {whole}) -> {whole}"), shape, element

    def padded(self, value, amounts):
        name, shape, element = value
        if not any(amounts):
            return value
        larger = [extent + 2 * amount if amount else extent for extent, amount in zip(shape, amounts)]
        outside, numbers = self.constant(zero(element), element), ", ".join(map(str, amounts))
        places = ", ".join(f"%i{d}: index" for d in range(len(shape)))
        return self.line(f"tensor.pad {name} low[{numbers}] high[{numbers}] {{\n  ^bb0({places}):\n    tensor.yield {outside} : {element}\n"
                         f"  }} : {tensor(shape, element)} to {tensor(larger, element)}"), larger, element

    def generic(self, loops, maps, reductions, inputs, output, body):
        """`maps`: an expression of the loops for each dimension. `body`: lines on %a, %b, ... and %out that leave %r."""
        dims = ", ".join(loops)
        indexing = ", ".join(f"affine_map<({dims}) -> ({', '.join(results)})>" for results in maps)
        kinds = ", ".join('"reduction"' if loop in reductions else '"parallel"' for loop in loops)
        whole, letters = tensor(*output[1:]), "abcd"
        scalars = "".join(f"%{letters[i]}: {element}, " for i, (_, _, element) in enumerate(inputs))
        return self.line(
            f"linalg.generic {{indexing_maps = [{indexing}], iterator_types = [{kinds}]}}\n"
            f"    ins({', '.join(name for name, *_ in inputs)} : {', '.join(tensor(*rest) for _, *rest in inputs)}) outs({output[0]} : {whole}) {{\n"
            f"  ^bb0({scalars}%out: {output[2]}):\n    " + "\n    ".join([*body, f"linalg.yield %r : {output[2]}"]) + f"\n  }} -> {whole}"), *output[1:]

    def text(self, result):
        name, *rest = result
        return (f"func.func @main({', '.join(self.arguments)}) -> {tensor(*rest)} {{\n" + "\n".join(self.lines) +
                f"\n  return {name} : {tensor(*rest)}\n}}\n")


def expressions(indices, sizes):
    return [f"{name.split('+')[0]} * {sizes.get('s', 1)} + {name.split('+')[1]} * {sizes.get('d', 1)}" if "+" in name else name
            for name in indices.split()]


def product_body(of):
    lines, factors = [], []
    for value, element, widen in (("%a", of.data, of.widen_data), ("%b", of.weights, of.widen_weights)):
        if widen:
            lines.append(f"{value}w = arith.{widen} {value} : {element} to {of.sum}")
        factors.append(f"{value}w" if widen else value)
    letter = "i" if of.sum.startswith("i") else "f"
    return [*lines, f"%t = arith.mul{letter} {', '.join(factors)} : {of.sum}", f"%r = arith.add{letter} %out, %t : {of.sum}"]


def unpacked(module, weights, along, group):
    """f32 weights of i4 ones: those less 8, times a scale for each group along dimension `along`."""
    name, shape, _ = weights
    scales = [extent // group if d == along else extent for d, extent in enumerate(shape)]
    scale = module.argument(scales, "f32")
    loops = [f"d{d}" for d in range(len(shape))]
    places = [f"{loop} floordiv {group}" if d == along else loop for d, loop in enumerate(loops)]
    middle = module.constant("8.0", "f32")
    output = module.empty(shape, "f32"), shape, "f32"
    return module.generic(loops, [loops, places, loops], [], [weights, scale], output,
                          ["%i = arith.extui %a : i4 to i32", "%f = arith.uitofp %i : i32 to f32",
                           f"%c = arith.subf %f, {middle} : f32", "%r = arith.mulf %c, %b : f32"])


def epilogue_bodies(of):
    """Of the bias and the relu, in the type of the sums; of the scale, the rounding and the clamp, to i8 or to a half."""
    letter, compare = ("i", "cmpi sgt,") if of.sum.startswith("i") else ("f", "cmpf ugt,")
    bias = [f"%s = arith.add{letter} %a, %b : {of.sum}", f"%zero = arith.constant {zero(of.sum)} : {of.sum}",
            f"%p = arith.{compare} %s, %zero : {of.sum}", f"%r = arith.select %p, %s, %zero : {of.sum}"]
    if not of.sum.startswith("i"):
        if of.data != "bf16":
            return bias, (of.sum, of.sum, [f"%r = arith.mulf %a, %b : {of.sum}"])
        return bias, ("bf16", of.sum, ["%s = arith.mulf %a, %b : f32", "%r = arith.truncf %s : f32 to bf16"])
    scale = ["%f = arith.sitofp %a : i32 to f32", "%s = arith.mulf %f, %b : f32", "%n = math.roundeven %s : f32",
             "%low = arith.constant -128.0 : f32", "%high = arith.constant 127.0 : f32", "%l = arith.maximumf %n, %low : f32",
             "%h = arith.minimumf %l, %high : f32", "%r = arith.fptosi %h : f32 to i8"]
    return bias, ("i8", "f32", scale)


def with_epilogue(module, of, epilogue, channel, sum_):
    if epilogue == "plain":
        return sum_
    _, shape, element = sum_
    bias, (small, factor, scale) = epilogue_bodies(of)
    loops = [f"d{d}" for d in range(len(shape))]
    vector = module.argument([shape[channel]], element if epilogue == "bias" else factor)
    to = element if epilogue == "bias" else small
    output = module.empty(shape, to), shape, to
    return module.generic(loops, [loops, [loops[channel]], loops], [], [sum_, vector], output,
                          bias if epilogue == "bias" else scale)


def module_text(kind, sizes, of, epilogue, group):
    module, loops = Module(), extents(kind, sizes)
    indices = (PRODUCTS | CONVOLUTIONS)[kind]
    before, weight_shape, shape = shapes(kind, sizes)
    data, weights = module.argument(before, of.data), module.argument(weight_shape, of.weights)
    if of.weights == "i4":
        names = indices[1].split()
        weights = unpacked(module, weights, names.index("k" if kind in PRODUCTS else "c"), group)
        of = TWIN
    data = module.padded(data, [sizes.get("p" + name[0], 0) if "+" in name else 0 for name in indices[0].split()])
    order = [*indices[2].split(), *(name for name in loops if name not in indices[2].split())]
    sum_ = module.generic(order, [expressions(part, sizes) for part in indices], set(loops) - set(indices[2].split()),
                          [data, weights], module.filled(shape, of.sum), product_body(of))
    channel = indices[2].split().index("f") if kind in CONVOLUTIONS else len(shape) - 1
    return module.text(with_epilogue(module, of, epilogue, channel, sum_))


def drawn(rng, count):
    """Name, text and number of data arguments of every module."""
    layers = corpus()
    for turn in range(count):
        kind, sizes = draw(rng, layers)
        name = rng.choices(list(TYPES), [of.weight for of in TYPES.values()])[0]
        epilogue, group = rng.choices(list(EPILOGUES), EPILOGUES.values())[0], rng.choice(GROUPS)
        if name == "i4":
            if kind not in PRODUCTS or kind == "batch_matmul":
                kind = rng.choice(("matmul_nt", "matvec"))
                sizes = draw_sizes(rng, kind, layers, 1)
            sizes["k"] = max(group, sizes["k"] // group * group)
            if judged.is_judged(kind, sizes):
                continue
        for element in (name, "f32") if turn % 4 == 0 else (name,):
            numbers = "_".join(f"{size}{value}" for size, value in sizes.items())
            label = f"small_{element}_{kind}_{numbers}_{epilogue}" + (f"_g{group}" if element == "i4" else "")
            yield label, module_text(kind, sizes, TYPES.get(element, TWIN), epilogue, group), 2 if kind == "batch_matmul" else 1


if __name__ == "__main__":
    folder.write_drawn(__doc__, 200, drawn)
