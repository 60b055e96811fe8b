"""Runs products of f32 data and weights of bf16, under fp=relaxed and some under fp=reassoc, against the untouched lowering: odd, prime and unit
sizes, and none; weights that the product widens, or an op before it, by columns or by rows; with an initial value; batches; two products
that read the same data, one of which something else reads too; windows; rows of unknown number."""
import pathlib
import re
import subprocess
import sys

LIMIT = 0.02  # of the largest result
MAPS = {"rows": ["m, k", "n, k", "m, n"], "columns": ["m, k", "k, n", "m, n"], "batch": ["b, m, k", "n, k", "b, m, n"],
        "batches": ["b, m, k", "b, n, k", "b, m, n"], "window": ["m + h, k", "n, h, k", "m, n"]}


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + f"{element}>"


def product(name, kind, data, weights, out, widens, first):
    """`first`: the initial value. Operands are pairs of a name and a shape."""
    places = MAPS[kind]
    loops = [loop for loop in "bmnhk" if any(re.search(rf"\b{loop}\b", place) for place in places)]
    narrow, wide = tensor(weights[1], "bf16"), tensor(weights[1], "f32")
    factor, element, lines = weights[0], "bf16", []
    if widens:
        dims = ", ".join(f"d{d}" for d in range(len(weights[1])))
        parallel = ", ".join(['"parallel"'] * len(weights[1]))
        lines += [f"%we{name} = tensor.empty() : {wide}",
                  f"%w{name} = linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({dims})>], "
                  f"iterator_types = [{parallel}]}} ins({factor} : {narrow}) outs(%we{name} : {wide}) {{",
                  "^bb0(%p: bf16, %o: f32):", "%v = arith.extf %p : bf16 to f32", "linalg.yield %v : f32", f"}} -> {wide}"]
        factor, element = f"%w{name}", "f32"
    maps = ", ".join(f"affine_map<({', '.join(loops)}) -> ({place})>" for place in places)
    kinds = ", ".join('"parallel"' if re.search(rf"\b{loop}\b", places[2]) else '"reduction"' for loop in loops)
    x, y = tensor(data[1], "f32"), tensor(out, "f32")
    size = "%rows" if "?" in out else ""
    lines += [f"%s{name} = arith.constant {first} : f32", f"%e{name} = tensor.empty({size}) : {y}",
              f"%i{name} = linalg.fill ins(%s{name} : f32) outs(%e{name} : {y}) -> {y}",
              f"%{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}",
              f"ins({data[0]}, {factor} : {x}, {tensor(weights[1], element)}) outs(%i{name} : {y}) {{", f"^bb0(%a: f32, %b: {element}, %o: f32):"]
    lines += [] if widens else ["%v = arith.extf %b : bf16 to f32"]
    lines += [f"%q = arith.mulf {'%b' if widens else '%v'}, %a : f32", "%t = arith.addf %q, %o : f32", "linalg.yield %t : f32", f"}} -> {y}"]
    return lines


def shapes(kind, m, n, k):
    return {"rows": ([m, k], [n, k], [m, n]), "columns": ([m, k], [k, n], [m, n]), "batch": ([3, m, k], [n, k], [3, m, n]),
            "batches": ([3, m, k], [3, n, k], [3, m, n]), "window": ([m if m == "?" else m + 2, k], [n, 3, k], [m, n])}[kind]


def function(index, kind, m, n, k, widens=False, first="0.0", constant=True, twice=False):
    x, w, y = shapes(kind, m, n, k)
    mark = " {autotune.constant}" if constant else ""
    arguments = [f"%x: {tensor(x, 'f32')}", f"%w: {tensor(w, 'bf16')}{mark}", *([f"%u: {tensor(w, 'bf16')}{mark}"] if twice else [])]
    lines = ["%zero = arith.constant 0 : index", f"%rows = tensor.dim %x, %zero : {tensor(x, 'f32')}"] if m == "?" else []
    lines += product("r", kind, ("%x", x), ("%w", w), y, widens, first)
    results = ["%r"]
    if twice:
        lines += product("t", kind, ("%x", x), ("%u", w), y, widens, first)
        lines += [f"%en = tensor.empty() : {tensor(x, 'f32')}", f"%n = linalg.negf ins(%x : {tensor(x, 'f32')}) outs(%en : {tensor(x, 'f32')}) -> {tensor(x, 'f32')}"]
        results += ["%t", "%n"]
    types = [tensor(x, "f32") if name == "%n" else tensor(y, "f32") for name in results]
    return [f"func.func @f{index}({', '.join(arguments)}) -> ({', '.join(types)}) {{", *lines, f"return {', '.join(results)} : {', '.join(types)}", "}"]


CASES = {
    "rounded": [("rows", 1, 16, 16), ("rows", 2, 17, 31), ("columns", 13, 33, 64), ("columns", 1, 29, 17), ("rows", 37, 19, 23, True),
                ("columns", 5, 16, 48, True), ("rows", 7, 53, 128, False, "0.5"), ("batch", 4, 23, 33), ("batch", 1, 17, 16, True),
                ("batches", 5, 16, 19), ("window", 9, 21, 17)],
    "shared": [("rows", 11, 18, 37, False, "0.0", True, True), ("columns", 3, 32, 16, True, "1.0", True, True)],
    "kept": [("rows", 9, 15, 64), ("rows", 9, 64, 15), ("rows", 0, 16, 16), ("rows", 9, 32, 32, False, "0.0", False), ("rows", 1, 1, 1)],
    "unknown": [("rows", "?", 17, 31), ("columns", "?", 40, 64, True)],
}


def run(autotune, path, flags):
    command = [autotune, "run", path, "--check", "--model", "none", "--target", "zen4", "--max-candidates", "60", "--tolerance", str(LIMIT / 1e-4),
               "--verbose", *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout[-3000:] + done.stderr[-3000:])
    text = done.stdout + done.stderr
    return len(re.findall("rewritten: its data are rounded to bf16", text)), len(re.findall(r"agrees", text))


def main():
    autotune, folder = sys.argv[1:]
    for name, cases in CASES.items():
        path = pathlib.Path(folder) / f"{name}.mlir"
        path.write_text("\n".join(line for index, case in enumerate(cases) for line in function(index, *case)) + "\n")
        for mode in ("relaxed", *(["reassoc"] if name == "rounded" else [])):
            for size in ("1", "13", "128") if name == "unknown" else ("",):
                rewritten, agree = run(autotune, path, ["--fp", mode, *(["--dim", size] if size else [])])
                print(f"{name}{' ' + size if size else ''}, {mode}: {rewritten} rewritten, {agree} agree")


main()
