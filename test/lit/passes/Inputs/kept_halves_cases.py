"""Products of data in f32 and constant weights of four bits in groups, for a machine whose caches hold none of them: which keep
two weights a byte, of which the data are rounded, and that all agree with the untouched ones."""
import pathlib
import subprocess
import sys

CACHES = "cache_bytes.0=64,cache_bytes.1=128,cache_bytes.2={}"
NONE, TWO_A_BYTE, BYTES = 256, 3000, 4500  # what the last cache holds of the first case: no weights, those two a byte, a byte each
# Rows, columns, groups, terms of a group; what else: weights with a sign or of the module, bytes that are weights through an i64
# that is shifted by none, a zero point for each group, columns of data, a scale for each column, a bias and a relu after it, a
# second product of other data with the same weights, which count once.
KEPT = [(1, 37, 3, 32, ""), (4, 64, 2, 18, ""), (3, 17, 5, 16, "signed"), (2, 33, 4, 34, "columns"), (1, 8, 129, 16, "scale"),
        (4, 31, 2, 256, "relu"), (1, 96, 3, 32, "module"), (2, 19, 7, 16, "module relu"),
        (1, 24, 2, 32, "module signed")]
OTHERS = [(5, 37, 3, 32, ""), (1, 37, 3, 17, ""), (1, 37, 3, 32, "zeros"), (1, 33, 1, 512, ""),
          (2, 24, 3, 32, "bytes")]
TWICE = (1, 37, 3, 32, "twice")


def constant(rows, columns):
    return "dense<[" + ", ".join(str([(3 * i * i + 5 * j + i * j) % 16 - 8 for j in range(columns)]) for i in range(rows)) + "]>"


def module(m, n, groups, terms, forms):
    k, words = groups * terms, forms.split()
    extend, convert = ("extsi", "sitofp") if {"signed", "bytes"} & set(words) else ("extui", "uitofp")
    mark, has_zeros, element = "{autotune.constant}", "zeros" in words, "i8" if "bytes" in words else "i4"
    arguments = [f"%x: tensor<{f'{k}x{m}' if 'columns' in words else f'{m}x{k}'}xf32>", f"%s: tensor<{n}x{groups}xf32> {mark}"]
    arguments += [f"%q: tensor<{n}x{k}x{element}> {mark}"] * ("module" not in words) + [f"%z: tensor<{n}x{groups}xf32> {mark}"] * has_zeros
    arguments += [f"%c: tensor<{n}xf32> {mark}"] * ("scale" in words) + [f"%b: tensor<{n}xf32>"] * ("relu" in words)
    group, column = f"affine_map<(n, k) -> (n, k floordiv {terms})>", "affine_map<(n, k) -> (n)>"
    maps = ["affine_map<(n, k) -> (n, k)>", group] + [group] * has_zeros + [column] * ("scale" in words)
    inputs = [("%q", f"tensor<{n}x{k}x{element}>", element), ("%s", f"tensor<{n}x{groups}xf32>", "f32")]
    inputs += [("%z", f"tensor<{n}x{groups}xf32>", "f32")] * has_zeros + [("%c", f"tensor<{n}xf32>", "f32")] * ("scale" in words)
    out = f"tensor<{m}x{n}xf32>"
    widened = [f"    %i = arith.{extend} %q0 : i4 to i32"] if element == "i4" else [
        "    %l = arith.extsi %q0 : i8 to i64", "    %none = arith.constant 0 : i64", "    %sh = arith.shrui %l, %none : i64",
        "    %i = arith.trunci %sh : i64 to i32"]
    lines = [f"func.func @f({', '.join(arguments)}) -> {out} {{", "  %zero = arith.constant 0.0 : f32", "  %eight = arith.constant 8.0 : f32"]
    lines += [f"  %q = arith.constant {constant(n, k)} : tensor<{n}x{k}xi4>"] * ("module" in words)
    lines += [f"  %we = tensor.empty() : tensor<{n}x{k}xf32>",
              f"  %w = linalg.generic {{indexing_maps = [{', '.join(maps + maps[:1])}], iterator_types = [\"parallel\", \"parallel\"]}}",
              f"    ins({', '.join(name for name, _, _ in inputs)} : {', '.join(kind for _, kind, _ in inputs)}) outs(%we : tensor<{n}x{k}xf32>) {{",
              f"  ^bb0({', '.join(f'{name}0: {kind}' for name, _, kind in inputs)}, %u: f32):",
              *widened, f"    %f = arith.{convert} %i : i32 to f32",
              f"    %d = arith.subf %f, {'%z0' if has_zeros else '%eight'} : f32", "    %p = arith.mulf %d, %s0 : f32"]
    lines += ["    %r = arith.mulf %p, %c0 : f32"] * ("scale" in words)
    lines += [f"    linalg.yield {'%r' if 'scale' in words else '%p'} : f32", f"  }} -> tensor<{n}x{k}xf32>", f"  %e = tensor.empty() : {out}",
              f"  %o = linalg.fill ins(%zero : f32) outs(%e : {out}) -> {out}",
              f"  %y = linalg.generic {{indexing_maps = [affine_map<(m, n, k) -> ({'k, m' if 'columns' in words else 'm, k'})>, "
              "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = [\"parallel\", \"parallel\", \"reduction\"]}",
              f"    ins(%x, %w : {arguments[0].split(': ')[1]}, tensor<{n}x{k}xf32>) outs(%o : {out}) {{",
              "  ^bb0(%a: f32, %v: f32, %t: f32):", "    %h = arith.mulf %a, %v : f32", "    %j = arith.addf %t, %h : f32",
              "    linalg.yield %j : f32", f"  }} -> {out}"]
    if "twice" in words:
        product = "\n".join(lines[lines.index(f"  %o = linalg.fill ins(%zero : f32) outs(%e : {out}) -> {out}") + 1:])
        lines[0] = lines[0].replace("@f(", f"@f(%more: tensor<{m}x{k}xf32>, ")
        lines += [product.replace("%y =", "%sum =").replace("%x, %w", "%more, %w").replace("outs(%o", "outs(%y")]
    if "relu" in words:
        lines += ["  %g = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>], "
                  "iterator_types = [\"parallel\", \"parallel\"]}", f"    ins(%y, %b : {out}, tensor<{n}xf32>) outs(%e : {out}) {{",
                  "  ^bb0(%a: f32, %v: f32, %t: f32):", "    %h = arith.addf %a, %v : f32", "    %j = arith.maximumf %h, %zero : f32",
                  "    linalg.yield %j : f32", f"  }} -> {out}"]
    return "\n".join([*lines, f"  return {'%g' if 'relu' in words else '%sum' if 'twice' in words else '%y'} : {out}", "}", ""])


def main():
    autotune, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for title, cases, cache, flags in [("kept", KEPT, NONE, []), ("between", [KEPT[0], TWICE], TWO_A_BYTE, []),
                                       ("fit", [KEPT[0], TWICE], BYTES, []), ("others", OTHERS, NONE, []),
                                       ("strict", KEPT[:2], NONE, ["--fp", "strict"]),
                                       ("relaxed", [KEPT[2], KEPT[8]], NONE, ["--fp", "relaxed", "--tolerance", "300"])]:
        kept = rounded = agreed = 0
        for number, case in enumerate(cases):
            target = ["zen5", "x86-64-v3", "sapphirerapids"][number % 3] + "," + CACHES.format(cache)
            (folder / "module.mlir").write_text(module(*case))
            done = subprocess.run([autotune, "run", "module.mlir", "--target", target, "--model", "analytical", "--max-candidates", "200", "--check",
                                   "--verbose", *flags], cwd=folder, capture_output=True, text=True, check=False)
            text = done.stdout + done.stderr
            if done.returncode:
                sys.exit(f"{case}: {text}")
            kept += "four bits stay two a byte" in text
            rounded += "rounded to i8 by group" in text
            agreed += "@f: agrees" in text
        print(f"{title}: {kept} of {len(cases)} two a byte, {rounded} rounded, {agreed} agree")


main()
