#!/usr/bin/env python3
"""Compiles nine products and five convolutions for processors of AArch64 and looks at the innermost loop of each: no vector may
be stored on the stack there, and by llvm-mca of LLVM 22 at least six products have to reach 0.9 of the most that this processor
does of their instruction, and four convolutions 0.85. Exits with 1 where that is not so.

    test/aarch64/peaks.py [--targets NAME...]
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import loops  # noqa: E402
from kernels import named, ref  # noqa: E402

TARGETS = ("neoverse-n1", "neoverse-v1", "neoverse-v2", "apple-m1")
PRODUCTS = {"square": (256, 256, 256, "f32", "f32"), "odd": (197, 301, 211, "f32", "f32"), "small": (64, 64, 96, "f32", "f32"),
            "square_f64": (256, 256, 256, "f64", "f64"), "tall_f64": (1000, 64, 48, "f64", "f64"),
            "square_i8": (256, 256, 256, "i8", "i32"), "wide_f16": (64, 256, 160, "f16", "f32")}
TRANSPOSED = """#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (j, k)>
#sums = affine_map<(i, j, k) -> (i, j)>
"""
SHARE = {"product": (0.9, 6), "conv": (0.85, 4)}  # of the peak, and how many have to reach it


def functions():
    """(name, text) of every function."""
    for name, (m, k, n, factor, total) in PRODUCTS.items():
        name = f"product_{name}"
        yield name, named(name, "linalg.matmul", [ref((m, k), factor), ref((k, n), factor)], ref((m, n), total))
    yield "product_batch", named("product_batch", "linalg.batch_matmul",
                                 [ref((6, 128, 64), "f32"), ref((6, 64, 128), "f32")], ref((6, 128, 128), "f32"))
    yield "product_transposed", TRANSPOSED + named("product_transposed", "linalg.matmul indexing_maps = [#left, #right, #sums]",
                                                   [ref((128, 768), "f32"), ref((768, 768), "f32")], ref((128, 768), "f32"))
    nchw, strides = "linalg.conv_2d_nchw_fchw", "{strides = dense<2> : tensor<2xi64>}"
    yield "conv_nchw", named("conv_nchw", nchw, [ref((1, 64, 30, 30), "f32"), ref((64, 64, 3, 3), "f32")], ref((1, 64, 28, 28), "f32"))
    yield "conv_nhwc", named("conv_nhwc", "linalg.conv_2d_nhwc_hwcf", [ref((1, 30, 30, 64), "f32"), ref((3, 3, 64, 64), "f32")],
                             ref((1, 28, 28, 64), "f32"))
    yield "conv_point", named("conv_point", nchw, [ref((1, 256, 14, 14), "f32"), ref((256, 256, 1, 1), "f32")],
                              ref((1, 256, 14, 14), "f32"))
    yield "conv_deep", named("conv_deep", nchw, [ref((1, 256, 16, 16), "f32"), ref((128, 256, 3, 3), "f32")], ref((1, 128, 14, 14), "f32"))
    yield "conv_first", named("conv_first", f"{nchw} {strides}", [ref((1, 3, 225, 225), "f32"), ref((64, 3, 3, 3), "f32")],
                              ref((1, 64, 112, 112), "f32"))


def main_loop(name, code):
    """The innermost loop of the largest register tile in the function and the kernels that it calls, and of several the one
    with the most products: what remains of a whole tile may have longer code."""
    def calls(lines):
        return {line.split()[-1] for line in lines if re.match(r"\tbl?\t", line)} & code.keys()
    reached, waiting = set(), {name}
    while waiting:
        reached |= waiting
        waiting = set().union(*(calls(code[other]) for other in waiting)) - reached
    return max((loop for other in reached for loop in loops.innermost(code[other])),
               key=lambda loop: (loops.accumulators(loop), loops.products(loop)))


def peak(loop, processor):
    """Products a cycle of nothing but the instruction that the loop has most of."""
    words = [line.split()[0] for line in loop if loops.products([line])]
    word = max(set(words), key=words.count)
    form = next(line for line in loop if line.split()[0] == word)
    factor = 15  # fmlal takes a lane of the lower half of the registers alone
    alone = [re.sub(r"\tv\d+\.", f"\tv{register}.", form, count=1) for register in range(25) if register != factor]
    alone = [re.sub(r" v\d+\.", f" v{factor}.", line) for line in alone]
    return loops.products(alone) / loops.cycles(alone, processor)


def check(autotune, target, folder):
    """Whether all is as it has to be for one target."""
    source, assembly = folder / "peaks.mlir", folder / f"{target}.s"
    texts = dict(functions())
    source.write_text("\n".join(texts.values()), encoding="utf-8")
    subprocess.run([autotune, "compile", source, "-o", assembly, "--target", target, "--prefix", "code", "--quiet"], check=True)
    code = dict(loops.functions(assembly.read_text(encoding="utf-8")))
    good, reached = True, dict.fromkeys(SHARE, 0)
    for name in texts:
        loop, kind = main_loop(f"code.{name}", code), name.split("_", maxsplit=1)[0]
        share = loops.products(loop) / loops.cycles(loop, target) / peak(loop, target)
        spilled = loops.spilled(loop)
        reached[kind] += share >= SHARE[kind][0]
        good &= spilled == 0
        print(f"{target} {name}: {loops.products(loop)} products, {len(loop)} instructions, {spilled} spilled, {share:.3f} of peak")
    return good and all(reached[kind] >= SHARE[kind][1] for kind in SHARE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autotune", default=ROOT / "build/bin/autotune")
    parser.add_argument("--targets", nargs="*", choices=TARGETS, default=TARGETS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        good = [check(arguments.autotune, target, pathlib.Path(folder)) for target in arguments.targets]
    print(f"{sum(good)} of {len(good)} targets as they have to be")
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
