"""One compilation for every batch: the sizes to expect are only a hint."""
import numpy as np

import autotune
import picture

LAYER = """
func.func @layer(%x: tensor<?x256xf32> {autotune.dims = ["batch", ""]}, %w: tensor<256x512xf32>) -> tensor<?x512xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %batch = tensor.dim %x, %c0 : tensor<?x256xf32>
  %empty = tensor.empty(%batch) : tensor<?x512xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x512xf32>) -> tensor<?x512xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x256xf32>, tensor<256x512xf32>) outs(%start : tensor<?x512xf32>) -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
}
"""

draw = np.random.default_rng(0)
layer = autotune.compile(LAYER, sizes={"batch": [1, 8, 32]})
w = draw.standard_normal((256, 512)).astype(np.float32)
for batch in (1, 7, 8, 33):
    x = draw.standard_normal((batch, 256)).astype(np.float32)
    assert np.allclose(layer(x, w), x @ w, atol=1e-3)
print("batches of 1, 7, 8 and 33 by one library")
lines = {"autotune": [], "NumPy": []}
for batch in range(1, 65):
    x = draw.standard_normal((batch, 256)).astype(np.float32)
    lines["autotune"].append((batch, picture.seconds(layer, x, w)))
    lines["NumPy"].append((batch, picture.seconds(np.matmul, x, w)))
unit = lines["autotune"][0][1]
picture.curves("dynamic_batch.svg", "Time of a batch, as many times as that of one row", "batch",
               {name: [(batch, taken / unit) for batch, taken in line] for name, line in lines.items()})
