#!/usr/bin/env python3
"""How many trees the regressor should have, and whether the mean of several trainings chooses better.

    .fit/bin/python bench/fit/fit_rounds.py $(cat data/training.txt) --cpu 'model 17'

Rows and contractions are those of fit_trust.py. Models learn from all but the first part of the contractions, once with the rows of
the CPU (known) and once without them (unseen), and choose among the schedules of every task of the CPU and the first part by

    share * rank - log(analytical seconds) - regressor

A line has, for a number of trees of the regressor and each of the seeds, then for the mean of their predictions, by how much
the choice is slower than the best of the task and how much faster than the analytical choice, geometric means over tasks, and
the root mean squared error of the regressor.
"""
import argparse
import sys
import tempfile

import numpy
import xgboost
from fit_trust import LEAST_ROWS, RANKER, REGRESSOR, Rows, train, write_features

RANKER_ROUNDS = 300
ASKED_PART = 0


def choose(rows, asked, score):
    """Seconds of the best score of every task that is asked about."""
    everywhere = numpy.full(len(rows.task), -numpy.inf)
    everywhere[asked] = score
    return rows.choose(everywhere)[numpy.unique(rows.task[asked])]


def figures(rows, asked, rank, logarithm, share):
    tasks = numpy.unique(rows.task[asked])
    chosen = choose(rows, asked, share * rank - rows.analytical[asked] - logarithm)
    plain = choose(rows, asked, -rows.analytical[asked])
    error = logarithm - numpy.log(rows.seconds[asked]) + rows.analytical[asked]
    return (100 * numpy.expm1(numpy.log(chosen / rows.best[tasks]).mean()), numpy.exp(numpy.log(plain / chosen).mean()),
            numpy.sqrt((error ** 2).mean()))


def judge(rows, learned, asked, arguments, name):
    ranked = learned & (rows.sizes[rows.task] >= LEAST_ROWS)
    values = xgboost.DMatrix(rows.values[asked], nthread=1)
    ranks, models = [], []
    for seed in range(1, arguments.seeds + 1):
        ranks.append(train(rows, ranked, RANKER, RANKER_ROUNDS, seed).predict(values))
        models.append(train(rows, learned, REGRESSOR, max(arguments.rounds), seed))
    for rounds in arguments.rounds:
        logarithms = [model.predict(values, iteration_range=(0, rounds)) for model in models]
        cells = [figures(rows, asked, *both, arguments.share) for both in zip(ranks, logarithms)]
        cells.append(figures(rows, asked, numpy.mean(ranks, 0), numpy.mean(logarithms, 0), arguments.share))
        print(f"| {name} | {rounds} | " + " | ".join("%.2f %%, %.4f, %.4f" % cell for cell in cells) + " |", flush=True)


def positive(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 1 up")
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="+")
    parser.add_argument("--cpu", required=True, help="part of the name of the CPU that is judged")
    parser.add_argument("--rounds", type=positive, nargs="+", default=[300, 600, 1200, 2400])
    parser.add_argument("--rows", type=positive, default=512, help="of a task, at most")
    parser.add_argument("--seeds", type=positive, default=2)
    parser.add_argument("--share", type=float, default=0.1, help="of the ranker")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = Rows(list(write_features(arguments.datasets, folder)))
    of_cpu = numpy.array([arguments.cpu in cpu for cpu in rows.cpu])
    if not of_cpu.any():
        sys.exit(f"fit_rounds: no row is of a CPU '{arguments.cpu}'; there are {', '.join(sorted(set(rows.cpu)))}")
    learned = rows.thinned(arguments.rows) & ~rows.judges & (rows.part != ASKED_PART)
    asked = of_cpu & ~rows.judges & (rows.part == ASKED_PART) & (rows.sizes[rows.task] >= LEAST_ROWS)
    print(f"{len(numpy.unique(rows.task[asked]))} tasks")
    print("| rows of the CPU | trees | " + " | ".join(f"seed {seed + 1}" for seed in range(arguments.seeds)) + " | mean |")
    print("|---|---:|" + "---|" * (arguments.seeds + 1))
    judge(rows, learned, numpy.flatnonzero(asked), arguments, "known")
    judge(rows, learned & ~of_cpu, numpy.flatnonzero(asked), arguments, "unseen")


if __name__ == "__main__":
    main()
