"""autotune.jit: a function of JAX goes to StableHLO and to linalg by JAX, and is compiled here."""
from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as np

from . import _source
from ._errors import Unsupported
from ._function import Function
from ._model import Model, compile


def jit(function: Callable, **options: Any) -> Callable:
    """The function, compiled for every new combination of types and shapes of its arguments.

    Arguments and results are trees of arrays as in jax.jit; results are NumPy's. `options` are those of autotune.compile.
    It has no gradient, and its random keys are raw ones (jax.random.PRNGKey). Needs jax; loops need the extra `onnx`, too, for IREE.
    """
    import jax

    lowered = jax.jit(function, keep_unused=True)

    @functools.lru_cache(maxsize=None)
    def build(tree: Any, kinds: tuple) -> tuple[Function, Any, list[np.dtype]]:
        leaves = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in kinds]
        arguments = jax.tree.unflatten(tree, leaves)
        text = lowered.lower(*arguments).as_text()
        model: Model = compile(_source.model_path(text.encode(), ".stablehlo.mlir"), **options)
        results = jax.tree.flatten(jax.eval_shape(function, *arguments))
        if len(model.main.arguments) != len(leaves) or len(model.main.results) != len(results[0]):
            raise Unsupported(f"JAX gives {function.__name__} other arguments or results, such as constants that it lifts")
        return model.main, results[1], [np.dtype(each.dtype) for each in results[0]]

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        leaves, tree = jax.tree.flatten(arguments)
        arrays = [np.asarray(leaf) if hasattr(leaf, "dtype") else np.asarray(jax.numpy.asarray(leaf)) for leaf in leaves]
        compiled, result_tree, dtypes = build(tree, tuple((array.shape, array.dtype) for array in arrays))
        results = compiled(*arrays)
        given = results if isinstance(results, tuple) else () if results is None else (results,)
        return jax.tree.unflatten(result_tree, [each.view(dtype) for each, dtype in zip(given, dtypes)])  # which may have no sign

    return call
