"""MobileNetV2 in int8: int8_mobilenet.py FILE. ONNX Runtime's tool quantises it, and ONNX Runtime is the reference. The file of
data/models has no weights, so they are drawn."""
import sys

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import autotune
import picture

draw = np.random.default_rng(0)


def weights_of(value):
    shape = [dim.dim_value for dim in value.type.tensor_type.shape.dim]
    scale = (2 / np.prod(shape[1:])) ** 0.5 if len(shape) > 1 else 0.05
    return onnx.numpy_helper.from_array((draw.standard_normal(shape) * scale).astype(np.float32), value.name)


def image():
    return draw.standard_normal((1, 3, 224, 224)).astype(np.float32)


class Images(CalibrationDataReader):
    def __init__(self, name):
        self.images = iter([{name: image()} for _ in range(4)])

    def get_next(self):
        return next(self.images, None)


def session(level):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.graph_optimization_level = 1, level
    return onnxruntime.InferenceSession("int8.onnx", options)


model = onnx.load(sys.argv[1])
inputs = list(model.graph.input)
model.graph.initializer.extend(map(weights_of, inputs[1:]))
del model.graph.input[1:]
onnx.save(model, "float.onnx")
quant_pre_process("float.onnx", "float.onnx", skip_symbolic_shape=True)
quantize_static("float.onnx", "int8.onnx", Images(inputs[0].name), per_channel=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8)

fast, floats = autotune.compile("int8.onnx"), autotune.compile("float.onnx")
x = image()
expected = session(onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL).run(None, {inputs[0].name: x})[0]
error = np.abs(fast(x) - expected).max() / np.abs(expected).max()
assert error <= 0.1  # a sum next to the middle between two integers goes to either
print(f"int8 within {error:.0e} of ONNX Runtime, {len(fast.kernels)} ops")
peer = session(onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL)
picture.compare("int8_mobilenet.svg", "MobileNetV2, one image, one thread", {
    "int8": lambda: fast(x), "int8, ONNX Runtime": lambda: peer.run(None, {inputs[0].name: x}), "f32": lambda: floats(x)})
