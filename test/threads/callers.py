#!/usr/bin/env python3
"""Calls the kernels of test/threads/kernels.mlir, split for several numbers of threads, as callers do:
with the runtime as it is, with fewer threads than the code asks for, on one, and from inside parallel
regions of the caller, nested or not. The results are the bits of code for one thread. The last line is
"N of N calls agree".

With --time it prints seconds of the calls that have one thread, beside those of code for one thread, and
no result is compared; TIMED in the environment is a command that starts what is timed.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import kernel_programs as programs  # noqa: E402

MODULE = HERE / "kernels.mlir"
COUNTS = (2, 3, 7, 16, 64)
# What a caller does: threads of its own around the calls, levels that may be active, OMP_NUM_THREADS.
CALLERS = {"alone": (1, 1, None), "one thread": (1, 1, 1), "three threads": (1, 1, 3),
           "in a region": (2, 1, 3), "in a region, nested": (2, 2, 3), "in a region of five": (5, 1, None)}
WITHOUT_THREADS = ("one thread", "in a region")  # calls that have one thread
CALLS, TOGETHER = 100, 20  # samples that are timed, and calls of one


def program_text():
    """C: arguments are the threads of the caller, levels, and calls of each function that are timed."""
    found = programs.functions(MODULE)
    lines = ["#include <omp.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>",
             f"enum {{ TOGETHER = {TOGETHER} }};", "struct Result { void *allocated, *aligned; char rest[112]; };"]
    lines += [f"void _mlir_ciface_{name}(struct Result *result);" for name, _ in found]
    lines.append("static const struct { const char *name; void (*call)(struct Result *); size_t bytes; } kernels[] = {")
    lines += [f'  {{"{name}", _mlir_ciface_{name}, {size}}},' for name, size in found]
    return "\n".join(lines) + """
};
static unsigned long hash(const unsigned char *at, size_t bytes) {
  unsigned long value = 14695981039346656037ul;
  for (size_t i = 0; i < bytes; i++) value = (value ^ at[i]) * 1099511628211ul;
  return value;
}
static unsigned long call(int k) {
  struct Result result;
  kernels[k].call(&result);
  unsigned long value = hash(result.aligned, kernels[k].bytes);
  free(result.allocated);
  return value;
}
static void compare(int threads) {
  for (int k = 0; k < (int)(sizeof kernels / sizeof *kernels); k++) {
    unsigned long first = call(k);
    int same = 1;
    if (threads > 1) {
#pragma omp parallel num_threads(threads) reduction(&& : same)
      same = call(k) == first;
    }
    printf("%s %lx%s\\n", kernels[k].name, first, same ? "" : " differs inside");
  }
}
static void measure(int threads, int calls) {
  for (int k = 0; k < (int)(sizeof kernels / sizeof *kernels); k++) {
    double least = 1e9;
#pragma omp parallel num_threads(threads) if (threads > 1) reduction(min : least)
    for (int i = 0; i < calls; i++) {
      double start = omp_get_wtime();
      for (int n = 0; n < TOGETHER; n++) {
        struct Result result;
        kernels[k].call(&result);
        free(result.allocated);
      }
      double seconds = (omp_get_wtime() - start) / TOGETHER;
      least = seconds < least ? seconds : least;
    }
    printf("%s %.9f\\n", kernels[k].name, least);
  }
}
int main(int argc, char **argv) {
  int threads = atoi(argv[1]), calls = atoi(argv[3]);
  omp_set_max_active_levels(atoi(argv[2]));
  if (calls) measure(threads, calls);
  else compare(threads);
  return 0;
}
"""


def build(work, threads):
    text = programs.to_llvm(MODULE, f"target=host model=analytical max-candidates=300 threads={threads}", work)
    if programs.starts_threads(text) != (threads > 1):
        raise RuntimeError(f"threads={threads}: the code has threads where it should not, or none")
    if programs.shares_regions(text) != (threads > 1):
        raise RuntimeError(f"threads={threads}: no kernels share a region")
    source, kernels, program = work / "caller.c", work / f"kernels{threads}.ll", work / f"program{threads}"
    source.write_text(program_text())
    kernels.write_text(text)
    programs.run(programs.LLVM / "bin/clang", "-O2", "-march=native", "-w", "-fopenmp", source, kernels, "-lm", "-o", program)
    return program


def output(program, caller, calls=0):
    threads, levels, most = CALLERS[caller]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("OMP_")}
    if most:
        environment["OMP_NUM_THREADS"] = str(most)
    prefix = os.environ.get("TIMED", "").split() if calls else []
    done = subprocess.run([*prefix, str(program), str(threads), str(levels), str(calls)], env=environment, capture_output=True, text=True,
                          timeout=600)
    if done.returncode or not done.stdout:
        raise RuntimeError(f"{program.name}, {caller}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def check(expected, program, caller):
    found = output(program, caller)
    return "" if found == expected else f"{program.name}, {caller}:\n{found}instead of\n{expected}"


def print_times(serial, shared):
    """Of calls that have one thread: least seconds of code for several threads over that for one."""
    for caller in WITHOUT_THREADS:
        for threads, program in shared.items():
            rounds = [[dict(line.split() for line in output(p, caller, CALLS).splitlines()) for p in (serial, program)] for _ in range(3)]
            for name in rounds[0][0]:
                one, several = (min(float(pair[side][name]) for pair in rounds) for side in (0, 1))
                print(f"{caller}, threads={threads}, {name}: {several * 1e6:.1f} us, code for one thread {one * 1e6:.1f} us, "
                      f"{several / one:.3f} times")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(scratch)
        serial, shared = build(work, 1), {threads: build(work, threads) for threads in COUNTS}
        if sys.argv[1:] == ["--time"]:
            print_times(serial, shared)
            return
        expected = output(serial, "alone")
        programs.report([programs.attempt(check, expected, program, caller) for program in shared.values() for caller in CALLERS],
                        "calls agree")


if __name__ == "__main__":
    main()
