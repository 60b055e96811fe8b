"""usage: check.py AUTOTUNE MODULE FOLDER. Compiles a module for five processors. The library loads, with every symbol
found, and the code calls nothing that begins like a function of a compiler's runtime. Prints what it found."""
import ctypes, os, re, subprocess, sys
autotune, module, folder = sys.argv[1:]
text = open(module).read()
for half in "f16", "bf16":
    source = f"{folder}/{half}.mlir"
    with open(source, "w") as file:
        file.write(text.replace("HALF", half))
    for target in "x86-64-v2", "x86-64-v3", "x86-64-v4", "zen4", "sapphirerapids":
        stem = f"{folder}/{half}_{target}"
        for path in stem + ".so", stem + ".s":
            subprocess.run([autotune, "compile", source, "-o", path, "--target", target, "--quiet"], check=True)
        ctypes.CDLL(stem + ".so", os.RTLD_NOW)
        calls = re.findall(r"^\s+(?:call|jmp)q?\s+(__\w+)", open(stem + ".s").read(), re.M)
        print(half, target, "calls of the runtime:", *sorted(set(calls)) or ["none"])
