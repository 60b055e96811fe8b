"""Prints a test of shared kernels with the bodies of its loops written out: long chains on a vector."""
import re
import sys

STEPS = 62


def chain(name, other):
    return [f"%{name}{i + 1} = arith.{'mulf' if i % 2 else 'addf'} %{name}{i}, {other or f'%{name}{i}'} : vector<4xf32>"
            for i in range(STEPS)]


def read(name, source, layout=""):
    return f"%{name}0 = vector.transfer_read {source}[%i], %z {{in_bounds = [true]}} : memref<64xf32{layout}>, vector<4xf32>"


def body(match):
    source, result, factor, layout = match.groups(default="")
    return "\n".join([read("v", source, layout), f"%s0 = vector.broadcast {factor} : f32 to vector<4xf32>",
                      *chain("v", "%s0"),
                      f"vector.transfer_write %v{STEPS}, {result}[%i] {{in_bounds = [true]}} : "
                      "vector<4xf32>, memref<64xf32>"])


def total(match):
    return "\n".join([read("r", match[1]), *chain("r", ""),
                      f"%n = arith.addf %v, %r{STEPS} : vector<4xf32>", "scf.yield %n : vector<4xf32>"])


text = open(sys.argv[1], encoding="utf-8").read()
text = re.sub(r"^ +BODY\((%\w+), (%\w+), (%\w+)(, strided<.*>)?\)$", body, text, flags=re.MULTILINE)
print(re.sub(r"^ +SUM\((%\w+)\)$", total, text, flags=re.MULTILINE))
