"""The schedule that measuring finds in a minute, kept in a store from which later compilations take it."""
import sqlite3
import sys

import numpy as np

import autotune
import picture

PRODUCT = """
func.func @product(%a: tensor<120x72xf32>, %b: tensor<72x200xf32>, %c: tensor<120x200xf32>) -> tensor<120x200xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<120x72xf32>, tensor<72x200xf32>) outs(%c : tensor<120x200xf32>) -> tensor<120x200xf32>
  return %r : tensor<120x200xf32>
}
"""

minutes = float(sys.argv[1]) if sys.argv[1:] else 1
before = autotune.compile(PRODUCT)
after = autotune.tune(before, minutes=minutes, records="product.records")
again = autotune.compile(PRODUCT, records="product.records")  # of what was measured, in seconds
a, b, c = (np.random.default_rng(0).standard_normal(shape).astype(np.float32) for shape in ((120, 72), (72, 200), (120, 200)))
for product in (before, after, again):
    assert np.allclose(product(a, b, c), a @ b + c, atol=1e-4)
print("chosen by the model:", before.kernels[0].schedule)
print("found by measuring: ", again.kernels[0].schedule)
rows = sqlite3.connect("product.records").execute("select seconds, baseline_seconds from row where verdict = 'ok' order by number")
best, curve = 1.0, []
for trial, (times, baseline) in enumerate(rows, 1):
    best = min(best, min(map(float, times.split(","))) / baseline) if baseline else best
    curve.append((trial, best))
picture.curves("tune_a_minute.svg", "Shortest time so far, as a part of that of the model's choice", "trials", {"measured": curve})
