#!/usr/bin/env python3
"""What stream through memory at LARGE on one thread and on several: bytes a second of the kernels of
PolyBench beside those of plain loops over as many bytes (streams.c), which are the limit of the machine.

    bench/peers/streams.py [--threads N] [--rounds N] [KERNEL...]

The bytes of a kernel are those of its loops when no cache keeps anything from one loop over its arrays to
the next: code that keeps something is faster than the limit. Prints a table in Markdown. TIMED is a command that programs are timed
under, as for polybench.py.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import polybench  # noqa: E402
import run  # noqa: E402
import sizes as table  # noqa: E402

# kernel: the array that it streams; how many it has; how often its loops go through one of them, reading or
# writing, and what that is most like; whether its time steps do so again and again.
STREAMS = {
    "atax": ("M N", 1, 1, "read", False),
    "bicg": ("M N", 1, 1, "read", False),
    "gesummv": ("N N", 2, 2, "read", False),
    "mvt": ("N N", 1, 2, "read", False),
    "gemver": ("N N", 1, 4, "update", False),  # A += ..., x += A' * y, w += A * x
    "deriche": ("W H", 4, 14, "copy", False),
    "adi": ("N N", 4, 12, "copy", True),
    "fdtd-2d": ("NX NY", 3, 10, "update", True),
    "heat-3d": ("N N N", 2, 4, "copy", True),
    "jacobi-2d": ("N N", 2, 4, "copy", True),
}
STEPS = {"fdtd-2d": "TMAX"}  # of the others with time steps: TSTEPS


def bytes_of(kernel):
    """Of the arrays, and of all passes over them."""
    names, arrays, passes, _, is_warm = STREAMS[kernel]
    values = table.sizes(kernel, "LARGE")
    array = 8
    for name in names.split():
        array *= values[name]
    return arrays * array, passes * array * (values[STEPS.get(kernel, "TSTEPS")] if is_warm else 1)


def limit(program, kernel, threads):
    """Bytes a second."""
    _, _, _, pattern, is_warm = STREAMS[kernel]
    command = [*os.environ.get("TIMED", "").split(), str(program), str(threads), str(bytes_of(kernel)[0]), *(["warm"] if is_warm else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    return 1e9 * float(dict(line.split() for line in done.stdout.splitlines())[pattern])


def measure(kernel, program, work, threads, rounds):
    """Medians of so many rounds, in each of which all come in turn: {"ours 1": bytes a second, ...}."""
    rates = {}
    executables = {}
    for count in (1, threads):
        folder = work / f"ours{count}"
        folder.mkdir(parents=True, exist_ok=True)
        executables[count] = run.build(kernel, "LARGE", folder, f"target=host threads={count}", str(polybench.ROOT / "build/lib/libautotune.so"))
    for _ in range(rounds):
        for count in (1, threads):
            seconds = polybench.seconds(executables[count], "ours", 3, count)
            rates.setdefault(f"ours {count}", []).append(bytes_of(kernel)[1] / seconds)
            rates.setdefault(f"limit {count}", []).append(limit(program, kernel, count))
    return {name: statistics.median(values) for name, values in rates.items()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments.add_argument("kernels", nargs="*")
    arguments.add_argument("--threads", type=int, default=2, help="beside one (2)")
    arguments.add_argument("--rounds", type=int, default=3, help="in which all come in turn (3)")
    options = arguments.parse_args()
    for name in set(options.kernels) - set(STREAMS):
        arguments.error(f"{name} is none of the kernels that stream: {', '.join(STREAMS)}")
    if options.threads < 2 or options.rounds < 1:
        arguments.error("use --threads 2 or more and --rounds 1 or more")
    work = polybench.ROOT / "build/polybench/streams"
    work.mkdir(parents=True, exist_ok=True)
    program = work / "streams"
    run.run([run.LLVM / "clang", *polybench.NATIVE, "-fopenmp", pathlib.Path(__file__).with_suffix(".c"), "-o", program])
    n = options.threads
    columns = [f"{who} {count}" for who in ("ours", "limit") for count in (1, n)]
    print("| GB/s | arrays, MB | like | " + " | ".join(columns) + f" | ours, {n} over 1 | limit, {n} over 1 | ours {n} / limit {n} |")
    print("|---|---:|---" + "|---:" * (len(columns) + 3) + "|")
    for kernel in options.kernels or STREAMS:
        rates = measure(kernel, program, work, n, options.rounds)
        cells = [f"{rates[column] * 1e-9:.1f}" for column in columns]
        ratios = [rates[f"ours {n}"] / rates["ours 1"], rates[f"limit {n}"] / rates["limit 1"], rates[f"ours {n}"] / rates[f"limit {n}"]]
        like = STREAMS[kernel][3] + (", again and again" if STREAMS[kernel][4] else "")
        print(f"| {kernel} | {bytes_of(kernel)[0] * 1e-6:.0f} | {like} | " + " | ".join(cells + [f"{ratio:.2f}" for ratio in ratios]) + " |", flush=True)


if __name__ == "__main__":
    main()
