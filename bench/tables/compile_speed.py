"""How fast and how large a library of `autotune compile` is beside the text route: mlir-opt,
mlir-translate and clang -O3, with no kernel shared. Both are loaded into one process and called in
turns; both have to compute the same.
"""
import array
import ctypes
import math
import os
import random
import re
import subprocess
import time

import common

TURNS = 40
TYPES = {"float": "f", "int64_t": "q", "int32_t": "i"}


def make_text_route(path, out):
    """The library, whose function is `_mlir_ciface_main`."""
    lowered = subprocess.run(["mlir-opt-22", f"--load-pass-plugin={common.PLUGIN}", "--llvm-request-c-wrappers",
                              "--autotune=target=host", "--autotune-to-llvm=share-kernels=false", path],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    text = subprocess.run(["mlir-translate-22", "--mlir-to-llvmir"], input=lowered, stdout=subprocess.PIPE,
                          check=True).stdout
    subprocess.run(["clang-22", "-O3", "-shared", "-fPIC", "-Wno-override-module", "-x", "ir", "-", "-o", out, "-lm"],
                   input=text, check=True)


class Value:
    """An argument or a result: its numbers, and the descriptor that MLIR's functions take."""

    def __init__(self, kind, extents, draw):
        self.shape = [int(extent) for extent in re.findall(r"\d+", extents)]
        count = math.prod(self.shape)
        low, high = (0.5, 1.5) if len(self.shape) < 2 else (-0.05, 0.05)  # variances are positive
        some = [draw.uniform(low, high) if kind == "float" else draw.randrange(2) for _ in range(min(count, 9973))]
        self.numbers = array.array(TYPES[kind], (some * (count // len(some) + 1))[:count])

    def pointer(self):
        return ctypes.c_void_p(self.numbers.buffer_info()[0])

    def descriptor(self):
        strides = [math.prod(self.shape[d + 1:]) for d in range(len(self.shape))]
        address = self.numbers.buffer_info()[0]
        return (ctypes.c_int64 * (3 + 2 * len(self.shape)))(address, address, 0, *self.shape, *strides)


def read_values(header):
    """(arguments, results) of the first function of the header."""
    first = header[:re.search(r"\nint \w+\(.*\);\n", header).end()]
    draw, values = random.Random(1), {"arg": [], "result": []}
    for use, kind, extents in re.findall(r"//   (arg|result)\d+: (\w+)((?:\[\d+\])+)", first):
        values[use].append(Value(kind, extents, draw))
    return values["arg"], values["result"]


def timed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(library, text_library):
    """Least seconds of a call of each. One result, of a network."""
    inputs, (result,) = read_values(library.with_suffix(".h").read_text())
    ours = getattr(ctypes.CDLL(str(library)), f"{library.stem}_main")
    theirs = getattr(ctypes.CDLL(str(text_library)), "_mlir_ciface_main")
    free = ctypes.CDLL(None).free
    pointers = [value.pointer() for value in [*inputs, result]]
    descriptors = [value.descriptor() for value in inputs]
    made = (ctypes.c_int64 * len(result.descriptor()))()
    kept = {}

    def call_theirs():
        theirs(made, *descriptors)

    least = [math.inf, math.inf]
    for _ in range(TURNS):
        least[0] = min(least[0], timed(lambda: ours(*pointers)))
        least[1] = min(least[1], timed(call_theirs))
        kept["bytes"] = ctypes.string_at(made[1], len(result.numbers) * result.numbers.itemsize)
        free(ctypes.c_void_p(made[0]))
    if kept["bytes"] != result.numbers.tobytes():
        raise common.WrongResult(f"{library} and {text_library} differ")
    return least


def rows(networks, model, folder, code_bytes):
    """Of a Markdown table; the libraries NAME.so of `autotune compile` are in the folder."""
    allowed = os.sched_getaffinity(0)
    made = []
    for name in networks:
        text_library = folder / f"{name}_text.so"
        make_text_route(model(name), text_library)
        os.sched_setaffinity(0, {max(allowed)})
        ours, theirs = compare(folder / f"{name}.so", text_library)
        os.sched_setaffinity(0, allowed)
        made.append(f"| {name} | {1e3 * ours:.3f} | {1e3 * theirs:.3f} | {ours / theirs:.3f} | "
                    f"{code_bytes(folder / f'{name}.so') / 1e3:.0f} | {code_bytes(text_library) / 1e3:.0f} |")
        print(made[-1], flush=True)
    return made
