"""lab/results/one-shot.md from bench/results/one-shot/NETWORK.json (one_shot.py)."""
import statistics

import common
import judging_report
import record
from one_shot import BATCH, NETWORKS, TRIALS, table_of

REPORT = common.ROOT / "lab/results/one-shot.md"
TRAININGS = {"without": "not in training", "with": "in training"}
# Of speed over the loop's: wanted mean and least; of seconds: how many times shorter.
WANTED = {"k0": (0.95, None, 67.7), f"k{BATCH}": (1.01, 0.93, 14.8)}


def weighted(tasks, who):
    """Seconds of all ops of the network."""
    return sum(task["uses"] * task["seconds"][who][0] for task in tasks)


def taken(tasks, who):
    return sum(task["seconds_taken"][who] for task in tasks)


def extrapolated(task, trials):
    """Seconds of the loop with the paper's trials; where the space ended before, it is what it took."""
    seconds = task["seconds_taken"]["loop"]
    return seconds * (TRIALS + 1) / task["trials"] if task["trials"] >= trials else seconds


def shorter(tasks, who, trials):
    """(than the loop as it ran, than one of the paper's trials)."""
    return (taken(tasks, "loop") / taken(tasks, who),
            sum(extrapolated(task, trials) for task in tasks) / taken(tasks, who))


def is_deep(row):
    return row["name"].endswith("/deep")


def networks_of(rows):
    """{network: (tasks, the row of the whole, None where the run was stopped before)}."""
    wholes = {row["network"]: row for row in rows if "task" not in row}
    names = dict.fromkeys(row["network"] for row in rows)
    return {name: ([row for row in rows if row["network"] == name and "task" in row and not is_deep(row)], wholes.get(name))
            for name in names}


def tables():
    """{network: table} of whole runs; where there is none, of the one that was stopped."""
    found = {}
    for network in NETWORKS:
        kept = table_of(network)
        table = kept.runs() or record.read(kept.partial)
        if table and any(run["rows"] for run in table["runs"]):
            if not kept.runs():
                table["runs"][-1].setdefault("ended", "its stop")
            found[network] = table
    return found


def stopped_line(networks):
    """Of networks that are not whole."""
    parts = [f"{len(tasks)} of the {tasks[0]['name'].split('of')[-1]} tasks of {name}" for name, (tasks, whole) in
             networks.items() if not whole]
    return (f" **The run was stopped after {', '.join(parts)}: the sums of that network are of these tasks alone, which "
            "are listed below.**") if parts else ""


# --- the networks

def network_line(name, training, tasks, whole, trials):
    """`trials`: wanted of each task."""
    loop = weighted(tasks, "loop")
    cells = [str(len(tasks)), str(sum(task["uses"] for task in tasks)), str(sum(task["trials"] for task in tasks))]
    kinds = [f"{kind} {training}" for kind in WANTED]
    cells += [f"{weighted(tasks, who) * 1e3:.3f}" for who in kinds] + [f"{loop * 1e3:.3f}"]
    cells += [f"{loop / weighted(tasks, who):.3f}" for who in kinds]
    cells += [f"{taken(tasks, who):.1f}" for who in kinds] + [f"{taken(tasks, 'loop'):.0f}"]
    cells += ["{:.1f}x, {:.1f}x".format(*shorter(tasks, who, trials)) for who in kinds]
    cells += [f"{whole['seconds'][who][0] * 1e3:.3f}" if whole else "-" for who in (kinds[0], "loop")]
    return f"| {name}, {TRAININGS[training]} | " + " | ".join(cells) + " |"


def summary_line(kind, training, networks, trials):
    """`trials`: {network: wanted of each task}. Noise is of the tasks for which both have the same schedules."""
    ratios = [weighted(tasks, "loop") / weighted(tasks, f"{kind} {training}") for tasks, _ in networks.values()]
    times = [shorter(tasks, f"{kind} {training}", trials[name]) for name, (tasks, _) in networks.items()]
    mean, least, wanted = WANTED[kind]
    has_noise = any("equal" in task for tasks, _ in networks.values() for task in tasks)  # older rows do not say
    noise = [task["seconds"]["loop"][0] / task["seconds"][f"{kind} {training}"][0] for tasks, _ in networks.values() for task in tasks
             if f"{kind} {training}" in task.get("equal", [])]
    return (f"- {kind.upper().replace('K', 'K=')}, {TRAININGS[training]}: speed over the loop's, geometric mean {common.geomean(ratios):.3f} (wanted {mean}), "
            f"least {min(ratios):.3f}" + (f" (wanted {least})" if least else "") + (f"; noise of a task {judging_report.noise_text(noise)}" if has_noise else "") +
            f"; {common.geomean([now for now, _ in times]):.1f} times shorter than the trials that were run, extrapolated to {TRIALS} "
            f"trials {common.geomean([then for _, then in times]):.1f} times (wanted {wanted}).")


# --- the layers

LAYER_HEADING = ("| layer | uses | part of the time | K=0 | K=64 | loop | K=0, in training | K=64, in training | "
                 "s: K=0 | s: K=64 | s: loop, measuring | s: loop, search | trials | failed |")


def layer_line(task, whole):
    micro = [f"{task['seconds'][who][0] * 1e6:.1f}" for who in
             ("k0 without", f"k{BATCH} without", "loop", "k0 with", f"k{BATCH} with")]
    seconds = task["seconds_taken"]
    spent = [f"{seconds['k0 without']:.2f}", f"{seconds[f'k{BATCH} without']:.1f}", f"{task['measuring_seconds']:.1f}",
             f"{max(seconds['loop'] - task['measuring_seconds'], 0):.1f}"]
    part = 100 * task["uses"] * task["seconds"]["loop"][0] / whole
    cells = [str(task["uses"]), f"{part:.1f} %", *micro, *spent, str(task["trials"]), str(task["failed"])]
    return f"| {task['task']} | " + " | ".join(cells) + " |"


def layers(name, tasks):
    whole = weighted(tasks, "loop")
    ordered = sorted(tasks, key=lambda task: -task["uses"] * task["seconds"]["loop"][0])
    middle = statistics.median(task["seconds"]["loop"][0] / task["seconds"]["k0 without"][0] for task in tasks
                               if task["seconds"]["k0 without"][0])
    return [f"### {name}", "", LAYER_HEADING, "|---" + "|---:" * 13 + "|", *(layer_line(task, whole) for task in ordered), "",
            f"K=0, not in training, has {middle:.3f} of the loop's speed in the median of the layers.", ""]


# --- deep tasks

def deep_lines(rows):
    """The same choices against the loop with the paper's trials."""
    deep = [row for row in rows if is_deep(row)]
    if not deep:
        return []
    first = {row["name"]: row for row in rows}
    kinds = [f"{kind} {training}" for training in TRAININGS for kind in WANTED]
    ratios = {who: [row["seconds"]["loop"][0] / row["seconds"][who][0] for row in deep] for who in kinds}
    made = [f"## {len(deep)} tasks with {TRIALS} trials", "",
            f"Tasks that were drawn, on which the loop went on to {TRIALS} trials. Microseconds, in turns; *fewer*: the seconds to choose of the loop before.", "",
            *(f"- {who.split(' ')[0].upper().replace('K', 'K=')}, {TRAININGS[who.split(' ')[1]]}: speed over the loop's, geometric mean {common.geomean(values):.3f}, "
              f"least {min(values):.3f}." for who, values in ratios.items()), "",
            "| network | layer | K=0 | K=64 | loop | K=0, in training | K=64, in training | s: loop, fewer | s: loop | trials | failed |", "|---|---" + "|---:" * 9 + "|"]
    for row in deep:
        micro = [f"{row['seconds'][who][0] * 1e6:.1f}" for who in ("k0 without", f"k{BATCH} without", "loop", "k0 with", f"k{BATCH} with")]
        before = first.get(row["name"].removesuffix("/deep"))
        made.append(f"| {row['network']} | {row['task']} | " + " | ".join(micro) + f" | {before['seconds_taken']['loop'] if before else 0:.0f} | "
                    f"{row['seconds_taken']['loop']:.0f} | {row['trials']} | {row['failed']} |")
    return [*made, ""]


# --- the document

def measured_lines(found):
    """When, where and by which build: a line for the networks that have it in common, and their notes."""
    groups = {}
    for name, table in found.items():
        first, _, *note = record.heading({**table, "runs": [{**run, "started": "", "ended": ""} for run in table["runs"]]})
        key = first.replace("; " + first.split("; ")[-1], ""), *note
        groups.setdefault(key, []).append(name)
    made = []
    for (first, *note), names in groups.items():
        runs = [run for name in names for run in found[name]["runs"]]
        made += [f"{', '.join(names)}: {first}; {min(run['started'] for run in runs)} to {max(run['ended'] for run in runs)} UTC.", *note]
    return made


def trials_text(trials):
    """{network: trials} in words."""
    counts = sorted(set(trials.values()))
    return ", ".join(f"{count} trials" + (f" ({', '.join(name for name in trials if trials[name] == count)})" if len(counts) > 1 else "") for count in counts)


def heading(found, trials, networks):
    abouts = [table["about"] for table in found.values()]
    every_op = any(about["every_op"] for about in abouts)
    commands = dict.fromkeys(f"`scripts/results one-shot --networks {','.join(name for name in found if trials[name] == count)} --trials {count}"
                             f"{' --every-op' * every_op}`" for count in sorted(set(trials.values())))
    return ["# One shot against the loop, network by network", "",
            f"**{len(networks)} of the eight networks of One-Shot Tuner's table ({', '.join(networks)}), {trials_text(trials)} for each task in the loop"
            + (f", not {TRIALS} as in the paper" if min(trials.values()) < TRIALS else "") + ".** "
            f"Written by {', '.join(commands)}." + stopped_line(networks), "",
            *measured_lines(found), "",
            "Run-time weights, fp=auto, batch 1. A *task* is an op with what is fused with it, tuned once, however often the network has it (*ops*, *uses*)"
            + ("" if every_op else "; as in the paper, only convolutions and products of the CNNs, every op of BERT") + ". "
            "*K=0*: the choice without measuring. *K=64*: `top-k=64`, the best of 64 measured. *Loop*: `autotune tune`, one "
            "task after the other, on top of the model of K=0 that has none of the eight networks in its training. *In training*: K=0 and K=64 by a model that was trained with all rows, those of "
            "these networks among them; *not in training*: without any contraction of the eight. Both were trained with the rows of all processors of `data/training.txt`.", "",
            "*Weighted*: milliseconds of all ops, each task by itself with operands in the caches, in turns within one process and compared with the untouched "
            "lowering, times its uses. *Speed*: the loop's weighted time over that of K=0 and K=64: above 1, the loop is slower. *Seconds*: wall time on one core to choose for all tasks; the loop's are "
            f"of its rounds, paired tests included. *Times shorter*: than the loop as it ran, and than one of {TRIALS} trials, extrapolated by the number of trials. "
            "*Whole*: milliseconds of the network in one piece, by K=0 and by the records of the loop.", ""]


def write():
    found = tables()
    rows = [row for table in found.values() for row in record.merged(table)]
    networks = {name: parts for name, parts in networks_of(rows).items() if parts[0]}
    if not networks:
        return
    trials = {name: found[name]["about"]["trials"] for name in networks}
    lines = [*heading({name: found[name] for name in networks}, trials, networks),
             *(summary_line(kind, training, networks, trials) for training in TRAININGS for kind in WANTED), "",
             "| network | tasks | ops | trials | weighted, ms: K=0 | K=64 | loop | speed: K=0 | K=64 | s: K=0 | K=64 | loop | "
             "times shorter: K=0 | K=64 | whole, ms: K=0 | loop |", "|---" + "|---:" * 15 + "|",
             *(network_line(name, training, *parts, trials[name]) for name, parts in networks.items() for training in TRAININGS), "",
             *deep_lines(rows),
             "## Layers", "", "Microseconds of a task, in turns; seconds to choose. *Measuring*: building, compiling, checking and timing "
             "candidates; *search*: the rest of the loop's rounds, which is fitting trees, planning batches and starting processes. Of K=64, "
             "all but the seconds of K=0 are measuring.", ""]
    for name, (tasks, _) in networks.items():
        lines += layers(name, tasks)
    REPORT.write_text("\n".join(lines).rstrip() + "\n")
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
