"""Runs searches for the place of an extreme beside the untouched lowering: extreme_places_cases.py AUTOTUNE FOLDER.
Rows of odd, prime, tiny and unit sizes, full of equal elements, NaN, infinities and zeros of both signs, as numbers of
the module; every bit is the same. Prints how many functions there were, and how many were rewritten."""
import math
import pathlib
import random
import re
import struct
import subprocess
import sys

LENGTHS = [1, 127, 128, 131, 257]
SHAPES = [[], [1], [13], [2, 5], [3], [7]]
FLOATS = {"f32": "f", "f64": "d", "f16": "e"}
INTEGERS = {"i32": "i", "i8": "b", "i64": "q"}
ODD = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1.0, -1.0, 3.0, 2.5]


def elements(kind, element, count, rng):
    if element in INTEGERS:
        return [rng.choice([-128, -3, 0, 1, 7, 127]) for _ in range(count)]
    if kind == "lowest":
        return [-math.inf] * count
    if kind == "nan":
        return [math.nan if rng.random() < 0.7 else -math.inf for _ in range(count)]
    return [rng.choice(ODD[{"equal": 3, "numbers": 1}.get(kind, 0):]) for _ in range(count)]


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


def function(name, shape, length, index, rng):
    element = rng.choice(["f32", "f32", "f32", "f64", "f16", "i32", "i8", "i64"])
    place = rng.choice(["index", "i32", "i64"])
    is_float, greater, swapped, first = element in FLOATS, rng.random() < 0.6, rng.random() < 0.3, rng.random() < 0.8
    order = ("o" if is_float else rng.choice("su")) + ("gt" if greater != swapped else "lt")
    start = ("0xFF800000 0xFFF0000000000000 0xFC00" if greater else "0x7F800000 0x7FF0000000000000 0x7C00").split()
    start = dict(zip(FLOATS, start)).get(element, "0")
    count = math.prod(shape) * length
    keeper = f"arith.m{'ax' if greater else 'in'}imumf" if is_float and rng.random() < 0.4 else None  # its place differs with NaN
    kind = rng.choice(["numbers", "equal", "lowest"] if keeper else ["any", "equal", "nan", "lowest"])
    data = struct.pack(f"<{count}{(FLOATS | INTEGERS)[element]}", *elements(kind, element, count, rng))
    loops = [f"d{i}" for i in range(len(shape) + 1)]
    kept = loops[:-1]
    whole, row = (f"affine_map<({', '.join(loops)}) -> ({', '.join(used)})>" for used in (loops, kept))
    same = row.replace(f"({', '.join(loops)})", f"({', '.join(kept)})", 1)
    kinds = ", ".join(['"parallel"'] * len(kept) + ['"reduction"'])
    x, best, places = tensor([*shape, length], element), tensor(shape, element), tensor(shape, place)
    outs, types, values = ["%f", "%g"], [best, places], ["%v", "%w"]
    arguments = [f"%p: {element}", f"%q: {place}"]
    if not first:
        outs, types, values, arguments = outs[::-1], types[::-1], values[::-1], arguments[::-1]
    compared = "%p, %x" if swapped else "%x, %p"
    number = [f"%k = linalg.index {len(kept)} : index"]
    number += [] if place == "index" else [f"%n = arith.index_cast %k : index to {place}"]
    return [f"func.func @{name}() -> ({', '.join(types)}, {places}) {{", f'%a = arith.constant dense<"0x{data.hex()}"> : {x}',
            f"%low = arith.constant {start} : {element}", f"%zero = arith.constant {rng.choice([0, 5])} : {place}",
            f"%e = tensor.empty() : {best}", f"%h = tensor.empty() : {places}",
            f"%f = linalg.fill ins(%low : {element}) outs(%e : {best}) -> {best}",
            f"%g = linalg.fill ins(%zero : {place}) outs(%h : {places}) -> {places}",
            f"%r:2 = linalg.generic {{indexing_maps = [{whole}, {row}, {row}], iterator_types = [{kinds}]}}",
            f"ins(%a : {x}) outs({', '.join(outs)} : {', '.join(types)}) {{", f"^bb0(%x: {element}, {', '.join(arguments)}):", *number,
            f"%better = arith.cmp{'f' if is_float else 'i'} {order}, {compared} : {element}",
            f"%v = {keeper} %x, %p : {element}" if keeper else f"%v = arith.select %better, %x, %p : {element}",
            f"%w = arith.select %better, {'%k' if place == 'index' else '%n'}, %q : {place}",
            f"linalg.yield {', '.join(values)} : {', '.join(element if v == '%v' else place for v in values)}",
            f"}} -> ({', '.join(types)})", f"%seven = arith.constant 7 : {place}",
            f"%t = linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = [{', '.join(kinds.split(', ')[:-1])}]}}",
            f"ins(%r#{0 if outs[0] == '%g' else 1} : {places}) outs(%h : {places}) {{", f"^bb0(%x: {place}, %o: {place}):",
            f"%y = arith.addi %x, %seven : {place}", f"linalg.yield %y : {place}", f"}} -> {places}",
            f"return %r#0, %r#1, %t : {', '.join(types)}, {places}", "}"]


def main():
    autotune, folder = sys.argv[1:]
    rng = random.Random(3)
    lines, count, long = [], 0, 0
    for length in LENGTHS:
        for shape in SHAPES:
            lines += function(f"f{count}", shape, length, count, rng)
            count, long = count + 1, long + (length >= 128)
    path = pathlib.Path(folder) / "cases.mlir"
    path.write_text("\n".join(lines) + "\n")
    command = [autotune, "run", path, "--check", "--verbose", "--model", "none", "--target", "x86-64-v3"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode or len(re.findall(r"agrees, max error 0,?", run.stdout)) != count:
        sys.exit(f"not the same bits:\n{run.stdout}{run.stderr}")
    told = len(re.findall("looks for its place", run.stdout + run.stderr))
    if told != long:
        sys.exit(f"{told} instead of {long} were rewritten")
    print(f"{count} functions, every bit equal")


main()
