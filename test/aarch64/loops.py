#!/usr/bin/env python3
"""For assembly of AArch64 that autotune compile wrote: the innermost loop of every function with the most products, the
instructions in it, vectors that are stored on the stack, and with --mca what llvm-mca of LLVM 22 says it reaches on a processor.

    test/aarch64/loops.py FILE.s [--mca PROCESSOR]
"""
import argparse
import pathlib
import re
import subprocess

MCA = "/usr/lib/llvm-22/bin/llvm-mca"
LANES = {"16b": 16, "8h": 8, "4h": 4, "4s": 4, "2s": 2, "2d": 2}
PER_LANE = {"fmla": 1, "fmls": 1, "fmlal": 1, "mla": 1, "sdot": 4, "udot": 4, "usdot": 4, "sudot": 4, "bfdot": 2, "smmla": 8, "ummla": 8, "usmmla": 8, "bfmmla": 4}


def functions(text):
    """(name, lines) of every function."""
    name, lines = None, []
    for line in text.splitlines():
        label = re.match(r"([A-Za-z_][\w.]*):", line)
        if label:
            if name:
                yield name, lines
            name, lines = label[1], []
        elif name:
            lines.append(line)
    if name:
        yield name, lines


def innermost(lines):
    """Loops without a label in them: what lies between a label and a branch back to it."""
    for end, line in enumerate(lines):
        branch = re.match(r"\t(?:b\.\w+|cbnz|cbz|tbnz|tbz)\t.*?(\.LBB\w+)$", line.rstrip())
        if not branch:
            continue
        starts = [n for n in range(end) if lines[n].startswith(branch[1] + ":")]
        body = lines[starts[-1] + 1:end + 1] if starts else []
        if body and not any(inside.startswith(".LBB") for inside in body):
            yield [re.sub(r"\s*(//|##).*", "", inside) for inside in body if re.match(r"\t[a-z]", inside)]


def products(loop):
    total = 0
    for line in loop:
        found = re.match(r"\t(\w+)\tv\d+\.(\w+)", line)
        if found and found[1] in PER_LANE:
            total += PER_LANE[found[1]] * LANES.get(found[2], 1)
    return total


def accumulators(loop):
    """Registers that products are added to."""
    found = (re.match(r"\t(\w+)\t(v\d+)\.", line) for line in loop)
    return len({match[2] for match in found if match and match[1] in PER_LANE})


def cycles(loop, processor):
    trips = 200
    command = [MCA, "-mtriple=aarch64", f"-mcpu={processor}", f"-iterations={trips}", "-resource-pressure=false",
               "-instruction-info=false"]
    report = subprocess.run(command, input="\n".join(loop) + "\n", capture_output=True, text=True, check=True).stdout
    return int(re.search(r"Total Cycles: +(\d+)", report)[1]) / trips


def spilled(loop):
    """Vectors that are stored on the stack in it. One that is only loaded from there never changes: it takes a load wherever it is."""
    return sum(bool(re.match(r"\tst\w+\t[qd]\d+,.*\[sp", line)) for line in loop)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--mca", metavar="PROCESSOR")
    arguments = parser.parse_args()
    for name, lines in functions(arguments.file.read_text(encoding="utf-8")):
        loops = list(innermost(lines))
        if not loops or not max(map(products, loops)):
            continue
        loop = max(loops, key=products)
        text = f"{name}: {products(loop)} products, {len(loop)} instructions, {spilled(loop)} vectors spilled"
        if arguments.mca:
            trip = cycles(loop, arguments.mca)
            text += f", {trip:.1f} cycles, {2 * products(loop) / trip:.1f} flop/cycle"
        print(text)


if __name__ == "__main__":
    main()
