#!/usr/bin/env python3
"""Checks the kernels of PolyBench with sizes that only the run knows: `index` arguments, memrefs of `?` dimensions.
One build of a kernel runs at every size and is compared with the C, as run.py compares the kernels of known sizes.

    test/polybench/symbolic.py [--sizes TINY,SMALL,MEDIUM] [--fp source|strict|reassoc] [--print] [--keep DIR]
                               [--time LARGE] [--runs N] [--verbose] [KERNEL...]

--time SIZE prints milliseconds of a call: untouched, tuned, the twin of known sizes, and how fast the kernel
is beside its twin. TINY takes 2, 3, 4, ... for the sizes, which most pieces and tiles do not fit.
The last line is "N of N kernels agree"; the exit status is 0 only when all do.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run as known  # noqa: E402
import sizes as table  # noqa: E402


def values_of(kernel, size):
    names = table.SIZES[kernel][0].split()
    if size == "TINY":
        return {name: 2 + place for place, name in enumerate(names)}
    return table.sizes(kernel, size)


def symbolic(kernel):
    """The module of a kernel whose sizes are arguments after the others."""
    text = (known.HERE / "kernels" / f"{kernel}.mlir").read_text()
    names = table.SIZES[kernel][0].split()
    symbols = ", ".join(names)
    text = re.sub(r"memref<([^>]*)>", lambda m: f"memref<{re.sub(r'{[^}]*}', '?', m[1])}>", text)
    text = re.sub(r"arith\.constant \{(\w+)\}\.0 : f64", r"arith.sitofp %\1_i64 : i64 to f64", text)
    in_maps = [m[1] for m in re.finditer(r"^(#\w+) = affine_(?:map|set)<.*\{.*$", text, re.M)]
    for name in in_maps:
        text = re.sub(rf"^({name} = affine_(?:map|set)<\([^)]*\))(.*)$",
                      lambda m: f"{m[1]}[{symbols}]" + re.sub(r"\{([^}]*)\}", r"(\1)", m[2]), text, flags=re.M)
        text = re.sub(rf"({name}\(%[^)]*\))", rf"\1[{', '.join('%' + n for n in names)}]", text)
    text = re.sub(r"to \{(\w+)\}", r"to %\1", text)
    text = re.sub(r"to \{(\w+)([^}]*)\}", r"to affine_map<()[s] -> (s\2)>()[%\1]", text)
    text = re.sub(r"\{([A-Z]\w*)([^}\n:]*)\}(?=[^\n]*\])", r"symbol(%\1)\2", text)
    text = re.sub(r"memref\.alloca\(\) : !vector", "memref.alloca(%N) : !vector", text)
    start = text.index("@kernel(")
    end = text.index(")", start)
    text = text[:end] + "".join(f", %{name}: index" for name in names) + text[end:]
    body = text.index("{\n", end) + 2
    casts = "".join(f"  %{n}_i64 = arith.index_cast %{n} : index to i64\n" for n in names if f"%{n}_i64" in text)
    return text[:body] + casts + text[body:]


def compile_tuned(module, stem, options, library, tuned=True, verbose=False):
    stem.with_suffix(".mlir").write_text(module)
    passes = [f"--autotune={options} remarks=all"] if tuned else []
    done = known.run([known.LLVM / "mlir-opt", f"--load-pass-plugin={library}", *passes, "--autotune-to-llvm",
                      stem.with_suffix(".mlir"), "-o", f"{stem}.llvm.mlir"], timeout=600, env=known.PLUGIN_ENVIRONMENT)
    if verbose:
        print(done.stderr, end="")
    known.run([known.LLVM / "mlir-translate", "--mlir-to-llvmir", f"{stem}.llvm.mlir", "-o", f"{stem}.ll"])
    known.run([known.LLVM / "clang", "-O3", "-march=native", "-Wno-override-module", "-c", f"{stem}.ll", "-o",
               f"{stem}.o"], timeout=600)


def link(kernel, values, stem, tolerance, takes_sizes):
    _, parameters = known.instance(kernel, values)
    source = known.driver(kernel, values, parameters, tolerance, list(values.values()) if takes_sizes else [])
    program = stem.with_suffix(".exe")
    stem.with_suffix(".c").write_text(source)
    known.run([known.LLVM / "clang", "-O2", *([] if tolerance else ["-ffp-contract=off"]), "-w",
               *known.size_macros(values), stem.with_suffix(".c"), f"{stem}.o", "-lm", "-o", program], timeout=300)
    return program


def seconds(program, runs, prefix):
    done = subprocess.run([*prefix, program, "tuned", str(runs)], capture_output=True, text=True, timeout=600)
    return min(map(float, done.stdout.split())) if done.returncode == 0 else float("nan")


def check(kernel, work, arguments):
    stem = work / kernel
    options = f"{arguments.options} fp={arguments.fp}"
    tolerance = 0 if arguments.fp in known.EXACT else known.TOLERANCE
    compile_tuned(symbolic(kernel), stem, options, arguments.library, verbose=arguments.verbose)
    for size in arguments.sizes.split(","):
        program = link(kernel, values_of(kernel, size), stem, tolerance, True)
        done = subprocess.run([program], capture_output=True, text=True, timeout=600)
        if done.returncode and not (size == "TINY" and "nothing" in done.stderr):
            raise RuntimeError(f"at {size}: exit {done.returncode} {done.stderr[-500:]}")
    if not arguments.time:
        return
    values = values_of(kernel, arguments.time)
    compile_tuned(known.instance(kernel, values)[0], work / "static", options, arguments.library)
    compile_tuned(symbolic(kernel), work / "plain", options, arguments.library, tuned=False)
    prefix = arguments.prefix.split()
    ours = seconds(link(kernel, values, stem, known.TOLERANCE, True), arguments.runs, prefix)
    twin = seconds(link(kernel, values, work / "static", known.TOLERANCE, False), arguments.runs, prefix)
    plain = seconds(link(kernel, values, work / "plain", known.TOLERANCE, True), arguments.runs, prefix)
    print(f"{kernel:16} {1e3 * plain:10.3f} {1e3 * ours:10.3f} {1e3 * twin:10.3f} {twin / ours:7.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--sizes", default="TINY,SMALL")
    parser.add_argument("--print", action="store_true", help="print the MLIR and stop")
    parser.add_argument("--keep", help="folder for everything that is built")
    parser.add_argument("--verbose", action="store_true", help="show the remarks")
    parser.add_argument("--time", choices=table.SIZE_NAMES, help="time at this size")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--prefix", default="", help="command that what is timed runs under")
    parser.add_argument("--options", default="target=host")
    parser.add_argument("--fp", default="source", choices=(*known.EXACT, "reassoc"))
    parser.add_argument("--library", default=str(known.ROOT / "build/lib/libautotune.so"))
    arguments = parser.parse_args()
    sizes = ("TINY", *table.SIZE_NAMES)
    for given, known_names, what in ((arguments.sizes.split(","), sizes, "size"), (arguments.kernels, sorted(table.SIZES), "kernel")):
        for name in given:
            if name not in known_names:
                parser.error(f"'{name}' is no {what}; there are {', '.join(known_names)}")
    failures = 0
    kernels = arguments.kernels or sorted(table.SIZES)
    if arguments.time:
        print(f"{'kernel':16} {'untouched':>10} {'tuned':>10} {'twin':>10} {'speed':>7}")
    with tempfile.TemporaryDirectory() as scratch:
        work = pathlib.Path(arguments.keep or scratch)
        work.mkdir(parents=True, exist_ok=True)
        for kernel in kernels:
            if arguments.print:
                print(symbolic(kernel), end="")
                continue
            try:
                check(kernel, work, arguments)
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                failures += 1
                print(f"{kernel}: {problem}", flush=True)
    if not arguments.print:
        print(f"{len(kernels) - failures} of {len(kernels)} kernels agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
