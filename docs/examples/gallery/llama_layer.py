"""One token through a layer of Llama's kind with a cache of keys and values, step by step."""
import jax
import jax.numpy as jnp
import numpy as np

import autotune
import picture

HEADS, WIDTH, CACHE, HIDDEN = 4, 32, 24, 344
MODEL = HEADS * WIDTH


def normed(x, scale):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * scale


def rotated(x, position):
    angle = position / 10000.0 ** (jnp.arange(WIDTH // 2) * 2 / WIDTH)
    a, b = x[:, : WIDTH // 2], x[:, WIDTH // 2 :]
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), a * jnp.sin(angle) + b * jnp.cos(angle)], -1)


def layer(weights, x, keys, values, position):
    """x: MODEL numbers; keys, values: CACHE x HEADS x WIDTH; position: an f32. Returns the same of the next step."""
    n = normed(x, weights["norm"])
    q, k, v = (jnp.reshape(n @ weights[name], (HEADS, WIDTH)) for name in "qkv")
    here = (jnp.arange(CACHE) == position)[:, None, None]
    keys, values = jnp.where(here, rotated(k, position)[None], keys), jnp.where(here, v[None], values)
    scores = jnp.einsum("hw,thw->ht", rotated(q, position), keys) / WIDTH**0.5
    seen = jax.nn.softmax(jnp.where(jnp.arange(CACHE) <= position, scores, -1e30))
    x = x + jnp.reshape(jnp.einsum("ht,thw->hw", seen, values), MODEL) @ weights["o"]
    n = normed(x, weights["norm"])
    return x + (jax.nn.silu(n @ weights["gate"]) * (n @ weights["up"])) @ weights["down"], keys, values


draw = np.random.default_rng(0)
shapes = dict(q=(MODEL, MODEL), k=(MODEL, MODEL), v=(MODEL, MODEL), o=(MODEL, MODEL), gate=(MODEL, HIDDEN), up=(MODEL, HIDDEN), down=(HIDDEN, MODEL))
weights = {name: draw.standard_normal(shape).astype(np.float32) / shape[0] ** 0.5 for name, shape in shapes.items()}
weights["norm"] = np.ones(MODEL, np.float32)
tuned = autotune.jit(layer)
state = expected = draw.standard_normal(MODEL).astype(np.float32), *np.zeros((2, CACHE, HEADS, WIDTH), np.float32)
for step in range(5):
    position = np.float32(step)
    state, expected = tuned(weights, *state, position), layer(weights, *expected, position)
    assert all(np.allclose(ours, theirs, atol=1e-4) for ours, theirs in zip(state, expected))
print("five tokens, with the keys and values of JAX")
compiled = jax.jit(layer)
picture.compare("llama_layer.svg", "One token through the layer", {
    "autotune.jit": lambda: tuned(weights, *state, position),
    "jax.jit": lambda: compiled(weights, *state, position)[0].block_until_ready()})
