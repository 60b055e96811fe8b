"""Functions of JAX of the kinds that people write: autotune.jit has to give what JAX gives."""
import sys

import numpy as np

import autotune


def functions(jax):
    jnp, lax, nn = jax.numpy, jax.lax, jax.nn

    def perceptron(weights, x):
        for w, b in weights[:-1]:
            x = nn.gelu(x @ w + b)
        return x @ weights[-1][0] + weights[-1][1]

    def attention(q, k, v, mask):
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(q.shape[-1])
        return jnp.einsum("bhqk,bkhd->bqhd", nn.softmax(jnp.where(mask, scores, -1e9)), v)

    def layer_norm(x, scale, shift):
        centred = x - x.mean(-1, keepdims=True)
        return centred * lax.rsqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * scale + shift

    def convolution(x, w):
        y = lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return nn.relu(y)

    def depthwise(x, w):
        return lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=x.shape[-1])

    def pooling(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").mean((1, 2))

    def rotary(x, angles):
        a, b = jnp.split(x, 2, -1)
        return jnp.concatenate([a * jnp.cos(angles) - b * jnp.sin(angles), a * jnp.sin(angles) + b * jnp.cos(angles)], -1)

    def loss(w, x, labels):
        return -jnp.mean(jnp.sum(nn.log_softmax(x @ w) * nn.one_hot(labels, w.shape[1]), -1))

    def step(state, x, wx, wh):
        return jnp.tanh(x @ wx + state @ wh)

    def unrolled(xs, state, wx, wh):
        for n in range(xs.shape[0]):
            state = step(state, xs[n], wx, wh)
        return state

    def repeated(x, w):
        return lax.fori_loop(0, 5, lambda n, y: jnp.tanh(y @ w), x)

    def power_method(a, v):
        return lax.while_loop(lambda s: s[0] < 6, lambda s: (s[0] + 1, a @ s[1] / jnp.linalg.norm(a @ s[1])), (0, v))[1]

    def integers(a, b):
        return lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)

    def nearest(points, centres):
        return jnp.argmin(((points[:, None] - centres[None]) ** 2).sum(-1), 1)

    def statistics(x):
        return {"mean": x.mean(0), "var": x.var(0), "largest": x.max(), "norm": jnp.sqrt((x * x).sum())}

    def unsigned(x):
        return x // 3, x > 100, x.astype(jnp.float32), x * x, x.max(), x >> 1, x.astype(jnp.uint32) * 16909060

    draw = np.random.default_rng(9)

    def floats(*shape):
        return draw.standard_normal(shape, np.float32)

    layers = [(floats(24, 48) / 5, floats(48)), (floats(48, 48) / 7, floats(48)), (floats(48, 10) / 7, floats(10))]
    q, k, v = (floats(2, 9, 3, 16) for _ in range(3))
    return {
        "perceptron": (perceptron, layers, floats(7, 24)),
        "attention": (attention, q, k, v, np.tril(np.ones((9, 9), bool))),
        "layer_norm": (layer_norm, floats(5, 33), floats(33), floats(33)),
        "convolution": (convolution, floats(2, 13, 13, 5), floats(3, 3, 5, 8)),
        "depthwise": (depthwise, floats(1, 9, 9, 6), floats(3, 3, 1, 6)),
        "pooling": (pooling, floats(2, 8, 8, 4)),
        "rotary": (rotary, floats(11, 32), floats(11, 16)),
        "loss": (loss, floats(16, 6), floats(8, 16), np.arange(8, dtype=np.int32) % 6),
        "gradient": (jax.grad(loss), floats(16, 6), floats(8, 16), np.arange(8, dtype=np.int32) % 6),
        "batched": (jax.vmap(lambda a, b: jnp.tanh(a @ b).sum()), floats(6, 4, 9), floats(6, 9, 5)),
        "recurrent": (unrolled, floats(4, 3, 8), floats(3, 16), floats(8, 16), floats(16, 16) / 4),
        "embedding": (lambda table, ids: table[ids].sum(1), floats(50, 12), draw.integers(0, 50, (4, 7)).astype(np.int32)),
        "repeated": (repeated, floats(3, 16), floats(16, 16) / 4),
        "power_method": (power_method, floats(12, 12), floats(12)),
        "integers": (integers, *(draw.integers(-128, 128, shape).astype(np.int8) for shape in ((9, 64), (64, 17)))),
        "unsigned": (unsigned, np.array([0, 3, 200, 255], np.uint8)),
        "nearest": (nearest, floats(20, 3), floats(5, 3)),
        "statistics": (statistics, floats(30, 7)),
        "polynomial": (lambda x: jnp.polyval(jnp.array([0.5, -1.0, 2.0, 1.0]), x) + jnp.expm1(x) * nn.sigmoid(x), floats(3, 41)),
    }


def check(jax):
    """Ends the process at the first that differs or is not taken; returns how many are right."""
    wanted = functions(jax)
    for name, (function, *arguments) in wanted.items():
        expected = jax.tree.map(np.asarray, jax.jit(function)(*arguments))
        given = autotune.jit(function)(*arguments)
        if jax.tree.structure(given) != jax.tree.structure(expected):
            sys.exit(f"{name}: JAX gives another tree")
        for each, by_jax in zip(jax.tree.leaves(given), jax.tree.leaves(expected)):
            if each.dtype != by_jax.dtype or each.shape != by_jax.shape or not np.allclose(each, by_jax, rtol=1e-4, atol=1e-5):
                sys.exit(f"{name}: JAX gives other numbers")
    return len(wanted)
