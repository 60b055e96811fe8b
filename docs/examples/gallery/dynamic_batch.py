"""One compilation for every batch: the sizes to expect are only a hint."""
import numpy as np

import autotune

LAYER = """
func.func @layer(%x: tensor<?x96xf32> {autotune.dims = ["batch", ""]}, %w: tensor<96x40xf32>) -> tensor<?x40xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : tensor<?x96xf32>
  %empty = tensor.empty(%batch) : tensor<?x40xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x40xf32>) -> tensor<?x40xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x96xf32>, tensor<96x40xf32>) outs(%start : tensor<?x40xf32>) -> tensor<?x40xf32>
  return %y : tensor<?x40xf32>
}
"""

draw = np.random.default_rng(0)
layer = autotune.compile(LAYER, sizes={"batch": [1, 8, 32]})
w = draw.standard_normal((96, 40)).astype(np.float32)
for batch in (1, 7, 8, 33):
    x = draw.standard_normal((batch, 96)).astype(np.float32)
    assert np.allclose(layer(x, w), x @ w, atol=1e-4)
print("batches of 1, 7, 8 and 33 by one library")
