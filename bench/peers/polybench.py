"""PolyBench at LARGE, one thread: this project's code for the affine MLIR of test/polybench beside the
C of the same kernels compiled by clang -O3, by clang with Polly, and beside OpenBLAS where it has
the routine. Every program that is timed compares its results with ours in the same run. Called by
`scripts/peers --polybench`; arguments: [--fp source|reassoc] [--runs N] [--build] [KERNEL...]. With
--fp source, as without, ours keeps every bit and clang and Polly what C asks for; with reassoc all
may change sums: clang and Polly get -ffast-math. OpenBLAS does as it likes.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test/polybench"))
import run  # noqa: E402
import sizes as table  # noqa: E402

NATIVE = ["-O3", "-march=native"]
WAYS = {
    "clang": NATIVE,
    "polly": NATIVE + ["-mllvm", "-polly"],
}
MODES = {"source": [], "reassoc": ["-ffast-math"]}  # more flags of the ways
# The calls that compute the same with OpenBLAS; operands are those of the kernel.
BLAS = {
    "gemm": "GEMM(N, N, NI, NJ, NK, alpha, A, NK, B, NJ, beta, C, NJ)",
    "2mm": "GEMM(N, N, NI, NJ, NK, alpha, A, NK, B, NJ, 0, tmp, NJ);"
           "GEMM(N, N, NI, NL, NJ, 1, tmp, NJ, C, NL, beta, D, NL)",
    "3mm": "GEMM(N, N, NI, NJ, NK, 1, A, NK, B, NJ, 0, E, NJ);"
           "GEMM(N, N, NJ, NL, NM, 1, C, NM, D, NL, 0, F, NL);"
           "GEMM(N, N, NI, NL, NJ, 1, E, NJ, F, NL, 0, G, NL)",
    "syrk": "cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, N, M, alpha, A, M, beta, C, N)",
    "syr2k": "cblas_dsyr2k(CblasRowMajor, CblasLower, CblasNoTrans, N, M, alpha, A, M, B, M, beta, C, N)",
    "symm": "cblas_dsymm(CblasRowMajor, CblasLeft, CblasLower, M, N, alpha, A, M, B, N, beta, C, N)",
    "trmm": "cblas_dtrmm(CblasRowMajor, CblasLeft, CblasLower, CblasTrans, CblasUnit, M, N, alpha, A, M, B, N)",
    "atax": "GEMV(N, M, N, 1, A, N, x, 0, tmp); GEMV(T, M, N, 1, A, N, tmp, 0, y)",
    "bicg": "GEMV(T, N, M, 1, A, M, r, 0, s); GEMV(N, N, M, 1, A, M, p, 0, q)",
    "mvt": "GEMV(N, N, N, 1, A, N, y1, 1, x1); GEMV(T, N, N, 1, A, N, y2, 1, x2)",
    "gemver": "cblas_dger(CblasRowMajor, N, N, 1, u1, 1, v1, 1, A, N);"
              "cblas_dger(CblasRowMajor, N, N, 1, u2, 1, v2, 1, A, N);"
              "GEMV(T, N, N, beta, A, N, y, 1, x); cblas_daxpy(N, 1, z, 1, x, 1);"
              "GEMV(N, N, N, alpha, A, N, x, 1, w)",
    "doitgen": "for (int r = 0; r < NR; r++) { double *a = (double *)A + (long)r * NQ * NP;"
               "static double t[NQ * NP]; GEMM(N, N, NQ, NP, NP, 1, a, NP, C4, NP, 0, t, NP);"
               "memcpy(a, t, sizeof t); }"
               "memcpy(sum, (double *)A + ((long)NR * NQ - 1) * NP, sizeof(double) * NP)",  # of the last row
    "covariance": "MEAN GEMMISH(cov)",
    "correlation": "MEAN STDDEV GEMMISH(corr)",
}
PRELUDE = """
#include <cblas.h>
#include <string.h>
#include <math.h>
#define GEMM(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) cblas_dgemm(CblasRowMajor, \\
  Cblas##ta##o, Cblas##tb##o, m, n, k, alpha, (double *)a, lda, (double *)b, ldb, beta, (double *)c, ldc)
#define GEMV(t, m, n, alpha, a, lda, x, beta, y) cblas_dgemv(CblasRowMajor, Cblas##t##o, m, n, alpha, \\
  (double *)a, lda, (double *)x, 1, beta, (double *)y, 1)
#define CblasNo CblasNoTrans
#define CblasTo CblasTrans
#define MEAN for (int j = 0; j < M; j++) mean[j] = 0; \\
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) mean[j] += data[i][j]; \\
  for (int j = 0; j < M; j++) mean[j] /= float_n; \\
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) data[i][j] -= mean[j];
#define STDDEV for (int j = 0; j < M; j++) stddev[j] = 0; \\
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) stddev[j] += data[i][j] * data[i][j]; \\
  for (int j = 0; j < M; j++) { stddev[j] = sqrt(stddev[j] / float_n); if (stddev[j] <= 0.1) stddev[j] = 1; } \\
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) data[i][j] /= sqrt(float_n) * stddev[j];
#define SCALE_cov (1 / (float_n - 1))
#define SCALE_corr 1
#define GEMMISH(c) cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, M, N, SCALE_##c, (double *)data, M, 0, (double *)c, M); \\
  for (int i = 0; i < M; i++) for (int j = 0; j < i; j++) c[i][j] = c[j][i]
"""


def blas_source(kernel):
    """The C of the kernel with its body replaced by calls of OpenBLAS."""
    text = (run.HERE / "kernels" / f"{kernel}.c").read_text()
    head = text[:text.index("{") + 1]
    values = table.sizes(kernel, "LARGE")  # after the header, whose parameters have such names
    macros = "".join(f"#define {name} {value}\n" for name, value in values.items())
    include, rest = PRELUDE.split("#define", 1)
    return include + macros + "#define" + rest + head + BLAS[kernel] + ";}\n"


def build(kernel, work, library, fp):
    executables = {}
    (work / "ours").mkdir(parents=True, exist_ok=True)
    executables["ours"] = run.build(kernel, "LARGE", work / "ours", "target=host", library, fp)
    (work / "plain").mkdir(exist_ok=True)
    plain = work / "plain" / f"{kernel}.exe"
    if not plain.exists():
        run.build(kernel, "LARGE", work / "plain", "", library, fp, tuned=False)
    executables["untouched"] = plain
    driver, stem = work / "ours" / f"{kernel}.driver.c", work / "ours" / kernel
    macros = run.size_macros(table.sizes(kernel, "LARGE"))
    for way, flags in WAYS.items():
        out = work / f"{kernel}.{way}"
        executables[way] = out
        if not out.exists():  # what is not ours is built once; delete build/polybench to start afresh
            run.run([run.LLVM / "clang", *flags, *MODES[fp], "-w", *macros, driver, f"{stem}.tuned.o", "-lm", "-o", out])
    out = work / f"{kernel}.openblas"
    if kernel in BLAS and not out.exists():
        source = work / f"{kernel}.blas.c"
        source.write_text(blas_source(kernel))
        text = driver.read_text().replace(f'"{run.HERE}/kernels/{kernel}.c"', f'"{source}"')
        (work / f"{kernel}.blas.driver.c").write_text(text)
        run.run([run.LLVM / "clang", *NATIVE, "-w", "-Wno-incompatible-pointer-types", work / f"{kernel}.blas.driver.c",
                 f"{stem}.tuned.o", "-lopenblas", "-lm", "-o", out])
    if kernel in BLAS:
        executables["openblas"] = out
    return executables


def build_threads(kernel, work, library, threads):
    """{name: (executable, way, threads)}: ours and Polly on one thread and on several, fp=source."""
    executables = {}
    for count in (1, threads):
        ours = work / f"ours{count}"
        ours.mkdir(parents=True, exist_ok=True)
        executables[f"ours {count}"] = (run.build(kernel, "LARGE", ours, f"target=host threads={count}", library), "ours", count)
    driver, macros = work / "ours1" / f"{kernel}.driver.c", run.size_macros(table.sizes(kernel, "LARGE"))
    for count in (1, threads):
        out = work / f"{kernel}.polly{count}"
        executables[f"polly {count}"] = (out, "polly", count)
        flags = ["-mllvm", "-polly-parallel", "-mllvm", f"-polly-num-threads={count}", "-fopenmp"] if count > 1 else ["-fopenmp"]
        if not out.exists():
            run.run([run.LLVM / "clang", *WAYS["polly"], *flags, "-w", *macros, driver, work / "ours1" / f"{kernel}.tuned.o", "-lm", "-o", out])
    return executables


def has_parallel_loop(work, kernel):
    """Whether the code that was built there starts threads."""
    return "__kmpc_fork_call" in (work / f"{kernel}.tuned.o").read_bytes().decode("latin-1")


def found(kernel, work):
    paths = {"ours": work / "ours" / f"{kernel}.exe", "untouched": work / "plain" / f"{kernel}.exe"}
    paths.update({way: work / f"{kernel}.{way}" for way in (*WAYS, "openblas")})
    return {way: path for way, path in paths.items() if path.exists()}


def seconds(executable, way, runs, threads=1):
    """`executable`: a path, or a command that ends in one. Least of the runs; None, said on stderr, for a peer that computes something else: Polly does with
    -ffast-math in gemver."""
    prefix = os.environ.get("TIMED", "").split() + (executable if isinstance(executable, list) else [str(executable)])
    done = subprocess.run(prefix + ["tuned" if way in ("ours", "untouched") else "reference", str(runs)],
                          env={**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true"}, capture_output=True, text=True, timeout=900)
    if done.returncode:  # the program compares what it timed, too
        problem = f"{prefix[-1]}: wrong result\n{done.stderr}"
        if way in ("ours", "untouched"):
            sys.exit(problem)
        print(problem, file=sys.stderr, end="")
        return None
    return min(float(line) for line in done.stdout.split())


def geomean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("kernels", nargs="*")
    arguments.add_argument("--fp", default="source", choices=MODES, help="what may change in results")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--build", action="store_true", help="build everything and stop")
    arguments.add_argument("--measure", action="store_true", help="measure what was built")
    arguments.add_argument("--library", default=str(ROOT / "build/lib/libautotune.so"))
    options = arguments.parse_args()
    work = ROOT / "build/polybench" / options.fp
    columns = ["ours", "untouched", "clang", "polly", "openblas"]
    print(f"{'kernel':15}" + "".join(f"{c + ' ms':>14}" for c in columns) + f"{'x polly':>9}{'x clang':>9}{'x blas':>8}{'x same':>8}")
    gains = {c: [] for c in columns}
    for kernel in options.kernels or sorted(table.SIZES):
        executables = found(kernel, work) if options.measure else build(kernel, work, options.library, options.fp)
        if options.build:
            continue
        times = {way: seconds(executables[way], way, options.runs) for way in columns if way in executables}
        times = {way: time for way, time in times.items() if time is not None}
        for way in times:
            gains[way].append(times[way] / times["ours"])
        cells = "".join(f"{times[c] * 1e3:14.2f}" if c in times else f"{'-':>14}" for c in columns)
        ratios = "".join(f"{times[c] / times['ours']:{w}.2f}" if c in times else f"{'-':>{w}}"
                         for c, w in (("polly", 9), ("clang", 9), ("openblas", 8), ("untouched", 8)))
        print(f"{kernel:15}{cells}{ratios}", flush=True)
    for way in columns[1:]:
        if gains[way]:
            print(f"geomean over {way}: {geomean(gains[way]):.2f}, least {min(gains[way]):.2f}, {len(gains[way])} kernels")


if __name__ == "__main__":
    main()
