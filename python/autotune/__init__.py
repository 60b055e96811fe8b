"""Tuned machine code for models in MLIR, called on NumPy arrays.

    import autotune
    f = autotune.compile("model.mlir")
    y = f(x)
"""
from ._errors import Error, Failure, Mistake, Unsupported
from ._function import Function
from ._jax import jit
from ._kernels import Kernel, Kernels
from ._model import Model, calibrate, compile, tune
from ._source import cache_folder
from ._values import Value

__version__ = "0.1.0"
__all__ = ["Error", "Failure", "Function", "Kernel", "Kernels", "Mistake", "Model", "Unsupported", "Value", "cache_folder",
           "calibrate", "compile", "jit", "tune"]
