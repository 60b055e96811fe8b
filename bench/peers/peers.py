"""Times other systems on the same work as ours; started by scripts/peers.

Every system runs single threaded, on warm buffers, with weights as run-time inputs unless the
variant says `const`. One sample is as many calls as fill SAMPLE_SECONDS; at least MIN_SAMPLES
samples, all of them kept in the JSON file.
"""
import argparse
import ctypes
import ctypes.util
import hashlib
import importlib.metadata
import json
import pathlib
import statistics
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "workloads"))
import expected  # noqa: E402
import generate  # noqa: E402

MIN_SAMPLES = 10
SAMPLE_SECONDS = 0.005
SLOW_SECONDS = 0.02
WARM_UP_SECONDS = 0.3  # as TIMING_WARM_UP_SECONDS of runtime/timing.h: a virtual machine's processors may begin on one core


class Call:
    """Work of a peer on fixed operands: run() does it once, outputs() are the arrays it made."""

    def __init__(self, run, outputs):
        self.run, self.outputs = run, outputs


def sample(call, slow_samples=MIN_SAMPLES):
    """Seconds per call, one number per sample; so many of calls above SLOW_SECONDS."""
    warm_until = time.perf_counter() + WARM_UP_SECONDS
    while time.perf_counter() < warm_until:
        call()
    start = time.perf_counter()
    call()
    once = max(time.perf_counter() - start, 1e-7)
    repeats = max(1, int(SAMPLE_SECONDS / once))
    samples = []
    for _ in range(slow_samples if once > SLOW_SECONDS else MIN_SAMPLES):
        start = time.perf_counter()
        for _ in range(repeats):
            call()
        samples.append((time.perf_counter() - start) / repeats)
    return samples


def operands(shapes):
    """The operands that `autotune run` draws for a function with these arguments, the first one data."""
    return [expected.operand(shape, np.dtype(np.float32), position, position == 0, expected.SEED)
            for position, shape in enumerate(shapes)]


# ---- OpenBLAS: matrix products only ----

class OpenBlas:
    name, variants = "openblas", ("",)

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("openblas"))
        self.library.openblas_set_num_threads(1)
        for name in ("openblas_get_config", "openblas_get_corename"):
            getattr(self.library, name).restype = ctypes.c_char_p
        # The configuration names the processor of the build, the core the kernels that are used.
        release = self.library.openblas_get_config().decode().split()[1]
        self.version = f"{release} ({self.library.openblas_get_corename().decode()} kernels)"

    def workload(self, w, variant):
        if w.kind not in ("matmul", "batch_matmul"):
            return None
        a, b = operands(w.inputs)
        c = np.zeros(w.output, np.float32)
        m, n, k = (w.numbers[i] for i in "mnk")
        row_major, plain, one = 101, 111, ctypes.c_float(1)
        pointer = ctypes.POINTER(ctypes.c_float)
        parts = [[x.ctypes.data_as(pointer) for x in parts]
                 for parts in (zip(a, b, c) if w.kind == "batch_matmul" else [(a, b, c)])]
        gemm = self.library.cblas_sgemm

        def call():
            for x, y, z in parts:
                gemm(row_major, plain, plain, m, n, k, one, x, k, y, n, ctypes.c_float(0), z, n)

        call()
        np.testing.assert_allclose(c, a @ b, rtol=1e-3, atol=1e-3 * np.abs(c).max())
        return Call(call, lambda: [c])

    def empty_call(self):
        return self.workload(generate.Workload("empty", "matmul", [(1, 1), (1, 1)], (1, 1), 2,
                                               dict(m=1, n=1, k=1)), "")

    def model(self, path, variant):
        return None


# ---- ONNX Runtime ----

def onnx_nodes(w):
    """(nodes, attributes of the weights) of the workload; None when it has no form in ONNX."""
    from onnx import helper

    def node(op, inputs, output="r", **attributes):
        return helper.make_node(op, inputs, [output], **attributes)

    numbers = w.numbers
    if w.kind in ("matmul", "batch_matmul"):
        return [node("MatMul", ["a0", "a1"])]
    if w.kind in ("conv_nchw", "conv_bias_relu", "depthwise"):
        pad = numbers.get("pad", 1)
        attributes = dict(strides=[numbers["stride"]] * 2, pads=[pad] * 4)
        if w.kind == "depthwise":
            attributes["group"] = numbers["channels"]
        inputs = [f"a{i}" for i in range(len(w.inputs))]
        if w.kind == "conv_bias_relu":
            return [node("Conv", inputs, "c", **attributes), node("Relu", ["c"])]
        return [node("Conv", inputs, **attributes)]
    if w.kind == "softmax":
        return [node("Softmax", ["a0"], axis=-1)]
    if w.kind == "layer_norm":
        return [node("LayerNormalization", ["a0", "a1", "a2"], axis=-1, epsilon=1e-5)]
    if w.kind == "matmul_bias_gelu":
        return [node("MatMul", ["a0", "a1"], "m"), node("Add", ["m", "a2"], "x"),
                node("Div", ["x", "root"], "d"), node("Erf", ["d"], "e"),
                node("Add", ["e", "one"], "f"), node("Mul", ["x", "f"], "g"),
                node("Mul", ["g", "half"])]
    return None


def onnx_model(w, constant_weights):
    from onnx import TensorProto, helper, numpy_helper
    nodes = onnx_nodes(w)
    if nodes is None:
        return None
    shapes = list(w.inputs)
    if w.kind == "depthwise":
        shapes[1] = (shapes[1][0], 1) + shapes[1][1:]
    output = w.output[1:] if w.kind == "matmul_bias_gelu" else w.output
    values = operands(shapes)
    inputs = [helper.make_tensor_value_info(f"a{i}", TensorProto.FLOAT, s)
              for i, s in enumerate(shapes)]
    constants = [numpy_helper.from_array(np.array(v, np.float32), n)
                 for n, v in (("root", 2 ** 0.5), ("one", 1), ("half", 0.5))]
    if w.kind != "matmul_bias_gelu":
        constants = []
    if constant_weights:
        constants += [numpy_helper.from_array(v, f"a{i}") for i, v in enumerate(values) if i]
        inputs = inputs[:1]
    graph = helper.make_graph(nodes, w.name, inputs,
                              [helper.make_tensor_value_info("r", TensorProto.FLOAT, output)],
                              constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    return model, values[:len(inputs)]


class OnnxRuntime:
    name, variants = "onnxruntime", ("run-time", "const")

    def __init__(self, threads=1):
        import onnxruntime
        self.threads = threads
        self.runtime = onnxruntime
        self.version = onnxruntime.__version__

    def session(self, model):
        options = self.runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = self.threads, 1
        options.graph_optimization_level = self.runtime.GraphOptimizationLevel.ORT_ENABLE_ALL
        return self.runtime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])

    def session_call(self, model, values):
        session = self.session(model)
        binding = session.io_binding()
        keep = []
        for info, value in zip(session.get_inputs(), values):
            keep.append(self.runtime.OrtValue.ortvalue_from_numpy(value))
            binding.bind_ortvalue_input(info.name, keep[-1])
        for info in session.get_outputs():
            binding.bind_output(info.name)
        return Call(lambda: session.run_with_iobinding(binding), binding.copy_outputs_to_cpu)

    def empty_call(self):
        from onnx import TensorProto, helper
        info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, (1,)) for name in ("a0", "r")]
        graph = helper.make_graph([helper.make_node("Neg", ["a0"], ["r"])], "empty", info[:1], info[1:])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
        return self.session_call(model, [np.ones(1, np.float32)])

    def workload(self, w, variant):
        if variant == "const" and len(w.inputs) == 1:
            return None
        made = onnx_model(w, variant == "const")
        return self.session_call(*made) if made else None

    def model(self, name, variant):
        import onnx
        from onnx import numpy_helper
        model = onnx.load(ROOT / "data" / "models" / f"{name}.onnx")
        values = expected.operands(model, name)
        if variant == "const":
            data = json.loads((ROOT / "test" / "models" / f"{name}.args.json").read_text())["data"]
            weights = list(model.graph.input)[data:]
            for info, value in zip(weights, values[data:]):
                model.graph.initializer.append(numpy_helper.from_array(value, info.name))
                model.graph.input.remove(info)
            values = values[:data]
        return self.session_call(model, values)


# ---- IREE ----

class Iree:
    name, variants = "iree", ("",)

    def __init__(self):
        import iree.compiler
        import iree.runtime
        self.compiler, self.runtime = iree.compiler, iree.runtime
        self.version = importlib.metadata.version("iree-base-compiler")

    def binary_of(self, path):
        """The compiled module; None when it cannot be compiled. Compiling takes long and is kept."""
        key = hashlib.sha256(path.read_bytes() + f"{self.version} {cpu_name()}".encode()).hexdigest()
        kept = ROOT / "build" / "iree" / f"{path.stem}-{key[:16]}.vmfb"
        if not kept.exists():
            flags = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3"]
            try:
                binary = self.compiler.compile_file(str(path), target_backends=["llvm-cpu"],
                                                    input_type="auto", extra_args=flags)
            except self.compiler.CompilerToolError as error:
                print(f"iree does not compile {path.name}: {str(error).splitlines()[0]}", file=sys.stderr)
                binary = b""
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(binary)
        return kept.read_bytes() or None

    def call_of(self, path, values):
        binary = self.binary_of(path)
        if not binary:
            return None
        config = self.runtime.Config("local-sync")
        module = self.runtime.load_vm_module(
            self.runtime.VmModule.copy_buffer(config.vm_instance, binary), config)
        device = [self.runtime.asdevicearray(config.device, v) for v in values]

        def outputs():
            results = module.main(*device)
            return [r.to_host() for r in (results if isinstance(results, (list, tuple)) else [results])]

        return Call(lambda: module.main(*device), outputs)

    def empty_call(self):
        path = ROOT / "build" / "iree" / "empty.mlir"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("func.func @main(%a: tensor<1xf32>) -> tensor<1xf32> {\n  %r = arith.negf %a : tensor<1xf32>\n"
                        "  return %r : tensor<1xf32>\n}\n")
        return self.call_of(path, [np.ones(1, np.float32)])

    def workload(self, w, variant):
        return self.call_of(ROOT / "bench" / "workloads" / f"{w.name}.mlir",
                            operands(w.inputs))

    def model(self, name, variant):
        import onnx
        values = expected.operands(onnx.load(ROOT / "data" / "models" / f"{name}.onnx"), name)
        return self.call_of(ROOT / "test" / "models" / f"{name}.mlir", values)


# ---- the table ----

def cpu_name():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def measure(peer, variant, name, flops, call):
    samples = sample(call.run)
    median = statistics.median(samples)
    row = {"name": name, "peer": peer.name, "variant": variant, "median_seconds": median,
           "min_seconds": min(samples), "samples_seconds": samples}
    if flops:
        row["gflops_median"] = flops / median / 1e9
        row["gflops_best"] = flops / min(samples) / 1e9
    return row


def markdown(rows, versions, cpu):
    columns = sorted({(r["peer"], r["variant"]) for r in rows})
    lines = [f"CPU: {cpu}, one thread. Versions: "
             + ", ".join(f"{k} {v}" for k, v in versions.items()) + ".", "",
             "Median (best) of the samples: GFLOP/s, or microseconds where marked.", "",
             "| work | " + " | ".join(" ".join(c).strip() for c in columns) + " |",
             "|---" * (len(columns) + 1) + "|"]
    for name in dict.fromkeys(r["name"] for r in rows):
        cells = []
        for column in columns:
            found = [r for r in rows if r["name"] == name and (r["peer"], r["variant"]) == column]
            if not found:
                cells.append("-")
            elif "gflops_median" in found[0]:
                cells.append(f"{found[0]['gflops_median']:.1f} ({found[0]['gflops_best']:.1f})")
            else:
                cells.append(f"{found[0]['median_seconds'] * 1e6:.1f} us "
                             f"({found[0]['min_seconds'] * 1e6:.1f})")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def tasks(options):
    """(name, flops, function of peer and variant) of everything to measure."""
    if options.models:
        for path in sorted((ROOT / "data" / "models").glob("*.onnx")):
            yield path.stem, 0, lambda peer, variant, n=path.stem: peer.model(n, variant)
    else:
        for w in generate.workloads():
            yield w.name, w.flops, lambda peer, variant, w=w: peer.workload(w, variant)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--ops", action="store_true", help="the workloads (default)")
    what.add_argument("--models", action="store_true", help="whole networks")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT",
                        help="only names that contain TEXT; may be repeated")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME",
                        choices=["openblas", "onnxruntime", "iree"])
    parser.add_argument("--variant", action="append", default=[], choices=["run-time", "const"],
                        help="of ONNX Runtime: weights as inputs, or known when compiling")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "peers",
                        help="writes OUTPUT.json and OUTPUT.md")
    options = parser.parse_args()
    peers = [make() for make in (OpenBlas, OnnxRuntime, Iree)
             if not options.peer or make.name in options.peer]
    rows = []
    for name, flops, make_call in tasks(options):
        if options.only and not any(text in name for text in options.only):
            continue
        for peer in peers:
            for variant in peer.variants:
                if variant and options.variant and variant not in options.variant:
                    continue
                call = make_call(peer, variant)
                if call is None:
                    continue
                rows.append(measure(peer, variant, name, flops, call))
                row = rows[-1]
                rate = f"{row['gflops_median']:8.1f} GFLOP/s" if flops else " " * 16
                print(f"{name:32} {peer.name:12} {variant:9} {rate} "
                      f"{row['median_seconds'] * 1e6:12.1f} us", flush=True)
    if not rows:
        sys.exit("nothing to measure: no name contains " + ", ".join(options.only))
    versions = {peer.name: peer.version for peer in peers}
    options.output.parent.mkdir(parents=True, exist_ok=True)
    result = {"cpu": cpu_name(), "threads": 1, "versions": versions, "results": rows}
    options.output.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")
    options.output.with_suffix(".md").write_text(markdown(rows, versions, cpu_name()))
    print(f"wrote {options.output}.json and .md")


if __name__ == "__main__":
    main()
