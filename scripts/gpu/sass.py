#!/usr/bin/env python3
"""What the machine code of a kernel does, as CUDA's nvdisasm prints it (nvdisasm -c): a second look at what the model could only estimate.

    scripts/gpu/sass.py [FILE]       the numbers of a disassembly, from a file or the standard input

instructions: all of them, without what fills the end up; local: loads and stores of spilled registers; loop_instructions: those of the innermost loop with
the most products, 0 where there is no loop; loop_products: multiply-adds and products of matrices in it; loop_shared: its loads and stores of shared memory.
"""
import re
import sys

INSTRUCTION = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(?:\{\s*)?(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)([^;]*);")
LABEL = re.compile(r"^\s*(\.L_x_\d+):")
PRODUCT = re.compile(r"(?:[FD]FMA|HFMA2|IDP|[HIDQB]MMA|[HIQB]?GMMA)(?:\.|$)")
SHARED, LOCAL = re.compile(r"(?:LDS|LDSM|STS)(?:\.|$)"), re.compile(r"(?:LDL|STL)(?:\.|$)")
BRANCH = re.compile(r"`\((\.L_x_\d+)\)")


def read(text):
    """Opcodes, and loops as the first and the last of their instructions."""
    opcodes, labels, loops = [], {}, []
    for line in text.splitlines():
        if label := LABEL.match(line):
            labels[label.group(1)] = len(opcodes)
        elif found := INSTRUCTION.search(line):
            target = BRANCH.search(found.group(2)) if found.group(1).startswith("BRA") else None
            back = labels.get(target.group(1)) if target else None
            if found.group(1) == "NOP" or back == len(opcodes):  # a branch to itself comes after the end
                continue
            if back is not None:
                loops.append((back, len(opcodes)))
            opcodes.append(found.group(1))
    return opcodes, loops


def count(pattern, opcodes):
    return sum(bool(pattern.match(opcode)) for opcode in opcodes)


def counts(text):
    """The numbers by name."""
    opcodes, loops = read(text)
    inner = [(first, last) for first, last in loops if not any(first <= a and b <= last and (a, b) != (first, last) for a, b in loops)]
    bodies = sorted((opcodes[first:last + 1] for first, last in inner), key=lambda body: count(PRODUCT, body))
    body = bodies[-1] if bodies else []
    return {"instructions": len(opcodes), "local": count(LOCAL, opcodes), "loop_instructions": len(body), "loop_products": count(PRODUCT, body),
            "loop_shared": count(SHARED, body)}


if __name__ == "__main__":
    given = open(sys.argv[1], encoding="utf-8").read() if len(sys.argv) > 1 else sys.stdin.read()
    print(" ".join(f"{name}={value}" for name, value in counts(given).items()))
