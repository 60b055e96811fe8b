"""Measures what docs/results.md says; started by scripts/results.

Steps, each restartable; search and compare for every workload of bench/workloads:

  search   autotune search, at most --trials schedules per workload; the trials are kept in
           build/results/NAME.jsonl, the best module in bench/results/best/NAME.mlir
  compare  the choice without measuring, the best found and the peers, in turns within one run;
           every sample is kept in bench/results/workloads.json
  models   every network of test/models: agreement with the untouched lowering, time of the pass,
           then timed in turns with the peers; kept in bench/results/models.json
  live     one shot against AutoTVM's loop, measured, for workloads without a table
           (docs/metrics.md): the search, the choice without measuring and the best of 64
           measured, then all three in turns; kept in bench/results/live.json
  candidates  build/bin/bench_candidates: candidates a second; kept in
           bench/results/candidates.json
  report   docs/results.md from these files

One process is timed at a time. It is pinned to one core, or started through --wrap.
"""
import argparse
import datetime
import json
import math
import os
import pathlib
import re
import resource
import shlex
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench" / "workloads"))
sys.path.insert(0, str(ROOT / "bench" / "peers"))
import generate  # noqa: E402

PROGRAM = ROOT / "build" / "bin" / "autotune"
LOGS = ROOT / "build" / "results"
BEST = ROOT / "bench" / "results" / "best"
TABLE = ROOT / "bench" / "results" / "workloads.json"
MODELS = ROOT / "bench" / "results" / "models.json"
LIVE = ROOT / "bench" / "results" / "live.json"
CANDIDATES = ROOT / "bench" / "results" / "candidates.json"
BENCH_CANDIDATES = ROOT / "build" / "bin" / "bench_candidates"
REPORT = ROOT / "docs" / "results.md"
PEER_PYTHON = ROOT / ".peers" / "bin" / "python"
ROUNDS = 3
STEPS = ("search", "compare", "models", "live", "candidates", "report")
SEARCH_TRIALS, LIVE_TRIALS, LOOP_TRIALS = 500, 256, 1000
STOPPED = 3  # exit code of a search that goes on when started again
UNTOUCHED = ("resnet18", "bert_2layer")  # also timed as they are
WHOLE_MODULE = ("softmax", "layer_norm")  # no op dominates: all are searched, in turn

# In no table, as none of their kind is.
LIVE_WORKLOADS = ("batch_matmul_12x128x128x64", "softmax_1536x128", "layer_norm_128x768",
                  "conv_c2_bias_relu_nchw", "matmul_1x4096x4096", "matmul_bias_gelu_128x3072x768")

# Peers that the acceptance compares with, by kind of workload.
COMPARED = {"matmul": ("openblas", "onnxruntime"), "batch_matmul": ("openblas", "onnxruntime"),
            "conv_nhwc": ("iree",)}
OTHERS = ("onnxruntime",)


def compared_peers(w):
    return COMPARED.get(w.kind, OTHERS)


def wrapped(options, command):
    prefix = shlex.split(options.wrap) if options.wrap else ["taskset", "-c", str(options.core)]
    return prefix + [str(part) for part in command]


# ---- search ----

def trials_per_op(w, trials):
    return max(trials // 5, 8) if w.kind in WHOLE_MODULE else trials


def workload_path(w):
    return ROOT / "bench" / "workloads" / f"{w.name}.mlir"


def search_in_slices(options, w, trials, log, best, *flags):
    """What the last process left."""
    op = "all" if w.kind in WHOLE_MODULE else "largest"
    command = [PROGRAM, "search", workload_path(w), "--target", "host", "--op", op, "--trials",
               trials_per_op(w, trials), "--seconds", options.slice, "--quiet", "--log", log,
               "--best", best, *flags]
    while True:
        result = subprocess.run(wrapped(options, command), capture_output=True, text=True)
        if result.returncode != STOPPED:
            return result


def search(options, w):
    LOGS.mkdir(parents=True, exist_ok=True)
    BEST.mkdir(parents=True, exist_ok=True)
    result = search_in_slices(options, w, options.trials or SEARCH_TRIALS,
                              LOGS / f"{w.name}.jsonl", BEST / f"{w.name}.mlir")
    (LOGS / f"{w.name}.txt").write_text(result.stdout + result.stderr)
    print(f"{w.name}\n{result.stdout}{result.stderr}", end="", flush=True)
    return result.returncode == 0


def count_trials(path):
    """Schedules in the log of a search, those that failed included."""
    if not path.exists():
        return 0
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]
    return sum(line["role"] in ("start", "trial") for line in lines)


# ---- compare: one process per workload, in which everybody has several turns ----

def our_samples(path, *flags):
    """One short turn of our own code: its minimum and median, in seconds."""
    result = subprocess.run([PROGRAM, "run", path, "--target", "host", "--time", "--only-tuned",
                             "--repeats", "9", *flags], capture_output=True, text=True)
    found = re.search(r"tuned +min +([0-9.]+) ms +median +([0-9.]+) ms", result.stdout)
    if not found:
        sys.exit(f"{path}: {result.stdout}{result.stderr}")
    return [float(found.group(1)) / 1e3, float(found.group(2)) / 1e3]


def peer_calls(make_call):
    """Calls by name of the peer, and versions. make_call: function of a peer and its variant."""
    try:
        import peers
    except ImportError as error:
        print(f"no peers: {error}; scripts/peers installs them", file=sys.stderr)
        return {}, {}
    calls, versions = {}, {}
    for make in (peers.OpenBlas, peers.OnnxRuntime, peers.Iree):
        peer = make()
        call = make_call(peer, "run-time" if "run-time" in peer.variants else "")
        if call is not None:
            calls[peer.name] = lambda call=call: peers.sample(call)
            versions[peer.name] = peer.version
    return calls, versions


def summary(minima, medians):
    return {"min_seconds": min(minima), "median_seconds": statistics.median(medians),
            "turn_medians": medians}


def choices(path):
    """Our own turns without measuring: by the default model, and by the analytical one."""
    return {"choice": (path,), "analytical": (path, "--model", "analytical")}


def take_turns(calls, ours):
    """Minimum and medians of everybody, after ROUNDS turns each. `ours`: arguments by name."""
    turns = {name: ([], []) for name in [*calls, *ours]}
    for _ in range(ROUNDS):
        for name in turns:
            if name in ours:
                least, middle = our_samples(*ours[name])
            else:
                samples = calls[name]()
                least, middle = min(samples), statistics.median(samples)
            turns[name][0].append(least)
            turns[name][1].append(middle)
    return {name: summary(*turns[name]) for name in turns}


def about_run(versions):
    return {"cpu": cpu_name(), "date": datetime.date.today().isoformat(), "versions": versions}


def compare_here(w):
    calls, versions = peer_calls(lambda peer, variant: peer.workload(w, variant))
    ours = choices(workload_path(w))
    if (BEST / f"{w.name}.mlir").exists():
        ours["best"] = (BEST / f"{w.name}.mlir",)
    row = {"name": w.name, "kind": w.kind, "flops": w.flops,
           "trials": count_trials(LOGS / f"{w.name}.jsonl"), **about_run(versions), "results": take_turns(calls, ours)}
    order = {w.name: place for place, w in enumerate(generate.workloads())}
    write_row(TABLE, row, order.get)
    print(w.name, " ".join(f"{name} {rate(w.flops, r['median_seconds'])}"
                           for name, r in row["results"].items()), flush=True)


def run_here(options, flag, name):
    """Runs one comparison in a timed process of its own, with the peers' Python if there is one."""
    python = PEER_PYTHON if PEER_PYTHON.exists() else sys.executable
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    command = wrapped(options, [python, __file__, flag, name, "--program", options.program])
    return subprocess.run(command, env=environment).returncode == 0


# ---- models ----

def model_path(name):
    return ROOT / "test" / "models" / f"{name}.mlir"


def check_model(name):
    """The line on agreement that `autotune run` prints, and the CPU seconds that the pass takes."""
    result = subprocess.run([PROGRAM, "run", model_path(name), "--target", "host", "--check"],
                            capture_output=True, text=True)
    found = re.search(r": (agrees|WRONG), max error ([-+.0-9e]+)", result.stdout)
    command = ["mlir-opt-22", f"--load-pass-plugin={ROOT / 'build' / 'lib' / 'libautotune.so'}",
               model_path(name), "-o", os.devnull]
    def cpu_seconds():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    start = cpu_seconds()
    subprocess.run([*command, "--autotune=target=host remarks=none"], check=True)
    pass_seconds = cpu_seconds() - start
    return {"agrees": bool(found) and found.group(1) == "agrees" and result.returncode == 0,
            "max_error": float(found.group(2)) if found else None,
            "pass_seconds": pass_seconds}


def untouched_seconds(name):
    result = subprocess.run([PROGRAM, "run", model_path(name), "--target", "host", "--time",
                             "--repeats", "1"], capture_output=True, text=True)
    found = re.search(r"untouched +min +([0-9.]+) ms", result.stdout)
    return float(found.group(1)) / 1e3


def model_here(name):
    checked = check_model(name)
    calls, versions = peer_calls(lambda peer, variant: peer.model(name, variant))
    row = {"name": name, **checked, **about_run(versions),
           "results": take_turns(calls, choices(model_path(name)))}
    if name in UNTOUCHED:
        seconds = untouched_seconds(name)
        row["results"]["untouched"] = summary([seconds], [seconds])
    write_row(MODELS, row, str)
    print(name, "agrees" if checked["agrees"] else "WRONG",
          " ".join(f"{who} {r['median_seconds'] * 1e3:.2f} ms"
                   for who, r in row["results"].items()), flush=True)


# ---- live: one shot against AutoTVM's loop ----

def live_files(w):
    """The loop's log, the loop's best, the best of 64, and the seconds that each took."""
    return [LOGS / f"{w.name}.live{ending}" for ending in (".jsonl", ".mlir", ".64.mlir", ".json")]


def tune_plugin(source, destination, options):
    return ["mlir-opt-22", f"--load-pass-plugin={ROOT / 'build' / 'lib' / 'libautotune.so'}",
            source, "-o", destination, f"--autotune=target=host remarks=none {options}"]


def timed_run(options, command):
    start = time.monotonic()
    subprocess.run(wrapped(options, command), check=True, capture_output=True)
    return time.monotonic() - start


def live_search(options, w):
    """Searches once. A search that goes on in a log of earlier runs adds its time to theirs."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log, best, best_of_64, times = live_files(w)
    seconds = json.loads(times.read_text()) if log.exists() and times.exists() else {"loop": 0}
    start = time.monotonic()
    result = search_in_slices(options, w, options.trials or LIVE_TRIALS, log, best,
                              "--strategy", "model", "--batch", 64)
    seconds["loop"] += time.monotonic() - start
    print(f"{w.name}\n{result.stdout}{result.stderr}", end="", flush=True)
    if result.returncode != 0:
        return False
    seconds["k0"] = timed_run(options, tune_plugin(workload_path(w), os.devnull, ""))
    seconds["k64"] = timed_run(options, tune_plugin(workload_path(w), best_of_64,
                                                    "top-k=64 emit=annotate"))
    times.write_text(json.dumps(seconds))
    return True


def live_here(w):
    log, best, best_of_64, times = live_files(w)
    ours = {"loop": (best,), "k0": (workload_path(w),), "k64": (best_of_64,)}
    row = {"name": w.name, "flops": w.flops, "trials": count_trials(log), **about_run({}),
           "seconds": json.loads(times.read_text()), "results": take_turns({}, ours)}
    write_row(LIVE, row, LIVE_WORKLOADS.index)
    print(w.name, " ".join(f"{name} {rate(w.flops, r['median_seconds'])}"
                           for name, r in row["results"].items()), flush=True)


# ---- candidates ----

def candidates(options):
    """Rates by step (before the slash of a benchmark's name) and workload (after it)."""
    result = subprocess.run(wrapped(options, [BENCH_CANDIDATES, "--benchmark_format=json"]),
                            capture_output=True, text=True)
    if result.returncode != 0:
        print(result.stderr, end="", file=sys.stderr)
        return False
    rates = {}
    for row in json.loads(result.stdout)["benchmarks"]:
        step, subject = row["name"].split("/", 1)
        rates.setdefault(step, {})[subject] = row.get("candidates", row.get("nests"))
    CANDIDATES.write_text(json.dumps({**about_run({}), "rates": rates}, indent=1) + "\n")
    return True


# ---- report ----

def cpu_name():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def read_rows(path):
    return json.loads(path.read_text()) if path.exists() else []


def write_row(path, row, order):
    """Replaces the row of this name; `order` gives its place from the name."""
    rows = [r for r in read_rows(path) if r["name"] != row["name"]] + [row]
    rows.sort(key=lambda r: order(r["name"]))
    path.parent.mkdir(parents=True, exist_ok=True)
    text = re.sub(r"\n {4,}", " ", json.dumps(rows, indent=1))
    path.with_suffix(".new").write_text(text + "\n")
    path.with_suffix(".new").replace(path)


def rate(flops, seconds):
    return f"{flops / seconds / 1e9:.1f}" if flops else f"{seconds * 1e6:.1f} us"


def geomean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else float("nan")


def ratios(row, w):
    """Best peer / best found, best peer / choice, best found / choice, best found / analytical
    choice, all in medians: above 1 is good for us."""
    seconds = {name: r["median_seconds"] for name, r in row["results"].items()}
    peer = min((seconds[p] for p in compared_peers(w) if p in seconds), default=None)
    best = seconds.get("best", seconds["choice"])
    return (peer and peer / best, peer and peer / seconds["choice"], best / seconds["choice"],
            best / seconds.get("analytical", seconds["choice"]))


def table_lines(rows, by_name):
    columns = ["openblas", "onnxruntime", "iree", "analytical", "choice", "best"]
    titles = ["OpenBLAS", "ONNX Runtime", "IREE", "analytical", "choice", "best found"]
    lines = ["| workload | " + " | ".join(titles) + " | best / peer | choice / peer | "
             "choice / best | trials |", "|---" + "|---:" * (len(columns) + 4) + "|"]
    for row in rows:
        cells = []
        for name in columns:
            found = row["results"].get(name)
            cell = "-"
            if found:
                cell = (f"{rate(row['flops'], found['median_seconds'])} "
                        f"({rate(row['flops'], found['min_seconds'])})")
            if name in compared_peers(by_name[row["name"]]) and found:
                cell = f"*{cell}*"
            cells.append(cell)
        best_peer, choice_peer, choice_best, _ = ratios(row, by_name[row["name"]])
        cells += [f"{best_peer:.2f}" if best_peer else "-",
                  f"{choice_peer:.2f}" if choice_peer else "-", f"{choice_best:.2f}",
                  str(row["trials"])]
        lines.append(f"| {row['name']} | " + " | ".join(cells) + " |")
    return lines


def extremes(label, pairs, wanted, least):
    values = [value for _, value in pairs if value]
    if not values:
        return f"- {label}: nothing measured yet."
    worst = min((p for p in pairs if p[1]), key=lambda p: p[1])
    return (f"- {label}: geometric mean {geomean(values):.3f} (wanted {wanted}), least "
            f"{worst[1]:.2f}, {worst[0]} (wanted {least}), over {len(values)} workloads.")


def heading(rows):
    versions = {}
    for row in rows:
        versions.update(row["versions"])
    first, last = min(r["date"] for r in rows), max(r["date"] for r in rows)
    peers = ", ".join(f"{k} {v}" for k, v in sorted(versions.items()))
    return (f"One core of {', '.join(sorted({r['cpu'] for r in rows}))}, single thread, "
            f"{first}{f' to {last}' if last != first else ''}.{f' {peers}.' if peers else ''}")


def operations_lines():
    by_name = {w.name: w for w in generate.workloads()}
    rows = [row for row in read_rows(TABLE) if row["name"] in by_name]
    if not rows:
        return []
    pairs = [(row["name"], *ratios(row, by_name[row["name"]])) for row in rows]
    return [
        "## Operations", "", heading(rows),
        "f32, batch 1, weights are run-time inputs for everyone, caches are warm.",
        f"Everybody had {ROUNDS} turns within one run per workload: the median of the turns' "
        "medians, in brackets the least time of all.",
        "GFLOP/s, counting 2 per multiply-add and multiplications by padding zeros; microseconds "
        "where marked.",
        "*Choice* is what `--autotune` takes without measuring, by the learned model, which was "
        "trained without any workload of the networks that these come from (data/models/README.md); "
        "*analytical* is the choice of `model=analytical`; *best found* is the fastest of the "
        "schedules measured by `autotune search` (trials in the last column, all ops together).",
        "Peers in italics are those that the ratio *best / peer* compares with.", "",
        extremes("Best found against the best peer", [(p[0], p[1]) for p in pairs], 0.95, 0.75),
        extremes("Analytical choice against best found", [(p[0], p[4]) for p in pairs], 0.75, 0.4),
        extremes("Choice against best found", [(p[0], p[3]) for p in pairs], 0.75, 0.4),
        extremes("Choice against the best peer", [(p[0], p[2]) for p in pairs], 0.9, "-"), "",
        *table_lines(rows, by_name), "",
        "Reproduce: `scripts/peers` once, then `scripts/results search compare report` (hours with "
        "500 trials each; `--trials N` and `--only NAME` for less).", ""]


def model_cells(row):
    results = row["results"]
    ours = results["choice"]["median_seconds"]
    cells = ["yes" if row["agrees"] else "NO", f"{row['max_error'] or 0:.1e}",
             f"{row['pass_seconds']:.2f}", f"{ours * 1e3:.2f}"]
    for name in ("analytical", "onnxruntime", "iree", "untouched"):
        found = results.get(name)
        cells.append(f"{found['median_seconds'] * 1e3:.2f} ({found['median_seconds'] / ours:.2f}x)"
                     if found else "-")
    return cells + [row["date"]]


def model_lines():
    rows = read_rows(MODELS)
    if not rows:
        return []
    return [
        "## Whole networks", "", heading(rows),
        "`autotune run --check`: the tuned network against the untouched lowering "
        "(`convert-linalg-to-loops`, LLVM -O3) on random weights; the error is relative to the "
        "largest output. Milliseconds per inference with the choice made without measuring, medians, "
        "weights are run-time inputs; in brackets how many times longer the others take. The learned "
        "model has not seen workloads of resnet18, mobilenet_v1, mobilenet_v2, bert_2layer, bert_base "
        "and squeezenet; those of the other networks were in its training. Seconds of "
        "the pass: CPU time of the whole `mlir-opt --autotune`, reading and printing included.", "",
        "| network | agrees | max error | pass, s | ours, ms | analytical | ONNX Runtime | IREE | "
        "untouched | measured |", "|---" + "|---:" * 8 + "|---|",
        *[f"| {row['name']} | " + " | ".join(model_cells(row)) + " |" for row in rows], "",
        "Reproduce: `scripts/results models report`.", ""]


def live_ratios(row):
    """Of K=0 and K=64 each: speed over the loop's, and how many times shorter they take than the
    loop that was run and than one of LOOP_TRIALS."""
    seconds, results = row["seconds"], row["results"]
    longer = LOOP_TRIALS / row["trials"]
    return [(results["loop"]["median_seconds"] / results[name]["median_seconds"],
             seconds["loop"] / seconds[name], longer * seconds["loop"] / seconds[name])
            for name in ("k0", "k64")]


def live_summary(rows):
    lines = []
    for place, (title, speed, least, shorter) in enumerate(
            (("K=0", 0.95, 0.8, 67), ("K=64", 1.01, "-", 14.8))):
        ratios_of = [live_ratios(row)[place] for row in rows]
        speeds = [ratio[0] for ratio in ratios_of]
        lines.append(
            f"- {title}: speed over the loop's, geometric mean {geomean(speeds):.3f} "
            f"(wanted {speed}), least {min(speeds):.2f} (wanted {least}); "
            f"{geomean([r[2] for r in ratios_of]):.1f} times shorter than {LOOP_TRIALS} trials (wanted {shorter}), "
            f"{geomean([r[1] for r in ratios_of]):.1f} times than the trials that were run.")
    return lines


def live_lines():
    rows = read_rows(LIVE)
    if not rows:
        return []
    lines = [
        "## One shot against a live loop", "", heading(rows),
        "Workloads that no replay table has. *Loop* is `autotune search --strategy model --batch "
        "64`: AutoTVM's, trees and annealing, which here begins with the choice of K=0; *K=0* is "
        "the choice without measuring, *K=64* `top-k=64`: the best of 64 measured. Speeds in "
        "GFLOP/s, microseconds where marked, medians of turns within one run. Seconds are of whole "
        "processes, wall time on one core; in brackets how many times shorter than 1,000 trials.",
        "", *live_summary(rows), "",
        "| workload | trials | loop | K=0 | K=64 | K=0 / loop | K=64 / loop | loop, s | K=0, s | "
        "K=64, s |", "|---" + "|---:" * 9 + "|"]
    for row in rows:
        (first, _, first_shorter), (batch, _, batch_shorter) = live_ratios(row)
        speeds = [rate(row["flops"], row["results"][name]["median_seconds"])
                  for name in ("loop", "k0", "k64")]
        seconds = row["seconds"]
        lines.append(f"| {row['name']} | {row['trials']} | " + " | ".join(speeds) +
                     f" | {first:.2f} | {batch:.2f} | {seconds['loop']:.1f} | {seconds['k0']:.2f} "
                     f"({first_shorter:.0f}x) | {seconds['k64']:.1f} ({batch_shorter:.1f}x) |")
    return [*lines, "", "Reproduce: `scripts/results live report`.", ""]


# What the steps of bench_candidates are called in the report.
STEP_TITLES = {"random": "draw, check, lay out, score analytically",
               "explore": "as the pass searches, analytical model",
               "explore_learned": "as the pass searches, learned model",
               "check_and_score": "check, lay out, score analytically", "nest": "lay out",
               "features": "lay out, features", "trees": "lay out, features, trees"}


def candidate_lines():
    if not CANDIDATES.exists():
        return []
    found = json.loads(CANDIDATES.read_text())
    rates = found["rates"]
    subjects = sorted({subject for row in rates.values() for subject in row})
    lines = ["## Candidates a second", "", f"One core of {found['cpu']}, {found['date']}.", "",
             "| step | " + " | ".join(subjects) + " |", "|---" + "|---:" * len(subjects) + "|"]
    for step, row in rates.items():
        cells = [f"{row[subject]:,.0f}" if row.get(subject) else "-" for subject in subjects]
        lines.append(f"| {STEP_TITLES.get(step, step)} | " + " | ".join(cells) + " |")
    return [*lines, "", "Reproduce: `scripts/results candidates report`.", ""]


def report():
    sections = [*operations_lines(), *model_lines(), *live_lines(), *candidate_lines()]
    if not sections:
        sys.exit("nothing measured yet: run scripts/results first")
    REPORT.write_text("\n".join([
        "# Results", "",
        "Written by `scripts/results`; the figures are in `bench/results/*.json`.", "", *sections]))
    print(f"wrote {REPORT.relative_to(ROOT)}")


# ---- the steps ----

def parse():
    parser = argparse.ArgumentParser(prog="scripts/results", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", nargs="*", choices=[[], *STEPS], help="default: all")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="only names that contain NAME; may be repeated")
    parser.add_argument("--trials", type=int, metavar="N",
                        help=f"per workload (search: {SEARCH_TRIALS}, live: {LIVE_TRIALS})")
    parser.add_argument("--slice", type=float, default=40, metavar="SECONDS",
                        help="longest run of one timed process")
    parser.add_argument("--core", type=int, default=os.cpu_count() - 1)
    parser.add_argument("--wrap", default="", metavar="COMMAND",
                        help="starts timed processes instead of `taskset -c CORE`")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM, metavar="PATH",
                        help="the autotune that is measured")
    parser.add_argument("--compare-here", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--live-here", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--model-here", metavar="NAME", help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    global PROGRAM
    options = parse()
    PROGRAM = options.program
    found = generate.workloads()
    models = sorted(path.stem for path in (ROOT / "test" / "models").glob("*.mlir"))
    if options.compare_here:
        compare_here(next(w for w in found if w.name == options.compare_here))
        return
    if options.live_here:
        live_here(next(w for w in found if w.name == options.live_here))
        return
    if options.model_here:
        model_here(options.model_here)
        return
    steps = options.step or STEPS

    def chosen(name):
        return not options.only or any(text in name for text in options.only)

    failed = []
    for w in found:
        if "search" in steps and chosen(w.name) and not search(options, w):
            failed.append(w.name)
        if "compare" in steps and chosen(w.name) and not run_here(options, "--compare-here",
                                                                  w.name):
            failed.append(w.name)
    for w in found:
        if "live" in steps and w.name in LIVE_WORKLOADS and chosen(w.name) and not (
                live_search(options, w) and run_here(options, "--live-here", w.name)):
            failed.append(w.name)
    for name in models:
        if "models" in steps and chosen(name) and not run_here(options, "--model-here", name):
            failed.append(name)
    if "candidates" in steps and not candidates(options):
        failed.append("candidates")
    if "report" in steps:
        report()
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
