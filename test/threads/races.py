#!/usr/bin/env python3
"""Runs kernels on four threads under the thread sanitizer, which Archer tells what OpenMP orders:
test/threads/kernels.mlir by several choices of schedules, and PolyBench. Nothing may be reported of them,
and the race of race.mlir must be. With names of kernels of PolyBench, on four threads, these alone. The last line is
"N of N programs as they should be".
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "polybench")]
import kernel_programs as programs  # noqa: E402
import run as polybench  # noqa: E402
import sizes  # noqa: E402

THREADS = 4
REPORTED = 66  # exit code of a program with a race
SEEDS = 6
KERNELS = ("gemm", "heat-3d", "syrk", "mvt", "doitgen", "adi", "trmm", "symm", "deriche", "covariance")
WAVES = ("jacobi-2d", "fdtd-2d")  # in waves of tiles where there are two threads: at MEDIUM there are too few tiles for four


# The sanitizer passes over accesses of more than 16 bytes.
SHORT_ACCESSES = "function(scalarize-masked-mem-intrin,scalarizer<load-store>)"


def instrument(module, options, work):
    """The module as an object file in which every access to memory is seen, vectors element by element."""
    text = programs.to_llvm(module, options, work)
    if not programs.starts_threads(text):
        raise RuntimeError(f"{module.name}, {options}: nothing runs on several threads")
    whole, source, made = (work / f"{module.stem}{suffix}" for suffix in (".whole.ll", ".ll", ".o"))
    whole.write_text(re.sub(r"^(define .*) \{$", r"\1 sanitize_thread {", text, flags=re.M))
    programs.run(programs.LLVM / "bin/opt", "-S", f"-passes={SHORT_ACCESSES}", whole, "-o", source)
    programs.run(programs.LLVM / "bin/clang", "-O1", "-g", "-fsanitize=thread", "-Wno-override-module", "-c", source, "-o", made)
    return made


def caller(module):
    """C that calls every function of the module; results are freed."""
    names = [name for name, _ in programs.functions(module)]
    lines = ["#include <stdlib.h>", "struct Result { void *allocated; char rest[120]; };"]
    lines += [f"void _mlir_ciface_{name}(struct Result *result);" for name in names]
    lines += ["int main(void) {", "  struct Result result;"]
    lines += [f"  _mlir_ciface_{name}(&result); free(result.allocated);" for name in names]
    return "\n".join([*lines, "  return 0;", "}"]) + "\n"


def reports(work, source, flags, made, threads=THREADS):
    """What the sanitizer says of the program; Archer has to be there."""
    program = work / "program"
    programs.run(programs.LLVM / "bin/clang", "-O1", "-g", "-w", "-fsanitize=thread", "-fopenmp", *flags, source, made, "-lm", "-o", program)
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "ARCHER_OPTIONS": "verbose=1",
                   "OMP_TOOL_LIBRARIES": str(programs.LLVM / "lib/libarcher.so"),
                   "TSAN_OPTIONS": f"ignore_noninstrumented_modules=1:exitcode={REPORTED}"}
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, timeout=600)
    said = done.stdout + done.stderr
    if "Archer detected OpenMP application with TSan" not in said:
        raise RuntimeError(f"{source.name}: Archer is not there\n{said[-2000:]}")
    if done.returncode not in (0, REPORTED):
        raise RuntimeError(f"{source.name}: exit {done.returncode}\n{said[-2000:]}")
    return "" if done.returncode == 0 else said[:3000]


def check_module(work, path, options):
    source = work / f"{path.stem}.c"
    source.write_text(caller(path))
    return reports(work, source, [], instrument(path, options, work))


def check_race(work, path):
    return "" if "data race" in check_module(work, path, "") else f"{path.name}: the race is not reported"


def check_polybench(work, kernel, threads=THREADS):
    values = sizes.sizes(kernel, "MEDIUM")
    text, parameters = polybench.instance(kernel, values)
    module, source = work / f"{kernel}.mlir", work / f"{kernel}.c"
    module.write_text(text)
    source.write_text(polybench.driver(kernel, values, parameters, polybench.TOLERANCE))
    made = instrument(module, f"target=x86-64-v3 threads={threads}", work)
    return reports(work, source, polybench.size_macros(values), made, threads)


def main():
    choice = f"target=x86-64-v3 model=analytical search=random max-candidates=30 threads={THREADS}"
    checks = [(check_race, HERE / "race.mlir")]
    checks += [(check_module, HERE / "kernels.mlir", f"{choice} seed={seed}") for seed in range(SEEDS)]
    checks += [(check_polybench, kernel) for kernel in KERNELS]
    checks += [(check_polybench, kernel, 2) for kernel in WAVES]
    for name in set(sys.argv[1:]) - set(sizes.SIZES):
        sys.exit(f"{name} is no kernel of PolyBench")
    if len(sys.argv) > 1:
        checks = [(check_polybench, kernel) for kernel in sys.argv[1:]]
    outcomes = []
    for check, *arguments in checks:
        with tempfile.TemporaryDirectory() as work:
            outcomes.append(programs.attempt(check, pathlib.Path(work), *arguments))
    programs.report(outcomes, "programs as they should be")


if __name__ == "__main__":
    main()
