#!/usr/bin/env python3
"""Counts which linalg ops of unknown shape are tuned in the MLIR files of other projects' test suites.

    coverage.py FOLDER... [--options TEXT] [--jobs N] [--show REASON]

Each module of each file (they are parted by "// -----") that MLIR reads is tuned by itself. An op counts once, by its
place in the file, and is untouched where a remark says so. The last line is "N of N ops of unknown shape tuned".
LLVM's suite: apt-get source llvm-toolchain-19, folder mlir/test/Dialect/Linalg.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MLIR_OPT = "/usr/lib/llvm-22/bin/mlir-opt"
SECONDS = 60


def run(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None


def structured_ops(text):
    """(place, name, type) of each linalg op with a body in the generic form."""
    places = dict(re.findall(r"^(#loc\d*) = loc\((?:\"[^\"]*\":)?(\d+:\d+)", text, re.M))
    found, regions = [], []
    for line in text.splitlines():
        bare = line.strip()
        if bare.startswith("})") and regions:
            name = regions.pop()
            if name and (place := re.search(r"loc\((#loc\d*)\)$", bare)):
                found.append((places.get(place[1]), name, bare))
        if bare.endswith("({"):
            op = re.search(r"\"linalg\.(\w+)\"\(", bare)
            regions.append(op[1] if op and not bare.startswith("})") else None)
    return found


def check_module(text, options, library):
    """(ops of unknown shape, {place: reason} of the untouched ones, error) of one module."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        read = run([MLIR_OPT, "--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-debuginfo", file.name])
        if read is None or read.returncode != 0:
            return None
        ops = [op for op in structured_ops(read.stdout) if "?x" in op[2] or "x?" in op[2] or "<?" in op[2]]
        if not ops:
            return None
        done = run([MLIR_OPT, "--allow-unregistered-dialect", f"--load-pass-plugin={library}", f"--autotune={options} remarks=all",
                    file.name, "-o", "/dev/null"])
        if done is None or done.returncode != 0:
            return ops, {}, "more time" if done is None else (done.stderr.strip().splitlines() or ["a crash"])[0]
        left = dict(re.findall(r":(\d+:\d+): remark: (?:autotune: )?linalg\.\w+(?:, [^:]*)? (?:left )?untouched: (.*)", done.stderr))
        return ops, left, None


def modules_of(folder):
    for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
        for number, text in enumerate(re.split(r"^// -----.*$", path.read_text(errors="replace"), flags=re.M)):
            if "linalg." in text and "?" in text:
                yield f"{path}#{number}", text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--options", default="target=zen4 model=analytical max-candidates=50")
    parser.add_argument("--library", default=str(ROOT / "build/lib/libautotune.so"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", help="names the modules of untouched ops with this in the reason")
    arguments = parser.parse_args()
    modules = [module for folder in arguments.folders for module in modules_of(folder)]
    total = tuned = 0
    reasons = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda m: check_module(m[1], arguments.options, arguments.library), modules)
        for (name, _), result in zip(modules, results):
            if result is None:
                continue
            ops, left, error = result
            total += len(ops)
            for place, op, _ in ops:
                reason = f"error: {error}" if error else left.get(place)
                tuned += reason is None
                if reason:
                    reasons[reason] += 1
                    if arguments.show and arguments.show in reason:
                        print(f"{name}: {op} at {place}: {reason}")
    for reason, count in reasons.most_common():
        print(f"{count:5}  {reason}")
    if not total:
        sys.exit("coverage.py: no linalg op of unknown shape in these folders")
    print(f"{tuned} of {total} ops of unknown shape tuned")


if __name__ == "__main__":
    main()
