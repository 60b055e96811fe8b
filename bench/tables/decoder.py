"""A decoder layer beside ONNX Runtime: norms, rotary embedding, grouped heads over a cache of keys and values, a gated feed-forward part.
One new position, and a prompt; weights of several types, constant; the number of positions known and unknown. Each row draws its operands; all
results are compared with NumPy's. The modules are written to build/results/decoder.
"""
import dataclasses
import subprocess

import common
import decoder_text
import record
import small_weights
from decoder_text import DEPTH, FFN, GROUP, HEADS, HIDDEN, KV_HEADS, REPEATED, WEIGHTS

REPORT = common.ROOT / "lab" / "results" / "decoder.md"
FOLDER = common.WORK / "decoder"
TURNS = 3
TYPES = ("f32", "bf16", "i8", "i4")
PROMPT = 128
POSITIONS = (128, 1024, 4096)
BANDWIDTH = "bandwidth"
RELAXED = ("--fp", "relaxed", "--tolerance", "300")  # the allowed error of f32 is not one of data rounded to i8
LIMITS = {"ours": 1e-3, "relaxed": 5e-2, "onnxruntime": 1e-3, "onnxruntime level 4": 5e-2}  # of errors, as a part of the largest result


@dataclasses.dataclass
class Layer:
    """`rows` new positions, the last ones of `positions`."""
    kind: str
    rows: int
    positions: int

    @property
    def name(self):
        return f"{'decode' if self.rows == 1 else 'prefill'}_{self.kind}_kv{self.positions}"


def layers():
    return [Layer(kind, *sizes) for sizes in [*((1, n) for n in POSITIONS), (PROMPT, PROMPT)] for kind in TYPES]


def names():
    return [BANDWIDTH, *(layer.name for layer in layers())]


# --- operands

def quantised(weights, kind):
    """Integers from 0 on, of groups of neighbours, and what one step of each group is."""
    import numpy as np
    half = 1 << (8 if kind == "i8" else 4) - 1
    groups = weights.reshape(len(weights), -1, GROUP)
    steps = (abs(groups).max(-1) / (half - 1)).astype(np.float32)
    return np.clip(np.rint(groups / steps[:, :, None]) + half, 0, 2 * half - 1).astype(np.uint8), steps


def halves(integers):
    """Two of four bits a byte, the first in its lower bits."""
    return integers[..., 0::2] | integers[..., 1::2] << 4


def stored(weights, kind):
    """The arrays that our function takes of a weight, and what they stand for."""
    import ml_dtypes
    import numpy as np
    if kind == "f32":
        return [weights], weights
    if kind == "bf16":
        rounded = weights.astype(ml_dtypes.bfloat16)
        return [rounded], rounded.astype(np.float32)
    integers, steps = quantised(weights, kind)
    half = 128 if kind == "i8" else 8
    meant = ((integers.astype(np.float32) - half) * steps[:, :, None]).reshape(weights.shape)
    return [(integers ^ 128 if kind == "i8" else halves(integers)).view(np.int8), steps], meant


class Operands:
    """Of a layer: `data`, `gains`, `weights` as they are stored, `meant` as floats, by name."""

    def __init__(self, layer):
        import numpy as np
        draw = np.random.default_rng(1)
        normal = lambda *shape: draw.standard_normal(shape, np.float32)
        angles = np.arange(layer.positions)[:, None] / 10000 ** (np.arange(DEPTH // 2) / (DEPTH // 2))
        self.cosines, self.sines = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        self.x = normal(layer.rows, HIDDEN)
        self.keys, self.values = (normal(KV_HEADS, layer.positions, DEPTH) for _ in range(2))
        self.gains = [1 + normal(HIDDEN) / 10 for _ in range(2)]
        self.floats = {name: normal(*shape) / np.float32(shape[1] ** 0.5) for name, shape in WEIGHTS.items()}
        made = {name: stored(values, layer.kind) for name, values in self.floats.items()}
        self.weights, self.meant = ({name: pair[i] for name, pair in made.items()} for i in range(2))

    def ours(self, layer):
        first = layer.positions - layer.rows
        arrays = [self.x, self.keys, self.values, self.cosines[first:], self.sines[first:], *self.gains,
                  *(array for name in WEIGHTS for array in self.weights[name])]
        return {f"arg{i}": array for i, array in enumerate(arrays)}


def expected(layer, operands):
    """The layer by NumPy, in f32."""
    import numpy as np
    first, weights = layer.positions - layer.rows, operands.meant

    def norm(x, gain):
        return x / np.sqrt((x * x).mean(1, keepdims=True) + np.float32(1e-5)) * gain

    def turned(x):
        a, b = np.split(x.reshape(layer.rows, -1, DEPTH), 2, -1)
        cosines, sines = operands.cosines[first:, None], operands.sines[first:, None]
        return np.concatenate([a * cosines - b * sines, b * cosines + a * sines], -1)

    def into(cache, new):
        cache = cache.copy()
        cache[:, first:] = new.transpose(1, 0, 2)
        return cache

    h = norm(operands.x, operands.gains[0])
    q, k, v = (h @ weights[name].T for name in "qkv")
    q = turned(q).reshape(layer.rows, KV_HEADS, REPEATED, DEPTH)
    keys, values = into(operands.keys, turned(k)), into(operands.values, v.reshape(layer.rows, KV_HEADS, DEPTH))
    scores = np.einsum("sgrd,gld->grsl", q, keys, optimize=True) / np.float32(DEPTH ** 0.5)
    scores = np.where(np.arange(layer.positions) > first + np.arange(layer.rows)[:, None], np.float32(-np.inf), scores)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = np.einsum("grsl,gld->sgrd", shares / shares.sum(-1, keepdims=True), values, optimize=True)
    x = operands.x + mixed.reshape(layer.rows, HIDDEN) @ weights["o"].T
    h = norm(x, operands.gains[1])
    gate = h @ weights["gate"].T
    return x + (gate / (1 + np.exp(-gate)) * (h @ weights["up"].T)) @ weights["down"].T


# --- ONNX Runtime

def onnx_model(layer, operands, level):
    """GroupQueryAttention, and MatMulNBits at that accuracy level where weights are integers."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper
    nodes, constants = [], []

    def constant(name, array):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def op(kind, *inputs, **attributes):
        domain = "com.microsoft" if kind in ("GroupQueryAttention", "MatMulNBits") else ""
        nodes.append(helper.make_node(kind, inputs, [f"n{len(nodes)}"], domain=domain, **attributes))
        return nodes[-1].output[0]

    def linear(x, name):
        if layer.kind in ("f32", "bf16"):
            return op("MatMul", x, constant(name, operands.meant[name].T))
        integers, steps = quantised(operands.floats[name], layer.kind)
        n, k = WEIGHTS[name]
        return op("MatMulNBits", x, constant(name, integers if layer.kind == "i8" else halves(integers)), constant(f"{name}_steps", steps.reshape(-1)),
                  K=k, N=n, bits=8 if layer.kind == "i8" else 4, block_size=GROUP, accuracy_level=level)

    def norm(x, which):
        return op("SimplifiedLayerNormalization", x, constant(f"gain{which}", operands.gains[which]), axis=-1, epsilon=1e-5)

    h = norm("x", 0)
    op("GroupQueryAttention", *(linear(h, name) for name in "qkv"), "keys", "values", constant("last", np.array([layer.positions - 1], np.int32)),
       constant("positions", np.array(layer.positions, np.int32)), constant("cosines", operands.cosines), constant("sines", operands.sines),
       num_heads=HEADS, kv_num_heads=KV_HEADS, do_rotary=1)
    nodes[-1].output.extend(["keys_after", "values_after"])
    x = op("Add", "x", linear(nodes[-1].output[0], "o"))
    h = norm(x, 1)
    gate = linear(h, "gate")
    gated = op("Mul", op("Mul", gate, op("Sigmoid", gate)), linear(h, "up"))
    result = op("Add", x, linear(gated, "down"))
    cache = (1, KV_HEADS, layer.positions, DEPTH)
    info = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "layer", [info("x", (1, layer.rows, HIDDEN)), info("keys", cache), info("values", cache)],
                              [info(result, (1, layer.rows, HIDDEN)), info("keys_after", cache), info("values_after", cache)], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)], ir_version=10)


def onnx_call(peer, layer, operands, level):
    """The caches are written where they lie, as ours are."""
    import peers
    session = peer.session(onnx_model(layer, operands, level))
    binding, value_of = session.io_binding(), peer.runtime.OrtValue.ortvalue_from_numpy
    kept = {name: value_of(array[None].copy()) for name, array in (("x", operands.x), ("keys", operands.keys), ("values", operands.values))}
    for name, value in kept.items():
        binding.bind_ortvalue_input(name, value)
    binding.bind_output(session.get_outputs()[0].name)
    for name in ("keys", "values"):
        binding.bind_ortvalue_output(f"{name}_after", kept[name])
    call = peers.Call(lambda: session.run_with_iobinding(binding), lambda: [binding.get_outputs()[0].numpy()[0]])
    call.keep = kept
    return call


# --- one row

def compare(layer, who, found, wanted):
    error = float(abs(found - wanted).max() / abs(wanted).max())
    if not error <= LIMITS[who]:
        raise common.WrongResult(f"{layer.name}: {who} differs from NumPy by {error:.2g} of the largest result")
    return error


def ours_of(layer, operands):
    """{name: arguments of our_turn}"""
    import numpy as np
    FOLDER.mkdir(parents=True, exist_ok=True)
    arrays = FOLDER / "operands.npz"
    np.savez(arrays, **operands.ours(layer))
    made = {}
    for ending, positions in (("", layer.positions), (" unknown", decoder_text.UNKNOWN)):
        path = FOLDER / f"{layer.name}{ending.replace(' ', '.')}.mlir"
        path.write_text(decoder_text.module_text_of(layer.kind, layer.rows, positions))
        made[f"ours{ending}"] = (path, "--inputs", arrays)
        if layer.kind in ("i8", "i4"):
            made[f"relaxed{ending}"] = (path, "--inputs", arrays, *RELAXED)
    return made


def result_of(path, *flags):
    import numpy as np
    out = FOLDER / "result.npz"
    ran = subprocess.run([str(part) for part in (common.PROGRAM, "run", path, "--target", "host", "--quiet", "--outputs", out, *flags)],
                         capture_output=True, text=True)
    if ran.returncode:
        raise common.WrongResult(f"{path}: {ran.stdout}{ran.stderr}")
    with np.load(out) as arrays:
        return arrays["result0"]


def layer_row(layer):
    import peers
    peer, operands = peers.OnnxRuntime(), Operands(layer)
    wanted, ours = expected(layer, operands), ours_of(layer, operands)
    errors = {who: compare(layer, who.split()[0], result_of(*arguments), wanted) for who, arguments in ours.items()}
    calls = {"onnxruntime": onnx_call(peer, layer, operands, 0)}
    if layer.kind in ("i8", "i4"):
        calls["onnxruntime level 4"] = onnx_call(peer, layer, operands, 4)
    for who, call in calls.items():
        call.run()
        errors[who] = compare(layer, who, call.outputs()[0], wanted)
    weights = sum(array.nbytes for arrays in operands.weights.values() for array in arrays)
    made = {"name": layer.name, "bytes": weights + operands.keys.nbytes + operands.values.nbytes, "errors": errors, "versions": {peer.name: peer.version},
            "results": common.take_turns(TURNS, ours, calls, check=False)}
    (FOLDER / "operands.npz").unlink()
    return made


def row(name):
    if name == BANDWIDTH:
        return {"name": name, "bandwidth": small_weights.bandwidth(), "results": {}}
    return layer_row(next(layer for layer in layers() if layer.name == name))


# --- the document

PAIRS = (("ours", "onnxruntime"), ("relaxed", "onnxruntime level 4"))


def speed(row, ours, theirs):
    """Of ours over theirs; None where one was not measured."""
    seconds = row["seconds"]
    return seconds[theirs][0] / seconds[ours][0] if {ours, theirs} <= seconds.keys() else None


def table_line(row, bandwidth):
    def cell(who):
        return f"{row['seconds'][who][0] * 1e3:.2f}" if who in row["seconds"] else "-"

    def ratio(*pair):
        found = speed(row, *pair)
        return f"{found:.2f}" if found else "-"

    best = min(seconds for who, (seconds, _) in row["seconds"].items() if who in ("ours", "relaxed"))
    part = f"{row['bytes'] / best / bandwidth:.2f}" if row["name"].startswith("decode") else "-"
    return (f"| {row['name']} | " + " | ".join(cell(who) for who in ("ours", "ours unknown", "onnxruntime")) + f" | {ratio(*PAIRS[0])} | "
            + " | ".join(cell(who) for who in ("relaxed", "relaxed unknown", "onnxruntime level 4")) + f" | {ratio(*PAIRS[1])} | {part} |")


def summary_lines(rows):
    for phase in ("decode", "prefill"):
        found = {f"{row['name']}{', relaxed' if pair is PAIRS[1] else ''}": speed(row, *pair)
                 for row in rows if row["name"].startswith(phase) for pair in PAIRS if speed(row, *pair)}
        least = min(found, key=found.get)
        yield f"- Speed against ONNX Runtime, {phase}: geometric mean {common.geomean(found.values()):.2f}, least {found[least]:.2f}, {least}."
    unknown = {f"{row['name']}, {who}": row["seconds"][f"{who} unknown"][0] / row["seconds"][who][0]
               for row in rows for who in ("ours", "relaxed") if who in row["seconds"]}
    worst = max(unknown, key=unknown.get)
    yield (f"- Time with an unknown number of positions over that with a known one: geometric mean {common.geomean(unknown.values()):.2f}, "
           f"largest {unknown[worst]:.2f}, {worst}.")


def write():
    table = record.Table("decoder").runs()
    if not table:
        return
    bandwidth = max(row["bandwidth"] for run in table["runs"] for row in run["rows"] if row["name"] == BANDWIDTH)
    rows = [row for row in record.merged(table) if row["name"] != BANDWIDTH]
    REPORT.write_text("\n".join([
        "# A decoder layer", "", "Written by `scripts/results decoder report` from `bench/results/decoder.json`.", *record.heading(table),
        f"Hidden {HIDDEN}, {HEADS} heads, {KV_HEADS} of keys and values, feed-forward {FFN}; *decode* is one new position, *prefill* {PROMPT}, kv the number of positions that the "
        f"cache has then. Weights are constant; i8 and i4 have a scale of f32 for {GROUP} weights. ONNX Runtime has GroupQueryAttention and, for integers, MatMulNBits; of bf16 it runs f32. "
        f"*relaxed* is fp=relaxed, where data are rounded to i8, beside accuracy level 4. Milliseconds, {TURNS} turns of each in one process; results are compared with NumPy's. Ratios are of speed.",
        "", *summary_lines(rows), "",
        f"Part: of the {bandwidth / 1e9:.1f} GB/s that `autotune calibrate` measured, by the bytes of weights, scales, keys and values, of our faster one.", "",
        "| layer | ours | ours, unknown kv | ONNX Runtime | ratio | relaxed | relaxed, unknown kv | level 4 | ratio | part |", "|---" + "|---:" * 9 + "|",
        *(table_line(row, bandwidth) for row in rows), "", "Reproduce: `scripts/peers` once, then `scripts/results decoder report --runs 1`.", ""]))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
