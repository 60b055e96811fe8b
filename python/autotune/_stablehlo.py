"""Models in StableHLO, brought to linalg by the MLIR inside of jaxlib, where that is installed: IREE is not needed then."""
from __future__ import annotations

import importlib.metadata
import re
from typing import Any

from ._errors import Mistake, Unsupported, reason

PASSES = ("builtin.module(inline,symbol-dce,func.func(chlo-legalize-to-stablehlo),canonicalize,stablehlo-legalize-to-linalg,"
          "stablehlo-convert-to-signless,canonicalize,cse)")
LEFT = re.compile(r'^\s*(?:%[^=\n]*= )?"?((?:stablehlo|chlo|mhlo|shape)\.[\w.]+)', re.MULTILINE)


def version() -> "str | None":
    """Of jaxlib; None where it is not installed."""
    try:
        return "jaxlib==" + importlib.metadata.version("jaxlib")
    except importlib.metadata.PackageNotFoundError:
        return None


def lower(model: bytes) -> str:
    """The text of a module on linalg. `model`: text, bytecode, or what jax.export serializes."""
    try:
        from jax._src.interpreters.mlir import make_ir_context  # with the dialects of JAX
        from jaxlib.mlir import ir, passmanager
        from jaxlib.mlir._mlir_libs import _stablehlo
        from jaxlib.mlir.dialects import stablehlo
        _stablehlo.register_stablehlo_passes()
    except (ImportError, AttributeError) as error:
        raise Unsupported(f"this jaxlib lowers no StableHLO: {error}") from None
    with make_ir_context() as context:
        try:
            module = parse(model, ir, stablehlo, context)
        except (ir.MLIRError, ValueError) as error:
            raise Mistake(f"the model in StableHLO: {reason(error)}") from None
        try:
            passmanager.PassManager.parse(PASSES).run(module.operation)
        except (ir.MLIRError, ValueError) as error:
            raise Unsupported(f"jaxlib does not lower it to linalg: {reason(error)}") from None
        text = module.operation.get_asm(print_generic_op_form=False)
    left = LEFT.search(text)
    if left:
        raise Unsupported(f"the model needs {left[1]}, which jaxlib does not lower to linalg")
    return text


def parse(model: bytes, ir: Any, stablehlo: Any, context: Any) -> Any:
    return stablehlo.deserialize_portable_artifact(context, model) if b"vhlo\0" in model else ir.Module.parse(model)
