"""A decoder layer beside ONNX Runtime and llama.cpp: norms, rotary embedding, grouped heads over a cache of keys and values, a gated
feed-forward part. One new position, and a prompt; weights of several types, constant; the number of positions known and unknown. Each row draws
its operands; all results are compared with NumPy's. The modules are written to build/results/decoder.
"""
import dataclasses
import functools
import subprocess
import sys

import common
import decoder_llama
import decoder_text
import memory_pages
import small_weights
from decoder_operands import Operands, expected, halves, quantised
from decoder_text import GROUP, Sizes

FOLDER = common.WORK / "decoder"
TURNS = 3
UNKNOWN_TURNS = 2  # most of the table's time is that of compiling ours for each turn
SLOW_SAMPLES = 3  # of a turn of a peer's call that takes more than 20 ms
TYPES = ("f32", "bf16", "i8", "i4")
PROMPT = 128
POSITIONS = (128, 1024, 4096)
MIDDLE = Sizes(2048, 16, 4, 5632)
OTHERS = (Sizes(1024, 16, 4, 2816), Sizes(4096, 32, 8, 11008))  # some types, one new position
OTHER_TYPES, OTHER_POSITIONS = ("f32", "i4"), 1024
BANDWIDTH = "bandwidth"
THREADS_TABLE = "decoder-threads"  # some rows on several threads
THREADS_POSITIONS, THREADS_TURNS = (1024, PROMPT), 2  # of one new position, of the prompt
RELAXED = ("--fp", "relaxed")
# Of errors, as a part of the largest result. llama.cpp rounds data to the type of the weights.
LIMITS = {"ours": 1e-3, "relaxed": 5e-2, "onnxruntime": 1e-3, "onnxruntime level 4": 5e-2}
LLAMA_LIMITS = {"f32": 1e-3, "bf16": 2e-2, "i8": 5e-2, "i4": 5e-2}


@dataclasses.dataclass
class Layer:
    """`rows` new positions, the last ones of `positions`."""
    kind: str
    rows: int
    positions: int
    sizes: Sizes = MIDDLE

    @property
    def name(self):
        ending = "" if self.sizes == MIDDLE else f"_h{self.sizes.hidden}"
        return f"{'decode' if self.rows == 1 else 'prefill'}_{self.kind}_kv{self.positions}{ending}"


def layers():
    made = [Layer(kind, *shape) for shape in [*((1, n) for n in POSITIONS), (PROMPT, PROMPT)] for kind in TYPES]
    return made + [Layer(kind, 1, OTHER_POSITIONS, sizes) for sizes in OTHERS for kind in OTHER_TYPES]


def names():
    return [BANDWIDTH, *(layer.name for layer in layers())]


def thread_names():
    return [layer.name for layer in layers() if layer.sizes == MIDDLE and layer.positions == THREADS_POSITIONS[layer.rows > 1]]


# --- ONNX Runtime

def onnx_model(layer, operands, level):
    """GroupQueryAttention, and MatMulNBits at that accuracy level where weights are integers."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper
    nodes, constants, sizes = [], [], layer.sizes

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
        n, k = sizes.weights[name]
        return op("MatMulNBits", x, constant(name, integers if layer.kind == "i8" else halves(integers)), constant(f"{name}_steps", steps.reshape(-1)),
                  K=k, N=n, bits=8 if layer.kind == "i8" else 4, block_size=GROUP, accuracy_level=level)

    def norm(x, which):
        return op("SimplifiedLayerNormalization", x, constant(f"gain{which}", operands.gains[which]), axis=-1, epsilon=1e-5)

    h = norm("x", 0)
    op("GroupQueryAttention", *(linear(h, name) for name in "qkv"), "keys", "values", constant("last", np.array([layer.positions - 1], np.int32)),
       constant("positions", np.array(layer.positions, np.int32)), constant("cosines", operands.cosines), constant("sines", operands.sines),
       num_heads=sizes.heads, kv_num_heads=sizes.kv_heads, do_rotary=1)
    nodes[-1].output.extend(["keys_after", "values_after"])
    x = op("Add", "x", linear(nodes[-1].output[0], "o"))
    h = norm(x, 1)
    gate = linear(h, "gate")
    gated = op("Mul", op("Mul", gate, op("Sigmoid", gate)), linear(h, "up"))
    result = op("Add", x, linear(gated, "down"))
    cache = (1, sizes.kv_heads, layer.positions, sizes.depth)
    info = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "layer", [info("x", (1, layer.rows, sizes.hidden)), info("keys", cache), info("values", cache)],
                              [info(result, (1, layer.rows, sizes.hidden)), info("keys_after", cache), info("values_after", cache)], constants)
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

def compare(layer, who, found, wanted, limit):
    error = float(abs(found - wanted).max() / abs(wanted).max())
    if not error <= limit:
        raise common.WrongResult(f"{layer.name}: {who} differs from NumPy by {error:.2g} of the largest result")
    return error


def ours_of(layer, operands):
    """{name: arguments of our_turn, and the file that it leaves its result in}. The number of positions is unknown too in the sizes that have all types."""
    import numpy as np
    FOLDER.mkdir(parents=True, exist_ok=True)
    arrays = FOLDER / "operands.npz"
    np.savez(arrays, **operands.ours(layer))
    made, threads = {}, ("--threads", common.THREADS) if common.THREADS > 1 else ()
    for ending, positions in (("", layer.positions), *([(" unknown", decoder_text.UNKNOWN)] if layer.sizes == MIDDLE else [])):
        path = FOLDER / f"{layer.name}{ending.replace(' ', '.')}.mlir"
        path.write_text(decoder_text.module_text_of(layer.kind, layer.rows, positions, layer.sizes))
        for who, flags in (("ours", ()), *([("relaxed", RELAXED)] if layer.kind != "f32" else [])):
            made[who + ending] = (path, "--inputs", arrays, "--outputs", result_path(who + ending), *threads, *flags)
    return made


def result_path(who):
    return FOLDER / f"{who.replace(' ', '.')}.npz"


def take_result(who):
    """What ours left after its last turn."""
    import numpy as np
    with np.load(result_path(who)) as arrays:
        found = arrays["result0"]
    result_path(who).unlink()
    return found


def llama_calls(layer, operands, wanted, errors):
    """The result of one layer is compared; of more, that its numbers are some."""
    import numpy as np
    calls = decoder_llama.calls(layer, operands, FOLDER)
    for who, call in calls.items():
        call.run()
        found = call.outputs()[0]
        if who == decoder_llama.call_name(1):
            errors[who] = compare(layer, who, found, decoder_llama.normed(wanted), LLAMA_LIMITS[layer.kind])
        elif not np.isfinite(found).all():
            raise common.WrongResult(f"{layer.name}: {who} gives no numbers")
    return calls


def layer_row(layer):
    import peers
    peer, operands = peers.OnnxRuntime(common.THREADS), Operands(layer)
    turns = TURNS if common.THREADS == 1 else THREADS_TURNS
    wanted, ours = expected(layer, operands), ours_of(layer, operands)
    errors, calls = {}, {"onnxruntime": onnx_call(peer, layer, operands, 0)}
    if layer.kind in ("i8", "i4"):
        calls["onnxruntime level 4"] = onnx_call(peer, layer, operands, 4)
    for who, call in calls.items():
        call.run()
        errors[who] = compare(layer, who, call.outputs()[0], wanted, LIMITS[who])
    versions = {peer.name: peer.version}
    if decoder_llama.there():
        versions["llama.cpp"] = decoder_llama.version()
        calls |= llama_calls(layer, operands, wanted, errors)
    weights = sum(array.nbytes for arrays in operands.weights.values() for array in arrays)
    made = {"name": layer.name, "bytes": weights + operands.keys.nbytes + operands.values.nbytes, "errors": errors, "versions": versions,
            "results": common.take_turns(turns, ours, calls, check=False, fewer={who: UNKNOWN_TURNS for who in ours if who.endswith(" unknown")},
                                         slow_samples=SLOW_SAMPLES), "huge_pages": memory_pages.part_huge()}
    errors |= {who: compare(layer, who, take_result(who), wanted, LIMITS[who.split()[0]]) for who in ours}
    decoder_llama.add_layer(made["results"])
    (FOLDER / "operands.npz").unlink()
    return made


def row(name):
    if name == BANDWIDTH:
        return {"name": name, "bandwidth": small_weights.bandwidth(), "results": {}}
    return layer_row(next(layer for layer in layers() if layer.name == name))


@functools.cache
def build_llama():
    """llama.cpp where it is not there yet; without it the table has ONNX Runtime alone."""
    if subprocess.run([common.ROOT / "scripts" / "peers", "--llama"], capture_output=True).returncode:
        print("decoder: without llama.cpp, which could not be built; `scripts/peers --llama` says why", file=sys.stderr)


def measure(options, name, table="decoder"):
    build_llama()
    return common.in_timed_process(options, table, name)


def measure_threads(options, name):
    return measure(options, name, THREADS_TABLE)
