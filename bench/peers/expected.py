"""What ONNX Runtime computes for the networks of data/models, on the operands that runtime/operands.c
draws for a seed. The files hold samples; test/unit/test_expected.c compares tuned code with them.
"""
import json
import pathlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = 96  # values of each output
SEED = 1
GAMMA, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1


def random_words(seed, position, count):
    """The first `count` numbers of the generator of core/rng.h for one operand."""
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


def operands(model, name, seed=SEED):
    """The operands of the network `name`, in the order of the function's arguments."""
    from onnx import helper
    data = json.loads((ROOT / "test" / "models" / f"{name}.args.json").read_text())["data"]
    values = []
    for position, info in enumerate(model.graph.input):
        shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
        kind = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
        values.append(operand(shape, kind, position, position < data, seed))
    return values


def outputs(name, seed=SEED):
    import onnx
    import onnxruntime
    model = onnx.load(ROOT / "data" / "models" / f"{name}.onnx")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    names = [info.name for info in session.get_inputs()]
    return session.run(None, dict(zip(names, operands(model, name, seed)))), onnxruntime.__version__


def write(name, path, seed=SEED):
    """Samples of every output, evenly spread, beside its size and its largest magnitude."""
    results, version = outputs(name, seed)
    write_values(results, f"{name}, ONNX Runtime {version}; scripts/expected_outputs wrote this", path, seed)


def write_values(results, title, path, seed=SEED):
    lines = [f"# {title}", f"seed\t{seed}"]
    for number, result in enumerate(results):
        flat = np.asarray(result).reshape(-1).astype(np.float64)
        lines.append(f"output\t{number}\t{flat.size}\t{np.abs(flat).max():.9g}")
        positions = np.unique(np.linspace(0, flat.size - 1, min(SAMPLES, flat.size)).astype(int))
        lines += [f"value\t{number}\t{p}\t{flat[p]:.9g}" for p in positions]
    path.write_text("\n".join(lines + ["end"]) + "\n")
