"""The passes of autotune in MLIR's own Python bindings: importing this registers them in the package `mlir`, where it is there.

    import autotune.mlir
    from mlir.ir import Context, Module
    from mlir.passmanager import PassManager
    with Context():
        module = Module.parse(open("model.mlir").read())
        PassManager.parse("builtin.module(autotune{target=host},autotune-to-llvm)").run(module.operation)

The passes are autotune, autotune-kernels, autotune-gpu and autotune-to-llvm with their options, on a module, the first two on
functions too. They run in this package's MLIR, which what they take passes through as bytecode, so the bindings have to be of a
release that reads it: 22.
"""
from __future__ import annotations

import ctypes
import importlib
import importlib.util

from . import _compiler
from ._errors import Mistake


def register(package: str = "mlir") -> None:
    """Registers the passes in the bindings of another package, once; autotune.Unsupported where its library hides what that takes."""
    try:
        bindings = importlib.import_module(f"{package}._mlir_libs._mlir")
    except (ImportError, TypeError, ValueError) as error:  # the last two: it is no name of a package
        raise Mistake(f"{package!r} has no Python bindings of MLIR ({error}): give the name of a package that does") from None
    loaded = ctypes.CDLL(bindings.__file__)
    _compiler.check(_compiler.load().autotuneRegisterPassesIn(ctypes.c_void_p(loaded._handle)))


def has_bindings(package: str) -> bool:
    """A folder of that name, such as one of LLVM's sources, is a package for Python, too."""
    return bool(importlib.util.find_spec(package) and importlib.util.find_spec(f"{package}._mlir_libs"))


if has_bindings("mlir"):
    register()
