"""Attention, softmax and norms beside ONNX Runtime, on one thread and on two.

    attention.py [--only TEXT] [--threads 1,2] [--seconds S]

Writes a table to the laboratory. Ours are checked against the untouched lowering; both draw operands of their own. ONNX
Runtime has weights of norms as constants. Needs numpy, onnx, onnxruntime.
"""
import argparse
import datetime
import math
import re
import statistics
import subprocess
import sys
import time

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import common
import memory_pages
import module_text
from module_text import Module

REPORT = common.ROOT / "lab" / "results" / "attention.md"
FOLDER = common.WORK / "attention"


class Graph:
    """An ONNX model while it is written."""

    def __init__(self):
        self.nodes, self.inputs, self.constants, self.names = [], [], [], 0

    def argument(self, *shape):
        self.inputs.append((f"a{len(self.inputs)}", shape))
        return self.inputs[-1][0]

    def constant(self, array):
        self.constants.append(numpy_helper.from_array(np.asarray(array), f"c{len(self.constants)}"))
        return self.constants[-1].name

    def weight(self, *shape):
        return self.constant(np.random.default_rng(1).standard_normal(shape).astype(np.float32) / math.sqrt(shape[0]))

    def op(self, kind, *inputs, **attributes):
        self.names += 1
        self.nodes.append(helper.make_node(kind, list(inputs), [f"n{self.names}"], **attributes))
        return f"n{self.names}"

    def reshaped(self, value, *shape):
        return self.op("Reshape", value, self.constant(np.array(shape, np.int64)))

    def session(self, results, threads):
        graph = helper.make_graph(self.nodes, "f", [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in self.inputs],
                                  [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in results], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)], ir_version=9)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        binding = session.io_binding()
        for name, sizes in self.inputs:
            binding.bind_cpu_input(name, np.random.default_rng(2).standard_normal(sizes).astype(np.float32))
        for name in results:
            binding.bind_output(name)
        return lambda: session.run_with_iobinding(binding)


# --- works: each gives our module and ONNX Runtime's graph


def attention(heads, rows, keys, depth, causal=False, group=1):
    """`group` query heads read one head of keys and values."""
    def ours():
        m, kv = Module(), heads // group
        q, k, v = m.argument(kv, group, rows, depth), m.argument(kv, depth, keys), m.argument(kv, keys, depth)
        s = m.product(q, "grid", k, "gdj", "grijd", "grij")
        mask = ["%j = linalg.index 3 : index", "%i = linalg.index 2 : index", "%later = arith.cmpi ugt, %j, %i : index",
                "%low = arith.constant 0xFF800000 : f32", "%y = arith.select %later, %low, %t : f32"]
        s = m.generic([(s, "grij")], "grij", "grij", [f"%scale = arith.constant {depth ** -0.5} : f32", f"{'%t' if causal else '%y'} = arith.mulf %x0, %scale : f32",
                                                      *(mask if causal else [])])
        p = m.softmax(s, 3)
        return m.text(m.product(p, "grij", v, "gjd", "gridj", "grid"))

    def theirs():
        g, kv = Graph(), heads // group
        q, k, v = g.argument(kv, group * rows, depth), g.argument(kv, depth, keys), g.argument(kv, keys, depth)
        s = g.op("Mul", g.op("MatMul", q, k), g.constant(np.float32(depth ** -0.5)))
        if causal:
            s = g.op("Add", s, g.constant(np.tile(np.triu(np.full((rows, keys), -np.inf, np.float32), 1), (group, 1))))
        return g, g.op("MatMul", g.op("Softmax", s, axis=-1), v)
    return ours, theirs


def softmax(rows, columns):
    def ours():
        m = Module()
        return m.text(m.softmax(m.argument(rows, columns), 1))

    def theirs():
        g = Graph()
        return g, g.op("Softmax", g.argument(rows, columns), axis=-1)
    return ours, theirs


SUM = ["%y = arith.addf %o, %x0 : f32"]


def layer_norm(rows, columns):
    def ours():
        m = Module()
        x, gain, shift = m.argument(rows, columns), m.argument(columns), m.argument(columns)
        total = m.generic([(x, "ij")], "ij", "i", SUM, "0.0")
        c = m.generic([(x, "ij"), (total, "i")], "ij", "ij", [f"%n = arith.constant {float(columns)} : f32", "%m = arith.divf %x1, %n : f32", "%y = arith.subf %x0, %m : f32"])
        v = m.generic([(c, "ij")], "ij", "i", module_text.SQUARES, "0.0")
        return m.text(m.generic([(c, "ij"), (v, "i"), (gain, "j"), (shift, "j")], "ij", "ij", [
            f"%n = arith.constant {float(columns)} : f32", "%e = arith.constant 1.0e-5 : f32", "%m = arith.divf %x1, %n : f32", "%d = arith.addf %m, %e : f32",
            "%r = math.sqrt %d : f32", "%c = arith.divf %x0, %r : f32", "%g = arith.mulf %c, %x2 : f32", "%y = arith.addf %g, %x3 : f32"]))

    def theirs():
        g = Graph()
        x = g.argument(rows, columns)
        return g, g.op("LayerNormalization", x, g.weight(columns), g.weight(columns), axis=-1, epsilon=1e-5)
    return ours, theirs


def rms_norm(rows, columns):
    def ours():
        m = Module()
        return m.text(module_text.rms_norm(m, m.argument(rows, columns), m.argument(columns)))

    def theirs():
        g = Graph()
        x = g.argument(rows, columns)
        return g, g.op("SimplifiedLayerNormalization", x, g.weight(columns), axis=-1, epsilon=1e-5)
    return ours, theirs


SIZES = [(1536, 128), (128, 768), (8, 50257), (9000, 1500)]
WORKS = {"attention 12x128x64": attention(12, 128, 128, 64), "attention 6x1500x64": attention(6, 1500, 1500, 64),
         "attention 16x512x128 causal": attention(16, 512, 512, 128, causal=True), "attention 16x128x128, 4 KV heads": attention(16, 128, 128, 128, group=4),
         **{f"attention of one row, 16x{keys}x128, 4 KV heads": attention(16, 1, keys, 128, group=4) for keys in (128, 1024, 4096)},
         **{f"{name} {rows}x{columns}": make(rows, columns) for name, make in [("softmax", softmax), ("layer norm", layer_norm), ("RMS norm", rms_norm)]
            for rows, columns in SIZES}}


def run_ours(path, threads, *flags):
    command = [common.PROGRAM, "run", path, "--target", "host", "--threads", str(threads), *flags]
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def time_ours(path, threads):
    said = run_ours(path, threads, "--time", "--only-tuned")
    found = re.search(r"tuned +min +([0-9.]+) ms", said.stdout)
    if not found:
        sys.exit(f"{path}: {said.stdout}{said.stderr}")
    return float(found[1])


def time_call(call, seconds):
    """Least milliseconds of a call."""
    call()
    end, least = time.perf_counter() + seconds, math.inf
    while time.perf_counter() < end:
        start = time.perf_counter()
        call()
        least = min(least, time.perf_counter() - start)
    return least * 1e3


def measure(name, work, threads, options):
    ours, theirs = work
    path = FOLDER / (re.sub("[^a-z0-9]+", "-", name.lower()) + ".mlir")
    path.write_text(ours())
    if threads == 1 and run_ours(path, threads, "--check").returncode:
        sys.exit(f"{path}: differs from the untouched lowering")
    graph, *results = theirs()
    call = graph.session(results, threads)
    turns = [(time_ours(path, threads), time_call(call, options.seconds)) for _ in range(options.turns)]
    return tuple(min(turn[side] for turn in turns) for side in range(2))


def write(rows):
    """rows: name, threads, our milliseconds, ONNX Runtime's."""
    ratios = [theirs / ours for _, _, ours, theirs in rows]
    lines = ["# Attention, softmax and norms", "", "Written by `bench/tables/attention.py`.",
             f"{common.cpu_name()}; commit {common.commit()}; {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC; onnxruntime {onnxruntime.__version__}.",
             "The least time of both in turns, f32, fp=auto. Ratios are of speed: above 1, ours is faster. Attention is heads x rows x depth.",
             f"All are compared with the untouched lowering.{memory_pages.sentence(memory_pages.pages())}", "",
             f"Geometric mean {statistics.geometric_mean(ratios):.3f}, least {min(ratios):.2f}; {len(rows)} rows.", "",
             "| work | threads | ours (ms) | ONNX Runtime (ms) | ratio |", "|---|---|---|---|---|"]
    lines += [f"| {name} | {threads} | {ours:.4f} | {theirs:.4f} | {theirs / ours:.2f} |" for name, threads, ours, theirs in rows]
    REPORT.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="works whose name has this in it; no table is written")
    parser.add_argument("--threads", default="1,2", help="numbers of threads")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5, help="of one turn of ONNX Runtime")
    options = parser.parse_args()
    memory_pages.restarted()
    if not any(options.only in name for name in WORKS):
        parser.error(f"no work has '{options.only}' in its name; there are {', '.join(WORKS)}")
    if options.turns < 1:
        parser.error("--turns is 1 or more")
    if not re.fullmatch(r"[1-9]\d{0,3}(,[1-9]\d{0,3})*", options.threads):
        parser.error("--threads is a list as 1,2")
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = []
    for threads in map(int, options.threads.split(",")):
        for name, work in WORKS.items():
            if options.only not in name:
                continue
            ours, theirs = measure(name, work, threads, options)
            rows.append((name, threads, ours, theirs))
            print(f"{name:44} {threads} {ours:10.4f} {theirs:10.4f} {theirs / ours:6.2f}", flush=True)
    if not options.only:
        write(rows)


if __name__ == "__main__":
    main()
