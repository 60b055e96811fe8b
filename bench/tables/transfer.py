"""A machine that no row of the training is of: its workloads and networks, chosen by the analytical model,
by a model without a row of the machine, by the same after `autotune calibrate`, and by the shipped model,
in turns within one process; beside them the best that a search found.

Model and calibration are files of build/results, made where they are not there, one pair for each
processor and training: KEY.unseen.model, trained like the shipped one but for this processor, and
KEY.unseen.calibration, of ten minutes.
"""
import hashlib
import re
import subprocess

import common
import networks
import record
import workloads

MINUTES = 10


def identity():
    """This processor, as datasets call it."""
    return common.cpu_name().replace(", model", " model")


KEY = hashlib.sha256(f"{identity()} {common.training()}".encode()).hexdigest()[:12]
MODEL = common.WORK / f"{KEY}.unseen.model"
CALIBRATION = common.WORK / f"{KEY}.unseen.calibration"


def names():
    return [*workloads.names(), *networks.names()]


def is_known(machine):
    """Whether the training has rows of the processor."""
    return any(machine in line for path in common.training_datasets()
               for line in show(path).splitlines() if line.startswith("machine"))


def train():
    judges = (common.ROOT / "data/judges.txt").read_text().strip()
    leave_out = ["--exclude-machine", identity()] if is_known(identity()) else []
    subprocess.run([common.PROGRAM, "train", *common.training_datasets(), "--exclude-networks", judges,
                    "--exclude-modules", common.NOT_TRAINED_ON, *leave_out, "-o", MODEL], check=True)


def train_where_missing():
    common.WORK.mkdir(parents=True, exist_ok=True)
    if not MODEL.exists():
        train()


def show(path):
    return subprocess.run([common.PROGRAM, "dataset", "show", path], capture_output=True, text=True,
                          check=True).stdout


def prepare(options):
    """Trains and calibrates, where that was not done."""
    train_where_missing()
    if not CALIBRATION.exists():
        subprocess.run([common.PROGRAM, "calibrate", "--model", MODEL, "--output", CALIBRATION, "--minutes",
                        str(MINUTES), "--core", str(options.core), "--quiet"], check=True)


def measure(options, name):
    prepare(options)
    return common.in_timed_process(options, "transfer", name, with_peers=False)


def row(name):
    is_network = name in networks.names()
    path = networks.path_of(name) if is_network else workloads.path_of(name)
    ours = {"analytical": (path, "--model", "analytical"), "unseen": (path, "--model", MODEL),
            "calibrated": (path, "--target", CALIBRATION), "shipped": (path,)}
    best = common.BEST / f"{name}.mlir"
    has_best = best.exists() and can_follow(best)
    if has_best:
        ours["best"] = (best,)
    turns = networks.TURNS if is_network else workloads.TURNS
    return {"name": name, "flops": None if is_network else workloads.workload(name).flops,
            "best_target": target_of(best) if has_best else None,
            "is_known": is_known(identity()),
            "results": common.take_turns(turns, ours, {}, check=not is_network)}


def can_follow(module):
    """Whether the schedules that a search chose, on whatever machine, can be built here: those for wider vectors
    cannot."""
    return subprocess.run([common.PROGRAM, "explain", module, "--target", "host"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def target_of(module):
    """Which machine a search chose for."""
    found = re.search(r'autotune\.target = "([^"]*)"', module.read_text())
    return found and found.group(1)


# --- the document

COLUMNS = ("analytical", "unseen", "calibrated", "shipped", "best")
SUMMARY = (  # title, rows of networks?, who, against whom, wanted geometric mean, wanted least
    ("Workloads, the model without a row of the machine against the analytical one", False, "unseen", "analytical", 1.0, 0.9),
    ("Networks, the same", True, "unseen", "analytical", None, 0.98),
    ("Workloads, calibrated against the best found", False, "calibrated", "best", 0.95, 0.8),
    ("Workloads, calibrated against the analytical choice", False, "calibrated", "analytical", None, None),
    ("Networks, calibrated against the shipped model", True, "calibrated", "shipped", None, 0.98),
    ("Networks, calibrated against the analytical choice", True, "calibrated", "analytical", None, None))


def ratio(row, who, whom):
    seconds = row["seconds"]
    return seconds[whom][0] / seconds[who][0] if whom in seconds else None


def summary_line(rows, title, is_network, who, whom, mean, low):
    found = [(row["name"], ratio(row, who, whom)) for row in rows
             if (row["flops"] is None) == is_network and ratio(row, who, whom)]
    if not found:
        return f"- {title}: not measured, there is nothing to compare with."
    name, value = min(found, key=lambda pair: pair[1])
    wanted = [f"mean {mean}"] * (mean is not None) + [f"least {low}"] * (low is not None)
    below = sum(v < low for _, v in found) if low else 0
    return (f"- {title}: geometric mean {common.geomean([v for _, v in found]):.3f}, least {value:.2f} ({name})"
            + (f"; wanted: {', '.join(wanted)}" if wanted else "")
            + (f"; {below} of {len(found)} below" if below else "") + ".")


def best_text(rows):
    """Whose search the best is of."""
    targets = sorted({row["best_target"] for row in rows if row.get("best_target")})
    if not targets:
        return "of no search, none was made for this machine"
    return f"of the search (above), on the machine of the target `{'`, `'.join(targets)}`"


def rows_text(rows):
    return "rows of this processor" if rows[0].get("is_known", True) else "no row of this processor either"


def section():
    """Of lab/results/results.md."""
    table = record.Table("transfer").runs()
    if not table:
        return []
    rows = record.merged(table)
    made = ["## A machine that was never seen", "", *record.heading(table),
            "*Unseen*: a model trained without any row of this processor. *Calibrated*: the same after `autotune "
            f"calibrate` ({MINUTES} minutes, where nothing else is said), with the target that was measured. "
            f"*Shipped*: the training has {rows_text(rows)}, but none of these workloads. *Best*: {best_text(rows)}. In turns within one process; workloads are compared with the "
            "untouched lowering. Ratios are of speed: above 1, the first is faster.", "",
            *(summary_line(rows, *wanted) for wanted in SUMMARY), "",
            "| ms | " + " | ".join(COLUMNS) + " | unseen / analytical | calibrated / best | calibrated / shipped |",
            "|---" + "|---:" * (len(COLUMNS) + 3) + "|"]
    for row in rows:
        cells = [f"{row['seconds'][who][0] * 1e3:.3f}" if who in row["seconds"] else "-" for who in COLUMNS]
        found = (ratio(row, "unseen", "analytical"), ratio(row, "calibrated", "best"), ratio(row, "calibrated", "shipped"))
        made.append(f"| {row['name']} | " + " | ".join([*cells, *(f"{v:.2f}" if v else "-" for v in found)]) + " |")
    return [*made, "", "Reproduce: `scripts/results transfer report`.", ""]
