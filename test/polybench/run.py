#!/usr/bin/env python3
"""Checks the kernels of PolyBench in test/polybench/kernels: the affine MLIR of NAME.mlir, tuned by
--autotune, against the C of NAME.c compiled by clang. In the MLIR, {N - 1} stands for a size.

    test/polybench/run.py [--size SMALL|MEDIUM|LARGE] [--fp source|strict|reassoc] [--print] [--keep DIR]
                          [--options TEXT] [KERNEL...]

With --fp source, as without, and with strict every bit is compared; clang then contracts nothing. With
reassoc sums may differ by rounding.

The last line is "N of N kernels agree"; the exit status is 0 only when all do, and as many nests of
each were rewritten as sizes.py says.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import sizes as table  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LLVM = pathlib.Path("/usr/lib/llvm-22/bin")
# The plugin of a sanitized build needs the sanitizer's runtime in the host program from its start.
PRELOADED = os.environ.get("SANITIZER_RUNTIME")
PLUGIN_ENVIRONMENT = {**os.environ, **({"LD_PRELOAD": PRELOADED} if PRELOADED else {})}
TOLERANCE = 1e-8  # of reassoc
EXACT = ("source", "strict")  # modes that keep the bits of code without fast-math flags
C_TYPE = {"f64": "double", "i32": "int"}


def instance(kernel, values):
    """The module of a kernel at these sizes, and the parameters of its function: (C type, name, dims)."""
    text = (HERE / "kernels" / f"{kernel}.mlir").read_text()
    text = re.sub(r"\{([A-Z][A-Z0-9 +-]*)\}", lambda size: str(eval(size[1], {}, values)), text)
    aliases = dict(re.findall(r"^(!\w+) = memref<(.+)>$", text, re.M))
    parameters = []
    for name, kind in re.findall(r"%(\w+): (!?\w+)", text[:text.index("attributes")]):
        *dims, element = aliases.get(kind, kind).split("x")
        parameters.append((C_TYPE[element], name, [int(d) for d in dims]))
    return text, parameters


def size_macros(values):
    return [f"-D{name}={value}" for name, value in values.items()]


def count(dims):
    product = 1
    for d in dims:
        product *= d
    return product


def fill(kernel, kind, name, dims):
    """C expression for element e of an array."""
    if kind == "int":
        return "e % 4" if name == "seq" else "0" if name == "table" else "(e * 7 + e / 11) % 97 + 1"
    if kernel in table.TINY:
        return "1e-3 * noise(e)"
    if kernel in table.DOMINANT and len(dims) == 2:
        n = dims[1]
        low = f"(e / {n} < e % {n} ? e % {n} * {n}ul + e / {n} : e)"
        return f"e / {n} == e % {n} ? {n}.0 : noise({low})"
    return "noise(e)"


def driver(kernel, values, parameters, tolerance, sizes=()):
    """The C program that runs reference and tuned code on equal operands and compares, or times: so many
    calls as its second argument says, no more after a second. With tolerance 0 the bits are compared.
    Tuned code takes `sizes` after its operands."""
    out = ["#include <math.h>", "#include <stdint.h>", "#include <stdio.h>", "#include <stdlib.h>",
           "#include <string.h>", "#include <time.h>",
           f'#define kernel reference\n#include "{HERE}/kernels/{kernel}.c"\n#undef kernel']
    # Mixed well enough that a matrix has full rank; 53 bits, so that no sum is exact in every order.
    out.append("static double noise(unsigned long e) { e = (e + 1) * 0x9e3779b97f4a7c15ul;"
               " e = (e ^ e >> 29) * 0xbf58476d1ce4e5b9ul; return (e >> 11) * 0x1p-53; }")
    declared, tuned, plain = [], [], []
    for kind, name, dims in parameters:
        if not dims:
            declared.append(kind)
            tuned.append(repr(table.scalar(kernel, name, values)))
            plain.append(tuned[-1])
            continue
        rank = len(dims)
        out.append(f"static struct {{ {kind} *allocated, *aligned; int64_t offset, sizes[{rank}], strides[{rank}]; }} d_{name};")
        out.append(f"static {kind} *r_{name}, *t_{name};")
        out.append(f"static {kind} fill_{name}(unsigned long e) {{ return {fill(kernel, kind, name, dims)}; }}")
        declared.append("void *")
        tuned.append(f"&d_{name}")
        plain.append(f"(void *)r_{name}")
    declared += ["int64_t"] * len(sizes)
    tuned += map(str, sizes)
    out.append(f"void _mlir_ciface_kernel({', '.join(declared)});")
    out.append("static void prepare(void) {")
    for kind, name, dims in parameters:
        if not dims:
            continue
        n = count(dims)
        out.append(f"  if (!r_{name}) {{ r_{name} = aligned_alloc(64, ({n} * sizeof({kind}) + 63) / 64 * 64);"
                   f" t_{name} = aligned_alloc(64, ({n} * sizeof({kind}) + 63) / 64 * 64); }}")
        out.append(f"  for (unsigned long e = 0; e < {n}; e++) r_{name}[e] = t_{name}[e] = fill_{name}(e);")
        out.append(f"  d_{name}.allocated = d_{name}.aligned = t_{name};")
        for d in range(len(dims)):
            out.append(f"  d_{name}.sizes[{d}] = {dims[d]}; d_{name}.strides[{d}] = {count(dims[d + 1:])};")
    out.append("}")
    out.append("static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t);"
               " return t.tv_sec + 1e-9 * t.tv_nsec; }")
    out.append("static int check(void) {\n  int bad = 0;\n  long written = 0;")
    out.append(f"  prepare(); reference({', '.join(plain)}); _mlir_ciface_kernel({', '.join(tuned)});")
    for kind, name, dims in parameters:
        if not dims:
            continue
        noise = table.NOISE.get((kernel, name), 0) if tolerance else 0
        if not tolerance:
            out.append(f"  if (memcmp(r_{name}, t_{name}, {count(dims)} * sizeof({kind}))) {{"
                       f' fprintf(stderr, "{name}: other bits\\n"); bad = 1; }}')
        out.append(f"  {{ double most = 1e-300, worst = 0; for (long e = 0; e < {count(dims)}; e++) {{"
                   f" if ({noise}) continue;"
                   f" written += r_{name}[e] != fill_{name}(e);"
                   f" double r = r_{name}[e], d = fabs(r - t_{name}[e]); if (fabs(r) > most) most = fabs(r);"
                   f" if (!(d <= worst)) worst = d; }}"
                   f' if (!(worst <= {tolerance if kind != "int" else 0} * most)) {{'
                   f' fprintf(stderr, "{name}: off by %g of %g\\n", worst, most); bad = 1; }} }}')
    out.append('  if (!written) fprintf(stderr, "the reference writes nothing\\n");')
    out.append("  return bad || !written;\n}")
    out.append(f"""int main(int argc, char **argv) {{
  if (argc < 2) return check();
  int runs = atoi(argv[2]);
  double spent = 0;
  for (int i = 0; i < runs && spent < 1; i++) {{
    prepare();
    double start = now();
    if (!strcmp(argv[1], "reference")) reference({', '.join(plain)});
    else _mlir_ciface_kernel({', '.join(tuned)});
    double seconds = now() - start;
    spent += seconds;
    printf("%.9f\\n", seconds);
  }}
  return check(); // what is timed is what is compared
}}""")
    return "\n".join(out) + "\n"


def run(command, **how):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **how)
    if done.returncode:
        raise RuntimeError(f"{pathlib.Path(str(command[0])).name}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done


def build(kernel, size, work, options, library, fp="source", exact=False, tuned=True, verbose=False):
    """Compiles one kernel into an executable in `work`; its path. `exact`: it compares every bit."""
    values = table.sizes(kernel, size)
    module, parameters = instance(kernel, values)
    stem = work / kernel
    stem.with_suffix(".mlir").write_text(module)
    passes = [f"--autotune={options} fp={fp} remarks=all"] if tuned else []
    done = run([LLVM / "mlir-opt", f"--load-pass-plugin={library}", *passes, "--autotune-to-llvm",
                stem.with_suffix(".mlir"), "-o", f"{stem}.llvm.mlir"], timeout=300, env=PLUGIN_ENVIRONMENT)
    if verbose:
        print(done.stderr, end="")
    rewritten = len(re.findall(r"remark: autotune: affine\.for (?:raised|rewritten)", done.stderr))
    if tuned and rewritten < table.REWRITTEN[kernel]:
        raise RuntimeError(f"{rewritten} nests were rewritten, expected {table.REWRITTEN[kernel]}")
    run([LLVM / "mlir-translate", "--mlir-to-llvmir", f"{stem}.llvm.mlir", "-o", f"{stem}.ll"])
    run([LLVM / "clang", "-O3", "-march=native", "-Wno-override-module", "-c", f"{stem}.ll", "-o",
         f"{stem}.tuned.o"], timeout=300)
    stem.with_suffix(".driver.c").write_text(
        driver(kernel, values, parameters, 0 if exact else TOLERANCE))
    run([LLVM / "clang", "-O2", *(["-ffp-contract=off"] if exact else []), "-w", *size_macros(values), stem.with_suffix(".driver.c"),
         f"{stem}.tuned.o", *(["-fopenmp"] if "threads=" in options else []), "-lm", "-o", f"{stem}.exe"],
        timeout=300)
    return f"{stem}.exe"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("kernels", nargs="*")
    arguments.add_argument("--size", default="SMALL", choices=table.SIZE_NAMES)
    arguments.add_argument("--print", action="store_true", help="print the affine MLIR and stop")
    arguments.add_argument("--keep", help="folder for everything that is built")
    arguments.add_argument("--verbose", action="store_true", help="show the remarks")
    arguments.add_argument("--options", default="target=host")
    arguments.add_argument("--fp", default="source", choices=(*EXACT, "reassoc"))
    arguments.add_argument("--library", default=str(ROOT / "build/lib/libautotune.so"))
    options = arguments.parse_args()
    failures = 0
    kernels = options.kernels or sorted(table.SIZES)
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(options.keep or scratch)
        work.mkdir(parents=True, exist_ok=True)
        for kernel in kernels:
            if options.print:
                print(instance(kernel, table.sizes(kernel, options.size))[0], end="")
                continue
            try:
                run([build(kernel, options.size, work, options.options, options.library, options.fp,
                           options.fp in EXACT, verbose=options.verbose)], timeout=300)
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                failures += 1
                print(f"{kernel}: {problem}")
    if not options.print:
        print(f"{len(kernels) - failures} of {len(kernels)} kernels agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
