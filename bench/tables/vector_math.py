"""Functions of 2^20 numbers of f32 beside NumPy and ONNX Runtime, on one thread, in turns within one process. The modules
are written to build/results/vector-math. Ours are compared with the untouched lowering, which asks the C library.
"""
import dataclasses
import json
import subprocess

import common
import record

REPORT = common.ROOT / "lab" / "results" / "vector-math.md"
FOLDER = common.WORK / "vector-math"
SHAPE = (1024, 1024)
TURNS = 5
CLOSE = 1.5  # what predicted over measured seconds may be, either way

REAL, UNIT, POSITIVE, ABOVE_ONE = (-8, 8), (-0.999, 0.999), (0.1, 8), (1.1, 8)


@dataclasses.dataclass
class Function:
    """`body`: lines of the scalar code, from %x (and %y) to %v. `numpy`, `onnx`: names there; "": it has none."""
    body: tuple
    numpy: str = ""
    onnx: str = ""
    ranges: tuple = (REAL,)


def one(op, *rest):
    return Function((f"%v = {op} %x : f32",), *rest)


def two(op, *rest):
    return Function((f"%v = {op} %x, %y : f32",), *rest)


ONE = "%one = arith.constant 1.0 : f32"
FUNCTIONS = {
    "sin": one("math.sin", "sin", "Sin"), "cos": one("math.cos", "cos", "Cos"), "tan": one("math.tan", "tan", "Tan"),
    "asin": one("math.asin", "arcsin", "Asin", (UNIT,)), "acos": one("math.acos", "arccos", "Acos", (UNIT,)),
    "atan": one("math.atan", "arctan", "Atan"), "atan2": two("math.atan2", "arctan2", "", (REAL, REAL)),
    "sinh": one("math.sinh", "sinh", "Sinh"), "cosh": one("math.cosh", "cosh", "Cosh"), "tanh": one("math.tanh", "tanh", "Tanh"),
    "asinh": one("math.asinh", "arcsinh", "Asinh"), "acosh": one("math.acosh", "arccosh", "Acosh", (ABOVE_ONE,)),
    "atanh": one("math.atanh", "arctanh", "Atanh", (UNIT,)), "exp": one("math.exp", "exp", "Exp"),
    "exp2": one("math.exp2", "exp2"), "expm1": one("math.expm1", "expm1"), "log": one("math.log", "log", "Log", (POSITIVE,)),
    "log2": one("math.log2", "log2", "", (POSITIVE,)), "log10": one("math.log10", "log10", "", (POSITIVE,)),
    "log1p": one("math.log1p", "log1p", "", (POSITIVE,)), "erf": one("math.erf", "", "Erf"),
    "sigmoid": Function(("%n = arith.negf %x : f32", "%e = math.exp %n : f32", ONE, "%d = arith.addf %e, %one : f32",
                         "%v = arith.divf %one, %d : f32"), "", "Sigmoid"),
    "gelu": Function(("%s = arith.constant 0.70710678 : f32", "%p = arith.mulf %x, %s : f32", "%q = math.erf %p : f32", ONE,
                      "%t = arith.addf %q, %one : f32", "%h = arith.constant 0.5 : f32", "%u = arith.mulf %x, %h : f32",
                      "%v = arith.mulf %u, %t : f32"), "", "Gelu"),
    "pow": two("math.powf", "power", "Pow", (POSITIVE, UNIT)), "cbrt": one("math.cbrt", "cbrt"),
    "sqrt": one("math.sqrt", "sqrt", "Sqrt", (POSITIVE,)), "rsqrt": one("math.rsqrt", "", "", (POSITIVE,)),
    "rem": two("arith.remf", "fmod", "Mod", (REAL, POSITIVE)), "floor": one("math.floor", "floor", "Floor"),
    "ceil": one("math.ceil", "ceil", "Ceil"), "roundeven": one("math.roundeven", "rint", "Round"), "round": one("math.round"),
    "trunc": one("math.trunc", "trunc"),
}


def names():
    return list(FUNCTIONS)


def module_text(function):
    tensor = f"tensor<{SHAPE[0]}x{SHAPE[1]}xf32>"
    inputs = ["%a", "%b"][:len(function.ranges)]
    maps = ", ".join(["affine_map<(i, j) -> (i, j)>"] * (len(inputs) + 1))
    scalars = ", ".join(f"{name}: f32" for name in [*("%x", "%y")[:len(inputs)], "%out"])
    return "\n".join([
        f"func.func @main({', '.join(f'{name}: {tensor}' for name in inputs)}) -> {tensor} {{", f"  %empty = tensor.empty() : {tensor}",
        f'  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel"]}}',
        f"    ins({', '.join(inputs)} : {', '.join([tensor] * len(inputs))}) outs(%empty : {tensor}) {{", f"  ^bb0({scalars}):",
        *(f"    {line}" for line in function.body), "    linalg.yield %v : f32", f"  }} -> {tensor}", f"  return %r : {tensor}", "}", ""])


def numpy_call(function, values):
    import numpy as np
    import peers
    apply, out = getattr(np, function.numpy), np.empty(SHAPE, np.float32)
    return peers.Call(lambda: apply(*values, out=out), lambda: [out])


def onnx_call(peer, function, values):
    from onnx import TensorProto, helper
    info = [helper.make_tensor_value_info(name, TensorProto.FLOAT, SHAPE) for name in ["a", "b"][:len(values)] + ["r"]]
    node = helper.make_node(function.onnx, [value.name for value in info[:-1]], ["r"], **({"fmod": 1} if function.onnx == "Mod" else {}))
    graph = helper.make_graph([node], "function", info[:-1], info[-1:])
    return peer.session_call(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), values)


def predicted_seconds(module):
    found = subprocess.run([common.PROGRAM, "schedules", module, "--target", "host", "--json"], capture_output=True, text=True, check=True)
    return sum(op["predicted_seconds"] * op["uses"] for op in json.loads(found.stdout))


def row(name):
    import numpy as np
    import peers
    function, peer, draw = FUNCTIONS[name], peers.OnnxRuntime(), np.random.default_rng(1)
    values = [draw.uniform(*ends, SHAPE).astype(np.float32) for ends in function.ranges]
    FOLDER.mkdir(parents=True, exist_ok=True)
    module, arrays = FOLDER / f"{name}.mlir", FOLDER / "operands.npz"
    module.write_text(module_text(function))
    np.savez(arrays, **{f"arg{i}": value for i, value in enumerate(values)})
    calls = {"numpy": numpy_call(function, values)} if function.numpy else {}
    if function.onnx:
        calls["onnxruntime"] = onnx_call(peer, function, values)
    made = {"name": name, "flops": 0, "versions": {peer.name: peer.version, "numpy": np.__version__}, "overheads": {},
            "predicted": predicted_seconds(module), "results": common.take_turns(TURNS, {"ours": (module, "--inputs", arrays)}, calls)}
    arrays.unlink()
    return made


def best_peer(row):
    return min((row["seconds"][who][0] for who in ("numpy", "onnxruntime") if who in row["seconds"]), default=None)


def ratio(row):
    best = best_peer(row)
    return best / row["seconds"]["ours"][0] if best else None


def table_line(row):
    times = [f"{row['seconds'][who][0] * 1e3:.3f}" if who in row["seconds"] else "-" for who in ("ours", "numpy", "onnxruntime")]
    found = ratio(row)
    return f"| {row['name']} | {' | '.join(times)} | {f'{found:.2f}' if found else '-'} | {row['predicted'] / row['seconds']['ours'][0]:.2f} |"


def summary_lines(rows):
    ratios = {row["name"]: ratio(row) for row in rows if ratio(row)}
    slower = [f"{name} {value:.2f}" for name, value in ratios.items() if value < 1]
    predicted = {row["name"]: row["predicted"] / row["seconds"]["ours"][0] for row in rows}
    far = [f"{name} {value:.2f}" for name, value in predicted.items() if not 1 / CLOSE <= value <= CLOSE]
    return [f"- Speed against the better peer: geometric mean {common.geomean(ratios.values()):.2f}; slower: {', '.join(slower) or 'none'}.",
            f"- Predicted over measured seconds: geometric mean {common.geomean(predicted.values()):.2f}; not within {CLOSE}: "
            f"{', '.join(far) or 'none'}."]


def write():
    table = record.Table("vector-math").runs()
    if not table:
        return
    rows = record.merged(table)
    REPORT.write_text("\n".join([
        "# Functions of vectors", "", "Written by `scripts/results vector-math report` from `bench/results/vector-math.json`.",
        *record.heading(table),
        f"Milliseconds for {SHAPE[0]} x {SHAPE[1]} numbers of f32, {TURNS} turns of each in one process. Ours are compared with the "
        "C library's values.", "", *summary_lines(rows), "",
        "| function | ours | NumPy | ONNX Runtime | better peer / ours | predicted / measured |", "|---" + "|---:" * 5 + "|",
        *map(table_line, rows), "", "Reproduce: `scripts/peers` once, then `scripts/results vector-math report --runs 1`.", ""]))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
