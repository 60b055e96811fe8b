"""One library for all sizes beside one for each size, and beside ONNX Runtime with symbolic dimensions; started by scripts/unknown_sizes.

Of each case the table has the milliseconds of the library that knows no size, of one that was compiled for the sizes, and of ONNX Runtime;
all on one thread, in turn, the medians of ROUNDS samples of its processor time. Weights of networks are constants, those of single ops arguments. Results are
compared with ONNX Runtime's; one that differs is an error.
"""
import argparse
import ctypes
import itertools
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import unknown_cost
from unknown_cost import ROOT

ROUNDS, SAMPLE_SECONDS = 7, 0.003
TOLERANCE = 2e-4  # of the largest element
ROWS = [1, 2, 3, 4, 7, 8, 16, 17, 33, 48, 64, 77, 100, 128, 256, 333, 512]
ALL_ROWS = range(1, 513)


class Graph:
    """An ONNX graph while it is written."""

    def __init__(self, seed=1):
        self.nodes, self.weights, self.inputs, self.names = [], [], [], 0
        self.draw = np.random.default_rng(seed)

    def weight(self, *shape, scale=0.03):
        return self.constant((self.draw.standard_normal(shape) * scale).astype(np.float32))

    def constant(self, array):
        self.names += 1
        self.weights.append(numpy_helper.from_array(np.asarray(array), f"w{self.names}"))
        return f"w{self.names}"

    def input(self, name, *dims):
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, dims))
        return name

    def op(self, kind, *inputs, **attributes):
        self.names += 1
        self.nodes.append(helper.make_node(kind, inputs, [f"v{self.names}"], **attributes))
        return f"v{self.names}"

    def model(self, result, *dims):
        output = helper.make_tensor_value_info(result, TensorProto.FLOAT, dims)
        graph = helper.make_graph(self.nodes, "g", self.inputs, [output], self.weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=10)


# --- cases: an ONNX model, its names of unknown sizes and, of a single op, the same as MLIR; the sizes

def matmul(n, k):
    g = Graph()
    product = g.op("MatMul", g.input("a", "M", k), g.input("w", k, n))
    return g.model(product, "M", n)


def matmul_text(dims):
    m, n, k = dims
    types = [f"tensor<{x}x{y}xf32>" for x, y in ((m, k), (k, n), (m, n))]
    asked = [(size, arg, place) for size, arg, place in ((m, "a", 0), (n, "w", 1)) if size == "?"]
    lines = [f"  %c{place} = arith.constant {place} : index\n  %d{place} = tensor.dim %{arg}, %c{place} : {types[arg == 'w']}"
             for _, arg, place in asked]
    sizes = ", ".join(f"%d{place}" for _, _, place in asked)
    return f"""func.func @f(%a: {types[0]}, %w: {types[1]}) -> {types[2]} {{
{chr(10).join(lines)}
  %z = arith.constant 0.0 : f32
  %e = tensor.empty({sizes}) : {types[2]}
  %i = linalg.fill ins(%z : f32) outs(%e : {types[2]}) -> {types[2]}
  %r = linalg.matmul ins(%a, %w : {types[0]}, {types[1]}) outs(%i : {types[2]}) -> {types[2]}
  return %r : {types[2]}
}}
"""


def decoding(heads=16, width=128):
    """One token of attention over the keys and values of all tokens so far."""
    g = Graph()
    q, k, v = g.input("q", heads, 1, width), g.input("k", heads, "L", width), g.input("v", heads, "L", width)
    scores = g.op("MatMul", q, g.op("Transpose", k, perm=[0, 2, 1]))
    shares = g.op("Softmax", g.op("Mul", scores, g.constant(np.float32(width ** -0.5))), axis=-1)
    return g.model(g.op("MatMul", shares, v), heads, 1, width)


def bert(layers=2, heads=12, width=768, inner=3072):
    g = Graph()
    x = g.input("x", "batch", "seq", width)
    split, join = g.constant(np.array([0, 0, heads, width // heads])), g.constant(np.array([0, 0, width]))
    scale = g.constant(np.float32((width // heads) ** -0.5))

    def linear(x, a, b):
        return g.op("Add", g.op("MatMul", x, g.weight(a, b)), g.weight(b))

    def norm(x):
        return g.op("LayerNormalization", x, g.weight(width, scale=1), g.weight(width), axis=-1)

    for _ in range(layers):
        q, k, v = [g.op("Transpose", g.op("Reshape", linear(x, width, width), split), perm=perm)
                   for perm in ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])]
        shares = g.op("Softmax", g.op("Mul", g.op("MatMul", q, k), scale), axis=-1)
        mixed = g.op("Reshape", g.op("Transpose", g.op("MatMul", shares, v), perm=[0, 2, 1, 3]), join)
        x = norm(g.op("Add", linear(mixed, width, width), x))
        x = norm(g.op("Add", linear(g.op("Gelu", linear(x, width, inner)), inner, width), x))
    return g.model(x, "batch", "seq", width)


def resnet18():
    g = Graph()

    def conv(x, cin, cout, size, stride):
        return g.op("Conv", x, g.weight(cout, cin, size, size, scale=(2 / (cin * size * size)) ** 0.5), g.weight(cout),
                    kernel_shape=[size] * 2, strides=[stride] * 2, pads=[size // 2] * 4)

    x = g.op("Relu", conv(g.input("x", "batch", 3, 224, 224), 3, 64, 7, 2))
    x = g.op("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    cin = 64
    for cout in (64, 128, 256, 512):
        for first in (True, False):
            stride = 2 if first and cout != 64 else 1
            y = conv(g.op("Relu", conv(x, cin, cout, 3, stride)), cout, cout, 3, 1)
            x = g.op("Relu", g.op("Add", y, x if cin == cout and stride == 1 else conv(x, cin, cout, 1, stride)))
            cin = cout
    x = g.op("Flatten", g.op("GlobalAveragePool", x), axis=1)
    return g.model(g.op("Gemm", x, g.weight(512, 1000), g.weight(1000)), "batch", 1000)


def cases(rows):
    """(name, ONNX model, MLIR of sizes or None, names of the sizes, the sizes)"""
    for n, k in ((768, 768), (3072, 768), (4096, 4096)):
        yield (f"matmul_{n}x{k}", matmul(n, k), lambda sizes, n=n, k=k: matmul_text((*sizes, n, k)), ["M"], [(m,) for m in rows])
    g = Graph()
    yield ("matmul_all", g.model(g.op("MatMul", g.input("a", "M", "K"), g.input("w", "K", "N")), "M", "N"), matmul_text,
           ["M", "N", "K"], [(512, 512, 512), (100, 100, 100), (333, 333, 333), (1, 768, 768), (48, 768, 768)])
    yield "decoding", decoding(), None, ["L"], [(size,) for size in (1, 2, 16, 37, 128, 300, 512, 1000, 1024, 2048)]
    yield "bert", bert(), None, ["batch", "seq"], [(1, 128), (4, 77), (8, 33), (1, 1)]
    yield "resnet18", resnet18(), None, ["batch"], [(1,), (2,), (5,), (8,)]


# --- libraries

class Library:
    """What `autotune compile` makes of a module, and what that took."""

    def __init__(self, module, path):
        self.tune_seconds, self.code_bytes = unknown_cost.compile_module(module, path)
        header = path.with_suffix(".h").read_text()
        name, parameters = re.search(r"^int (at_\w+)\((.*)\);$", header, re.M).groups()
        self.sizes = [p.split()[-1] for p in parameters.split(", ") if p.startswith("int64_t")]
        self.function = getattr(ctypes.CDLL(str(path)), name)

    def call(self, sizes, arrays):
        given = [ctypes.c_int64(sizes[name]) for name in self.sizes] + [ctypes.c_void_p(a.ctypes.data) for a in arrays]
        function = self.function

        def run():
            if function(*given) != 0:
                raise SystemExit("a call failed")

        return run


def import_model(model, path, sizes):
    dims = [word for name, size in sizes.items() for word in ("--dim", f"{name}={size}")]
    made = subprocess.run([ROOT / "scripts/import", model, "-o", path, *dims], capture_output=True, text=True)
    if made.returncode != 0:
        raise SystemExit(f"{model}: {made.stderr.strip()}")


def write_module(folder, name, text, names, sizes):
    """The module of a case, whose model lies in the folder, for these sizes; None: for any."""
    stem = name + ("" if sizes is None else "_" + "_".join(map(str, sizes)))
    module = folder / (stem + (".mlir" if text else ".mlirbc"))
    if text:
        module.write_text(text(sizes or ["?"] * len(names)))
    else:
        import_model(folder / f"{name}.onnx", module, dict(zip(names, sizes or [])))
    return module


class Case:
    def __init__(self, folder, name, model, text, names):
        self.folder, self.name, self.text, self.names = folder, name, text, names
        self.inputs = {i.name: [d.dim_param or d.dim_value for d in i.type.tensor_type.shape.dim] for i in model.graph.input}
        self.result = [d.dim_param or d.dim_value for d in model.graph.output[0].type.tensor_type.shape.dim]
        onnx.save(model, folder / f"{name}.onnx")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(folder / f"{name}.onnx", options, providers=["CPUExecutionProvider"])
        self.open = self.library(None)

    def library(self, sizes):
        module = write_module(self.folder, self.name, self.text, self.names, sizes)
        return Library(module, module.with_suffix(".so"))

    def peer(self, arrays, result):
        binding = self.session.io_binding()
        for name, array in arrays.items():
            binding.bind_ortvalue_input(name, onnxruntime.OrtValue.ortvalue_from_numpy(array))
        output = onnxruntime.OrtValue.ortvalue_from_numpy(result)
        binding.bind_ortvalue_output(self.session.get_outputs()[0].name, output)
        return lambda: self.session.run_with_iobinding(binding), output

    def measure(self, sizes):
        """The library for these sizes, and the seconds of (no size known, sizes known, ONNX Runtime)."""
        known = self.library(sizes)
        named = dict(zip(self.names, sizes))
        draw = np.random.default_rng(2)
        shape = lambda dims: [named.get(d, d) for d in dims]  # noqa: E731
        arrays = {n: aligned(draw.standard_normal(shape(d)).astype(np.float32)) for n, d in self.inputs.items()}
        results = [aligned(np.zeros(shape(self.result), np.float32)) for _ in range(2)]
        peer, output = self.peer(arrays, np.zeros(shape(self.result), np.float32))
        runs = [self.open.call(self.symbols(named), [*arrays.values(), results[0]]),
                known.call({}, [*arrays.values(), results[1]]), peer]
        seconds = times(runs)
        expected = output.numpy()
        for result in results:
            error = np.abs(result - expected).max() / np.abs(expected).max()
            if not error <= TOLERANCE:
                raise SystemExit(f"{self.name} {sizes}: a result differs by {error:.1e} of the largest element")
        return known, seconds

    def symbols(self, named):
        """The sizes by the names of the parameters: n_NAME, or n_argI_D where the module has no names."""
        places = [list(self.inputs.values())[int(m[1])][int(m[2])] if (m := re.match(r"n_arg(\d+)_(\d+)$", parameter)) else parameter[2:]
                  for parameter in self.open.sizes]
        return {parameter: named[place] for parameter, place in zip(self.open.sizes, places)}


def aligned(array):
    room = np.empty(array.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    copy = room[start:start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def times(runs):
    counts = []
    for run in runs:
        run()
        start = time.thread_time()
        run()
        counts.append(max(1, int(SAMPLE_SECONDS / max(time.thread_time() - start, 1e-7))))
    samples = [[] for _ in runs]
    for _ in range(ROUNDS):
        for run, count, kept in zip(runs, counts, samples):
            start = time.thread_time()
            for _ in range(count):
                run()
            kept.append((time.thread_time() - start) / count)
    return [statistics.median(kept) for kept in samples]


# --- the tables

def twins_of_cases(folder, cases):
    """(name, its module of any size, one of sizes in the middle of those of the case)"""
    for name, model, text, names, sizes in cases:
        onnx.save(model, folder / f"{name}.onnx")
        yield name, *(write_module(folder, name, text, names, which) for which in (None, sizes[len(sizes) // 2]))


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def measure_case(folder, name, model, text, names, all_sizes):
    case = Case(folder, name, model, text, names)
    to_known, to_peer, tune, code = [], [], [], []
    for sizes in all_sizes:
        known, (mine, static, peer) = case.measure(sizes)
        to_known.append(mine / static)
        to_peer.append(mine / peer)
        tune.append(known.tune_seconds)
        code.append(known.code_bytes)
        print(f"| {name} | {', '.join(f'{n}={s}' for n, s in zip(names, sizes))} | {mine * 1e3:.4f} | {static * 1e3:.4f} | {peer * 1e3:.4f} "
              f"| {mine / static:.2f} | {mine / peer:.2f} |", flush=True)
    return (f"| {name} | {mean(to_known):.2f} | {max(to_known):.2f} | {mean(to_peer):.2f} | {case.open.tune_seconds:.2f} | "
            f"{statistics.median(tune):.2f} | {case.open.code_bytes / 1e3:.1f} | {statistics.median(code) / 1e3:.1f} |")


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    return " ".join(re.search(rf"^{key}\s*: (.*)", text, re.M)[1] for key in ("model name", "cpu family", "model"))


def main():
    parser = argparse.ArgumentParser(prog="scripts/unknown_sizes", description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", help="cases whose names begin so")
    parser.add_argument("--all-rows", action="store_true", help=f"products of every number of rows from 1 to 512 (default {len(ROWS)} of them)")
    parser.add_argument("--cost", action="store_true", help="what compiling takes and makes alone: seconds of the pass and bytes of code")
    parser.add_argument("--modules", metavar="FOLDER", type=pathlib.Path, help="with --cost: those of the folder, NAME.mlir beside NAME.static.mlir, too")
    arguments = parser.parse_args()
    if arguments.modules and not arguments.cost:
        parser.error("--modules is for --cost")
    if arguments.modules and not any(arguments.modules.glob("*.static.mlir")):
        parser.error(f"--modules {arguments.modules}: there is no NAME.static.mlir")
    every = list(cases(ALL_ROWS if arguments.all_rows else ROWS))
    chosen = [case for case in every if not arguments.only or any(case[0].startswith(only) for only in arguments.only)]
    if not chosen:
        parser.error(f"no case begins so; there are {', '.join(case[0] for case in every)}")
    commit = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    print(f"{processor()}, one thread, commit {commit}, ONNX Runtime {onnxruntime.__version__}\n")
    if arguments.cost:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            unknown_cost.tell(folder, itertools.chain(twins_of_cases(folder, chosen), unknown_cost.twins_in(arguments.modules)))
        return 0
    print("| case | sizes | unknown, ms | known, ms | ONNX Runtime, ms | unknown/known | unknown/ONNX Runtime |\n|---|---|---|---|---|---|---|")
    summaries = []
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen:
            summaries.append(measure_case(pathlib.Path(folder), *case))
    print("\n| case | unknown/known | worst | unknown/ONNX Runtime | tuned in, s | known | code, kB | known |\n|---|---|---|---|---|---|---|---|")
    print("\n".join(summaries))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
