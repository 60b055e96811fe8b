#!/usr/bin/env python3
"""Tunes kernels and networks for processors of AArch64, compiles them and runs them by qemu-aarch64, and compares the
results with those of code for x86-64 that this machine runs: bit for bit under fp=strict, else within a tolerance. The last line is
"N of N agree".

    test/aarch64/run.py [--targets NAME...] [--kernels NAME...|short|chains|threaded] [--networks NAME...] [--fp MODE...] [--threads 2]
                        [--schedule TEXT] [--part N]

--threads 2 compiles for two threads, and links a team of two in place of libomp. --part N takes one target in turn, and
one of the networks. --schedule forces one on what is made for AArch64.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import chains  # noqa: E402
import kernels  # noqa: E402
import programs  # noqa: E402

GCC, QEMU = "aarch64-linux-gnu-gcc", "qemu-aarch64"
TARGETS = ("armv8-a", "cortex-a53", "cortex-a72", "cortex-a76", "neoverse-n1", "neoverse-n2", "neoverse-v1",
           "neoverse-v2", "apple-m1")
LIBRARY = ("code_tanh", "code_erf", "bert_2layer")  # under fp=strict they are calls of the C library, which is another one there
NETWORK_TOLERANCE = 1e-3  # dozens of sums in another order, one after the other
TOLERANCES = {"float": 1e-4, "double": 1e-12, "f16": 8e-3, "bf16": 2e-2}  # of the largest value; others: none


class Wrong(Exception):
    pass


def call(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        lines = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
        raise Wrong(f"{' '.join(map(str, command[:4]))}: {lines[-1] if lines else f'exit code {done.returncode}'}")


def results(arguments, folder, module, target, flags):
    """The header, and what the program of the module for that target writes."""
    is_arm = target in TARGETS
    stem = folder / f"{module.stem}_{target}"
    prefix = "code"
    has_team = is_arm and arguments.threads > 1
    call(arguments.autotune, "compile", module, "-o", f"{stem}.a", "--prefix", prefix, "--target", target, "--quiet", *flags,
         *(["--threads", str(arguments.threads)] if has_team else []), *(["--schedule", arguments.schedule] if is_arm and arguments.schedule else []))
    header = pathlib.Path(f"{stem}.h").read_text(encoding="utf-8")
    source = pathlib.Path(f"{stem}.c")
    source.write_text(programs.program_text(f"{stem.name}.h", header, prefix, has_team), encoding="utf-8")
    call(GCC if is_arm else "cc", "-O1", "-w", *(["-static"] if is_arm else []), source, f"{stem}.a", "-lm", "-lpthread", "-o", stem)
    call(*([QEMU] if is_arm else []), stem, f"{stem}.bin")
    return header, pathlib.Path(f"{stem}.bin").read_bytes()


def compare(header, mode, one, other, network):
    """(name, what is wrong or None) of every function."""
    pairs = zip(programs.results_of(header, one), programs.results_of(header, other))
    for (name, kind, left), (_, _, right) in pairs:
        error = 0 if left == right else programs.error_of(kind, left, right)
        is_exact = mode == "strict" and name not in LIBRARY and network not in LIBRARY
        limit = 0 if is_exact else NETWORK_TOLERANCE if network else TOLERANCES.get(kind, 0)
        is_wrong = left != right if is_exact else error > limit
        empty = not any(left)
        yield name, "all zeros" if empty else f"error {error:.3g} of at most {limit:g}" if is_wrong else None


def run(arguments, folder, module):
    good = count = 0
    for mode in arguments.fp:
        flags = ["--fp", mode]
        header, reference = results(arguments, folder, module, "x86-64-v3", flags)
        for target in arguments.targets:
            try:
                output = results(arguments, folder, module, target, flags)[1]
                found = list(compare(header, mode, reference, output, module.stem if module.stem in arguments.networks else None))
            except Wrong as wrong:
                found = [(module.stem, str(wrong))]
            for name, problem in found:
                if problem:
                    print(f"{name}, {target}, fp={mode}: {problem}")
            good += sum(problem is None for _, problem in found)
            count += len(found)
    return good, count


def modules(arguments, folder):
    texts = kernels.texts() | dict(kernels.threaded()) | chains.texts()
    if arguments.kernels:
        path = folder / "kernels.mlir"
        path.write_text(chains.HEAD + "\n".join(texts[name] for name in arguments.kernels), encoding="utf-8")
        yield path
    for name in arguments.networks:
        yield ROOT / f"test/models/{name}.mlir"


def main():
    groups = {"short": kernels.SHORT, "chains": list(chains.texts()), "threaded": list(dict(kernels.threaded()))}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autotune", default=ROOT / "build/bin/autotune")
    parser.add_argument("--targets", nargs="*", default=TARGETS, choices=TARGETS)
    parser.add_argument("--kernels", nargs="*", default=[*kernels.texts(), *chains.texts()],
                        choices=[*groups, *kernels.texts(), *chains.texts()])
    parser.add_argument("--networks", nargs="*", default=[])
    parser.add_argument("--fp", nargs="*", default=["strict", "auto"])
    parser.add_argument("--threads", type=int, default=1, choices=(1, 2))
    parser.add_argument("--schedule", metavar="TEXT")
    parser.add_argument("--part", type=int, metavar="N")
    arguments = parser.parse_args()
    if len(arguments.kernels) == 1:
        arguments.kernels = groups.get(arguments.kernels[0], arguments.kernels)
    if arguments.part is not None:
        arguments.targets = [arguments.targets[arguments.part % len(arguments.targets)]]
        arguments.networks = arguments.networks[arguments.part % max(len(arguments.networks), 1):][:1]
    for program, package in ((GCC, "gcc-aarch64-linux-gnu"), (QEMU, "qemu-user")):
        if not shutil.which(program):
            sys.exit(f"there is no {program}; scripts/setup installs Debian's package {package}")
    with tempfile.TemporaryDirectory() as folder:
        sums = [run(arguments, pathlib.Path(folder), module) for module in modules(arguments, pathlib.Path(folder))]
    good, count = (sum(column) for column in zip(*sums))
    print(f"{good} of {count} agree")
    return good != count


if __name__ == "__main__":
    sys.exit(main())
