"""TVM MetaSchedule beside `autotune tune` on the same operations, layouts and operands, one core.

    python3 -m venv .tvm && .tvm/bin/pip install apache-tvm apache-tvm-ffi==0.1.14.post0 cloudpickle numpy psutil xgboost
    taskset -c 1 .tvm/bin/python bench/peers/metaschedule.py [--trials 64] [--minutes 1] [--minutes 10] [--output PATH] [NAME...]

Of each workload of bench/workloads: MetaSchedule tunes, autotune tunes for the first number of minutes and goes
on to each further one, then all results run in turns; TVM's is compared with NumPy's, ours with the untouched
lowering. PATH gets a JSON line per workload. Weights are run-time inputs for both: the layout of TVM's is not
rewritten.
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import tvm
from tvm import te, topi
from tvm.s_tir import meta_schedule

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench" / folder) for folder in ("tables", "workloads", "peers")]
import common  # noqa: E402
import peers  # noqa: E402
import workloads  # noqa: E402

NAMES = ("conv_c2_nhwc", "conv_c6_nhwc", "conv_c9_nhwc", "conv_c12_nhwc", "matmul_512x512x512", "matmul_128x3072x768",
         "depthwise_d3_nchw")
TURNS = 5
TARGET = {"kind": "llvm", "mcpu": tvm.target.codegen.llvm_get_system_cpu(), "num-cores": 1}


# --- the workloads as tensor expressions

def matmul(a, b, _):
    depth = te.reduce_axis((0, a.shape[1]), name="k")
    return te.compute((a.shape[0], b.shape[1]), lambda i, j: te.sum(a[i, depth] * b[depth, j], axis=depth), name="r")


def window(a, weights, w, spatial, sum_of):
    """`spatial`: the first of the two dimensions of the image; `sum_of` makes the elements."""
    pads = [0] * 4
    pads[spatial] = pads[spatial + 1] = w.numbers.get("pad", 1)
    padded = topi.nn.pad(a, pads, pads, name="padded")
    return te.compute(w.output, sum_of(padded, weights, w.numbers["stride"]), name="r")


def conv_nhwc(a, weights, w):
    def sum_of(padded, weights, stride):
        y, x, c = (te.reduce_axis((0, extent), name=name) for extent, name in zip(w.inputs[1], "yxc"))
        return lambda n, h, v, f: te.sum(padded[n, h * stride + y, v * stride + x, c] * weights[y, x, c, f], axis=[y, x, c])

    return window(a, weights, w, 1, sum_of)


def depthwise(a, weights, w):
    def sum_of(padded, weights, stride):
        y, x = (te.reduce_axis((0, 3), name=name) for name in "yx")
        return lambda n, c, h, v: te.sum(padded[n, c, h * stride + y, v * stride + x] * weights[c, y, x], axis=[y, x])

    return window(a, weights, w, 2, sum_of)


KINDS = {"matmul": matmul, "conv_nhwc": conv_nhwc, "depthwise": depthwise}


def by_numpy(w, values):
    """The result in double precision."""
    a, b = (np.asarray(v, np.float64) for v in values)
    if w.kind == "matmul":
        return a @ b
    pad, stride = w.numbers.get("pad", 1), w.numbers["stride"]
    pads = [(0, 0)] * 4
    spatial = 1 if w.kind == "conv_nhwc" else 2
    pads[spatial] = pads[spatial + 1] = (pad, pad)
    a = np.pad(a, pads)
    extent = b.shape[0] if w.kind == "conv_nhwc" else 3
    windows = np.lib.stride_tricks.sliding_window_view(a, (extent, extent), (spatial, spatial + 1))
    if w.kind == "conv_nhwc":
        return np.einsum("nhvcyx,yxcf->nhvf", windows[:, ::stride, ::stride], b, optimize=True)
    return np.einsum("nchvyx,cyx->nchv", windows[:, :, ::stride, ::stride], b, optimize=True)


# --- the two tuners

def tune_tvm(w, trials, folder):
    """(seconds, a call of the result)."""
    values = peers.operands(w.inputs)
    inputs = [te.placeholder(shape, name=f"a{i}") for i, shape in enumerate(w.inputs)]
    module = tvm.IRModule({"main": te.create_prim_func([*inputs, KINDS[w.kind](*inputs, w)])})
    target = tvm.target.Target(TARGET)
    start = time.monotonic()
    database = meta_schedule.tune_tir(
        module, target, folder, trials, num_trials_per_iter=min(trials, 64), num_tuning_cores=1, seed=1,
        builder=meta_schedule.builder.LocalBuilder(max_workers=1))
    schedule = meta_schedule.tir_integration.compile_tir(database, module, target)
    seconds = time.monotonic() - start
    if schedule is None:
        sys.exit(f"{w.name}: MetaSchedule found nothing")
    built = tvm.compile(schedule.mod, target=target)
    buffers = [tvm.runtime.tensor(value) for value in (*values, np.zeros(w.output, np.float32))]
    function = built["main"]
    function(*buffers)
    wanted = by_numpy(w, values)
    np.testing.assert_allclose(buffers[-1].numpy().reshape(wanted.shape), wanted, rtol=1e-3, atol=1e-3 * np.abs(wanted).max())
    return seconds, lambda: function(*buffers)


def tune_ours(path, minutes, store):
    """(seconds of this run, trials of the whole store)."""
    start = time.monotonic()
    made = subprocess.run([common.PROGRAM, "tune", path, "--records", store, "--minutes", str(minutes), "--jobs", "1",
                           "--lock", "none", "--quiet", "--json"], capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{path}: {made.stdout}{made.stderr}")
    return time.monotonic() - start, json.loads(made.stdout)["trials"]


def tuned(minutes):
    return f"tuned {minutes:g} min"


def measure(name, options):
    w = workloads.workload(name)
    path = workloads.path_of(name)
    with tempfile.TemporaryDirectory() as folder:
        tvm_seconds, call = tune_tvm(w, options.trials, folder)
        ours, trials, seconds, spent = {"unmeasured": (path,)}, {}, {}, 0
        store = pathlib.Path(folder) / "records"
        for minutes in options.minutes:
            taken, trials[tuned(minutes)] = tune_ours(path, minutes, store)
            spent += taken
            seconds[tuned(minutes)] = spent
            kept = store.with_name(f"records.{minutes:g}")
            subprocess.run([common.PROGRAM, "records", "merge", store, kept], check=True, stdout=subprocess.DEVNULL)
            ours[tuned(minutes)] = (path, "--records", kept)
        results = common.take_turns(TURNS, ours, {"metaschedule": peers.Call(call, lambda: [])})
    return {"name": name, "flops": w.flops, "cpu": common.cpu_name(), "commit": common.commit(), "tvm": tvm.__version__,
            "trials": {"metaschedule": options.trials, **trials},
            "seconds_taken": {"metaschedule": tvm_seconds, **seconds}, "results": results}


# --- the table

def line(row):
    speed = {who: row["flops"] / found["median"] / 1e9 for who, found in row["results"].items()}
    least = {who: found["least"] for who, found in row["results"].items()}
    cells = [row["name"], f"{row['trials']['metaschedule']}", f"{row['seconds_taken']['metaschedule']:.0f}",
             f"{speed['metaschedule']:.1f}", f"{speed['unmeasured']:.1f}"]
    for who in row["trials"]:
        if who != "metaschedule":
            cells += [f"{row['trials'][who]}", f"{row['seconds_taken'][who]:.0f}", f"{speed[who]:.1f}",
                      f"{speed[who] / speed['metaschedule']:.2f} ({least['metaschedule'] / least[who]:.2f})"]
    return "| " + " | ".join(cells) + " |"


def heading(minutes):
    cells = ["workload", "TVM: trials", "s", "GFLOP/s", "unmeasured"]
    for many in minutes:
        cells += [f"{tuned(many)}: trials", "s", "GFLOP/s", "over TVM (by the least)"]
    return "| " + " | ".join(cells) + " |\n|---" + "|---:" * (len(cells) - 1) + "|"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME")
    parser.add_argument("--trials", type=int, default=64, help="of MetaSchedule (64)")
    parser.add_argument("--minutes", type=float, action="append", help="of autotune tune; may be given again, ascending (1)")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "metaschedule.jsonl", help="build/metaschedule.jsonl")
    options = parser.parse_args()
    for name in set(options.names) - set(NAMES):
        parser.error(f"{name}: use some of {', '.join(NAMES)}")
    options.minutes = options.minutes or [1]
    if options.trials < 1 or options.minutes[0] <= 0 or sorted(set(options.minutes)) != options.minutes:
        parser.error("use --trials 1 or more and ascending --minutes above 0")
    done = [json.loads(text) for text in options.output.read_text().splitlines()] if options.output.exists() else []
    budgets = {"metaschedule", *map(tuned, options.minutes)}
    if any(row["trials"].keys() != budgets or row["trials"]["metaschedule"] != options.trials for row in done):
        parser.error(f"{options.output} has rows of other --trials or --minutes: give those, or another --output")
    for name in options.names:
        if not any(row["name"] == name for row in done):
            done.append(measure(name, options))
            with open(options.output, "a") as file:
                file.write(json.dumps(done[-1]) + "\n")
            print(line(done[-1]), flush=True)
    print(f"\n{heading(options.minutes)}")
    print("\n".join(map(line, done)))
    for who in ("unmeasured", *map(tuned, options.minutes)):
        ratios = [row["results"]["metaschedule"]["median"] / row["results"][who]["median"] for row in done]
        print(f"{who} over TVM: geometric mean {math.exp(statistics.fmean(map(math.log, ratios))):.3f}, least {min(ratios):.3f}")


if __name__ == "__main__":
    main()
