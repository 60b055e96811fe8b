"""torch.compile(model, backend="autotune"): a graph of PyTorch goes to linalg by torch-mlir and is compiled here.

What cannot be compiled runs as PyTorch runs it, and a warning says why.
"""
from __future__ import annotations

import copy
import warnings
from typing import Any, Callable, Sequence

import torch

from ._errors import Unsupported, reason
from ._function import Function
from ._model import compile
from ._values import ALIGNMENT, Value, is_same_type

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
    changed = next((node for node in graph.graph.nodes if node.op == "placeholder" and is_changed(node)), None)
    return f"it changes {changed.name} in place" if changed else None


def is_changed(node: torch.fx.Node) -> bool:
    """Whether the graph writes to an input: its stand-in counts that, and is new. torch.export would spoil inputs that share memory."""
    value = node.meta.get("example_value")
    return isinstance(value, torch.Tensor) and value._version > 0


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


# Ops whose results of 8 bits torch-mlir makes of numbers by a conversion that ends the process: where an operand is a number, and always.
ENDS_BY_NUMBER = {"aten::mul", "aten::sub", "aten::rsub", "aten::remainder", "aten::div", "aten::floor_divide"}
ENDS = {"aten::addmm", "aten::baddbmm", "aten::arange"}


def ends_process(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    if not isinstance(node.target, torch._ops.OpOverload) or not isinstance(value, torch.Tensor) or value.dtype not in (torch.int8, torch.uint8):
        return False
    name = node.target.name().split(".")[0]
    return name in ENDS or name in ENDS_BY_NUMBER and not all(isinstance(each, torch.fx.Node) for each in node.args[:2])


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
    lost = next((node for node in program.graph.nodes if ends_process(node)), None)
    if lost is not None:
        raise Unsupported(f"torch-mlir does not lower {lost.target} of {lost.meta['val'].dtype}")
    try:
        return str(fx.export_and_import(program, output_type="linalg-on-tensors", func_name="graph"))
    except Exception:  # of torch-mlir, whose text says no more than this
        raise Unsupported("torch-mlir does not lower it; its error above names the op") from None


def address(tensor: torch.Tensor) -> int:
    return tensor.data_ptr() or ALIGNMENT  # without elements it has none, and that of nothing is no address


def is_as_wanted(value: Value, dtype: torch.dtype, shape: Sequence[int]) -> bool:
    """Whether what torch-mlir makes an argument or result of a tensor has its elements, one after the other."""
    probe = torch.empty(0, dtype=dtype)
    element = (probe.view(torch.int16) if dtype == torch.bfloat16 else probe).numpy().dtype
    known = [given if wanted is None else wanted for wanted, given in zip(value.shape, shape)]
    return value.is_buffer and len(value.shape) == len(shape) and known == list(shape) and is_same_type(value, element)


def outputs_of(graph: torch.fx.GraphModule) -> list[torch.Tensor]:
    """What stands for the results, which have to be tensors."""
    node = next(node for node in graph.graph.nodes if node.op == "output")
    values = []
    for each in node.args[0]:
        value = each.meta.get("example_value") if isinstance(each, torch.fx.Node) else None
        if not isinstance(value, torch.Tensor):
            raise Unsupported("a result is no tensor")
        values.append(value)
    taken = [each.meta.get("example_value") for each in graph.graph.nodes if each.op == "placeholder"]
    used = {each.untyped_storage()._cdata for each in taken if isinstance(each, torch.Tensor)}
    given = {each.untyped_storage()._cdata for each in values}
    if len(given) < len(values) or given & used:
        raise Unsupported("a result is in the memory of an input or of another result, and may be changed with it")
    return values


def build(graph: torch.fx.GraphModule, inputs: Sequence[torch.Tensor], options: dict) -> Callable:
    options = dict(options)
    outputs, left = outputs_of(graph), list(range(len(inputs)))
    if options.pop("freezing", False):
        graph, left = freeze(graph, inputs)
    function = compile(lower(graph, [inputs[n] for n in left]), **options).functions["graph"]
    taken = [inputs[n] for n in left]
    wanted, given = [*function.arguments, *function.results], [*taken, *outputs]
    if len(wanted) != len(given) or len(taken) != len(function.arguments) or not all(
            is_as_wanted(value, each.dtype, each.shape) for value, each in zip(wanted, given)):
        raise Unsupported("torch-mlir gives it other arguments or results")
    return caller(function, [(n, inputs[n].dtype, inputs[n].shape) for n in left], [each.dtype for each in outputs])


def caller(function: Function, taken: list, dtypes: list[torch.dtype]) -> Callable:
    """The function on the inputs `taken`, places with types and shapes, where PyTorch has them in memory; results likewise."""
    def allocate(made: list) -> list:
        results = [torch.empty(shape, dtype=dtype) for (shape, _, _), dtype in zip(made, dtypes)]
        return [(each, address(each)) for each in results]

    def call(*inputs: torch.Tensor) -> list[torch.Tensor]:
        addresses, kept = [], []
        for n, dtype, shape in taken:
            tensor = inputs[n]
            if tensor.dtype != dtype or tensor.shape != shape:
                raise TypeError(f"input {n} is {tensor.dtype} {list(tensor.shape)}, and was compiled for {dtype} {list(shape)}")
            if not tensor.is_contiguous() or tensor.is_neg():
                tensor = tensor.resolve_neg().contiguous()
                kept.append(tensor)
            addresses.append(address(tensor))
        return function._run(addresses, {}, allocate)

    return call


def backend(graph: torch.fx.GraphModule, inputs: Sequence[Any], *, options: "dict | None" = None) -> Callable:
    """The backend "autotune" of torch.compile.

    `options` are those of autotune.compile, and "freezing": weights become constants, which is faster, and stay what they
    are although the model's may change.
    """
    why = find_reason(graph, inputs)
    if why is None:
        try:
            return build(graph, inputs, options or {})
        except Exception as error:  # whatever it is, PyTorch can run the graph
            why = reason(error)
    warnings.warn(f"autotune: a graph of {len(graph.graph.nodes)} nodes runs as PyTorch runs it: {why}", Fallback, stacklevel=2)
    return graph.forward
