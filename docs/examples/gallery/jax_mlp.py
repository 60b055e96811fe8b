"""A multilayer perceptron written in JAX, compiled from its StableHLO."""
import jax
import jax.numpy as jnp
import numpy as np

import autotune
import picture


def mlp(parameters, x):
    for weight, bias in parameters:
        x = jax.nn.gelu(x @ weight + bias)
    return jax.nn.softmax(x)


draw = np.random.default_rng(0)
sizes = [64, 128, 128, 10]
parameters = [(draw.standard_normal(pair).astype(np.float32) / 8, np.zeros(pair[1], np.float32)) for pair in zip(sizes, sizes[1:])]
x = draw.standard_normal((16, 64)).astype(np.float32)
tuned = autotune.jit(mlp)
assert np.allclose(tuned(parameters, x), mlp(parameters, jnp.asarray(x)), atol=1e-5)
print("16 rows of probabilities, as JAX computes them")
compiled = jax.jit(mlp)
picture.compare("jax_mlp.svg", "16 rows through the perceptron", {
    "autotune.jit": lambda: tuned(parameters, x), "jax.jit": lambda: compiled(parameters, x)[0].block_until_ready()})
