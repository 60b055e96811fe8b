"""One shot against AutoTVM's loop, measured, for workloads without a replay table (lab/results/metrics.md):
the search, the choice without measuring and the best of 64 measured, then all three in turns.
"""
import json
import os
import subprocess
import time

import common
import workloads

# In no table, as none of their kind is.
NAMES = ("batch_matmul_12x128x128x64", "softmax_1536x128", "layer_norm_128x768", "conv_c2_bias_relu_nchw",
         "matmul_1x4096x4096", "matmul_bias_gelu_128x3072x768")


def files(name):
    """The loop's log, the loop's best, the best of 64."""
    return [common.WORK / f"{name}.live{ending}" for ending in (".jsonl", ".mlir", ".64.mlir")]


def measure(options, name):
    """A row: the loop from its beginning, K=0 and K=64, then their results in turns."""
    log, best, best_of_64 = files(name)
    log.unlink(missing_ok=True)
    whole = workloads.workload(name).kind in workloads.WHOLE_MODULE
    trials = max(options.live_trials // 5, 8) if whole else options.live_trials
    start = time.monotonic()
    result = subprocess.run(common.timed(options, [
        common.LAB, "search", workloads.path_of(name), "--target", "host", "--op", "all" if whole else "largest",
        "--trials", trials, "--quiet", "--log", log, "--best", best, "--strategy", "model", "--batch", 64]),
        capture_output=True, text=True)
    seconds = {"loop": time.monotonic() - start}
    if result.returncode:
        print(result.stdout + result.stderr, end="")
        return None
    seconds["k0"] = common.choose(options, workloads.path_of(name), os.devnull, "")
    seconds["k64"] = common.choose(options, workloads.path_of(name), best_of_64, "top-k=64 emit=annotate")
    made = common.in_timed_process(options, "live", name)
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
    trials = sum(line["role"] in ("start", "trial") for line in lines)
    return made and {**made, "seconds_taken": seconds, "trials": trials}


def row(name):
    _, best, best_of_64 = files(name)
    ours = {"loop": (best,), "k0": (workloads.path_of(name),), "k64": (best_of_64,)}
    return {"name": name, "flops": workloads.workload(name).flops,
            "results": common.take_turns(workloads.TURNS, ours, {})}
