"""Builds what tests of several threads run: modules whose functions take no operands, and a C program that
calls them."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LLVM = pathlib.Path("/usr/lib/llvm-22")
LIBRARY = ROOT / "build/lib/libautotune.so"
BYTES = {"f32": 4, "f64": 8}


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"{pathlib.Path(str(command[0])).name}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def functions(module):
    """(name, bytes of the result) of each function."""
    found = re.findall(r"^func\.func @(\w+)\(\) -> \w+<([\dx]+)x(f\d+)>", module.read_text(), re.M)
    result = []
    for name, shape, kind in found:
        size = BYTES[kind]
        for extent in shape.split("x"):
            size *= int(extent)
        result.append((name, size))
    return result


def to_llvm(module, options, work):
    """The module, tuned with the options or as it is, as LLVM's IR in text."""
    lowered = work / f"{module.stem}.lowered.mlir"
    run(LLVM / "bin/mlir-opt", f"--load-pass-plugin={LIBRARY}", *([f"--autotune={options} remarks=none"] if options else []),
        "--autotune-to-llvm", module, "-o", lowered)
    return run(LLVM / "bin/mlir-translate", "--mlir-to-llvmir", lowered)


def starts_threads(text):
    return "__kmpc_fork_call" in text


def shares_regions(text):
    return "call void @__kmpc_barrier" in text


def report(outcomes, what):
    """Exit status of a script that checked so many things; an outcome is "" or what was wrong."""
    wrong = [outcome for outcome in outcomes if outcome]
    print("\n".join([*wrong, f"{len(outcomes) - len(wrong)} of {len(outcomes)} {what}"]))
    sys.exit(1 if wrong or not outcomes else 0)


def attempt(check, *arguments):
    try:
        return check(*arguments) or ""
    except (RuntimeError, subprocess.TimeoutExpired) as problem:
        return str(problem)
