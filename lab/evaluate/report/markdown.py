#!/usr/bin/env python3
"""The Markdown of an evaluation, from the JSON that `autotune-lab evaluate` wrote.

    lab/evaluate/report/markdown.py EVALUATION.json > REPORT.md

Every number is one of the JSON, or a mean of some over seeds or tables.
"""
import json
import math
import sys

from machines import machines
from replay import replays
from tables import Figures, clean, head, mean, numbers, row

CHOOSES, TELLS_TIME = "both", "regressor"  # who the pass chooses by, and who predicts its times

# Split, figure, by, whether the bound is a least one, bound.
TARGETS = (
    ("network", "top-1", CHOOSES, True, 0.906),
    ("network", "top-5", CHOOSES, True, 0.949),
    ("network", "peak@1", CHOOSES, True, 0.85),
    ("network", "pairwise", CHOOSES, True, 0.88),
    ("workload", "APE", CHOOSES, False, 3.7),
    ("workload", "tau", CHOOSES, True, 0.80),
    ("family", "APE", CHOOSES, False, 2.3),
    ("workload", "MAPE >50us", TELLS_TIME, False, 4.5),
    ("workload", "tau of times >50us", TELLS_TIME, True, 0.92),
)


def data(report):
    yield (f"{report['schedules']} schedules that ran and agreed, of {report['measured']} measured, over {report['workloads']} "
           f"workloads ({report['perturbed workloads']} of them in no network) in {report['tasks']} tasks; version "
           f"{report['space']} of the space.\n")
    yield from head("machine", "target", "schedules")
    for machine in report["machines"]:
        yield row(clean(machine["cpu"]), f"`{clean(machine['target'])}`", machine["schedules"])
    yield ""


def noise(report):
    yield ("## Noise of the measurements\n\n"
           "Relative difference of two measurements of one schedule. No model can be better.\n")
    yield from head("two measurements", "pairs", "median", "90th percentile", "mean", "mean >50us")
    for key, what in (("halves", "halves of the repeats"), ("again", "again at another time")):
        found = report["noise"][key]
        if found["pairs"]:
            yield row(what, found["pairs"], *(f"{found[of]:.2f} %" for of in ("median", "p90", "mean", "mean >50us")))
    yield ""


# --- targets


def value_of(split, by, figure):
    """Of the split by workload, whose folds are no programs, the APE of programs is that of networks."""
    is_of_networks = figure == "APE" and split["network count"] > 0
    return split["networks" if is_of_networks else "means"][by][figure]


def note_of(report, split, by, figure, is_at_least, bound):
    """What else there is to know: the same pooled, the noise, and whether that forbids the bound."""
    note = ""
    if figure == "APE":
        note += f"; pooled {split['pooled'][by][figure]:.1f} %"
    if figure == "MAPE >50us":
        halves, again = (report["noise"][key]["mean >50us"] for key in ("halves", "again"))
        note += f"; twice the noise floor is {2 * (again if again > halves else halves):.1f} %"
    floor = value_of(split, "perfect", figure)
    if math.isnan(floor):
        floor = value_of(split, "repeats", figure)
    if floor < bound if is_at_least else floor > bound:
        note += f"; a perfect model would reach {floor:.3f}"
    return note


def targets(report, figures):
    splits = {split["name"]: split for split in reversed(report["splits"]) if split["programs"]}
    rows = [target for target in TARGETS if target[0] in splits]
    if not rows:
        return
    yield "## Targets\n"
    yield from head("split", "figure", "by", "reached", "target", None)
    for name, figure, by, is_at_least, bound in rows:
        value = value_of(splits[name], by, figure)
        is_met = value >= bound if is_at_least else value <= bound
        note = note_of(report, splits[name], by, figure, is_at_least, bound)
        yield row(name, figure, by, figures.cell(figure, value), f"{'>=' if is_at_least else '<='} {figures.cell(figure, bound)}",
                  ("met" if is_met else "not met") + note)
    yield ""


# --- what was trained


def split_section(report, figures, split):
    count = len(split["programs"])
    networks = (f"; *by network* is the mean over the {split['network count']} networks with {report['least tasks']} tasks or "
                "more" if split["network count"] else "")
    yield (f"## Held out by {split['name']}\n\nNot trained on: {split['meaning']}. Means over {count} "
           f"program{'' if count == 1 else 's'}{networks}; *pooled* is over all their tasks as one program.\n")
    yield from figures.by_predictor(split)
    yield from figures.by_program("program", split["programs"])
    if "types" in split:
        yield "By type of elements, those of sums last, all tasks of a type as one program:\n"
        yield from figures.by_program("type", split["types"])


def ablations(report, figures):
    shown = [("ranker", figure) for figure in ("pairwise", "tau", "APE", "top-1", "top-5")]
    shown += [("regressor", figure) for figure in ("APE", "top-1", "MAPE >50us")]
    trainings = report["ablations"]
    yield (f"## Ablations\n\nOn the split by {trainings[0]['split']}. Each row is a training, to be compared with the row it names, which has "
           "as many schedules.\n")
    yield from head("training", "compared with", "what", "schedules", *(f"{by}: {figure}" for by, figure in shown))
    for training in trainings:
        cells = (figures.cell(figure, training["means"][by][figure]) if training["programs"] else "-" for by, figure in shown)
        yield row(training["name"], training["against"], training["meaning"], training["trained rows"], *cells)
    yield ""


def development(report, figures):
    trainings = report["development"]
    seeds = sum(training["name"] == trainings[0]["name"] for training in trainings)
    tasks, rows = (sum(program[key] for program in trainings[0]["programs"]) for key in ("tasks", "schedules"))
    yield (f"## Development set\n\n{tasks} tasks with {rows} schedules; trained on {trainings[0]['trained rows']} others, without "
           f"the judges, with {seeds} seeds, whose mean this is. *Share* is RANKER_SHARE: schedules are chosen by share * ranker "
           "score - log(regressor seconds). All figures but the last are pooled over all tasks.\n")
    yield from head("objective of the ranker", "share", "pairwise", "slowdown@1", "slowdown@5", "top-1", "APE pooled",
                    "APE by family")

    def cells(columns):  # of each seed: pooled and mean figures
        for of, figure in enumerate(("pairwise", "slowdown@1", "slowdown@5", "top-1", "APE", "APE")):
            yield figures.cell(figure, mean(column[of == 5][figure] for column in columns))

    for first in range(0, len(trainings), seeds):
        same = trainings[first:first + seeds]
        for place, share in enumerate(same[0]["shares"]):
            columns = [(training["shares"][place]["pooled"], training["shares"][place]["mean"]) for training in same]
            yield row(same[0]["name"], f"{share['share']:g}", *cells(columns))
        columns = [(training["pooled"]["ranker"], training["means"]["ranker"]) for training in same]
        yield row(same[0]["name"], "ranker alone", *cells(columns))
    yield ""


def title_of(report):
    if report["development"]:
        return "Choosing constants by the development set"
    if report["splits"] or report["by machine"]:
        return "Evaluation of the cost models"
    if report["ablations"]:
        return "Ablations of the learned models"
    return "Replay: searches on measured tables" if "replay" in report else "Evaluation of the cost models"


def evaluation(report):
    figures = Figures(report)
    yield (f"# {title_of(report)}\n\nWritten by `{clean(report['command'])}`. [metrics.md](metrics.md) defines the figures.\n")
    yield from data(report)
    yield from targets(report, figures)
    yield from noise(report)
    yield "## Predictors\n"
    for predictor, meaning in report["predictors"].items():
        yield f"- **{predictor}**: {meaning}"
    yield ""
    for split in report["splits"]:
        yield from split_section(report, figures, split)
    if report["by machine"]:
        yield from machines(figures, report["by machine"], report["least tasks"])
    if report["development"]:
        yield from development(report, figures)
    if report["ablations"]:
        yield from ablations(report, figures)
    if "replay" in report:
        yield from replays(report["replay"])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    path = sys.argv[1]
    try:
        with open(path, encoding="utf-8") as file:
            report = numbers(json.load(file))
    except OSError as error:
        sys.exit(f"markdown.py: {path}: {error.strerror}")
    except ValueError:
        report = None
    if not isinstance(report, dict) or "predictors" not in report:
        sys.exit(f"markdown.py: {path}: no JSON of autotune-lab evaluate")
    for line in evaluation(report):
        print(line)


main()
