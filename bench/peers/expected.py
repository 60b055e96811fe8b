"""What ONNX Runtime computes for the networks of data/models, on the operands that runtime/operands.c
draws for a seed. The files hold samples; test/unit/costmodel/test_expected.c compares tuned code with them.

Operands that scale what was normalised are drawn around 1, as trained ones are: around 0, the values of
deep networks hardly depend on the data. Where a softmax at the end leaves one value and no other to compare, its operand, the logits, is compared
instead: NAME_logits.mlir is the network without that softmax.
"""
import json
import pathlib
import re

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = 96  # values of each output: half of them the largest, the others anywhere
SEED = 1
SATURATED = 1e-6  # the median of a softmax over its largest value, below which the others say nothing
SENSITIVE = 2e-3  # how far, of its largest value, other data moves an output at least: twice what test_expected tolerates
GAMMA, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1


def random_words(seed, position, count):
    """The first `count` numbers of the generator of base/rng.h for one operand."""
    start = (seed * 0x2545F4914F6CDD1D + position * GAMMA) & MASK
    with np.errstate(over="ignore"):
        z = np.uint64(start) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GAMMA)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return z ^ z >> np.uint64(31)


def operand(shape, kind, position, is_data, seed):
    """As operands_fill does."""
    count = int(np.prod(shape)) if shape else 1
    words = random_words(seed, position, count)
    if np.issubdtype(kind, np.integer):
        return (words % np.uint64(8)).astype(kind).reshape(shape)
    low = np.uint64(0xFFFF)
    parts = [(words >> np.uint64(16 * n) & low).astype(np.float64) for n in range(4)]
    normal = ((parts[0] + parts[1] + parts[2] + parts[3]) / 65535.0 - 2.0) * 1.7320508075688772
    scale = 1.0 if is_data else 0.1 if len(shape) < 2 else np.sqrt(2.0 * shape[0] / count)
    return (scale * normal).astype(kind).reshape(shape)


def operands(model, name, seed=SEED, data_seed=None):
    """The operands of the network `name`, in the order of the function's arguments; with another seed
    for the data, other data for the same weights."""
    from onnx import helper
    data = json.loads((ROOT / "test" / "models" / f"{name}.args.json").read_text())["data"]
    values = []
    for position, info in enumerate(model.graph.input):
        shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
        kind = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
        drawn = data_seed if position < data and data_seed is not None else seed
        values.append(operand(shape, kind, position, position < data, drawn))
    return values


def scaling(model):
    """Positions of the operands that scale: of a normalisation, or of every channel."""
    names = [info.name for info in model.graph.input]
    found = {node.input[1] for node in model.graph.node
             if node.op_type in ("LayerNormalization", "Mul") and len(node.input) > 1}
    return [position for position, name in enumerate(names) if name in found]


def cut_softmax(model):
    """Makes the operand of the softmax that ends the model its output; False where none does."""
    from onnx import helper
    last = model.graph.node[-1]
    if last.op_type != "Softmax":
        return False
    output = model.graph.output[0]
    cut = helper.make_tensor_value_info(last.input[0], output.type.tensor_type.elem_type,
                                        [d.dim_value for d in output.type.tensor_type.shape.dim])
    model.graph.output.remove(output)
    model.graph.output.append(cut)
    return True


def cut_softmax_of_module(text):
    """The same of MLIR, where a softmax is the exponential of a difference, over the sum of them."""
    difference = re.findall(r" ins\((%\w+) : ", text[:text.rindex("math.exp")])[-1]
    operand = re.search(rf"{difference} = linalg\.generic .* ins\((%\w+), ", text)[1]
    return re.sub(r"return %\w+ :", f"return {operand} :", text)


def write_logits_module(name, folder):
    """The path of NAME_logits.mlir in the folder, beside what it says of its arguments."""
    models = ROOT / "test" / "models"
    path = folder / f"{name}_logits.mlir"
    path.write_text(cut_softmax_of_module((models / f"{name}.mlir").read_text()))
    path.with_suffix(".args.json").write_text((models / f"{name}.args.json").read_text())
    return path


def outputs(name, seed=SEED, data_seed=None, of_logits=False):
    import onnx
    import onnxruntime
    model = onnx.load(ROOT / "data" / "models" / f"{name}.onnx")
    if of_logits and not cut_softmax(model):
        raise ValueError(f"{name} ends with no softmax")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    names = [info.name for info in session.get_inputs()]
    values = operands(model, name, seed, data_seed)
    for position in scaling(model):
        values[position] = values[position] + np.float32(1)
    return session.run(None, dict(zip(names, values))), onnxruntime.__version__


def is_saturated(name):
    import onnx
    last = onnx.load(ROOT / "data" / "models" / f"{name}.onnx").graph.node[-1]
    if last.op_type != "Softmax":
        return False
    values = outputs(name)[0][0]
    return np.median(values) < SATURATED * values.max()


def least_change(name, of_logits):
    """Of all outputs, how far other data moves the one that moves least, relative to its largest value."""
    here, there = (outputs(name, data_seed=seed, of_logits=of_logits)[0] for seed in (SEED, SEED + 1))
    return min(np.abs(a - b).max() / np.abs(a).max() for a, b in zip(here, there))


def write(name, folder, seed=SEED):
    """What tells the most of a network, into the folder: samples of its outputs, or of its logits beside
    the module that gives those. Returns the path of the samples. ValueError where the values hardly
    depend on the data."""
    import onnx
    of_logits = is_saturated(name)
    title = name
    if of_logits:
        title = write_logits_module(name, folder).stem
    if not (change := least_change(name, of_logits)) >= SENSITIVE:
        raise ValueError(f"{name}: other data changes an output by no more than {change:.2g} of its largest value")
    results, version = outputs(name, seed, of_logits=of_logits)
    path = folder / f"{title}.expected.tsv"
    shifted = scaling(onnx.load(ROOT / "data" / "models" / f"{name}.onnx"))
    write_values(results, f"{title}, ONNX Runtime {version}; scripts/expected_outputs wrote this", path, seed, shifted)
    return path


def write_values(results, title, path, seed=SEED, shifted=()):
    lines = [f"# {title}", f"seed\t{seed}", *(f"shift\t{position}" for position in shifted)]
    for number, result in enumerate(results):
        flat = np.asarray(result).reshape(-1).astype(np.float64)
        lines.append(f"output\t{number}\t{flat.size}\t{np.abs(flat).max():.9g}")
        largest = np.argsort(-np.abs(flat), kind="stable")[:SAMPLES // 2]
        others = np.random.default_rng(seed).permutation(flat.size)[:SAMPLES // 2]
        positions = np.unique(np.concatenate([largest, others]))
        lines += [f"value\t{number}\t{p}\t{flat[p]:.9g}" for p in positions]
    path.write_text("\n".join(lines + ["end"]) + "\n")
