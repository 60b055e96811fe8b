"""A layer of an int8 network: the products are the processor's dot products, and exact."""
import numpy as np

import autotune
import picture

LAYER = """
func.func @layer(%x: tensor<64x256xi8>, %w: tensor<256x128xi8>) -> tensor<64x128xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x128xi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x128xi32>) -> tensor<64x128xi32>
  %y = linalg.matmul ins(%x, %w : tensor<64x256xi8>, tensor<256x128xi8>) outs(%start : tensor<64x128xi32>) -> tensor<64x128xi32>
  return %y : tensor<64x128xi32>
}
"""

draw = np.random.default_rng(0)
x, w = (draw.integers(-128, 128, shape).astype(np.int8) for shape in ((64, 256), (256, 128)))
layer = autotune.compile(LAYER)
assert np.array_equal(layer(x, w), x.astype(np.int32) @ w.astype(np.int32))
print("exact, by", layer.kernels[0].schedule)
floats = autotune.compile(LAYER.replace("xi8>", "xf32>").replace("xi32>", "xf32>").replace(" 0 : i32", " 0.0 : f32").replace("i32", "f32"))
a, b = x.astype(np.float32), w.astype(np.float32)
picture.compare("int8.svg", "A product of 64 x 256 x 128", {
    "int8": lambda: layer(x, w), "the same in f32": lambda: floats(a, b), "NumPy in f32": lambda: a @ b})
