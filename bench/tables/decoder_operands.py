"""Operands of the decoder layer of the table decoder, and what NumPy makes of them."""
from decoder_text import GROUP


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
        draw, sizes = np.random.default_rng(1), layer.sizes
        normal = lambda *shape: draw.standard_normal(shape, np.float32)
        half = sizes.depth // 2
        angles = np.arange(layer.positions)[:, None] / 10000 ** (np.arange(half) / half)
        self.cosines, self.sines = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        self.x = normal(layer.rows, sizes.hidden)
        self.keys, self.values = (normal(sizes.kv_heads, layer.positions, sizes.depth) for _ in range(2))
        self.gains = [1 + normal(sizes.hidden) / 10 for _ in range(2)]
        self.floats = {name: normal(*shape) / np.float32(shape[1] ** 0.5) for name, shape in sizes.weights.items()}
        made = {name: stored(values, layer.kind) for name, values in self.floats.items()}
        self.weights, self.meant = ({name: pair[i] for name, pair in made.items()} for i in range(2))

    def ours(self, layer):
        first = layer.positions - layer.rows
        arrays = [self.x, self.keys, self.values, self.cosines[first:], self.sines[first:], *self.gains,
                  *(array for stored_as in self.weights.values() for array in stored_as)]
        return {f"arg{i}": array for i, array in enumerate(arrays)}


def expected(layer, operands):
    """The layer by NumPy, in f32."""
    import numpy as np
    first, weights, sizes = layer.positions - layer.rows, operands.meant, layer.sizes

    def norm(x, gain):
        return x / np.sqrt((x * x).mean(1, keepdims=True) + np.float32(1e-5)) * gain

    def turned(x):
        a, b = np.split(x.reshape(layer.rows, -1, sizes.depth), 2, -1)
        cosines, sines = operands.cosines[first:, None], operands.sines[first:, None]
        return np.concatenate([a * cosines - b * sines, b * cosines + a * sines], -1)

    def into(cache, new):
        cache = cache.copy()
        cache[:, first:] = new.transpose(1, 0, 2)
        return cache

    h = norm(operands.x, operands.gains[0])
    q, k, v = (h @ weights[name].T for name in "qkv")
    q = turned(q).reshape(layer.rows, sizes.kv_heads, sizes.repeated, sizes.depth)
    keys, values = into(operands.keys, turned(k)), into(operands.values, v.reshape(layer.rows, sizes.kv_heads, sizes.depth))
    scores = np.einsum("sgrd,gld->grsl", q, keys, optimize=True) / np.float32(sizes.depth ** 0.5)
    scores = np.where(np.arange(layer.positions) > first + np.arange(layer.rows)[:, None], np.float32(-np.inf), scores)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    mixed = np.einsum("grsl,gld->sgrd", shares / shares.sum(-1, keepdims=True), values, optimize=True)
    x = operands.x + mixed.reshape(layer.rows, sizes.hidden) @ weights["o"].T
    h = norm(x, operands.gains[1])
    gate = h @ weights["gate"].T
    return x + (gate / (1 + np.exp(-gate)) * (h @ weights["up"].T)) @ weights["down"].T
