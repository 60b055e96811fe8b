#!/usr/bin/env python3
"""Writes modules of affine loop nests for `autotune collect --modules`.

    data/affine.py FOLDER        writes FOLDER/affine_NAME_SIZES_TYPE.mlir, one module per file

The nests are like those of linear algebra, statistics and stencil programs, at sizes of our own:
no extent is one of PolyBench at LARGE, which the pass is judged by. A nest is C without its loop
headers: `i<M` is a loop from 0, `i=1<M` one from 1; `real` is the element type.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/polybench"))
sys.dont_write_bytecode = True
import folder  # noqa: E402
import frontend  # noqa: E402
import sizes as polybench  # noqa: E402

BOTH, DOUBLE, SINGLE = ("double", "float"), ("double",), ("float",)
LETTER = {"double": "f64", "float": "f32"}
JUDGED = {extent for *_, large in polybench.SIZES.values() for extent in large}
# An array is of so many bytes at most: more does not fit beside the others of a worker.
MAX_BYTES = 64 << 20

# name: (arrays and scalars, nest, types, size names, sizes ...); types go by turns over the sizes
# with BOTH.
NESTS = {
    # products of matrices
    "mm_ijk": ("C[M][N] A[M][K] B[K][N]", "i<M j<N k<K C[i][j] += A[i][k] * B[k][j];", BOTH, "M N K",
               (257, 263, 251), (96, 1024, 320), (513, 127, 640), (31, 2048, 64), (720, 544, 480)),
    "mm_ikj": ("C[M][N] A[M][K] B[K][N] alpha beta",
               "i<M { j<N C[i][j] *= beta; k<K j<N C[i][j] += alpha * A[i][k] * B[k][j]; }", DOUBLE,
               "M N K", (640, 704, 768), (331, 337, 347), (1536, 64, 512), (200, 220, 240)),
    "mm_nt": ("C[M][N] A[M][K] B[N][K]", "i<M j<N { C[i][j] = 0.0; k<K C[i][j] += A[i][k] * B[j][k]; }",
              BOTH, "M N K", (384, 448, 416), (211, 977, 113), (1024, 32, 768)),
    "mm_tn": ("C[M][N] A[K][M] B[K][N]", "i<M j<N { C[i][j] = 0.0; k<K C[i][j] += A[k][i] * B[k][j]; }",
              BOTH, "M N K", (512, 512, 600), (149, 601, 307), (64, 96, 4000)),
    "mm_tt": ("C[M][N] A[K][M] B[N][K]", "i<M j<N k<K C[i][j] += A[k][i] * B[j][k];", BOTH, "M N K",
              (320, 352, 288), (97, 631, 401)),
    "mm_sub": ("C[M][N] A[M][K] B[K][N]", "k<K i<M j<N C[i][j] -= A[i][k] * B[k][j];", DOUBLE, "M N K",
               (420, 450, 96), (777, 555, 24)),
    "mm_chain": ("T[M][N] A[M][K] B[K][N] D[M][L] C[N][L] alpha",
                 "i<M j<N { T[i][j] = 0.0; k<K T[i][j] += alpha * A[i][k] * B[k][j]; }"
                 " i<M j<L { D[i][j] = 0.0; k<N D[i][j] += T[i][k] * C[k][j]; }", BOTH, "M N K L",
                 (300, 340, 380, 420), (509, 131, 257, 523)),
    "mm_batch": ("C[B][M][N] X[B][M][K] Y[B][K][N]", "b<B i<M j<N k<K C[b][i][j] += X[b][i][k] * Y[b][k][j];",
                 BOTH, "B M N K", (16, 96, 80, 64), (7, 191, 193, 53)),
    "mm_last": ("A[R][Q][P] C[P][P] S[R][Q][P]",
                "r<R q<Q p<P { S[r][q][p] = 0.0; s<P S[r][q][p] += A[r][q][s] * C[s][p]; }", BOTH,
                "R Q P", (24, 60, 112), (53, 37, 101)),
    "mm_two": ("C[M][N] A[M][K][L] B[K][L][N]", "i<M j<N k<K l<L C[i][j] += A[i][k][l] * B[k][l][j];",
               DOUBLE, "M N K L", (128, 136, 20, 28), (61, 257, 13, 31)),
    "mm_four": ("C[M][N][P] A[M][K] B[K][N][P]", "i<M j<N p<P k<K C[i][j][p] += A[i][k] * B[k][j][p];",
                SINGLE, "M N P K", (72, 40, 56, 96), (41, 43, 47, 59)),
    # triangles and symmetric matrices
    "syrk": ("C[N][N] A[N][K] alpha beta",
             "i<N { j<=i C[i][j] *= beta; k<K j<=i C[i][j] += alpha * A[i][k] * A[j][k]; }", DOUBLE,
             "N K", (640, 560), (331, 257), (960, 96)),
    "syr2k": ("C[N][N] A[N][K] B[N][K] alpha beta",
              "i<N { j<=i C[i][j] *= beta;"
              " k<K j<=i C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k]; }", DOUBLE,
              "N K", (560, 480), (307, 241)),
    "trmm": ("A[M][M] B[M][N] alpha",
             "i<M j<N { k=i+1<M B[i][j] += A[k][i] * B[k][j]; B[i][j] = alpha * B[i][j]; }", DOUBLE,
             "M N", (480, 640), (353, 199)),
    "trmm_left": ("C[M][N] A[M][M] B[M][N]", "i<M j<N k<=i C[i][j] += A[i][k] * B[k][j];", BOTH, "M N",
                  (560, 384), (271, 613)),
    "symm": ("C[M][N] A[M][M] B[M][N] alpha beta",
             "real t; i<M j<N { t = 0.0;"
             " k<i { C[k][j] += alpha * B[i][j] * A[i][k]; t += B[k][j] * A[i][k]; }"
             " C[i][j] = beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * t; }", DOUBLE, "M N",
             (400, 560), (293, 311)),
    "gram": ("S[M][M] D[N][M] mean[M] n",
             "j<M { mean[j] = 0.0; i<N mean[j] += D[i][j]; mean[j] /= n; }"
             " i<N j<M D[i][j] -= mean[j];"
             " i<M j=i<M { S[i][j] = 0.0; k<N S[i][j] += D[k][i] * D[k][j]; S[i][j] /= n;"
             " S[j][i] = S[i][j]; }", DOUBLE, "M N", (480, 640), (263, 881)),
    "lu": ("A[N][N]",
           "i<N { j<i { k<j A[i][j] -= A[i][k] * A[k][j]; A[i][j] /= A[j][j]; }"
           " j=i<N k<i A[i][j] -= A[i][k] * A[k][j]; }", DOUBLE, "N", (640,), (421,)),
    "trsm": ("L[M][M] B[M][N]", "i<M j<N { k<i B[i][j] -= L[i][k] * B[k][j]; B[i][j] /= L[i][i]; }",
             BOTH, "M N", (480, 512), (233, 347)),
    "qr_step": ("Q[M][N] A[M][N] R[N]", "j<N { R[j] = 0.0; i<M R[j] += Q[i][0] * A[i][j]; }"
                " j=1<N i<M A[i][j] -= Q[i][0] * R[j];", BOTH, "M N", (960, 640), (331, 1021)),
    # matrices and vectors
    "mv": ("y[M] A[M][N] x[N]", "i<M { y[i] = 0.0; j<N y[i] += A[i][j] * x[j]; }", BOTH, "M N",
           (1024, 1536), (997, 331), (64, 20000), (3000, 100)),
    "mv_t": ("y[N] A[M][N] x[M]", "i<M j<N y[j] += A[i][j] * x[i];", BOTH, "M N", (1024, 1536),
             (331, 997), (20000, 64)),
    "mv_both": ("s[N] q[M] A[M][N] p[N] r[M]",
                "i<M { q[i] = 0.0; j<N { s[j] += r[i] * A[i][j]; q[i] += A[i][j] * p[j]; } }", BOTH,
                "M N", (1500, 1250), (613, 617), (2400, 2200)),
    "mv_sum": ("y[N] A[N][N] B[N][N] x[N] alpha beta",
               "real t; i<N { t = 0.0; y[i] = 0.0; j<N { t += A[i][j] * x[j]; y[i] += B[i][j] * x[j]; }"
               " y[i] = alpha * t + beta * y[i]; }", BOTH, "N", (1600,), (757,)),
    "outer": ("A[M][N] u[M] v[N]", "i<M j<N A[i][j] += u[i] * v[j];", BOTH, "M N", (1500, 1250),
              (421, 2003), (96, 96)),
    "outer_two": ("A[M][N] u[M] v[N] p[M] q[N]", "i<M j<N A[i][j] = A[i][j] + u[i] * v[j] + p[i] * q[j];",
                  DOUBLE, "M N", (1600, 1700), (509, 503)),
    # one step of a stencil, and several
    "blur_1d": ("B[N] A[N]", "i=1<N-1 B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);", BOTH, "N", (65536,),
                (4099,)),
    "smooth_1d": ("B[N] A[N] w",
                  "i=2<N-2 B[i] = w * (A[i - 2] + A[i + 2]) + 0.25 * (A[i - 1] + A[i + 1]) + A[i];", BOTH,
                  "N", (30000,), (1009,)),
    "star_2d": ("B[M][N] A[M][N]",
                "i=1<M-1 j=1<N-1 B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);",
                BOTH, "M N", (720, 960), (1021, 1031), (130, 250)),
    "box_2d": ("B[M][N] A[M][N]",
               "i=1<M-1 j=1<N-1 B[i][j] = (A[i-1][j-1] + A[i-1][j] + A[i-1][j+1] + A[i][j-1] + A[i][j]"
               " + A[i][j+1] + A[i+1][j-1] + A[i+1][j] + A[i+1][j+1]) / 9.0;", BOTH, "M N", (600, 700),
               (401, 1203)),
    "gradient_2d": ("E[M][N] H[M][N] F[M][N]",
                    "i=1<M j<N E[i][j] = E[i][j] - 0.5 * (H[i][j] - H[i - 1][j]);"
                    " i<M j=1<N F[i][j] = F[i][j] - 0.5 * (H[i][j] - H[i][j - 1]);", DOUBLE, "M N",
                    (720, 960), (307, 1511)),
    "star_3d": ("B[N][N][N] A[N][N][N]",
                "i=1<N-1 j=1<N-1 k=1<N-1 B[i][j][k] ="
                " 0.125 * (A[i + 1][j][k] - 2.0 * A[i][j][k] + A[i - 1][j][k])"
                " + 0.125 * (A[i][j + 1][k] - 2.0 * A[i][j][k] + A[i][j - 1][k])"
                " + 0.125 * (A[i][j][k + 1] - 2.0 * A[i][j][k] + A[i][j][k - 1]) + A[i][j][k];", BOTH, "N",
                (96,), (131,), (48,)),
    "jacobi_time": ("A[N][N] B[N][N]",
                    "t<40 { i=1<N-1 j=1<N-1 B[i][j] = 0.25 * (A[i][j - 1] + A[i][1 + j] + A[1 + i][j] + A[i - 1][j]);"
                    " i=1<N-1 j=1<N-1 A[i][j] = B[i][j]; }", DOUBLE, "N", (250,), (700,)),
    # convolutions as loops
    "conv_2d": ("O[F][H-2][W-2] I[C][H][W] K[F][C][3][3]",
                "f<F y<H-2 x<W-2 c<C r<3 s<3 O[f][y][x] += I[c][y + r][x + s] * K[f][c][r][s];", SINGLE,
                "F C H W", (48, 32, 34, 34), (37, 19, 29, 61)),
    "conv_1d": ("O[N-15] I[N] K[16]", "i<N-15 { O[i] = 0.0; k<16 O[i] += I[i + k] * K[k]; }", BOTH, "N",
                (40000,), (5003,)),
    "pool": ("O[C][H][W] I[C][H*2][W*2]",
             "c<C y<H x<W { O[c][y][x] = 0.0; r<2 s<2 O[c][y][x] += I[c][y * 2 + r][x * 2 + s]; }", SINGLE,
             "C H W", (64, 28, 28), (19, 53, 41)),
    # element by element
    "scale": ("A[M][N] s", "i<M j<N A[i][j] = s * A[i][j];", BOTH, "M N", (720, 1250), (499, 503), (96, 40)),
    "axpy": ("y[N] x[N] a", "i<N y[i] = y[i] + a * x[i];", BOTH, "N", (100000,), (8191,), (700,)),
    "norm": ("A[M][N] mean[N] dev[N]", "i<M j<N { A[i][j] -= mean[j]; A[i][j] /= dev[j]; }", BOTH, "M N",
             (640, 768), (257, 1301)),
    "norm_rows": ("A[M][N] s[M]", "i<M j<N A[i][j] = A[i][j] / sqrt(s[i] + 1.0);", BOTH, "M N", (512, 640),
                  (1009, 211)),
    "select": ("y[N] x[N]", "i<N y[i] = x[i] <= 0.1 ? 1.0 : sqrt(x[i]);", BOTH, "N", (50000,), (2047,)),
    "copy_t": ("B[N][M] A[M][N]", "i<M j<N B[j][i] = A[i][j];", BOTH, "M N", (768, 640), (331, 1013)),
    "sum_three": ("Y[M][N] A[M][N] B[M][N] C[M][N]", "i<M j<N Y[i][j] = A[i][j] + B[i][j] * C[i][j];", BOTH,
                  "M N", (400, 640), (1031, 127)),
    # sums
    "sum_rows": ("s[M] A[M][N]", "i<M { s[i] = 0.0; j<N s[i] += A[i][j]; }", BOTH, "M N", (1024, 720),
                 (211, 4001)),
    "sum_columns": ("s[N] A[M][N]", "j<N { s[j] = 0.0; i<M s[j] += A[i][j]; }", BOTH, "M N", (1024, 720),
                    (4001, 211)),
    "variance": ("v[N] A[M][N] mean[N]",
                 "j<N { v[j] = 0.0; i<M v[j] += (A[i][j] - mean[j]) * (A[i][j] - mean[j]); }", BOTH, "M N",
                 (720, 1024), (1511, 307)),
    "dot": ("s[1] x[N] y[N]", "i<N s[0] += x[i] * y[i];", BOTH, "N", (60000,), (3001,)),
    "sum_all": ("s[1] A[L][M][N]", "i<L j<M k<N s[0] += A[i][j][k];", BOTH, "L M N", (24, 60, 96),
                (31, 97, 103)),
}

LOOP = re.compile(r"\b([a-z])(?:=([\w+]+))?(<=?)((?:\w+[-+*])*\w+)(?=\s)")


def to_c(parameters, nest, kind):
    """The C function that a line of the table stands for."""
    declared = [f"{kind} {p.replace('[', '[restrict ', 1)}" for p in parameters.split()]
    loop = LOOP.sub(lambda m: f"for (int {m[1]} = {m[2] or 0}; {m[1]} {m[3]} {m[4]}; {m[1]}++)", nest)
    return f"void kernel({', '.join(declared)}) {{ {loop.replace('real', kind)} }}"


def modules():
    """Name and text of every module."""
    for name, (parameters, nest, kinds, size_names, *all_sizes) in NESTS.items():
        for turn, extents in enumerate(all_sizes):
            kind = kinds[turn % len(kinds)]
            values = dict(zip(size_names.split(), extents, strict=True))
            text, arrays = frontend.to_mlir(to_c(parameters, nest, kind), values)
            for _, array, dims in arrays:
                elements = 1
                for extent in dims:
                    elements *= extent
                assert not JUDGED & set(dims), f"{name}: {array}{dims} has an extent of PolyBench"
                assert 8 * elements <= MAX_BYTES, f"{name}: {array} is too large"
            yield f"affine_{name}_{'x'.join(map(str, extents))}_{LETTER[kind]}", text


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    path, made = pathlib.Path(sys.argv[1]), dict(modules())
    folder.write(path, ((f"{name}.mlir", text) for name, text in made.items()))
    print(f"{len(made)} modules in {path}")


if __name__ == "__main__":
    main()
