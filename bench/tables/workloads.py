"""The workloads of bench/workloads: the choice without measuring, the best that a search found, and the
peers, in turns within one process. Everybody's result is compared: ours with the untouched lowering and
with the first peer's, the peers with one another.
"""
import pathlib
import re
import subprocess

import common
import generate
import searching

TURNS = 3
TRIALS = 500  # of a search
WHOLE_MODULE = ("softmax", "layer_norm")  # no op dominates: all are searched, in turn
TOLERANCE = 1e-3


def names():
    return [w.name for w in generate.workloads()]


def workload(name):
    return next(w for w in generate.workloads() if w.name == name)


def path_of(name):
    return common.ROOT / "bench" / "workloads" / f"{name}.mlir"


# --- search

def log_of(name):
    return common.WORK / f"{name}.jsonl"


def search(options, name):
    """Searches on where the last search of this build stopped: whoever wants the best of another one deletes
    build/results first."""
    w = workload(name)
    common.WORK.mkdir(parents=True, exist_ok=True)
    common.BEST.mkdir(parents=True, exist_ok=True)
    whole = w.kind in WHOLE_MODULE
    trials = options.trials or TRIALS
    return searching.finish(options, path_of(name), log_of(name), common.BEST / f"{name}.mlir", whole,
                            max(trials // 5, 8) if whole else trials)


# --- one row

def compare_peers(name, calls):
    """Peers on the same operands give the same values; ours gives those of the first peer. Returns the
    largest error of ours, relative to the largest value of an output; None where no peer runs."""
    import numpy as np
    import expected
    first = None
    for who, call in calls.items():
        call.run()
        values = [np.asarray(v, np.float64).reshape(-1) for v in call.outputs()]
        first = first or (who, values)
        for a, b in zip(values, first[1]):
            error = np.abs(a - b).max() / max(np.abs(b).max(), 1e-30)
            if not error <= TOLERANCE:
                raise common.WrongResult(f"{name}: {who} differs from {first[0]} by {error:.2g}")
    if first:
        path = common.WORK / "expected" / f"{name}.expected.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        expected.write_values(first[1], f"{name}, {first[0]}", path)
        return max_error(path)
    return None


def max_error(path: pathlib.Path):
    """Of the values of our tuned code for the table's machine against those of the file."""
    result = subprocess.run([common.ROOT / "build/bin/test_expected", "--target", common.TARGET, path],
                            capture_output=True, text=True, cwd=common.ROOT)
    found = re.search(r"max error ([-+.0-9e]+)", result.stdout)
    if result.returncode or not found:
        raise common.WrongResult(result.stdout + result.stderr)
    return float(found.group(1))


def row(name):
    w = workload(name)
    calls, versions, overheads = common.peer_calls(lambda peer, variant: peer.workload(w, variant))
    compare_peers(name, calls)
    ours = {"choice": (path_of(name),), "analytical": (path_of(name), "--model", "analytical")}
    trials = searching.count_trials(log_of(name))
    if trials:  # else the best is that of another build or machine
        ours["best"] = (common.BEST / f"{name}.mlir",)
    return {"name": name, "kind": w.kind, "flops": w.flops, "trials": trials,
            "versions": versions, "overheads": overheads,
            "results": common.take_turns(TURNS, ours, calls)}
