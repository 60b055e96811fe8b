"""A network from its ONNX file, of any kind: network.py FILE. The files of data/models have no weights, so all is drawn."""
import pathlib
import sys

import numpy as np

import autotune
import picture

path = pathlib.Path(sys.argv[1])
draw = np.random.default_rng(0)


def drawn(value):
    if value.dtype.kind == "f":  # activations keep their scale
        return (draw.standard_normal(value.shape) / max(1, np.prod(value.shape[1:])) ** 0.5).astype(value.dtype)
    return draw.integers(0, 16, value.shape).astype(value.dtype)


fast = autotune.compile(path)
main = next(iter(fast.functions.values()))
arguments = [drawn(value) for value in main.arguments]
result = np.asarray(fast(*arguments))
exact = np.asarray(autotune.compile(path, fp="strict")(*arguments))  # every bit as written
assert np.abs(result - exact).max() <= 1e-3 * np.abs(exact).max()
print(f"{path.stem}: {len(fast.kernels)} ops, results {result.shape} within {np.abs(result - exact).max() / np.abs(exact).max():.0e} of strict ones")
fast.report(f"{path.stem}.html")
picture.kernels(f"{path.stem}.svg", f"{path.stem}: where the time goes", fast)
