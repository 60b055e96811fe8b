"""Sizes of the kernels of PolyBench/C 4.2, and how their operands are filled."""

# kernel: (names, SMALL, LARGE)
SIZES = {
    "2mm": ("NI NJ NK NL", (40, 50, 70, 80), (800, 900, 1100, 1200)),
    "3mm": ("NI NJ NK NL NM", (40, 50, 60, 70, 80), (800, 900, 1000, 1100, 1200)),
    "adi": ("TSTEPS N", (40, 60), (500, 1000)),
    "atax": ("M N", (116, 124), (1900, 2100)),
    "bicg": ("M N", (116, 124), (1900, 2100)),
    "cholesky": ("N", (120,), (2000,)),
    "correlation": ("M N", (80, 100), (1200, 1400)),
    "covariance": ("M N", (80, 100), (1200, 1400)),
    "deriche": ("W H", (192, 128), (4096, 2160)),
    "doitgen": ("NQ NR NP", (20, 25, 30), (140, 150, 160)),
    "durbin": ("N", (120,), (2000,)),
    "fdtd-2d": ("TMAX NX NY", (40, 60, 80), (500, 1000, 1200)),
    "floyd-warshall": ("N", (180,), (2800,)),
    "gemm": ("NI NJ NK", (60, 70, 80), (1000, 1100, 1200)),
    "gemver": ("N", (120,), (2000,)),
    "gesummv": ("N", (90,), (1300,)),
    "gramschmidt": ("M N", (60, 80), (1000, 1200)),
    "heat-3d": ("TSTEPS N", (40, 20), (500, 120)),
    "jacobi-1d": ("TSTEPS N", (40, 120), (500, 2000)),
    "jacobi-2d": ("TSTEPS N", (40, 90), (500, 1300)),
    "lu": ("N", (120,), (2000,)),
    "ludcmp": ("N", (120,), (2000,)),
    "mvt": ("N", (120,), (2000,)),
    "nussinov": ("N", (180,), (2500,)),
    "seidel-2d": ("TSTEPS N", (40, 120), (500, 2000)),
    "symm": ("M N", (60, 80), (1000, 1200)),
    "syr2k": ("M N", (60, 80), (1000, 1200)),
    "syrk": ("M N", (60, 80), (1000, 1200)),
    "trisolv": ("N", (120,), (2000,)),
    "trmm": ("M N", (60, 80), (1000, 1200)),
}

# Square matrices of these must be far from singular; of these the values must stay small.
DOMINANT = {"cholesky", "lu", "ludcmp", "trisolv"}
TINY = {"durbin"}
# Elements that are not compared: with more columns than rows the last ones are rounding alone.
NOISE = {("gramschmidt", "Q"): "e % N >= M"}
SCALARS = {"alpha": 1.5, "beta": 1.2, "float_n": None}


def sizes(kernel, size):
    names, small, large = SIZES[kernel]
    return dict(zip(names.split(), small if size == "SMALL" else large))


def scalar(kernel, name, values):
    if name == "float_n":
        return float(values["N"])
    return 0.25 if kernel == "deriche" else SCALARS[name]
