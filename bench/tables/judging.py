"""The judging set (data/judging_set.tsv), once a release: of each op the unmeasured choice, that of the analytical model
and the best that a search from the choice found, beside ONNX Runtime and OpenBLAS where they have the op; of each
layer of its networks the two choices, in turns within one process.

All is kept in build/results/judging, in a folder for the library and the machine: what was stopped goes on, inside a
search too. Two choices with the same schedules are timed like others: what they differ by is noise. A table of --set is
measured in the same way, and its document is build/results/judging/NAME.md: to try this, and for sets of one's own.
lab/results/judging.md comes from judging_report.py.
"""
import hashlib
import json
import subprocess
import sys
import time

import common
import generate
import judging_layers
import record
import searching
import transfer

FROZEN = common.ROOT / "data/judging_set.tsv"
TRIALS = 500  # of a search
SEVERAL_OPS = "normalisation"  # a family where no op is the largest: all are searched, in turn, with a fifth each
OP_TURNS, LAYER_TURNS = 3, 2
ATTEMPTS = 2


def set_of(options):
    return options.set.resolve() if options.set else FROZEN


def table_of(path):
    """Where whole runs of a set are kept: among the committed ones, where it is the frozen one."""
    table = record.Table("judging")
    if path != FROZEN:
        table.path = common.WORK / "judging" / f"{path.stem}.json"
        table.partial = common.WORK / "judging" / f"{path.stem}.partial.json"
    return table


def folder(path):
    """Of one library, machine and set."""
    about = common.about()
    facts = json.dumps([about["cpu"], about["library"], about["model"], path.read_text()])
    made = common.WORK / "judging" / hashlib.sha256(facts.encode()).hexdigest()[:12]
    made.mkdir(parents=True, exist_ok=True)
    return made


def check_frozen(path):
    if path == FROZEN and subprocess.run([sys.executable, common.ROOT / "data/judging_set.py", "--check"]).returncode:
        sys.exit(f"{FROZEN.name}: it judges nothing, as it is not what was frozen")


# --- one row

class Row:
    """A layer, its module, and what is made of it."""

    def __init__(self, layer, made):
        self.layer = layer
        self.module = made / f"{layer.number:04}.mlir"

    def file(self, ending):
        return self.module.with_suffix(f".{ending}")

    def choices(self, options):
        """{who: arguments of common.our_turn}."""
        ours = {"learned": (self.module,), "analytical": (self.module, "--model", "analytical")}
        if options.unseen:
            ours["unseen"] = (self.module, "--model", transfer.MODEL)
        return ours

    def schedules(self, options):
        """{who: the text of all schedules that it chose}."""
        found = {}
        for who, (_, *flags) in self.choices(options).items():
            annotated = self.file(f"{who}.mlir")
            common.choose(options, self.module, annotated, f"emit=annotate {f'model={flags[1]}' if flags else ''}")
            found[who] = annotated
        if not self.layer.network:
            found["best"] = self.file("best.mlir")
        return {who: common.schedules_of(path) for who, path in found.items()}


def search(options, row, deadline):
    """False where it failed."""
    trials = options.trials or TRIALS
    every_op = row.layer.family == SEVERAL_OPS
    done = searching.finish(options, row.module, row.file("jsonl"), row.file("best.mlir"), every_op,
                            max(trials // 5, 8) if every_op else trials, deadline)
    if done is None:
        raise common.Stopped
    return done


def timed(options, row):
    """Results of all, in turns within one timed process; None where one of them was wrong."""
    ours = row.choices(options)
    is_op = not row.layer.network
    if is_op:
        ours["best"] = (row.file("best.mlir"),)
    work = peer_work(row.layer) if is_op and common.PEER_PYTHON.exists() else None
    said = row.file("turns.json")
    said.write_text(json.dumps({"ours": {who: [str(part) for part in parts] for who, parts in ours.items()},
                                "turns": OP_TURNS if is_op else LAYER_TURNS, "peers": work}))
    return common.in_timed_process(options, "judging", str(said), with_peers=bool(work))


def measured(options, row, deadline):
    """What is known of the row; None where something failed, which was said."""
    if not row.layer.network and not search(options, row, deadline):
        return None
    try:
        schedules = row.schedules(options)
    except subprocess.CalledProcessError as error:
        print(f"{row.layer.name}: {error.stderr.decode()}", file=sys.stderr)
        return None
    made = next(filter(None, (timed(options, row) for _ in range(ATTEMPTS))), None)
    return made and {**made, "equal": [who for who in schedules if who != "learned" and schedules[who] == schedules["learned"]]}


def measure_row(options, row, deadline):
    """What failed is a row without results: the others are measured all the same."""
    if time.monotonic() > deadline:
        raise common.Stopped
    made = measured(options, row, deadline) or {"results": {}, "equal": []}
    return {**made, "name": row.layer.name, "network": row.layer.network, "family": row.layer.family,
            "trials": searching.count_trials(row.file("jsonl"))}


def row(path):
    """Run by the timed process."""
    said = json.loads(open(path).read())
    calls, versions, overheads = {}, {}, {}
    if said["peers"]:
        work = generate.Workload(**said["peers"])
        calls, versions, overheads = common.peer_calls(lambda peer, variant: peer.workload(work, variant), ("OpenBlas", "OnnxRuntime"))
    return {"versions": versions, "overheads": overheads, "results": common.take_turns(said["turns"], said["ours"], calls)}


# --- peers

def image_work(layer, numbers):
    """Square images and kernels, as the peers have them."""
    fused = {"-": "conv_nchw", "bias+relu": "conv_bias_relu"}.get(layer.fused)
    is_square = numbers["h"] == numbers["w"] and numbers["kh"] == numbers["kw"] and numbers["ph"] == numbers["pw"]
    if not fused or not is_square or numbers.get("d", 1) > 1:
        return None
    return generate.convolution("op", fused, numbers["h"], numbers["c"], numbers["f"], numbers["kh"], numbers["s"], numbers["ph"])


def peer_work(layer):
    """The same work in the terms of bench/peers, as its fields; None where the peers have none."""
    numbers = {name: int(value) for name, value in (pair.split("=") for pair in layer.sizes.split())}
    work, (b, m, n, k) = None, (numbers.get(name, 1) for name in "bmnk")
    if layer.kind == "conv_nchw":
        work = image_work(layer, numbers)
    elif layer.fused == "-" and layer.kind == "batch_matmul":
        work = generate.Workload("op", layer.kind, [(b, m, k), (b, k, n)], (b, m, n), 2 * b * m * n * k, numbers)
    elif layer.fused == "-" and layer.kind == "matmul":
        work = generate.Workload("op", layer.kind, [(m, k), (k, n)], (m, n), 2 * m * n * k, numbers)
    elif layer.kind == "softmax":
        work = generate.Workload("op", layer.kind, [(m, n)], (m, n), 0, numbers)
    elif layer.kind == "layer_norm":
        work = generate.Workload("op", layer.kind, [(1, m, n), (n,), (n,)], (1, m, n), 0, numbers)
    return work and vars(work)


# --- all rows

def told(row):
    if not row["results"]:
        return f"{row['name']}: FAILED"
    return f"{row['name']}: " + " ".join(f"{who} {found['median'] * 1e6:.1f} us" for who, found in row["results"].items())


def prepare(options):
    """{name: Row} of the whole set, the ops first."""
    path = set_of(options)
    check_frozen(path)
    made = folder(path)
    if subprocess.run([common.LAB, "dataset", "modules", path, made], stdout=subprocess.DEVNULL).returncode:
        sys.exit(1)  # it said why
    layers = judging_layers.read(path)
    if options.unseen:
        transfer.train_where_missing()
    return {layer.name: Row(layer, made) for layer in sorted(layers, key=lambda layer: bool(layer.network))}


def about(options, rows):
    """What a table is of, beside build and machine."""
    path = set_of(options)
    uses = judging_layers.uses([row.layer for row in rows.values()])
    return {"set": path.name, "set_digest": common.digest(path), "trials": options.trials or TRIALS, "unseen": options.unseen,
            "uses": {name: uses[row.layer.number] for name, row in rows.items() if row.layer.network},
            **({"note": options.note} if options.note else {})}


def measure(options):
    """The names that failed."""
    deadline = common.deadline_of(options)
    rows, failed = prepare(options), []

    def row_of(name):
        made = measure_row(options, rows[name], deadline)
        print(told(made), flush=True)
        failed.extend([] if made["results"] else [name])
        return made

    if options.only:
        for name in common.chosen(options, list(rows)):
            row_of(name)
    else:
        table_of(set_of(options)).measure(list(rows), row_of, options.runs, about(options, rows))
    return failed
