"""Quantised ops of ONNX, and of ONNX Runtime (domain com.microsoft), by ops of ONNX's standard that scripts/import takes.

Products stay products of integers: QLinearConv, QLinearMatMul and QGemm become ConvInteger and MatMulInteger, whose sums are
exact, and the float arithmetic that rounds them. The other QLinear ops are defined by their op on dequantised values. The
blocks of MatMulNBits are unpacked by shifts, and dequantised.
"""
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
LEAST_OPSET = 11  # that has the ops which are put in
LIMITS = {TensorProto.UINT8: (0, 255), TensorProto.INT8: (-128, 127)}
# An op of ONNX Runtime on dequantised values: the standard's op, how many quantised inputs it has (scale and zero point after
# each), 0: any number, after those of the result.
DEQUANTISED = {"QLinearAdd": ("Add", 2), "QLinearMul": ("Mul", 2), "QLinearAveragePool": ("AveragePool", 1),
               "QLinearConcat": ("Concat", 0), "QLinearGlobalAveragePool": ("GlobalAveragePool", 1), "QLinearLeakyRelu": ("LeakyRelu", 1),
               "QLinearSigmoid": ("Sigmoid", 1), "QLinearSoftmax": ("Softmax", 1)}
OWN_ATTRIBUTES = {"channels_last", "opset"}  # of ONNX Runtime, which the standard's op does not have


class Unsupported(Exception):
    """A form of an op that is not taken: (node, what about it)."""


class Expansion:
    """The nodes that take the place of one."""

    def __init__(self, graph, types, node):
        self.graph, self.types, self.old, self.nodes = graph, types, node, []
        self.given = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}

    def has(self, place):
        return len(self.old.input) > place and self.old.input[place] != ""

    def array(self, name):
        """The constant of that name; None when it is none."""
        found = next((tensor for tensor in self.graph.initializer if tensor.name == name), None)
        return None if found is None else numpy_helper.to_array(found)

    def refuse(self, what):
        raise Unsupported(self.old, what)

    def name(self, word):
        return f"{self.old.output[0]}/{word}{len(self.nodes)}.{len(self.graph.initializer)}"

    def constant(self, value, kind=None):
        name = self.name("constant")
        self.graph.initializer.append(numpy_helper.from_array(numpy.asarray(value, kind), name))
        return name

    def node(self, op, *inputs, out=None, **given):
        """Appends a node; `out` names its result where that is one of the old node's."""
        name = out or self.name(op)
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=f"{self.old.name or self.old.output[0]}/{op}", **given))
        return name

    def arithmetic(self, op, left, right):
        """On floats; computed here where both are constants."""
        arrays = self.array(left), self.array(right)
        if any(array is None for array in arrays):
            return self.node(op, left, right)
        with numpy.errstate(all="ignore"):
            return self.constant((numpy.multiply if op == "Mul" else numpy.divide)(*arrays), numpy.float32)

    def shaped(self, value, shape):
        """Reshaped; a number stays one."""
        array = self.array(value)
        if self.shape_of(value) == []:
            return value
        if array is not None:
            return self.constant(array.reshape(shape))
        return self.node("Reshape", value, self.constant(shape, numpy.int64))

    def differs(self, place):
        """Whether zero points of input `place` differ by channel, or may."""
        if not self.has(place):
            return False
        array = self.array(self.old.input[place])
        if array is None:
            return self.shape_of(self.old.input[place]) not in ([], [1])
        return array.size > 0 and bool((array != array.flat[0]).any())

    def zero_point(self, place):
        """Input `place`, the zero point of the input two before it, as one number: what IREE takes."""
        if not self.has(place):
            return self.zero_of(place - 2)
        given = self.old.input[place]
        array = self.array(given)
        if self.shape_of(given) == []:
            return given
        if array is None and self.shape_of(given) == [1]:
            return self.node("Reshape", given, self.constant([], numpy.int64))
        if self.differs(place) or array.size == 0:
            self.refuse("zero points that differ by channel are not taken")
        return self.constant(array.flat[0])

    def zero_of(self, place):
        return self.constant(0, self.array_type_of(self.old.input[place]))

    def type_of(self, name):
        if name not in self.types:
            self.refuse(f"the type of {name} is not known")
        return self.types[name][0]

    def array_type_of(self, name):
        return helper.tensor_dtype_to_np_dtype(self.type_of(name))

    def shape_of(self, name):
        if name not in self.types:
            self.refuse(f"the shape of {name} is not known")
        return self.types[name][1]

    def cast_to_bytes(self, value, kind, out):
        """Of whole floats. By way of i32: a cast of floats to unsigned bytes is lowered as one to signed bytes."""
        whole = self.node("Cast", value, to=TensorProto.INT32)
        return self.node("Cast", whole, out=out, to=kind)

    def quantise(self, value, zero, out):
        """round(value) + zero, within the type of zero."""
        kind = self.type_of(zero)
        least, largest = LIMITS[kind]
        moved = self.node("Add", self.node("Round", value), self.node("Cast", zero, to=TensorProto.FLOAT))
        limits = [self.constant(limit, numpy.float32) for limit in (least, largest)]
        return self.cast_to_bytes(self.node("Clip", moved, *limits), kind, out)


def scaled_sum(expansion, total, scales, result_scale, zero):
    """Rounds a sum of products: sum * (scale * scale / result_scale), as ONNX Runtime does."""
    scale = expansion.arithmetic("Mul", *scales)
    if result_scale:
        scale = expansion.arithmetic("Div", scale, result_scale)
    out = expansion.old.output[0]
    value = expansion.node("Cast", total, to=TensorProto.FLOAT)
    value = expansion.node("Mul", value, scale, out=None if zero else out)
    if zero:
        expansion.quantise(value, zero, out)


def convolve(expansion, x, w, zeros, out=None):
    """ConvInteger. IREE takes one padding for both sides: others become a Pad by the zero point before."""
    given = dict(expansion.given)
    pads = given.get("pads", [])
    rank = len(pads) // 2
    if pads[:rank] != pads[rank:]:
        del given["pads"]
        ends = [0, 0, *pads[:rank], 0, 0, *pads[rank:]]
        x = expansion.node("Pad", x, expansion.constant(ends, numpy.int64), zeros[0])
    return expansion.node("ConvInteger", x, w, *zeros, out=out, **given)


def convolve_channels(expansion, x, w, place, out=None):
    """ConvInteger, with zero points of w in input `place`. Those that differ by channel are multiplied with the sums of windows, which
    are those of a convolution with ones."""
    zero = expansion.zero_point(2)
    if not expansion.differs(place):
        return convolve(expansion, x, w, (zero, expansion.zero_point(place)), out)
    zeros, (filters, *window) = expansion.old.input[place], expansion.shape_of(w)
    groups, none = expansion.given.get("group", 1), expansion.zero_of(place - 2)
    sums = convolve(expansion, x, expansion.constant(numpy.ones([filters if groups > 1 else 1, *window]), expansion.array_type_of(w)), (zero, none))
    zeros = expansion.node("Cast", expansion.shaped(zeros, [-1] + [1] * (len(window) - 1)), to=TensorProto.INT32)
    return expansion.node("Sub", convolve(expansion, x, w, (zero, none)), expansion.node("Mul", sums, zeros), out=out)


def multiply(expansion, a, b, place, out=None):
    """MatMulInteger, with zero points of b in input `place`. Those that differ by column are multiplied with the sums of rows."""
    zero = expansion.zero_point(2)
    if not expansion.differs(place):
        return expansion.node("MatMulInteger", a, b, zero, expansion.zero_point(place), out=out)
    whole = [expansion.node("Cast", value, to=TensorProto.INT32) for value in (a, zero, expansion.old.input[place])]
    sums = expansion.node("ReduceSum", expansion.node("Sub", *whole[:2]), expansion.constant([-1], numpy.int64), keepdims=1)
    product = expansion.node("MatMulInteger", a, b, zero, expansion.zero_of(place))
    return expansion.node("Sub", product, expansion.node("Mul", sums, whole[2]), out=out)


def expand_conv(expansion):
    x, scale, _, w, weight_scale, _, result_scale, zero = expansion.old.input[:8]
    channels = [-1] + [1] * (len(expansion.shape_of(w)) - 2)
    total = convolve_channels(expansion, x, w, 5)
    if expansion.has(8):
        total = expansion.node("Add", total, expansion.shaped(expansion.old.input[8], channels))
    scaled_sum(expansion, total, (scale, expansion.shaped(weight_scale, channels)), result_scale, zero)


def expand_matmul(expansion):
    a, scale, _, b, other_scale, _, result_scale, zero = expansion.old.input[:8]
    total = multiply(expansion, a, b, 5)
    scaled_sum(expansion, total, (scale, other_scale), result_scale, zero)


def expand_gemm(expansion):
    a, scale, _, b, other_scale, _ = expansion.old.input[:6]
    a, b = (expansion.node("Transpose", value, perm=[1, 0]) if expansion.given.get(which) else value
            for value, which in ((a, "transA"), (b, "transB")))
    total = multiply(expansion, a, b, 5)
    if expansion.has(6):
        total = expansion.node("Add", total, expansion.old.input[6])
    if expansion.given.get("alpha", 1.0) != 1.0:
        scale = expansion.arithmetic("Mul", scale, expansion.constant(expansion.given["alpha"], numpy.float32))
    result_scale = expansion.old.input[7] if expansion.has(7) else None
    zero = expansion.old.input[8] if expansion.has(8) else None
    if result_scale and not zero:
        expansion.refuse("it has no zero point of the result")
    scaled_sum(expansion, total, (scale, other_scale), result_scale, zero)


def expand_dequantised(expansion):
    op, count = DEQUANTISED[expansion.old.op_type]
    if expansion.given.get("channels_last"):
        expansion.refuse("channels last are not taken")
    inputs = list(expansion.old.input)
    result = inputs[:2] if count == 0 else inputs[3 * count:3 * count + 2]
    inputs = inputs[2:] if count == 0 else inputs[:3 * count]
    given = {name: value for name, value in expansion.given.items() if name not in OWN_ATTRIBUTES}
    values = [expansion.node("DequantizeLinear", *inputs[i:i + 3]) for i in range(0, len(inputs), 3)]
    expansion.node("QuantizeLinear", expansion.node(op, *values, **given), *result, out=expansion.old.output[0])


def expand_dynamic(expansion):
    """DynamicQuantizeLinear as its function in the standard. Of zeros alone, the scale is 1, as in ONNX Runtime."""
    x, (y, scale_name, zero_name) = expansion.old.input[0], expansion.old.output
    number = {value: expansion.constant(value, numpy.float32) for value in (0, 1, 255)}
    largest = expansion.node("Max", expansion.node("ReduceMax", x, keepdims=0), number[0])
    least = expansion.node("Min", expansion.node("ReduceMin", x, keepdims=0), number[0])
    scale = expansion.node("Div", expansion.node("Sub", largest, least), number[255])
    scale = expansion.node("Where", expansion.node("Equal", scale, number[0]), number[1], scale, out=scale_name)
    zero = expansion.node("Sub", number[0], expansion.node("Div", least, scale))
    zero = expansion.node("Round", expansion.node("Clip", zero, number[0], number[255]))
    expansion.cast_to_bytes(zero, TensorProto.UINT8, zero_name)
    expansion.node("QuantizeLinear", x, scale_name, zero_name, out=y)


def expand_integer(expansion):
    """MatMulInteger and ConvInteger with both zero points, as numbers where they can be."""
    (a, b), out = expansion.old.input[:2], expansion.old.output[0]
    if expansion.old.op_type == "ConvInteger":
        convolve_channels(expansion, a, b, 3, out)
    else:
        multiply(expansion, a, b, 3, out)


def unpacked(expansion, packed, shape, bits):
    """Unsigned integers of `bits` bits, low ones first, of bytes in `shape`: as many more in the last dimension."""
    each = 8 // bits
    parts = expansion.node("Reshape", packed, expansion.constant([*shape, 1], numpy.int64))
    up = expansion.constant([8 - bits * (i + 1) for i in range(each)], numpy.uint8)
    parts = expansion.node("BitShift", parts, up, direction="LEFT")
    parts = expansion.node("BitShift", parts, expansion.constant([8 - bits], numpy.uint8), direction="RIGHT")
    return expansion.node("Reshape", parts, expansion.constant([*shape[:-1], shape[-1] * each], numpy.int64))


def expand_blocks(expansion):
    """MatMulNBits: weights of 2, 4 or 8 bits in blocks along the rows, each with a scale and a zero point."""
    given = expansion.given
    size, columns, bits, block = given["K"], given["N"], given.get("bits", 4), given["block_size"]
    blocks = -(-size // block)
    if bits not in (2, 4, 8) or expansion.has(4):
        expansion.refuse("blocks of this form are not taken")
    shape = expansion.constant([columns, blocks, 1], numpy.int64)
    weights = unpacked(expansion, expansion.old.input[1], [columns, blocks, block * bits // 8], bits)
    weights = expansion.node("Cast", weights, to=TensorProto.FLOAT)
    if not expansion.has(3):
        zeros = expansion.constant(2 ** (bits - 1), numpy.float32)
    elif expansion.type_of(expansion.old.input[3]) == TensorProto.UINT8:
        row = -(-blocks * bits // 8)
        zeros = unpacked(expansion, expansion.old.input[3], [columns, row], bits)
        if row * 8 // bits != blocks:
            zeros = expansion.node("Slice", zeros, *(expansion.constant([value], numpy.int64) for value in (0, blocks, 1)))
        zeros = expansion.node("Reshape", expansion.node("Cast", zeros, to=TensorProto.FLOAT), shape)
    else:
        zeros = expansion.node("Reshape", expansion.old.input[3], shape)
    scales = expansion.node("Reshape", expansion.old.input[2], shape)
    weights = expansion.node("Mul", expansion.node("Sub", weights, zeros), scales)
    weights = expansion.node("Reshape", weights, expansion.constant([columns, blocks * block], numpy.int64))
    if blocks * block != size:
        weights = expansion.node("Slice", weights, *(expansion.constant([value], numpy.int64) for value in (0, size, 1)))
    out = expansion.old.output[0]
    product = expansion.node("MatMul", expansion.old.input[0], expansion.node("Transpose", weights, perm=[1, 0]),
                             out=None if expansion.has(5) else out)
    if expansion.has(5):
        expansion.node("Add", product, expansion.old.input[5], out=out)


def expand_pool(expansion):
    """MaxPool of u8, which IREE compares as i8: moved by 128, of which only the lower bits are kept."""
    x = expansion.old.input[0]
    moved = expansion.node("Sub", x, expansion.constant(128, numpy.uint8))
    pooled = expansion.node("MaxPool", expansion.node("Cast", moved, to=TensorProto.INT8), **expansion.given)
    pooled = expansion.node("Cast", pooled, to=TensorProto.UINT8)
    expansion.node("Add", pooled, expansion.constant(128, numpy.uint8), out=expansion.old.output[0])


def is_pool_of_u8(node, types):
    return node.op_type == "MaxPool" and len(node.output) == 1 and types.get(node.input[0], (None,))[0] == TensorProto.UINT8


EXPANSIONS = {("", "QLinearConv"): expand_conv, ("", "QLinearMatMul"): expand_matmul, (MICROSOFT, "QGemm"): expand_gemm,
              ("", "DynamicQuantizeLinear"): expand_dynamic, ("", "MatMulInteger"): expand_integer, ("", "ConvInteger"): expand_integer,
              (MICROSOFT, "MatMulNBits"): expand_blocks, **{(MICROSOFT, op): expand_dequantised for op in DEQUANTISED}}


def types_of(model):
    """{value: (its type of elements, its shape)}, as far as they are known."""
    graph = onnx.shape_inference.infer_shapes(model).graph
    values = [(value.name, value.type.tensor_type) for value in [*graph.value_info, *graph.input, *graph.output]]
    types = {name: (kind.elem_type, [dim.dim_value for dim in kind.shape.dim]) for name, kind in values}
    return types | {tensor.name: (tensor.data_type, list(tensor.dims)) for tensor in graph.initializer}


def replace(model, expansion_of):
    """Each node by those of its expansion, where `expansion_of` it there is one."""
    types, made = types_of(model), []
    for node in model.graph.node:
        run = expansion_of(node, types)
        if not run:
            made.append(node)
            continue
        expansion = Expansion(model.graph, types, node)
        run(expansion)
        made.extend(expansion.nodes)
    del model.graph.node[:]
    model.graph.node.extend(made)


def has_quantised_ops(model):
    return any((node.domain.removeprefix("ai.onnx"), node.op_type) in EXPANSIONS for node in model.graph.node)


def expand(model):
    """Replaces the quantised ops of the model's graph, which is of LEAST_OPSET or newer. Raises Unsupported."""
    replace(model, lambda node, _: EXPANSIONS.get((node.domain.removeprefix("ai.onnx"), node.op_type)))
    replace(model, lambda node, types: expand_pool if is_pool_of_u8(node, types) else None)
