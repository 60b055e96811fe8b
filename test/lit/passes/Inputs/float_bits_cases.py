"""Widens every bit pattern of the floats of 4 and 8 bits, constants of the module, by tuned code, and compares with the
values that the formats give them."""
import math
import pathlib
import struct
import subprocess
import sys
import zipfile

# Bits of exponent and mantissa, bias; what the largest exponent means: ieee, one NaN (fn), nothing (finite), or numbers, with
# the negative zero a NaN (fnuz).
TYPES = {"f8E4M3FN": (4, 3, 7, "fn"), "f8E5M2": (5, 2, 15, "ieee"), "f8E4M3": (4, 3, 7, "ieee"), "f8E3M4": (3, 4, 3, "ieee"),
         "f8E4M3FNUZ": (4, 3, 8, "fnuz"), "f8E5M2FNUZ": (5, 2, 16, "fnuz"),
         "f8E4M3B11FNUZ": (4, 3, 11, "fnuz"), "f4E2M1FN": (2, 1, 1, "finite")}


def value_of(pattern, exponents, mantissas, bias, meaning):
    sign = -1.0 if pattern >> (exponents + mantissas) else 1.0
    magnitude = pattern & ((1 << (exponents + mantissas)) - 1)
    exponent, mantissa = magnitude >> mantissas, magnitude & ((1 << mantissas) - 1)
    is_last = exponent == (1 << exponents) - 1
    if meaning == "ieee" and is_last:
        return math.nan if mantissa else sign * math.inf
    if (meaning == "fn" and is_last and mantissa == (1 << mantissas) - 1) or (meaning == "fnuz" and sign < 0 and magnitude == 0):
        return math.nan
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - bias - mantissas)
    return sign * math.ldexp(mantissa + (1 << mantissas), exponent - bias - mantissas)


def function(name, kind, patterns):
    data, out = f"tensor<{len(patterns)}x{kind}>", f"tensor<{len(patterns)}xf32>"
    return f"""func.func @{name}() -> {out} {{
  %c = arith.constant dense<"0x{''.join(f'{pattern:02X}' for pattern in patterns)}"> : {data}
  %e = tensor.empty() : {out}
  %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
    ins(%c : {data}) outs(%e : {out}) {{
  ^bb0(%v: {kind}, %o: f32):
    %f = arith.extf %v : {kind} to f32
    linalg.yield %f : f32
  }} -> {out}
  return %r : {out}
}}
"""


def main():
    autotune, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for kind, fields in TYPES.items():
        patterns = range(1 << (1 + fields[0] + fields[1]))
        (folder / "module.mlir").write_text(function("all", kind, patterns))
        for target in ["x86-64-v3", "x86-64"]:
            done = subprocess.run([autotune, "run", "module.mlir", "--model", "none", "--target", target, "--check", "--outputs", "out.npz",
                                   "--verbose"], cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode or "0 untouched" not in done.stdout + done.stderr:
                sys.exit(done.stdout + done.stderr)
            with zipfile.ZipFile(folder / "out.npz") as file:
                bits = file.read(file.namelist()[0])[-4 * len(patterns):]
            for pattern, got in zip(patterns, struct.unpack(f"<{len(patterns)}f", bits)):
                wanted = value_of(pattern, *fields)
                if struct.pack("<f", got) != struct.pack("<f", wanted) and not (math.isnan(got) and math.isnan(wanted)):
                    sys.exit(f"{kind} {pattern:#x} is {got}, not {wanted}, for {target}")
        print(f"{kind}: {len(patterns)} patterns are right")


main()
