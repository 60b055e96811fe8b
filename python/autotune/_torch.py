"""torch.compile(model, backend="autotune"): a graph of PyTorch goes to linalg by torch-mlir and is compiled here.

What cannot be compiled runs as PyTorch runs it, and a warning says why.
"""
from __future__ import annotations

import copy
import warnings
from typing import Any, Callable, Sequence

import torch

from ._errors import Unsupported
from ._model import compile

REMEDY = "pip install 'mlir-autotune[torch]'"


class Fallback(UserWarning):
    """A graph that runs without autotune, and why."""


def find_reason(graph: torch.fx.GraphModule, inputs: Sequence[Any]) -> str | None:
    """Why a graph is not even tried: what is in the way, in words."""
    if torch.is_grad_enabled() and any(isinstance(each, torch.Tensor) and each.requires_grad for each in inputs):
        return "its gradient may be asked for: call the model under torch.no_grad()"
    for each in inputs:
        if not isinstance(each, torch.Tensor):
            return f"an input is a {type(each).__name__}, such as a size that differs from call to call: use dynamic=False"
        if each.device.type != "cpu" or each.layout != torch.strided:
            return f"an input is on {each.device}, {each.layout}"
        if each.is_complex():
            return "an input is complex"
    return None


# Ops that PyTorch tags as random, and do not draw where an argument (place, name) has a value, which may be its default.
DRAWS_NOTHING = {
    "aten::scaled_dot_product_attention": (4, "dropout_p", 0.0, 0.0),
    "aten::dropout": (2, "train", False, None),
    "aten::feature_dropout": (2, "train", False, None),
    "aten::alpha_dropout": (2, "train", False, None),
    "aten::native_dropout": (2, "train", False, None),
}


def is_random(node: torch.fx.Node) -> bool:
    if torch.Tag.nondeterministic_seeded not in getattr(node.target, "tags", ()):
        return False
    place, name, quiet, default = DRAWS_NOTHING.get(node.target.name().split(".")[0], (0, "", None, True))
    return (node.args[place] if len(node.args) > place else node.kwargs.get(name, default)) != quiet


def freeze(graph: torch.fx.GraphModule, inputs: Sequence[torch.Tensor]) -> tuple[torch.fx.GraphModule, list[int]]:
    """The graph with its weights as constants, and which of the inputs are left."""
    frozen, left = copy.deepcopy(graph), []
    places = [node for node in frozen.graph.nodes if node.op == "placeholder"]
    for n, (node, value) in enumerate(zip(places, inputs)):
        if not isinstance(value, torch.nn.Parameter) and not hasattr(value, "_dynamo_static_input_type"):
            left.append(n)
            continue
        frozen.register_parameter(f"weight_{n}", torch.nn.Parameter(value.detach(), requires_grad=False))
        with frozen.graph.inserting_before(node):
            node.replace_all_uses_with(frozen.graph.get_attr(f"weight_{n}"))
        frozen.graph.erase_node(node)
    frozen.recompile()
    return frozen, left


def lower(graph: torch.fx.GraphModule, inputs: Sequence[torch.Tensor]) -> str:
    """The graph as text of MLIR on linalg."""
    try:
        from torch_mlir import fx
    except ImportError as error:
        raise Unsupported(f"torch-mlir is missing ({error}): {REMEDY}") from None
    program = torch.export.export(graph, tuple(inputs))
    changed = {**program.graph_signature.buffers_to_mutate, **program.graph_signature.user_inputs_to_mutate}
    if changed:
        raise Unsupported(f"it changes {next(iter(changed.values()))} in place")
    drawn = next((node for node in program.graph.nodes if is_random(node)), None)
    if drawn is not None:
        raise Unsupported(f"{drawn.target} draws random numbers")
    return str(fx.export_and_import(program, output_type="linalg-on-tensors", func_name="graph"))


def as_array(tensor: torch.Tensor) -> Any:
    tensor = tensor.detach().resolve_conj().resolve_neg()
    return (tensor.contiguous().view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor).numpy()


def as_tensor(array: Any, dtype: torch.dtype) -> torch.Tensor:
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view("int16")).view(dtype)
    return torch.from_numpy(array)


def outputs_of(graph: torch.fx.GraphModule) -> list[torch.dtype]:
    """Types of the results, which have to be tensors."""
    node = next(node for node in graph.graph.nodes if node.op == "output")
    dtypes = []
    for each in node.args[0]:
        value = each.meta.get("example_value") if isinstance(each, torch.fx.Node) else None
        if not isinstance(value, torch.Tensor):
            raise Unsupported("a result is no tensor")
        if each.op == "placeholder":
            raise Unsupported("a result is an input itself")
        dtypes.append(value.dtype)
    return dtypes


def build(graph: torch.fx.GraphModule, inputs: Sequence[torch.Tensor], options: dict) -> Callable:
    options = dict(options)
    dtypes, left = outputs_of(graph), list(range(len(inputs)))
    if options.pop("freezing", False):
        graph, left = freeze(graph, inputs)
    function = compile(lower(graph, [inputs[n] for n in left]), **options).functions["graph"]
    if len(function.arguments) != len(left) or len(function.results) != len(dtypes):
        raise Unsupported("torch-mlir gives it other arguments or results")

    def call(*given: torch.Tensor) -> tuple[torch.Tensor, ...]:
        arrays = function(*[as_array(given[n]) for n in left])
        arrays = arrays if isinstance(arrays, tuple) else (arrays,)
        return tuple(as_tensor(array, dtype) for array, dtype in zip(arrays, dtypes))

    return call


def backend(graph: torch.fx.GraphModule, inputs: Sequence[Any], *, options: "dict | None" = None) -> Callable:
    """The backend "autotune" of torch.compile.

    `options` are those of autotune.compile, and "freezing": weights become constants, which is faster, and stay what they
    are although the model's may change.
    """
    reason = find_reason(graph, inputs)
    if reason is None:
        try:
            return build(graph, inputs, options or {})
        except Exception as error:  # whatever it is, PyTorch can run the graph
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
    warnings.warn(f"autotune: a graph of {len(graph.graph.nodes)} nodes runs as PyTorch runs it: {reason}", Fallback, stacklevel=2)
    return graph.forward
