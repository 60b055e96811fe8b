#!/usr/bin/env python3
"""How far the learned model is to be trusted on a CPU whose rows it has not seen.

    python3 -m venv .fit && .fit/bin/pip install -r bench/fit/requirements.txt
    .fit/bin/python bench/fit/fit_trust.py $(cat data/training.txt)

Every contraction that judges (data/judges.txt, bench/workloads, data/judging_set.tsv) is left out. The others are dealt into four
parts by their key. For each CPU and part, a ranker and a regressor learn from the other CPUs and the other
parts, and choose among the schedules of every task of that CPU and part by

    factor * rank - log(analytical seconds) - trust * regressor

A cell of the tables has the mean over tasks of best over chosen seconds, the sum of the best over the sum of
the chosen seconds, and the part of the tasks that are more than a tenth slower than by the analytical model,
which trust 0 and factor 0 is; of every figure it is the mean over the seeds. With --home the models also learn
from the other parts of the CPU itself.

It needs build/bin/autotune-lab for the features, and the packages above: later releases of XGBoost draw the pairs
of the ranker in another way. The trees are fewer, and learn from fewer rows, than those of `autotune train`.
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
    import xgboost
except ImportError as missing:
    sys.exit(f"fit_trust: {missing}; .fit/bin/pip install -r bench/fit/requirements.txt (docs/reference/cost-model.md)")

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JUDGES = f"{ROOT}/bench/workloads,{ROOT}/data/judging_set.tsv"
PARTS = 4
LEAST_ROWS = 8  # of a task, from which it says something about a choice
SLOWER = 1.1
TRUSTS = (0, 0.07, 0.3, 0.85, 1)
FACTORS = (0, 0.01, 0.1, 0.3, 0.5, 1.6)
# Features that cost time and change little.
UNUSED = ("curve.", "loop6.", "loop7.", "loop8.", "loop9.", "loop10.", "loop11.")
COMMON = {"nthread": 1, "verbosity": 0, "tree_method": "hist", "base_score": 0, "gamma": 1e-4,
          "colsample_bytree": 0.3}
RANKER = {**COMMON, "objective": "rank:pairwise", "eta": 0.1}
REGRESSOR = {**COMMON, "objective": "reg:squarederror", "eta": 0.05}


class Rows:
    """Measured schedules, those of a task in a row: arrays of equal length."""

    def __init__(self, tables):
        """`tables`: paths as `autotune-lab dataset features` takes them for OUT."""
        self.values, lines, starts = [], [], []
        for path in tables:
            names = pathlib.Path(f"{path}.names").read_text(encoding="utf-8").split()
            used = [n for n, name in enumerate(names) if not name.startswith(UNUSED)]
            self.names = [names[n] for n in used]
            self.values.append(numpy.load(f"{path}.npy", mmap_mode="r")[:, used])
            with open(f"{path}.tsv", encoding="utf-8", newline="") as file:
                last = None
                for line in csv.DictReader(file, delimiter="\t"):
                    if last != (line["workload"], line["machine"]):
                        starts.append(len(lines))
                        last = line["workload"], line["machine"]
                    lines.append(line)
        self.values = numpy.concatenate(self.values)
        self.starts = numpy.array(starts)
        self.sizes = numpy.diff(numpy.append(self.starts, len(lines)))
        self.task = numpy.repeat(numpy.arange(len(starts)), self.sizes)
        self.seconds = numpy.array([float(line["seconds"]) for line in lines])
        self.analytical = numpy.log([float(line["analytical_seconds"]) for line in lines])
        self.cpu = numpy.array([line["cpu"] for line in lines])
        self.machine = numpy.array([machine_of(line) for line in lines])
        self.family = numpy.array([line["family"] for line in lines])
        self.sources = numpy.array([line["sources"] for line in lines])
        self.contraction = numpy.array([line["contraction"] for line in lines])
        self.part = numpy.array([int(key, 16) % PARTS for key in self.contraction])
        self.judges = mark_judges(lines)
        self.best = numpy.minimum.reduceat(self.seconds, self.starts)

    def thinned(self, most):
        """Marks at most so many rows of every task, at even distances."""
        size = self.sizes[self.task]
        place = numpy.arange(len(self.task)) - self.starts[self.task]
        return (size <= most) | (place * most // size != (place - 1) * most // size)

    def places(self, score):
        """The first row of the best score, by task."""
        most = numpy.maximum.reduceat(score, self.starts)[self.task]
        places = numpy.flatnonzero(score == most)
        return places[numpy.unique(self.task[places], return_index=True)[1]]

    def choose(self, score):
        """Seconds of that row."""
        return self.seconds[self.places(score)]


def machine_of(line):
    """The CPU and, of a machine with fewer instructions than its own, what LLVM calls it."""
    name, _, level = line["target"].partition("llvm_cpu=")
    return line["cpu"] + (f" as {level}" if level else f", {name.split(',', maxsplit=1)[0]}")


def mark_judges(lines):
    """Which lines compute something that judges, under whatever name."""
    names = set((ROOT / "data/judges.txt").read_text(encoding="utf-8").strip().split(","))
    judged = {line["contraction"] for line in lines
              if line["left_out"] == "1" or names & set(line["sources"].split(","))}
    return numpy.array([line["contraction"] in judged for line in lines])


def write_features(datasets, folder):
    for n, dataset in enumerate(datasets):
        out = pathlib.Path(folder) / str(n)
        code = subprocess.run([ROOT / "build/bin/autotune-lab", "dataset", "features", "--quiet", dataset, out,
                               "--exclude-modules", JUDGES], stdout=subprocess.DEVNULL).returncode
        if code:  # which has said why
            sys.exit(code)
        yield out


def train(rows, used, settings, rounds, seed):
    matrix = xgboost.DMatrix(rows.values[used], nthread=1)
    speeds = rows.best[rows.task[used]] / rows.seconds[used]
    if settings is RANKER:
        matrix.set_label(speeds)
        matrix.set_group(numpy.unique(rows.task[used], return_counts=True)[1])
    else:
        matrix.set_label(numpy.log(rows.seconds[used]) - rows.analytical[used])
        matrix.set_weight(numpy.sqrt(speeds))
    return xgboost.train({**settings, "seed": seed}, matrix, rounds)


def predict(rows, arguments, seed):
    """Rank and logarithm of every row that does not judge, by models that saw neither its contraction nor, but for
    --home, its CPU."""
    rank, logarithm = numpy.zeros(len(rows.task)), numpy.zeros(len(rows.task))
    learned = rows.thinned(arguments.rows) & ~rows.judges
    for cpu in ["home"] if arguments.home else dict.fromkeys(rows.cpu):
        for part in range(PARTS):
            asked = ~rows.judges & (rows.part == part) & (arguments.home | (rows.cpu == cpu))
            used = learned & (rows.part != part) & (rows.cpu != cpu)
            if not asked.any() or not used.any():
                continue
            matrix = xgboost.DMatrix(rows.values[asked], nthread=1)
            ranked = used & (rows.sizes[rows.task] >= LEAST_ROWS)
            rank[asked] = train(rows, ranked, RANKER, arguments.rounds, seed).predict(matrix)
            logarithm[asked] = train(rows, used, REGRESSOR, arguments.rounds, seed).predict(matrix)
            print(f"{cpu}, seed {seed}, part {part + 1} of {PARTS}", file=sys.stderr)
    return rank, logarithm


def figures(best, analytical, chosen):
    return (best / chosen).mean(), best.sum() / chosen.sum(), 100 * (chosen > SLOWER * analytical).mean()


def print_table(rows, machine, predictions):
    tasks = (rows.machine[rows.starts] == machine) & ~rows.judges[rows.starts] & (rows.sizes >= LEAST_ROWS)
    if not tasks.any():
        return
    best, analytical = rows.best[tasks], rows.choose(-rows.analytical)[tasks]
    print(f"\n{machine}: {tasks.sum()} tasks\n\n| trust |", " | ".join(f"factor {factor:g}" for factor in FACTORS), "|")
    print("|---" * (len(FACTORS) + 1) + "|")
    for trust in TRUSTS:
        cells = []
        for factor in FACTORS:
            scores = (factor * rank - rows.analytical - trust * logarithm for rank, logarithm in predictions)
            all_seeds = [figures(best, analytical, rows.choose(score)[tasks]) for score in scores]
            cells.append("{:.3f} {:.3f} {:.1f} %".format(*numpy.mean(all_seeds, axis=0)))
        print(f"| {trust:g} |", " | ".join(cells), "|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="+", metavar="DATASET")
    parser.add_argument("--rounds", type=int, default=150, help="trees of each model (150)")
    parser.add_argument("--rows", type=int, default=16, help="of a task that models learn from, at most (16)")
    parser.add_argument("--seeds", type=int, default=1, help="trainings of each model (1)")
    parser.add_argument("--home", action="store_true", help="the CPU that is judged is learned from, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = Rows(list(write_features(arguments.datasets, folder)))
    predictions = [predict(rows, arguments, seed + 1) for seed in range(arguments.seeds)]
    for machine in dict.fromkeys(rows.machine):
        print_table(rows, machine, predictions)


if __name__ == "__main__":
    main()
