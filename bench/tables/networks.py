"""Whole networks of test/models: agreement with ONNX Runtime's values, time of the pass, then timed
beside the peers.
"""
import os
import re
import resource
import subprocess

import common
import workloads

TURNS = 1  # a turn compiles the network anew
UNTOUCHED = ("resnet18", "bert_2layer")  # also timed as they are


def names():
    return sorted(path.stem for path in (common.ROOT / "test" / "models").glob("*.mlir"))


def path_of(name):
    return common.ROOT / "test" / "models" / f"{name}.mlir"


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def pass_seconds(name):
    start = cpu_seconds()
    subprocess.run(["mlir-opt-22", f"--load-pass-plugin={common.PLUGIN}", path_of(name), "-o", os.devnull,
                    "--autotune=target=host remarks=none"], check=True)
    return cpu_seconds() - start


def untouched(name):
    result = subprocess.run([common.PROGRAM, "run", path_of(name), "--target", "host", "--time",
                             "--repeats", "1"], capture_output=True, text=True)
    found = re.search(r"untouched +min +([0-9.]+) ms", result.stdout)
    seconds = float(found.group(1)) / 1e3
    return {"median": seconds, "least": seconds}


def largest_error(name, calls):
    """Of our values, and of our logits where the softmax at the end has left one value."""
    import expected
    error = workloads.compare_peers(name, calls)
    if error is None:
        raise common.WrongResult(f"{name}: no peer gives values to compare ours with")
    folder = common.WORK / "expected" / "network"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return max(error, workloads.max_error(expected.write(name, folder)))
    except ValueError as problem:
        raise common.WrongResult(str(problem)) from None


def constant_row(name):
    """Of an older instruction set: constant weights alone, beside ONNX Runtime alone."""
    calls, versions, overheads = common.peer_calls(lambda peer, variant: peer.model(name, variant) if variant == "const" else None,
                                                   ("OnnxRuntime",))
    error = workloads.compare_peers(name, calls)
    return {"name": name, "max_error": error, "versions": versions, "overheads": overheads,
            "results": common.take_turns(TURNS, {"constant": (path_of(name), "--constant-weights")}, calls, check=False)}


def row(name):
    if common.ISA:
        return constant_row(name)
    calls, versions, overheads = common.peer_calls(lambda peer, variant: peer.model(name, variant))
    error = largest_error(name, calls)
    made = {"name": name, "max_error": error, "pass_seconds": pass_seconds(name)}
    ours = {"choice": (path_of(name),), "constant": (path_of(name), "--constant-weights"),
            "relaxed": (path_of(name), "--constant-weights", "--fp", "relaxed"),
            "analytical": (path_of(name), "--model", "analytical")}
    results = common.take_turns(TURNS, ours, calls, check=False)
    if name in UNTOUCHED:
        results["untouched"] = untouched(name)
    return {**made, "versions": versions, "overheads": overheads, "results": results}
