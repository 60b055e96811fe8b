"""Products and convolutions on i8, u8 x s8, bf16 and f16 beside f32 of the same shape and ONNX Runtime, in turns
within one process. The modules are written to build/results/small-types.

The integers have their whole range. Ours are compared with the untouched lowering on the same operands, ONNX
Runtime's with NumPy: where its values of u8 x s8 differ, they have to be right with weights of half the range,
as they are when its kernels saturate.
"""
import dataclasses
import json
import statistics
import subprocess

import common

FOLDER = common.WORK / "small-types"
TURNS = 3
TOLERANCE = 1e-3

PRODUCTS = [(128, 768, 768), (512, 1024, 1024), (128, 3072, 768), (128, 768, 3072), (64, 512, 512), (256, 256, 256),
            (197, 768, 768), (49, 512, 2048), (16, 4096, 4096), (1, 4096, 4096), (1, 768, 3072), (77, 512, 512)]
# Of ResNet-50: height and width, input channels, output channels, kernel, stride, padding.
CONVOLUTIONS = [(224, 3, 64, 7, 2, 3), (56, 64, 64, 3, 1, 1), (28, 128, 128, 3, 1, 1), (14, 256, 256, 3, 1, 1),
                (56, 128, 128, 3, 2, 1), (56, 64, 256, 1, 1, 0), (14, 1024, 256, 1, 1, 0), (56, 256, 512, 1, 2, 0)]


@dataclasses.dataclass
class Work:
    """`maps`: of the data, the weights and the sum, over all loops."""
    name: str
    data: tuple
    weights: tuple
    output: tuple
    maps: tuple
    reductions: int
    flops: int
    stride: int = 1
    pad: int = 0


def product(m, n, k):
    return Work(f"matmul_{m}x{n}x{k}", (m, k), (k, n), (m, n), ("d0, d2", "d2, d1", "d0, d1"), 1, 2 * m * n * k)


def convolution(size, channels, filters, kernel, stride, pad):
    out = (size + 2 * pad - kernel) // stride + 1
    return Work(f"conv_{size}x{size}x{channels}_{kernel}x{kernel}x{filters}" + (f"_s{stride}" if stride > 1 else ""),
                (1, size, size, channels), (kernel, kernel, channels, filters), (1, out, out, filters),
                (f"d0, d1 * {stride} + d4, d2 * {stride} + d5, d6", "d4, d5, d6, d3", "d0, d1, d2, d3"), 3,
                2 * out * out * filters * channels * kernel * kernel, stride, pad)


def works():
    return [*(product(*numbers) for numbers in PRODUCTS), *(convolution(*numbers) for numbers in CONVOLUTIONS)]


def names():
    return [work.name for work in works()]


# --- modules

@dataclasses.dataclass
class Kind:
    """Element types of the factors and of the sum, and the ops that widen the data and the weights."""
    factor: str
    sum: str
    widen_data: str = ""
    widen_weights: str = ""
    constant: bool = True
    products_only: bool = False


KINDS = {"i8": Kind("i8", "i32", "extsi", "extsi"), "u8s8": Kind("i8", "i32", "extui", "extsi"),
         "i8 run-time": Kind("i8", "i32", "extsi", "extsi", constant=False), "f32": Kind("f32", "f32"),
         "bf16": Kind("bf16", "f32", "extf", "extf", products_only=True), "f16": Kind("f16", "f16", products_only=True)}


def kinds_of(work):
    return [name for name, kind in KINDS.items() if not (kind.products_only and work.reductions > 1)]


def tensor(shape, element):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def zero(element):
    return "0" if element.startswith("i") else "0.0"


def pad_lines(work, element):
    """Lines of the padding, and the value and the shape of what they leave."""
    if not work.pad:
        return [], "%data", work.data
    batch, height, width, channels = work.data
    shape = (batch, height + 2 * work.pad, width + 2 * work.pad, channels)
    return [f"  %outside = arith.constant {zero(element)} : {element}",
            f"  %padded = tensor.pad %data low[0, {work.pad}, {work.pad}, 0] high[0, {work.pad}, {work.pad}, 0] {{",
            "  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):", f"    tensor.yield %outside : {element}",
            f"  }} : {tensor(work.data, element)} to {tensor(shape, element)}"], "%padded", shape


def body_lines(kind):
    lines = [f"    {wide} = arith.{op} {value} : {kind.factor} to {kind.sum}" if op else None for wide, op, value in
             (("%wide_x", kind.widen_data, "%x"), ("%wide_w", kind.widen_weights, "%w"))]
    x, w = (wide if line else value for line, wide, value in zip(lines, ("%wide_x", "%wide_w"), ("%x", "%w")))
    letter = "i" if kind.sum.startswith("i") else "f"
    return [*filter(None, lines), f"    %term = arith.mul{letter} {x}, {w} : {kind.sum}",
            f"    %next = arith.add{letter} %so_far, %term : {kind.sum}", f"    linalg.yield %next : {kind.sum}"]


def module_text(work, kind):
    pad, data, padded = pad_lines(work, kind.factor)
    loops = len(work.output) + work.reductions
    dims = ", ".join(f"d{i}" for i in range(loops))
    maps = ", ".join(f"affine_map<({dims}) -> ({results})>" for results in work.maps)
    iterators = ", ".join(['"parallel"'] * len(work.output) + ['"reduction"'] * work.reductions)
    weights, result = tensor(work.weights, kind.factor), tensor(work.output, kind.sum)
    return "\n".join([
        f"func.func @main(%data: {tensor(work.data, kind.factor)}, %weights: {weights}"
        f"{' {autotune.constant}' if kind.constant else ''}) -> {result} {{", *pad,
        f"  %zero = arith.constant {zero(kind.sum)} : {kind.sum}", f"  %empty = tensor.empty() : {result}",
        f"  %zeros = linalg.fill ins(%zero : {kind.sum}) outs(%empty : {result}) -> {result}",
        f"  %sum = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}}",
        f"    ins({data}, %weights : {tensor(padded, kind.factor)}, {weights}) outs(%zeros : {result}) {{",
        f"  ^bb0(%x: {kind.factor}, %w: {kind.factor}, %so_far: {kind.sum}):", *body_lines(kind), f"  }} -> {result}",
        f"  return %sum : {result}", "}", ""])


# --- operands and what they give

def integers(work):
    """u8 data and s8 weights."""
    import numpy as np
    draw = np.random.default_rng(1)
    return (draw.integers(0, 256, work.data, dtype=np.uint8), draw.integers(-128, 128, work.weights, dtype=np.int8))


def floats(work, element):
    """Weights are so large that the results have the size of the data."""
    import ml_dtypes
    import numpy as np
    draw = np.random.default_rng(1)
    type_of = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}[element]
    terms = np.prod(work.weights[:-1])
    return (draw.standard_normal(work.data).astype(type_of), (draw.standard_normal(work.weights) / terms ** 0.5).astype(type_of))


def operands(work, name):
    import numpy as np
    if KINDS[name].sum != "i32":
        return floats(work, KINDS[name].factor)
    data, weights = integers(work)
    return (data if name == "u8s8" else data.view(np.int8)), weights


def reference(work, data, weights):
    """In double precision, which has all integers that occur."""
    import numpy as np
    data, weights = data.astype(np.float64), weights.astype(np.float64)
    if work.reductions == 1:
        return data @ weights
    pad = (work.pad, work.pad)
    padded = np.pad(data, ((0, 0), pad, pad, (0, 0)))
    result = np.zeros(work.output)
    ends = [1 + work.stride * (size - 1) for size in work.output[1:3]]
    for i, j in np.ndindex(work.weights[:2]):
        window = padded[:, i:i + ends[0]:work.stride, j:j + ends[1]:work.stride]
        result += window @ weights[i, j]
    return result


# --- ONNX Runtime

def onnx_call(peer, work, node, data, weights, output):
    """A call of the node on `data`; all else is constant. `output`: type and shape."""
    import numpy as np
    from onnx import helper, numpy_helper
    info = [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(kind)), shape) for name, kind, shape in
            (("data", data.dtype, data.shape), ("result", *output))]
    graph = helper.make_graph([node], work.name, info[:1], info[1:], [numpy_helper.from_array(np.asarray(value), name)
                                                                      for name, value in weights.items()])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return peer.session_call(helper.make_model(graph, opset_imports=opsets, ir_version=9), [data])


def window(work):
    return {} if work.reductions == 1 else {"strides": [work.stride] * 2, "pads": [work.pad] * 4}


def reordered(array, order):
    import numpy as np
    return np.ascontiguousarray(array.transpose(order))


def plain_call(peer, work, data, weights):
    """The product or the convolution, NCHW there, of these types; the sums as ours lays them out."""
    import numpy as np
    from onnx import helper
    is_integer = weights.dtype == np.int8
    kind, suffix = (np.int32, "Integer") if is_integer else (np.float32, "")
    if work.reductions == 1:
        node = helper.make_node(f"MatMul{suffix}", ["data", "weights"], ["result"])
        call = onnx_call(peer, work, node, data, {"weights": weights}, (kind, work.output))
        return call, lambda: call.outputs()[0]
    node = helper.make_node(f"Conv{suffix}", ["data", "weights"], ["result"], **window(work))
    shape = [work.output[i] for i in (0, 3, 1, 2)]
    call = onnx_call(peer, work, node, reordered(data, (0, 3, 1, 2)), {"weights": reordered(weights, (3, 2, 0, 1))}, (kind, shape))
    return call, lambda: call.outputs()[0].transpose(0, 2, 3, 1)


def result_scale(sums):
    import numpy as np
    return np.float32(abs(sums).max() / 127)


def quantized_call(peer, work, data, weights):
    """The convolution that quantised models have, NHWC: the sums are scaled and rounded to u8."""
    import numpy as np
    from onnx import helper
    one, scale = np.float32(1), result_scale(reference(work, data, weights))
    node = helper.make_node("QLinearConv", ["data", "one", "zero_u8", "weights", "one", "zero_s8", "scale", "middle"], ["result"],
                            domain="com.microsoft", channels_last=1, **window(work))
    constants = {"one": one, "zero_u8": np.uint8(0), "weights": reordered(weights, (3, 2, 0, 1)), "zero_s8": np.int8(0),
                 "scale": scale, "middle": np.uint8(128)}
    call = onnx_call(peer, work, node, data, constants, (np.uint8, work.output))
    return call, lambda: call.outputs()[0]


def requantized(sums):
    import numpy as np
    return np.clip(np.rint(sums / result_scale(sums)) + 128, 0, 255)


def checked_call(peer, work, make, wanted, slack):
    """The call of u8 x s8, and the share of its values that saturation has made wrong. `wanted`: of the exact sums."""
    data, weights = integers(work)

    def call_and_wrong(weights):
        call, values = make(peer, work, data, weights)
        call.run()
        return call, float((abs(values().astype(float) - wanted(reference(work, data, weights))) > slack).mean())

    call, wrong = call_and_wrong(weights)
    if wrong and call_and_wrong(weights // 2)[1]:  # 255 * 64 twice is below 2^15
        raise common.WrongResult(f"{work.name}: ONNX Runtime's integers are wrong, and not by saturation")
    return call, wrong


def integer_calls(peer, work):
    """{name: (call, share of wrong values)}"""
    made = {"onnxruntime u8s8": checked_call(peer, work, plain_call, lambda sums: sums, 0)}
    if work.reductions > 1:
        made["onnxruntime quantized"] = checked_call(peer, work, quantized_call, requantized, 1)
    return made


def float_call(peer, work):
    data, weights = floats(work, "f32")
    (call, values), wanted = plain_call(peer, work, data, weights), reference(work, data, weights)
    call.run()
    error = abs(values() - wanted).max() / abs(wanted).max()
    if not error <= TOLERANCE:
        raise common.WrongResult(f"{work.name}: ONNX Runtime differs from NumPy by {error:.2g}")
    return call


# --- one row

def prepare(work, name):
    """What our_turn takes; the operands are kept for this row alone."""
    import numpy as np
    FOLDER.mkdir(parents=True, exist_ok=True)
    module, arrays = FOLDER / f"{work.name}.{name.replace(' ', '-')}.mlir", FOLDER / f"{name.replace(' ', '-')}.npz"
    module.write_text(module_text(work, KINDS[name]))
    data, weights = operands(work, name)
    np.savez(arrays, arg0=data, arg1=weights)
    return module, "--inputs", arrays


def predicted_seconds(module, *flags):
    """Of the kernels that a call runs: what is computed of constants is computed once, and what has no price is left out."""
    command = [common.PROGRAM, "run", module, "--target", "host", "--profile", "--only-tuned", "--json", "--quiet", *flags]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    return sum(kernel.get("predicted_seconds", 0) * kernel["runs"] for kernel in json.loads(found.stdout)["kernels"])


def row(name):
    import peers
    work = next(work for work in works() if work.name == name)
    peer = peers.OnnxRuntime()
    checked = integer_calls(peer, work)
    calls = {**{who: call for who, (call, _) in checked.items()}, "onnxruntime f32": float_call(peer, work)}
    ours = {kind: prepare(work, kind) for kind in kinds_of(work)}
    made = {"name": name, "flops": work.flops, "onnxruntime_wrong": {who: wrong for who, (_, wrong) in checked.items()}, "versions": {peer.name: peer.version},
            "overheads": {peer.name: statistics.median(peers.sample(peer.empty_call().run))},
            "predicted": {kind: predicted_seconds(module) for kind, (module, *_) in ours.items()},
            "results": common.take_turns(TURNS, ours, calls)}
    for _, _, arrays in ours.values():
        arrays.unlink()
    return made
