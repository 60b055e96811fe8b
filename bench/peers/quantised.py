"""Networks of data/models quantised by ONNX Runtime's own tool, beside ONNX Runtime; started by scripts/peers --quantised, and rows of
the table small-types.

Static quantisation writes pairs of QuantizeLinear and DequantizeLinear (u8 data with one scale, or with --signed i8 data, and i8
weights with a scale for each channel), dynamic quantisation i8 weights. Of each model the table has the milliseconds of
the library that `autotune compile` makes and of ONNX Runtime, one thread, in turns, the medians and minima of ROUNDS samples of
processor time; and the largest difference from ONNX Runtime without graph optimisation, as a part of the largest result, beside that
of ONNX Runtime with it. Where a number lies next to the middle between two integers, the last bit of a sum decides, so none of them are 0.
"""
import argparse
import ctypes
import json
import logging
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
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULTS = ["resnet18:static", "mlp_b128:dynamic", "mobilenet_v2:static", "bert_2layer:dynamic"]
HEAD = ("| model | autotune, ms (least) | ONNX Runtime, ms (least) | times as fast (of least) | error | ONNX Runtime's error |", "|---|---|---|---|---|---|")
ROUNDS, CALIBRATIONS = 15, 4
LIMIT = 0.1  # of the largest result


def draw(value, is_weight, random):
    shape = [dim.dim_value for dim in value.type.tensor_type.shape.dim]
    kind = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
    if kind.kind != "f":
        return random.integers(0, 8, shape).astype(kind)
    scale = np.sqrt(2 / np.prod(shape[1:])) if len(shape) > 1 else 0.05
    return (random.standard_normal(shape) * (scale if is_weight else 1)).astype(kind)


def with_weights(name, random):
    """The model with its weights inside, and the values that stay inputs."""
    model = onnx.load(ROOT / f"data/models/{name}.onnx")
    count = json.loads((ROOT / f"test/models/{name}.args.json").read_text())["data"]
    values = list(model.graph.input)
    weights = [onnx.numpy_helper.from_array(draw(value, True, random), value.name) for value in values[count:]]
    del model.graph.input[count:]
    model.graph.initializer.extend(weights)
    return model, values[:count]


class Calibration(CalibrationDataReader):
    def __init__(self, values, random):
        self.sets = iter([{value.name: draw(value, False, random) for value in values} for _ in range(CALIBRATIONS)])

    def get_next(self):
        return next(self.sets, None)


def quantise(name, way, data_type, folder):
    """The path of the quantised model, and what goes in."""
    random = np.random.default_rng(7)
    model, values = with_weights(name, random)
    plain, made = folder / "plain.onnx", folder / "quantised.onnx"
    onnx.save(model, plain)
    quant_pre_process(plain, plain, skip_symbolic_shape=True)
    if way == "dynamic":
        quantize_dynamic(plain, made, weight_type=QuantType.QInt8)
    else:
        quantize_static(plain, made, Calibration(values, random), quant_format=QuantFormat.QDQ, per_channel=True, activation_type=data_type,
                        weight_type=QuantType.QInt8)
    return made, {value.name: draw(value, False, random) for value in values}


def session(path, level):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.graph_optimization_level = level
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def library_call(path, inputs, like, folder):
    """(a function that calls our library, its results)"""
    module, library = folder / "quantised.mlirbc", folder / "libquantised.so"
    subprocess.run([ROOT / "scripts/import", path, "-o", module], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([ROOT / "build/bin/autotune", "compile", module, "-o", library, "--target", "host", "--quiet"], check=True)
    symbol = re.findall(r"^int (\w+)\(const", library.with_suffix(".h").read_text(), re.MULTILINE)[-1]
    function, results = getattr(ctypes.CDLL(str(library)), symbol), [np.empty_like(array) for array in like]
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in [*inputs, *results]]

    def call():
        if status := function(*pointers):
            sys.exit(f"quantised: the library returns status {status}")

    return call, results


def seconds_of(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def error(results, expected):
    return max(float(np.abs(got - wanted).max() / np.abs(wanted).max()) for got, wanted in zip(results, expected))


def measured(case, data_type=QuantType.QUInt8):
    """{"results": {who: {"median", "least"}}, "errors": {who: part of the largest result}}"""
    logging.disable(logging.WARNING)
    name, _, way = case.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        path, inputs = quantise(name, way or "static", data_type, pathlib.Path(folder))
        inputs = {key: np.ascontiguousarray(array) for key, array in inputs.items()}
        expected = session(path, onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL).run(None, inputs)
        peer = session(path, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL)
        call, results = library_call(path, list(inputs.values()), expected, pathlib.Path(folder))
        times = {"autotune": [], "onnxruntime": []}
        for _ in range(ROUNDS + 1):
            times["autotune"].append(seconds_of(call))
            times["onnxruntime"].append(seconds_of(lambda: peer.run(None, inputs)))
        return {"name": case, "versions": {"onnxruntime": onnxruntime.__version__},
                "results": {who: {"median": statistics.median(found[1:]), "least": min(found[1:])} for who, found in times.items()},
                "errors": {"autotune": error(results, expected), "onnxruntime": error(peer.run(None, inputs), expected)}}


def line(row):
    figures = [[row["results"][who][which] for who in ("autotune", "onnxruntime")] for which in ("median", "least")]
    medians, leasts = ([*(f"{1e3 * value:.2f}" for value in pair), f"{pair[1] / pair[0]:.2f}"] for pair in figures)
    cells = [f"{median} ({least})" for median, least in zip(medians, leasts)]
    return f"| {row['name']} | {' | '.join(cells)} | {row['errors']['autotune']:.1e} | {row['errors']['onnxruntime']:.1e} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=DEFAULTS, help="NAME:static or NAME:dynamic, of data/models (%(default)s)")
    parser.add_argument("--signed", action="store_true", help="i8 data instead of u8 where the quantisation is static")
    arguments = parser.parse_args()
    for case in arguments.models:
        name, _, way = case.partition(":")
        if way not in ("", "static", "dynamic") or not (ROOT / f"data/models/{name}.onnx").is_file():
            parser.error(f"{case}: give NAME:static or NAME:dynamic, with data/models/NAME.onnx")
    print("\n".join(HEAD))
    are_right = True
    for case in arguments.models:
        row = measured(case, QuantType.QInt8 if arguments.signed else QuantType.QUInt8)
        print(line(row), flush=True)
        are_right &= row["errors"]["autotune"] <= LIMIT
    sys.exit(0 if are_right else "quantised: results differ by more than a tenth of the largest")


if __name__ == "__main__":
    main()
