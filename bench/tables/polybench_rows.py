"""PolyBench at LARGE: our code beside clang, Polly and OpenBLAS, once with fp=source beside plain C, once
with fp=reassoc beside -ffast-math. A row is KERNEL/MODE. Every program that is timed compares its
results in the same run (bench/peers/polybench.py).
"""
import polybench
import sizes

import common

WAYS = ("ours", "untouched", "clang", "polly", "openblas")
RUNS = 3  # calls of one program, fewer where they take over a second; the least counts


def names():
    return [f"{kernel}/{mode}" for mode in polybench.MODES for kernel in sorted(sizes.SIZES)]


def row(name):
    kernel, mode = name.split("/")
    executables = polybench.build(kernel, common.ROOT / "build" / "polybench" / mode, str(common.PLUGIN), mode)
    results, wrong = {}, []
    for way in WAYS:
        if way not in executables:
            continue
        seconds = polybench.seconds(executables[way], way, RUNS)
        if seconds is None:
            wrong.append(way)
        else:
            results[way] = {"median": seconds, "least": seconds}
    return {"name": name, "wrong": wrong, "results": results}
