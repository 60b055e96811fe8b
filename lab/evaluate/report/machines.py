"""The section of an evaluation about machines: what was reached, then the figures of each training."""
import math
import re

from tables import clean, head, row

CHOOSES = "both"  # who the pass chooses by

# On machines that are judged by networks, pooled: rows of a calibration (0: of no row of the CPU), figure, whether the
# figure of the analytical model is to be exceeded by so much, whether the bound is a least one, bound.
TARGETS = (
    (0, "top-1", True, True, 0.03),
    (3000, "top-1", False, True, 0.94),
    (3000, "top-5", False, True, 0.985),
    (3000, "APE", False, False, 6),
    (9000, "top-1", False, True, 0.955),
    (9000, "APE", False, False, 4.5),
)


def name(result):
    """`AMD EPYC, zen4`, and where its code is limited to some instructions ` as x86-64-v3`."""
    level = re.search(r",llvm_cpu=([^,]*)", result["target"])
    return clean(f"{result['cpu']}, {result['target'].split(',')[0]}" + (f" as {level[1]}" if level else ""))


def targets(figures, results):
    yield from head("machine", "training", "rows of its CPU", "figure", "reached", "target", None)
    for result in results:
        if not result["has networks"]:
            continue
        start = (name(result), result["name"], result["rows of the CPU"])
        for rows, figure, is_above, is_at_least, bound in TARGETS:
            if result["calibration rows"] == rows if rows else result["name"] == "unseen":
                value = result["pooled"][CHOOSES][figure]
                bound += result["pooled"]["analytical"][figure] if is_above else 0
                is_met = value >= bound if is_at_least else value <= bound
                yield row(*start, figure, figures.cell(figure, value),
                          f"{'>=' if is_at_least else '<='} {figures.cell(figure, bound)}", "met" if is_met else "not met")
        if result["name"] == "unseen":
            below = [clean(family["name"]) for family in result.get("families", ()) if gain(family) < 0]
            yield row(*start, "families below the analytical top-1", ", ".join(below) or "none", "none",
                      "not met" if below else "met")
    yield ""


def gain(family):
    """Of the choice over the analytical one."""
    return family["predictors"][CHOOSES]["top-1"] - family["predictors"]["analytical"]["top-1"]


def summary(figures, results):
    shown = ("pairwise", "peak@1", "top-1", "top-5", "APE", "MAPE", "MAPE >50us")

    def pooled(result, by):
        return by, *(figures.cell(figure, result["pooled"][by][figure]) for figure in shown)

    yield from head("machine", "trained on of its CPU", "rows", "of its CPU", "of workloads", "by", *shown)
    last = None
    for result in results:
        is_first = (result["cpu"], result["target"]) != last
        last = result["cpu"], result["target"]
        yield row(name(result) if is_first else "", result["meaning"], result["rows"], result["rows of the CPU"],
                  result["workloads of the CPU"], *pooled(result, CHOOSES))
        if is_first:  # what needs no training is the same for all trainings of a machine
            for by in ("analytical", "random", "perfect"):
                yield row(None, "-", None, None, None, *pooled(result, by))
    yield ""


def families(figures, result):
    """The figures of a choice, the learned one and the analytical one side by side."""
    columns = [(figure, by) for figure in ("top-1", "top-5", "peak@1", "pairwise")
               for by in (CHOOSES, "analytical", "perfect")]
    yield from head("family", "tasks", "schedules", *(f"{figure}: {by}" for figure, by in columns),
                    "top-1 against analytical")
    for family in result.get("families", ()):
        cells = (figures.cell(figure, family["predictors"][by][figure]) for figure, by in columns)
        yield row(clean(family["name"]), family["tasks"], family["schedules"], *cells,
                  "-" if math.isnan(gain(family)) else f"{gain(family):+.3f}")
    yield ""


def training(figures, result):
    rows = f", {result['calibration rows']} rows" if result["calibration rows"] else ""
    yield f"### {name(result)}: {result['name']}{rows}\n"
    if result["name"] == "unseen":
        count = len(result["programs"])
        yield f"Means over {count} program{'' if count == 1 else 's'}; *pooled* is over all tasks as one program.\n"
        yield from figures.by_predictor(result)
        yield from figures.by_program("program", result["programs"])
    yield from families(figures, result)


def machines(figures, results, least_tasks):
    yield ("## By machine\n\nJudged: ResNet-18, MobileNetV2, BERT and SqueezeNet on each machine, where it has "
           f"{least_tasks} or more of their tasks, else all its tasks. Nothing of one contraction with them is trained on, "
           "on whatever machine; all other rows of other CPUs are. Figures of all judged tasks of a machine as one program, "
           "each task once.\n")
    yield from targets(figures, results)
    yield from summary(figures, results)
    for result in results:
        yield from training(figures, result)
