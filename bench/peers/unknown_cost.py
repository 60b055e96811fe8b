"""What libraries for dimensions of unknown size cost beside those for known ones: seconds of the pass and bytes of code. Part of scripts/unknown_sizes.

Each module is compiled TURNS times, in turn with its twin of known sizes: the least seconds count, and the code has to be the same every time.
"""
import json
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TURNS = 3


def compile_module(module, path):
    """Makes a library; returns the seconds of the pass and the bytes of the code."""
    made = subprocess.run([ROOT / "build/bin/autotune", "compile", module, "--target", "host", "--prefix", "at", "--json", "-o", path],
                          capture_output=True, text=True)
    if made.returncode != 0:
        raise SystemExit(f"{module}: {made.stderr.strip()}")
    sections = subprocess.run(["size", "-A", path], capture_output=True, text=True, check=True).stdout
    return json.loads(made.stdout)["tune_seconds"], int(re.search(r"^\.text\s+(\d+)", sections, re.M)[1])


def code_of(path):
    made = subprocess.run(["objdump", "-s", "-j", ".text", path], capture_output=True, text=True, check=True)
    return made.stdout.split("\n", 3)[-1]  # after the name of the file


def cost_of(modules, path):
    """(seconds, bytes) of each module."""
    seconds, codes, sizes = [[] for _ in modules], [set() for _ in modules], [0 for _ in modules]
    for _ in range(TURNS):
        for i, module in enumerate(modules):
            taken, sizes[i] = compile_module(module, path)
            seconds[i].append(taken)
            codes[i].add(code_of(path))
    for module, different in zip(modules, codes):
        if len(different) > 1:
            raise SystemExit(f"{module}: the code differs from one run to the next")
    return [(min(taken), size) for taken, size in zip(seconds, sizes)]


def twins_in(folder):
    """(name, module, module of known sizes) of each NAME.mlir beside NAME.static.mlir; None: no folder."""
    for module in sorted(folder.glob("*.mlir")) if folder else []:
        twin = module.with_suffix(".static.mlir")
        if twin.exists():
            yield module.stem, module, twin


def tell(folder, twins):
    ratios = []
    print("| module | tuned in, ms | known | ratio | code, kB | known | ratio |\n|---|---|---|---|---|---|---|")
    for name, module, twin in twins:
        (seconds, size), (of_known, size_of_known) = cost_of([module, twin], folder / "library.so")
        ratios.append((seconds / of_known, size / size_of_known))
        print(f"| {name} | {seconds * 1e3:.1f} | {of_known * 1e3:.1f} | {ratios[-1][0]:.2f} "
              f"| {size / 1e3:.1f} | {size_of_known / 1e3:.1f} | {ratios[-1][1]:.2f} |", flush=True)
    for column, what in enumerate(("tuned in", "code")):
        of_all = [ratio[column] for ratio in ratios]
        print(f"\n{what}: unknown over known {statistics.geometric_mean(of_all):.2f}, worst {max(of_all):.2f}")
