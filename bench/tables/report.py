"""lab/results/results.md from the whole runs in bench/results."""
import common
import candidates
import default_target
import generate
import live
import record
import threads
import transfer
import tuned
import workloads

REPORT = common.ROOT / "lab/results/results.md"
LOOP_TRIALS = 1000
PEERS = ("openblas", "onnxruntime", "iree")
TITLES = {"openblas": "OpenBLAS", "onnxruntime": "ONNX Runtime", "onnxruntime const": "ONNX Runtime, constant weights",
          "iree": "IREE", "analytical": "analytical", "choice": "choice", "best": "best found",
          "untouched": "untouched", "constant": "ours, constant weights",
          "relaxed": "ours, constant weights, fp=relaxed"}


def rate(flops, seconds):
    return f"{flops / seconds / 1e9:.1f}" if flops else f"{seconds * 1e6:.1f} us"


def spread_text(spread, runs):
    return f" ±{50 * spread:.0f}" if runs > 1 else ""


def least(found):
    """Of pairs (name, ratio)."""
    name, ratio = min(found, key=lambda pair: pair[1])
    return f"least {ratio:.2f}, {name}"


# --- operations

def best_peer(row, net=False):
    """Least seconds of the peers with run-time weights."""
    found = [row["seconds"][p][0] - (record.overhead(row, p) if net else 0) for p in PEERS if p in row["seconds"]]
    return min(found, default=None)


def ratios(row):
    """Above 1 is good for us."""
    seconds = {who: value for who, (value, _) in row["seconds"].items()}
    peer, net, best = best_peer(row), best_peer(row, net=True), seconds.get("best")
    return {"choice / peer": peer and peer / seconds["choice"],
            "choice / peer, net": net and net > 0 and net / seconds["choice"],
            "choice / constant": seconds.get("onnxruntime const") and
            seconds["onnxruntime const"] / seconds["choice"],
            "best / peer": best and peer and peer / best,
            "choice / best": best and best / seconds["choice"],
            "choice / analytical": seconds["analytical"] / seconds["choice"],
            "analytical / best": best and best / seconds["analytical"]}


SUMMARY = (("choice / peer", "Choice against the best peer", "0.9"),
           ("choice / peer, net", "The same without the peers' empty calls (*net*)", "-"),
           ("choice / constant", "Choice with run-time weights against ONNX Runtime with constant ones", "-"),
           ("best / peer", "Best found against the best peer", "0.95"),
           ("choice / best", "Choice against best found", "0.75"),
           ("choice / analytical", "Choice against the analytical choice", "-"),
           ("analytical / best", "Analytical choice against best found", "0.75"))


def summary_lines(rows):
    lines = []
    for key, title, wanted in SUMMARY:
        found = [(row["name"], ratios(row)[key]) for row in rows if ratios(row)[key]]
        if not found:
            lines.append(f"- {title}: not measured.")
            continue
        rest = [value for name, value in found if not name.startswith("depthwise")]
        lines.append(f"- {title}: geometric mean {common.geomean([v for _, v in found]):.3f}, without depthwise "
                     f"{common.geomean(rest):.3f} (wanted {wanted}); {least(found)}; {len(found)} rows.")
    return lines


def operations_lines():
    table = record.Table("workloads").runs()
    if not table:
        return []
    rows, count = record.merged(table), len(table["runs"])
    columns = [*PEERS[:2], "onnxruntime const", "iree", "analytical", "choice", "best"]
    shown = ("choice / peer", "choice / best")
    lines = ["| workload | seen | " + " | ".join(TITLES[c] for c in columns) + " | " + " | ".join(shown) + " | trials |",
             "|---|---" + "|---:" * (len(columns) + len(shown) + 1) + "|"]
    for row in rows:
        cells = [rate(row["flops"], row["seconds"][c][0]) + spread_text(row["seconds"][c][1], count)
                 if c in row["seconds"] else "-" for c in columns]
        found = ratios(row)
        cells += [f"{found[key]:.2f}" if found[key] else "-" for key in shown]
        lines.append(f"| {row['name']} | {seen(table, row)} | " + " | ".join(cells) + f" | {row['trials'] or '-'} |")
    return ["## Operations", "", *record.heading(table), *record.overhead_lines(table),
            "f32, batch 1, weights are run-time inputs where nothing else is said, caches are warm. GFLOP/s, counting 2 per "
            "multiply-add and multiplications by padding zeros; microseconds where marked; ± percent is half the spread of "
            f"the runs. Everybody has {workloads.TURNS} turns in one process, one after the other. *Choice* is what "
            "`--autotune` takes without measuring, *analytical* the same with `model=analytical`, *best found* the fastest that "
            "`autotune-lab search` measured, beginning with the choice (trials in the last column). *Seen*: whether the "
            "contractions, with whatever is fused to them, were in the training of the model.",
            "The best peer is the fastest of OpenBLAS, ONNX Runtime and IREE with run-time weights, wherever they run. "
            "Everybody's results were compared in the run: the peers' with one another and with ours, ours with the "
            "untouched lowering.", "", *summary_lines(rows), "", *lines, "",
            "Reproduce: `scripts/peers` once, then `scripts/results workloads report`; the best found before that with "
            "`scripts/results search` (hours).", ""]


def seen(table, row):
    tuned, known = table["about"]["seen"][row["name"]]
    return "no" if known == 0 else "yes" if known == tuned else f"{known} of {tuned}"


# --- networks

def network_cell(row, who, runs):
    if who not in row["seconds"]:
        return "-"
    seconds, spread = row["seconds"][who]
    ours = row["seconds"]["choice"][0]
    ratio = "" if who == "choice" else f" ({seconds / ours:.2f}x)"
    return f"{seconds * 1e3:.2f}{spread_text(spread, runs)}{ratio}"


def network_summary(rows):
    lines = []
    for who in ("onnxruntime", "onnxruntime const", "iree", "analytical"):
        found = [(row["name"], row["seconds"][who][0] / row["seconds"]["choice"][0]) for row in rows if who in row["seconds"]]
        if found:
            lines.append(f"- Against {TITLES[who]}: geometric mean {common.geomean([v for _, v in found]):.3f}, "
                         f"{least(found)}; {len(found)} networks.")
    for who, more in (("constant", ""), ("relaxed", ", ours with fp=relaxed")):
        found = [(row["name"], row["seconds"]["onnxruntime const"][0] / row["seconds"][who][0])
                 for row in rows if {who, "onnxruntime const"} <= row["seconds"].keys()]
        if found:
            lines.append(f"- Constant weights for both{more}, against ONNX Runtime: geometric mean "
                         f"{common.geomean([v for _, v in found]):.3f}, {least(found)}; {len(found)} networks.")
    return lines


def network_lines():
    table = record.Table("networks").runs()
    if not table:
        return []
    rows, count = record.merged(table), len(table["runs"])
    columns = ["choice", "analytical", "onnxruntime", "onnxruntime const", "iree", "untouched"]
    columns[1:1] = [c for c in ("constant", "relaxed") if any(c in row["seconds"] for row in rows)]
    return ["## Whole networks", "", *record.heading(table), *record.overhead_lines(table),
            "Milliseconds per inference, weights are run-time inputs where nothing else is said; in brackets how many times "
            "longer the others take; ± percent is half the spread of the runs. *Error*: of the tuned network against "
            "ONNX Runtime's values on the same operands at up to 96 places of each output, half of them its largest values, relative to the largest, in the same run (docs/testing.md); of the logits where the softmax at the end leaves one value. *Seen*: how many of the tuned ops have a contraction that the model was trained on. *Pass*: CPU seconds of the "
            "whole `mlir-opt --autotune`, reading and printing included.", "", *network_summary(rows), "",
            "| network | seen | error | pass, s | " + " | ".join("ours" if c == "choice" else TITLES[c] for c in columns) + " |",
            "|---|---" + "|---:" * (len(columns) + 2) + "|",
            *[f"| {row['name']} | {seen(table, row)} | {row['max_error']:.1e} | {row['pass_seconds']:.2f} | " +
              " | ".join(network_cell(row, c, count) for c in columns) + " |" for row in rows], "",
            "Reproduce: `scripts/peers` once, then `scripts/results networks report`.", ""]


# --- live

def live_ratios(row):
    """Of K=0 and K=64 each: speed over the loop's, and how many times shorter they take than the loop
    that was run and than one of LOOP_TRIALS."""
    taken, seconds = row["seconds_taken"], row["seconds"]
    longer = LOOP_TRIALS / row["trials"]
    return [(seconds["loop"][0] / seconds[name][0], taken["loop"] / taken[name],
             longer * taken["loop"] / taken[name]) for name in ("k0", "k64")]


def live_lines():
    table = record.Table("live").runs()
    if not table:
        return []
    rows = record.merged(table)
    lines = []
    for place, (title, speed, least, shorter) in enumerate((("K=0", 0.95, 0.8, 67), ("K=64", 1.01, "-", 14.8))):
        found = [live_ratios(row)[place] for row in rows]
        lines.append(f"- {title}: speed over the loop's, geometric mean {common.geomean([f[0] for f in found]):.3f} "
                     f"(wanted {speed}), least {min(f[0] for f in found):.2f} (wanted {least}); "
                     f"{common.geomean([f[1] for f in found]):.1f} times shorter than the trials that were run; extrapolated "
                     f"to {LOOP_TRIALS} trials {common.geomean([f[2] for f in found]):.1f} times (wanted {shorter}).")
    lines += ["", "| workload | trials | loop | K=0 | K=64 | K=0 / loop | K=64 / loop | loop, s | K=0, s | K=64, s |",
              "|---" + "|---:" * 9 + "|"]
    for row in rows:
        (first, first_shorter, _), (batch, batch_shorter, _) = live_ratios(row)
        speeds = [rate(row["flops"], row["seconds"][name][0]) for name in ("loop", "k0", "k64")]
        taken = row["seconds_taken"]
        lines.append(f"| {row['name']} | {row['trials']} | " + " | ".join(speeds) +
                     f" | {first:.2f} | {batch:.2f} | {taken['loop']:.1f} | {taken['k0']:.2f} ({first_shorter:.0f}x) | "
                     f"{taken['k64']:.1f} ({batch_shorter:.1f}x) |")
    return ["## One shot against a live loop", "", *record.heading(table),
            "Workloads that no replay table has. *Loop* is `autotune-lab search --strategy model --batch 64`: AutoTVM's, trees and "
            "annealing, which here begins with the choice of K=0; *K=0* is the choice without measuring, *K=64* `top-k=64`: "
            "the best of 64 measured. Speeds in GFLOP/s, microseconds where marked, in turns within one process, each "
            "compared with the untouched lowering. Seconds are of whole processes, wall time on one core; in brackets how "
            "many times shorter than the trials that were run.", "", *lines, "",
            "Reproduce: `scripts/results live report`.", ""]


# --- candidates

def candidate_lines():
    table = record.Table("candidates").runs()
    if not table:
        return []
    found = record.merged(table)[0]["seconds"]
    subjects = sorted({name.split("/", 1)[1] for name in found})
    steps = list(dict.fromkeys(name.split("/", 1)[0] for name in found))
    lines = ["## Candidates a second", "", *record.heading(table), "",
             "| step | " + " | ".join(subjects) + " |", "|---" + "|---:" * len(subjects) + "|"]
    for step in steps:
        cells = [f"{1 / found[f'{step}/{s}'][0]:,.0f}" if f"{step}/{s}" in found else "-" for s in subjects]
        lines.append(f"| {candidates.TITLES.get(step, step)} | " + " | ".join(cells) + " |")
    return [*lines, "", "Reproduce: `scripts/results candidates report`.", ""]


def write():
    sections = [*operations_lines(), *network_lines(), *threads.section(), *live_lines(), *transfer.section(),
                *tuned.section(), *default_target.section(), *candidate_lines()]
    if not sections:
        print("lab/results/results.md: nothing measured yet")
        return
    REPORT.write_text("\n".join([
        "# Results", "",
        "Written by `scripts/results`; the figures are in `bench/results/*.json`. A table is of one build and of whole "
        "runs: no row is measured again by itself.", "", *sections]))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
