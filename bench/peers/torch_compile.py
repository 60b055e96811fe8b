"""torch.compile with the backend autotune beside PyTorch itself and its inductor, weights as constants, one thread, on the
networks of torch_networks.py; what importing the package and an empty call take. Started by scripts/peers --torch.

  --only NAME...   some networks; the others' rows are kept
  --report         writes the report anew from what was measured, and measures nothing
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time
import warnings

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "bench" / "tables"), str(ROOT / "python")]
os.environ.setdefault("AUTOTUNE_LIBRARY", str(ROOT / "build" / "lib" / "libautotune-compiler.so"))
import common  # noqa: E402
import record  # noqa: E402

KEPT, REPORT = common.KEPT / "python-models.json", ROOT / "lab" / "results" / "python-models.md"
TURNS, TURN_SECONDS, CLOSE = 7, 0.1, 1e-4
WHO = ("autotune", "eager", "inductor")


def backends():
    import torch
    import torch._inductor.config as inductor
    from autotune._torch import backend
    inductor.freezing = True
    return {"autotune": lambda network: torch.compile(network, backend=backend, options={"freezing": True}, dynamic=False),
            "eager": lambda network: network, "inductor": lambda network: torch.compile(network, dynamic=False)}


def error_of(result, expected):
    return float((result - expected).abs().max() / expected.abs().max())


def seconds_of(call, count):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def measure(name):
    import torch
    import torch_networks
    network, arguments = torch_networks.make(name)
    expected, row = network(*arguments), {"name": name, "seconds": {}, "errors": {}, "compile": {}}
    calls = {}
    for who, build in backends().items():
        torch._dynamo.reset()
        call, start = build(network), time.perf_counter()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            row["errors"][who] = error_of(call(*arguments), expected)
        row["compile"][who] = time.perf_counter() - start
        row.setdefault("fallbacks", []).extend(str(each.message) for each in said if who == "autotune" and each.category.__name__ == "Fallback")
        calls[who] = lambda call=call: call(*arguments)
    for call in calls.values():  # the next one's reset has dropped what was compiled
        call()
    counts = {who: max(1, int(TURN_SECONDS / max(seconds_of(call, 3), 1e-6))) for who, call in calls.items()}
    for _ in range(TURNS):
        for who, call in calls.items():
            seconds = seconds_of(call, counts[who])
            row["seconds"][who] = min(seconds, row["seconds"].get(who, seconds))
    return row


def calls_of_python():
    """Seconds of `import autotune` where NumPy is there, and microseconds of a call that computes nothing much."""
    import autotune
    import numpy as np
    code = "import time, numpy; start = time.perf_counter(); import autotune; print(time.perf_counter() - start)"
    paths = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    imports = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=paths).stdout) for _ in range(5)]
    f = autotune.compile("func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %b = arith.addf %a, %a : tensor<4xf32>\n  return %b : tensor<4xf32>\n}")
    x = np.ones(4, np.float32)
    return {"import_seconds": min(imports), "call_microseconds": 1e6 * min(seconds_of(lambda: f(x), 20000) for _ in range(5))}


def line_of(row):
    cells = [row["name"], *(f"{1e3 * row['seconds'][who]:.3f}" for who in WHO),
             *(f"{row['seconds'][who] / row['seconds']['autotune']:.2f}" for who in WHO[1:]), f"{row['errors']['autotune']:.1e}",
             f"{row['compile']['autotune']:.1f}", f"{row['compile']['inductor']:.1f}", "yes" if not row["fallbacks"] else row["fallbacks"][0]]
    return "| " + " | ".join(cells) + " |"


def report_lines(kept):
    about, rows, python = kept["about"], kept["rows"], kept["python"]
    whole = [row for row in rows if not row["fallbacks"]]
    gain = {who: common.geomean([row["seconds"][who] / row["seconds"]["autotune"] for row in rows]) for who in WHO[1:]}
    slower = [row["name"] for row in rows if row["seconds"]["inductor"] < row["seconds"]["autotune"]]
    return [
        "# torch.compile with the backend autotune", "",
        "Written by `scripts/peers --torch` from `bench/results/python-models.json`.",
        f"One core of {about['cpu']}, 1 thread; commit {about['commit']}; {about['date']} UTC; torch {about['torch']}, torch-mlir {about['torch-mlir']}.",
        f"Milliseconds per inference of f32, weights as constants (`freezing`), the least of {TURNS} turns in one process; what a call of Python costs is in it.",
        "Results are compared with those of PyTorch without a compiler; the error is the largest, over the largest result.", "",
        f"- {len(whole)} of {len(rows)} networks are compiled as a whole; {sum(row['errors']['autotune'] > CLOSE for row in rows)} are wrong.",
        *(f"- Speed against {who}: geometric mean {gain[who]:.2f}." for who in WHO[1:]),
        f"- Slower than inductor: {', '.join(slower) or 'none'}.",
        f"- `import autotune`, NumPy being imported: {python['import_seconds']:.3f} s. A call with one argument of four numbers: {python['call_microseconds']:.1f} us.", "",
        "| network | autotune | eager | inductor | eager / autotune | inductor / autotune | error | s to compile | inductor, s | whole |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|", *map(line_of, rows)]


def about():
    import importlib.metadata as packages
    return {"cpu": common.cpu_name(), "commit": common.commit(), "date": record.now(),
            "torch": packages.version("torch"), "torch-mlir": next(each.version for each in packages.distributions() if "torch-mlir" in (each.name or ""))}


def measure_all(names):
    import torch
    import torch_networks
    unknown = [name for name in names or () if name not in torch_networks.NETWORKS]
    if unknown:
        sys.exit(f"torch_compile: no network {unknown[0]}; there are {', '.join(torch_networks.NETWORKS)}")
    torch.set_num_threads(1)
    kept = record.read(KEPT) or {"rows": []}
    kept["about"], kept["python"] = about(), calls_of_python()
    with torch.no_grad():
        for name in names or torch_networks.NETWORKS:
            row = measure(name)
            print(line_of(row), flush=True)
            kept["rows"] = [each for each in kept["rows"] if each["name"] != name] + [row]
    order = list(torch_networks.NETWORKS)
    kept["rows"].sort(key=lambda row: order.index(row["name"]))
    record.write(KEPT, kept)
    return [row["name"] for row in kept["rows"] if row["errors"]["autotune"] > CLOSE]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    if options.report and not KEPT.exists():
        sys.exit("torch_compile: nothing was measured; run scripts/peers --torch")
    wrong = [] if options.report else measure_all(options.only)
    REPORT.write_text("\n".join(report_lines(record.read(KEPT))) + "\n")
    sys.exit(f"wrong results: {', '.join(wrong)}" if wrong else 0)


main()
