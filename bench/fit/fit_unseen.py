#!/usr/bin/env python3
"""What models of other kinds would choose on a CPU whose rows they have not seen.

    .fit/bin/python bench/fit/fit_unseen.py $(cat data/training.txt) --live data/dataset/live-choices.tsv.gz

Rows and contractions are those of fit_trust.py, in two parts: for each CPU and part, models learn from the other CPUs and
the other part. The tasks of --live, measured on one of the CPUs, are judged by models of the other CPUs without their
contractions. Each model says by how much, in logarithms, a schedule is faster than the analytical choice; the schedule with
the greatest gain less its head start is chosen, else the analytical choice stays. Figures are over the tasks of a CPU:

  gain    geometric mean of the seconds of the analytical choice over those of the chosen schedule, with its standard error
  slower  part of the tasks that are more than a tenth slower than by the analytical choice
  worst   the least ratio of the sums of these seconds of a network with ten tasks or more

  trees        ranker times SHARE and regressor times TRUST, as on a near CPU
  relative     the same without the numbers of the target; the regressor learns distances from the mean of the task
  members      the mean of relative models of one CPU each, less SPREAD times their standard deviation
  linear       ridge regression of these distances on what the analytical model finds, by family, drawn to that of all
  differences  trees on how a schedule differs from the analytical choice
  A and B      the lesser gain of the two: both have to say so
"""
import argparse
import sys
import tempfile

import numpy
import xgboost
from fit_trust import COMMON, LEAST_ROWS, RANKER, REGRESSOR, SLOWER, Rows, write_features

SHARE, TRUST, PARTS = 0.65, 0.85, 2
ABSOLUTE = ("target.", "analytical.seconds")  # what tells one machine from another
FOUND = ("analytical.", "register.", "waste.", "set.", "pack.", "sweep.")  # what the analytical model finds
ALL_RIDGE, FAMILY_RIDGE, CLIP = 300, 1000, 6
BINS = {"max_bin": 64}  # quicker
DIFFERENCES = {**COMMON, "objective": "reg:squarederror", "eta": 0.08, "max_depth": 5, "min_child_weight": 10}
NETWORK_TASKS = 10


class Judged(Rows):
    """Rows with what is asked of them, by row where nothing else is said."""

    def __init__(self, tables, live):
        super().__init__(tables)
        self.is_live = numpy.arange(len(self.task)) >= len(self.task) - live
        self.part = numpy.array([int(key, 16) % PARTS for key in self.contraction])
        self.anchor = self.places(-self.analytical)[self.task]
        self.weight = numpy.sqrt(self.best[self.task] / self.seconds)
        error = numpy.log(self.seconds) - self.analytical
        self.error, self.distance = error, error - self.mean(error[:, None])[:, 0]
        found = self.values[:, self.columns(FOUND, ABSOLUTE)].astype(float)
        found -= self.mean(found)
        self.found = numpy.clip(found / (found.std(axis=0) + 1e-9), -CLIP, CLIP)

    def mean(self, values):
        """Weighted, of the task, for each of its rows."""
        weight = numpy.add.reduceat(self.weight, self.starts)
        return (numpy.add.reduceat(values * self.weight[:, None], self.starts) / weight[:, None])[self.task]

    def columns(self, beginnings=("",), without=()):
        return [n for n, name in enumerate(self.names) if name.startswith(beginnings) and not name.startswith(without)]

    def over_anchor(self, values):
        return values - values[self.anchor]


def ask(rows, used, asked, settings, rounds, inputs, labels, weight=None):
    matrix = xgboost.DMatrix(inputs(used), labels[used], weight=None if weight is None else weight[used], nthread=1)
    if settings is RANKER:
        matrix.set_group(numpy.unique(rows.task[used], return_counts=True)[1])
    return xgboost.train({**settings, **BINS, "seed": 1}, matrix, rounds).predict(xgboost.DMatrix(inputs(asked), nthread=1))


def ask_trees(rows, used, asked, rounds, columns, labels, trust):
    """Gains of a ranker and a regressor of the labels, not yet over the anchor."""
    inputs = lambda places: rows.values[places][:, columns]
    ranked = used[rows.sizes[rows.task[used]] >= LEAST_ROWS]
    rank = ask(rows, ranked, asked, RANKER, rounds, inputs, rows.best[rows.task] / rows.seconds)
    time = ask(rows, used, asked, REGRESSOR, rounds, inputs, labels, rows.weight)
    return SHARE * rank - rows.analytical[asked] - trust * time


def ask_linear(rows, used, asked):
    def fit(places, ridge, towards):
        inputs, weight = rows.found[places], rows.weight[places]
        size = inputs.shape[1]
        return numpy.linalg.solve(inputs.T @ (inputs * weight[:, None]) + ridge * numpy.eye(size),
                                  inputs.T @ (weight * rows.distance[places]) + ridge * towards)

    slopes, out = fit(used, ALL_RIDGE, numpy.zeros(rows.found.shape[1])), numpy.zeros(len(asked))
    for family in set(rows.family[asked]):
        own, of_family = used[rows.family[used] == family], rows.family[asked] == family
        out[of_family] = rows.found[asked[of_family]] @ (fit(own, FAMILY_RIDGE, slopes) if len(own) else slopes)
    return -rows.analytical[asked] - out


def ask_differences(rows, used, asked, rounds):
    columns = rows.columns((*FOUND, "knob.", "traffic.", "loop0.", "loop1."), ABSOLUTE)
    inputs = lambda places: numpy.column_stack([rows.values[places][:, columns] - rows.values[rows.anchor[places]][:, columns],
                                                rows.over_anchor(rows.analytical)[places]])
    gain = ask(rows, used, asked, DIFFERENCES, rounds, inputs, rows.over_anchor(rows.distance), rows.weight)
    return -rows.analytical[asked] - gain


def predict(rows, arguments):
    """Gains by name of the model; members of one CPU each in a list."""
    gains = {}

    def put(name, asked, values):
        gains.setdefault(name, numpy.full(len(rows.task), numpy.nan))[asked] = values

    open_rows, learned = ~rows.judges & ~rows.is_live, rows.thinned(arguments.rows) & ~rows.judges & ~rows.is_live
    home = rows.cpu[rows.is_live][0]
    is_known = numpy.isin(rows.contraction, rows.contraction[rows.is_live])
    turns = [(rows.is_live & ~rows.judges, learned & (rows.cpu != home) & ~is_known)]
    turns += [(open_rows & (rows.cpu == cpu) & (rows.part == part), learned & (rows.cpu != cpu) & (rows.part != part))
              for cpu in dict.fromkeys(rows.cpu) for part in range(PARTS)]
    everything, relative = rows.columns(), rows.columns(without=ABSOLUTE)
    for asked, used in (map(numpy.flatnonzero, turn) for turn in turns):
        put("trees", asked, ask_trees(rows, used, asked, arguments.rounds, everything, rows.error, TRUST))
        put("relative", asked, ask_trees(rows, used, asked, arguments.rounds, relative, rows.distance, 1))
        put("linear", asked, ask_linear(rows, used, asked))
        put("differences", asked, ask_differences(rows, used, asked, arguments.rounds))
        for cpu in dict.fromkeys(rows.cpu[used]):
            own = used[rows.cpu[used] == cpu]
            put(f"member {cpu}", asked, ask_trees(rows, own, asked, arguments.rounds, relative, rows.distance, 1))
        print(f"{rows.cpu[asked[0]]}: {len(asked)} rows by models of {len(used)}", file=sys.stderr, flush=True)
    return {name: rows.over_anchor(values) for name, values in gains.items()}


def rules(gains):
    members = numpy.stack([values for name, values in gains.items() if name.startswith("member")])
    mean, spread = numpy.nanmean(members, axis=0), numpy.nanstd(members, axis=0)
    agree = {"members, SPREAD 1": mean - spread, "members, SPREAD 0": mean}
    yield from ((name, gains[name], (0, 0.1, 0.2, 0.4)) for name in ("trees", "relative"))
    yield from ((name, values, (0, 0.1, 0.2)) for name, values in agree.items())
    yield from ((name, gains[name], (0, 0.05, 0.1)) for name in ("linear", "differences"))
    yield "trees and members", numpy.fmin(gains["trees"], mean - spread), (0, 0.05, 0.1)
    yield "trees and linear", numpy.fmin(gains["trees"], gains["linear"]), (0, 0.05, 0.1)


def cell(rows, tasks, chosen):
    before, after = rows.seconds[rows.anchor[rows.starts]][tasks], rows.seconds[chosen][tasks]
    logarithms = numpy.log(before / after)
    sources = [set(text.split(",")) for text in rows.sources[rows.starts[tasks]]]
    ratios = []
    for name in set().union(*sources) - {""}:
        own = numpy.array([name in each for each in sources])
        if own.sum() >= NETWORK_TASKS and not name.startswith("affine_"):
            ratios.append(before[own].sum() / after[own].sum())
    error = logarithms.std() / len(logarithms) ** 0.5
    worst = f"{min(ratios):.3f}" if ratios else "-"
    return f"{numpy.exp(logarithms.mean()):.4f} ± {error:.4f}, {100 * (after > SLOWER * before).mean():.1f} %, {worst}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="+", metavar="DATASET")
    parser.add_argument("--live", required=True, help="a dataset whose tasks are judged only")
    parser.add_argument("--rounds", type=int, default=120, help="trees of each model (120)")
    parser.add_argument("--rows", type=int, default=8, help="of a task that models learn from, at most (8)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = list(write_features([*arguments.datasets, arguments.live], folder))
        live = len(numpy.load(f"{tables[-1]}.npy", mmap_mode="r"))
        rows = Judged(tables, live)
    gains = predict(rows, arguments)
    judged = ~rows.judges[rows.starts] & (rows.sizes >= LEAST_ROWS)
    is_live, whole = rows.is_live[rows.starts], numpy.array([" as " not in name for name in rows.machine[rows.starts]])
    groups = [(cpu, judged & whole & ~is_live & (rows.cpu[rows.starts] == cpu)) for cpu in dict.fromkeys(rows.cpu)]
    groups.append(("live", judged & is_live))
    print("| model | head start |", " | ".join(f"{name}: {tasks.sum()} tasks" for name, tasks in groups), "|")
    print("|---" * (2 + len(groups)) + "|")
    for name, gain, starts in rules(gains):
        for start in starts:
            offered = numpy.where(numpy.isnan(gain), -numpy.inf, gain - start)
            offered[rows.anchor] = 0
            chosen = rows.places(offered)
            print(f"| {name} | {start:g} |", " | ".join(cell(rows, tasks, chosen) for _, tasks in groups), "|", flush=True)


if __name__ == "__main__":
    main()
