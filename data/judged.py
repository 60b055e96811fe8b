"""What judges: the layers of the networks of data/judges.txt, the products of bench/workloads and data/judging_set.tsv.
Scripts that draw layers to train on ask here, as a training leaves out equal contractions of the same types alone.
"""
import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent
PRODUCTS = ("matmul", "matmul_nt", "matvec", "batch_matmul")
POINT = {"kh": 1, "kw": 1, "s": 1, "ph": 0, "pw": 0}  # of a convolution


def computed(kind, sizes):
    """What a layer computes, whatever follows it and whoever is first of an image's operands: kind and sorted sizes."""
    kind = re.sub(r"_(nchw|nhwc|nhwc_hwcf|nhwc_fhwc|ncw|nwc)$", "", kind)
    return kind, tuple(sorted(sizes.split()))


def bench_products():
    """Kind and sizes of the products of bench/workloads, whose names have the sizes in one order or another."""
    for path in sorted((ROOT.parent / "bench/workloads").glob("*matmul*.mlir")):
        sizes = re.findall(r"\d+", path.stem)
        for names in ("mnk", "mkn", "bmnk", "bmkn"):
            if len(names) == len(sizes):
                text = " ".join(f"{name}={size}" for name, size in zip(names, sizes))
                yield "batch_matmul" if "b" in names else "matmul", text


def contraction(kind, sizes):
    """The same for products with rows and columns swapped, for a row, a column and a vector, and for a convolution of single points."""
    of, numbers_of = computed(kind, " ".join(f"{name}={value}" for name, value in sizes.items()))
    if kind in PRODUCTS:
        return "product", sizes.get("b", 1), *sorted((sizes["m"], sizes.get("n", 1))), sizes["k"]
    if of == "conv" and all(sizes.get(name, usual) == usual for name, usual in POINT.items()):
        return "product", 1, *sorted((sizes["n"] * sizes["h"] * sizes["w"], sizes["f"])), sizes["c"]
    return of, numbers_of


def numbers(sizes):
    return {name: int(value) for name, value in (size.split("=") for size in sizes.split())}


@functools.cache
def contractions():
    networks = set((ROOT / "judges.txt").read_text().strip().split(","))
    found = {contraction(kind, numbers(sizes)) for kind, sizes in bench_products()}
    for name in ("corpus.tsv", "judging_set.tsv"):
        for line in (ROOT / name).read_text().splitlines():
            if line.startswith("#"):
                continue
            kind, sizes, _, _, _, sources = line.split("\t")[:6]
            if name == "judging_set.tsv" or networks & set(sources.split(",")):
                found.add(contraction(kind, numbers(sizes)))
    return found


def is_judged(kind, sizes):
    """`sizes`: {name: number}, as in data/corpus.tsv."""
    return contraction(kind, sizes) in contractions()
