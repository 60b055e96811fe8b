"""Sizes of the kernels of PolyBench/C 4.2, how their operands are filled, and what must become of them."""

# SMALL and LARGE are PolyBench's. At SMALL many rules sleep, because they ask for long loops or large
# arrays; MEDIUM lies just above what they ask for (600 trips of a triangle, 1 MiB for arrays between
# loops that are fused, 640 KiB for tiles of time), with odd sizes, and is checked in seconds.
SIZE_NAMES = ("SMALL", "MEDIUM", "LARGE")
# kernel: (names, SMALL, MEDIUM, LARGE)
SIZES = {
    "2mm": ("NI NJ NK NL", (40, 50, 70, 80), (331, 347, 353, 367), (800, 900, 1100, 1200)),
    "3mm": ("NI NJ NK NL NM", (40, 50, 60, 70, 80), (307, 311, 331, 347, 353), (800, 900, 1000, 1100, 1200)),
    "adi": ("TSTEPS N", (40, 60), (6, 307), (500, 1000)),
    "atax": ("M N", (116, 124), (397, 421), (1900, 2100)),
    "bicg": ("M N", (116, 124), (397, 421), (1900, 2100)),
    "cholesky": ("N", (120,), (641,), (2000,)),
    "correlation": ("M N", (80, 100), (643, 701), (1200, 1400)),
    "covariance": ("M N", (80, 100), (643, 701), (1200, 1400)),
    "deriche": ("W H", (192, 128), (509, 419), (4096, 2160)),
    "doitgen": ("NQ NR NP", (20, 25, 30), (199, 59, 181), (140, 150, 160)),
    "durbin": ("N", (120,), (641,), (2000,)),
    "fdtd-2d": ("TMAX NX NY", (40, 60, 80), (67, 307, 331), (500, 1000, 1200)),
    "floyd-warshall": ("N", (180,), (419,), (2800,)),
    "gemm": ("NI NJ NK", (60, 70, 80), (397, 401, 421), (1000, 1100, 1200)),
    "gemver": ("N", (120,), (421,), (2000,)),
    "gesummv": ("N", (90,), (421,), (1300,)),
    "gramschmidt": ("M N", (60, 80), (641, 653), (1000, 1200)),
    "heat-3d": ("TSTEPS N", (40, 20), (9, 47), (500, 120)),
    "jacobi-1d": ("TSTEPS N", (40, 120), (40, 2003), (500, 2000)),
    "jacobi-2d": ("TSTEPS N", (40, 90), (67, 307), (500, 1300)),
    "lu": ("N", (120,), (641,), (2000,)),
    "ludcmp": ("N", (120,), (641,), (2000,)),
    "mvt": ("N", (120,), (421,), (2000,)),
    "nussinov": ("N", (180,), (641,), (2500,)),
    "seidel-2d": ("TSTEPS N", (40, 120), (11, 307), (500, 2000)),
    "symm": ("M N", (60, 80), (641, 653), (1000, 1200)),
    "syr2k": ("M N", (60, 80), (641, 653), (1000, 1200)),
    "syrk": ("M N", (60, 80), (641, 653), (1000, 1200)),
    "trisolv": ("N", (120,), (641,), (2000,)),
    "trmm": ("M N", (60, 80), (641, 653), (1000, 1200)),
}

# Square matrices of these must be far from singular; of these the values must stay small.
DOMINANT = {"cholesky", "lu", "ludcmp", "trisolv"}
TINY = {"durbin"}
# Elements that are not compared: with more columns than rows the last ones are rounding alone.
NOISE = {("gramschmidt", "Q"): "e % N >= M"}
SCALARS = {"alpha": 1.5, "beta": 1.2, "float_n": None}


# How many nests of each kernel are raised or rewritten, at every size: fewer, and the check would compare
# untouched code with itself. jacobi-1d is left untouched: its time loop carries everything.
REWRITTEN = {
    "2mm": 2,
    "3mm": 3,
    "adi": 1,
    "atax": 2,
    "bicg": 2,
    "cholesky": 1,
    "correlation": 4,
    "covariance": 3,
    "deriche": 6,
    "doitgen": 1,
    "durbin": 1,
    "fdtd-2d": 1,
    "floyd-warshall": 1,
    "gemm": 1,
    "gemver": 4,
    "gesummv": 1,
    "gramschmidt": 1,
    "heat-3d": 1,
    "jacobi-1d": 0,
    "jacobi-2d": 1,
    "lu": 1,
    "ludcmp": 3,
    "mvt": 2,
    "nussinov": 1,
    "seidel-2d": 1,
    "symm": 1,
    "syr2k": 1,
    "syrk": 1,
    "trisolv": 1,
    "trmm": 1,
}


def sizes(kernel, size):
    names, *values = SIZES[kernel]
    return dict(zip(names.split(), values[SIZE_NAMES.index(size)]))


def scalar(kernel, name, values):
    if name == "float_n":
        return float(values["N"])
    return 0.25 if kernel == "deriche" else SCALARS[name]
