"""The decoder layer of the table decoder in llama.cpp, by its C functions: models of a few equal layers in its own format, and a cache that
holds what the table's does. Data go in as embeddings of new positions, and what comes out is its last norm's, so a vocabulary of a few
words is all that a model has beside its layers. Its rotary embedding pairs neighbours where ours pairs halves: rows of q and k, and
the cached keys, are put in that order.
"""
import ctypes
import os
import struct
import sys

import common
from decoder_operands import quantised
from decoder_text import GROUP

ENVIRONMENT = common.ROOT / ".llama"  # of `scripts/peers --llama`
WORDS = 32
LAYERS = (1, 3)
LEAST_PART = 0.8  # of a call with one layer that a layer may take
CACHE_STEP = 256  # positions that the cache grows by
STATE_MAGIC = 0xaf143cd8  # of what llama_state_seq_set_data takes: `io_magic` of its llama-context.cpp
TYPES = {"f32": "F32", "bf16": "BF16", "i8": "Q8_0", "i4": "Q4_0"}


def there():
    """Whether llama.cpp can be imported; then it is."""
    os.environ["LLAMA_CPP_LIB_PATH"] = str(ENVIRONMENT / "build" / "bin")
    for packages in ENVIRONMENT.glob("lib/python3*/site-packages"):
        if str(packages) not in sys.path:
            sys.path.append(str(packages))
    try:
        import gguf  # noqa: F401
        import llama_cpp  # noqa: F401
    except (ImportError, OSError, RuntimeError):
        return False
    return True


# --- models

def neighbours(halves, heads):
    """Rows of halves of each head as rows in which what was paired lies side by side."""
    import numpy as np
    rows = halves.reshape(heads, 2, -1, halves.shape[-1])
    return np.ascontiguousarray(rows.swapaxes(1, 2)).reshape(halves.shape)


def blocks(weights, kind):
    """Bytes of Q8_0 or Q4_0: a scale of f16, and 32 bytes or 16; the lower bits of those are the first half of the group."""
    import numpy as np
    integers, steps = quantised(weights, kind)
    half = GROUP // 2
    numbers = integers ^ 128 if kind == "i8" else integers[..., :half] | integers[..., half:] << 4
    scales = steps.astype(np.float16)[..., None].view(np.uint8)
    return np.concatenate([scales, numbers], -1).reshape(len(weights), -1)


def stored(weights, kind):
    import ml_dtypes
    import numpy as np
    if kind in ("i8", "i4"):
        return blocks(weights, kind)
    return weights if kind == "f32" else weights.astype(ml_dtypes.bfloat16).view(np.uint8)


def rows_of(layer, operands):
    """{name of a weight: what a model has of it}"""
    heads = {"q": layer.sizes.heads, "k": layer.sizes.kv_heads}
    return {name: stored(neighbours(weights, heads[name]) if name in heads else weights, layer.kind) for name, weights in operands.floats.items()}


def write_model(path, layer, gains, rows, count):
    """A model of so many times the layer. `rows`: as rows_of gives them."""
    import gguf
    import numpy as np
    sizes = layer.sizes
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(layer.positions + CACHE_STEP)
    writer.add_embedding_length(sizes.hidden)
    writer.add_block_count(count)
    writer.add_feed_forward_length(sizes.ffn)
    writer.add_head_count(sizes.heads)
    writer.add_head_count_kv(sizes.kv_heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(sizes.depth)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(WORDS)
    writer.add_tokenizer_model("no_vocab")
    writer.add_tensor("token_embd.weight", np.zeros((WORDS, sizes.hidden), np.float32))
    writer.add_tensor("output_norm.weight", np.ones(sizes.hidden, np.float32))
    names = {"q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down"}
    for name, weights in rows.items():
        for i in range(count):
            writer.add_tensor(f"blk.{i}.{names[name]}.weight", weights, raw_dtype=gguf.GGMLQuantizationType[TYPES[layer.kind]])
    for i in range(count):
        for name, gain in zip(("attn_norm", "ffn_norm"), gains):
            writer.add_tensor(f"blk.{i}.{name}.weight", gain)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def state(layer, operands, count):
    """The cache of so many layers before the call, as llama_state_seq_set_data takes it: its cells, keys of each layer, values of each, by column."""
    import numpy as np
    first = layer.positions - layer.rows
    cells = np.zeros((first, 3), np.int32)  # position, number of sequences, sequence
    cells[:, 0], cells[:, 1] = np.arange(first), 1
    keys = np.stack([neighbours(head.T, 1) for head in operands.keys])[:, :, :first].reshape(-1, first).T
    columns = np.ascontiguousarray(operands.values[:, :first].transpose(0, 2, 1)).reshape(-1, first)
    f32, size = 0, columns.itemsize
    return b"".join([struct.pack("<IiII", STATE_MAGIC, 0, 1, first), cells.tobytes(), struct.pack("<II", True, count),
                     *[struct.pack("<iQ", f32, size * len(columns)), keys.tobytes()] * count,
                     *[struct.pack("<iII", f32, size, len(columns)), columns.tobytes()] * count])


# --- calls

@ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
def say_nothing(level, text, data):
    pass


class Model:
    """A model with its cache; run() decodes the layer's new positions after the others."""

    def __init__(self, path, layer, operands, count):
        import llama_cpp as llama
        import numpy as np
        self.llama, self.layer = llama, layer
        llama.llama_log_set(say_nothing, None)
        llama.llama_backend_init()
        parameters = llama.llama_model_default_params()
        parameters.load_mode = llama.LLAMA_LOAD_MODE_NONE  # nothing mapped: pages of a file are small, those of the heap like everybody's
        self.model = llama.llama_model_load_from_file(str(path).encode(), parameters)
        options = llama.llama_context_default_params()
        options.n_ctx = -(-layer.positions // CACHE_STEP) * CACHE_STEP
        options.n_batch = options.n_ubatch = layer.rows
        options.n_threads = options.n_threads_batch = common.THREADS
        options.type_k = options.type_v = llama.GGML_TYPE_F32
        # The faster one of each, with a cache of f32. A state is of the plain one, which keeps values by column.
        options.flash_attn_type = llama.LLAMA_FLASH_ATTN_TYPE_DISABLED if layer.rows == 1 else llama.LLAMA_FLASH_ATTN_TYPE_ENABLED
        options.embeddings = True
        self.context = self.model and llama.llama_init_from_model(self.model, options)
        if not self.context:
            raise common.WrongResult(f"{layer.name}: llama.cpp does not load {path}")
        self.memory = llama.llama_get_memory(self.context)
        self.first = layer.positions - layer.rows
        if self.first:
            cache = np.frombuffer(state(layer, operands, count), np.uint8)
            pointer = cache.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
            if not llama.llama_state_seq_set_data(self.context, pointer, cache.size, 0):
                raise common.WrongResult(f"{layer.name}: llama.cpp does not take the cache")
        self.batch = llama.llama_batch_init(layer.rows, layer.sizes.hidden, 1)
        self.batch.n_tokens = layer.rows
        ctypes.memmove(self.batch.embd, np.ascontiguousarray(operands.x).ctypes.data, operands.x.nbytes)
        for i in range(layer.rows):
            self.batch.pos[i], self.batch.n_seq_id[i], self.batch.logits[i] = self.first + i, 1, 1
            self.batch.seq_id[i][0] = 0

    def run(self):
        self.llama.llama_memory_seq_rm(self.memory, 0, self.first, -1)
        failed = self.llama.llama_decode(self.context, self.batch)
        self.llama.llama_synchronize(self.context)
        if failed:
            raise common.WrongResult(f"{self.layer.name}: llama.cpp does not decode")

    def outputs(self):
        import numpy as np
        shape = (self.layer.rows, self.layer.sizes.hidden)
        return [np.ctypeslib.as_array(self.llama.llama_get_embeddings(self.context), shape).copy()]


def normed(result):
    """What comes out of a model whose last layer gives this."""
    import numpy as np
    return result / np.sqrt((result * result).mean(1, keepdims=True) + np.float32(1e-5))


def calls(layer, operands, folder):
    """{name: call} of the models with LAYERS layers."""
    import peers
    made, rows = {}, rows_of(layer, operands)
    for count in LAYERS:
        path = folder / f"{layer.name}.{count}.gguf"
        write_model(path, layer, operands.gains, rows, count)
        model = Model(path, layer, operands, count)
        path.unlink()
        made[call_name(count)] = peers.Call(model.run, model.outputs)
    return made


def call_name(count):
    return f"llama.cpp, {count} layer{'s' if count > 1 else ''}"


def add_layer(results):
    """What one layer takes, by the calls with LAYERS layers: what one layer more adds, unless that is more than the call with one takes,
    whose weights a cache may hold, or so little that something else had the core."""
    one, several = (results.get(call_name(count)) for count in LAYERS)
    if one:
        added = {key: (several[key] - one[key]) / (LAYERS[1] - LAYERS[0]) for key in one}
        results["llama.cpp"] = added if LEAST_PART * one["median"] <= added["median"] <= one["median"] else one


def version():
    import llama_cpp
    return f"{llama_cpp.__version__} of llama-cpp-python"
