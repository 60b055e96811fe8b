"""One-Shot Tuner's table: what compiling a network costs and how fast the result is, for the choice without
measuring (K=0), the best of 64 measured (K=64) and AutoTVM's loop, `autotune tune` with as many trials
for each task; the first two by a model trained without the eight networks and by one trained with them.

A row is a task of a network: an op with what is fused with it, once, however often the network has it;
as in the paper, convolutions and products of the CNNs and every op of BERT. Then a row for the network as a
whole, and those of its deep tasks: the loop goes on to the trials of the paper.

Every network is a table of its own, bench/results/one-shot/NETWORK.json, of one build on one machine. All that is
made is kept in build/results/one-shot: what was stopped goes on, inside a search too.
lab/results/one-shot.md comes from one_shot_report.py.
"""
import functools
import hashlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time

import common
import record
import tuning

NETWORKS = ("alexnet", "bert_base", "densenet121", "efficientnet_b0", "mobilenet_v2", "resnet18", "squeezenet", "vgg16")
TRIALS = 1000  # of each task, in the paper's baseline
# Deep tasks of a network, where the loop has fewer trials than the paper's: twenty, about as the networks have tasks.
DEEP = {"alexnet": 1, "bert_base": 3, "densenet121": 5, "efficientnet_b0": 4, "mobilenet_v2": 3, "resnet18": 1, "squeezenet": 2, "vgg16": 1}
BATCH = 64  # that K=64 measures
CHEAP = ("elementwise", "movement", "pooling", "reduction")  # families that the paper tunes in BERT alone
TURNS = 3
RUNS = 1  # whole ones of a network


@functools.cache
def about():
    return common.about()


def key(*facts):
    return hashlib.sha256(" ".join(map(str, facts)).encode()).hexdigest()[:12]


def trials(options):
    return options.trials or TRIALS


def folder(options, network):
    """Of one build, machine and number of trials."""
    made = common.WORK / "one-shot" / key(json.dumps(record.identity(about())), trials(options)) / network
    made.mkdir(parents=True, exist_ok=True)
    return made


def table_of(network):
    return record.Table(f"one-shot/{network}")


def path_of(network):
    return common.ROOT / "test" / "models" / f"{network}.mlir"


# --- the models

@functools.cache
def model(name):
    """`without` or `with` the networks in its training, trained where it is not there."""
    path = common.WORK / f"{key(common.training())}.{name}.model"
    if not path.exists():
        leave_out = ["--exclude-networks", ",".join(NETWORKS)] if name == "without" else []
        new = path.with_suffix(".new")
        common.WORK.mkdir(parents=True, exist_ok=True)
        subprocess.run([common.PROGRAM, "train", *common.training_datasets(), *leave_out, "-o", new, "--quiet"],
                       check=True)
        new.replace(path)
    return path


# --- the loop

def tune(network, store, flags):
    """The command that tunes, on warm weights, as the tasks are judged; it goes on where the store ends."""
    return tuning.command(path_of(network), store, model("without"), ["--warm-weights", *flags])


def plan(options, network):
    """Tasks of the network, in the order in which --shard counts them; nothing is measured."""
    store = folder(options, network) / "plan.records"
    made = subprocess.run([str(part) for part in tune(network, store, ["--minutes", "0.000001"])],
                          capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{network}: {made.stdout}{made.stderr}")
    return sorted(json.loads(made.stdout)["tasks"], key=lambda task: task["task"])


def is_judged(options, network, task):
    return options.every_op or network.startswith("bert") or not task["name"].startswith(CHEAP)


def names(options, network):
    """NETWORK/TASK of all tasks that are judged, the network itself, and NETWORK/TASK/deep."""
    tasks = plan(options, network)
    judged = [f"{network}/{task['task']}of{len(tasks)}" for task in tasks if is_judged(options, network, task)]
    deep = random.Random(network).sample(judged, min(DEEP[network], len(judged))) if trials(options) < TRIALS else []
    return [*judged, network, *(f"{name}/deep" for name in sorted(deep))]


def loop(options, network, number, count, store, wanted, deadline):
    """What `tune` says of the task after so many trials; None where it fails."""
    said = tuning.finish(options, f"{network}/{number}", tune(network, store, [
        "--shard", f"{number - 1}/{count}", "--trials", wanted]), deadline)
    return said and said["tasks"][0]


def spent(store, number):
    """(seconds of the loop's rounds, of them building, compiling, checking and timing candidates, the
    module of the task, without the schedule that was chosen before)."""
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    seconds = database.execute("SELECT sum(spent_seconds) FROM tuning").fetchone()[0]
    measuring = database.execute("SELECT sum(cost_cpu_seconds) FROM row WHERE task = ?", (number,)).fetchone()[0]
    module = database.execute("SELECT module FROM task WHERE number = ?", (number,)).fetchone()[0]
    database.close()
    return seconds, measuring, re.sub(r'autotune\.schedule = "[^"]*"(, )?', "", module)


# --- one shot

def shots(options, stem, source):
    """({what: seconds to choose}, {what: arguments of common.our_turn})."""
    seconds, ours = {}, {}
    for name in ("without", "with"):
        best = stem.with_name(f"{stem.name}.{name}.mlir")
        flags = f"model={model(name)}"
        seconds[f"k0 {name}"] = common.choose(options, source, stem.with_name(f"{stem.name}.k0.{name}.mlir"), f"{flags} emit=annotate")
        seconds[f"k{BATCH} {name}"] = common.choose(options, source, best, f"{flags} top-k={BATCH} emit=annotate")
        ours[f"k0 {name}"] = (source, "--model", model(name))
        ours[f"k{BATCH} {name}"] = (best,)
    return seconds, ours


def equal_to_loop(options, stem, store):
    """Whose schedules are those of the loop, word for word: what they differ by is noise."""
    loop_choice = stem.with_name(f"{stem.name}.loop.mlir")
    common.choose(options, stem.with_suffix(".mlir"), loop_choice, f"model={model('without')} records={store} emit=annotate")
    wanted = common.schedules_of(loop_choice)
    return [f"{kind} {name}" for kind, part in (("k0", ".k0"), (f"k{BATCH}", "")) for name in ("without", "with")
            if common.schedules_of(stem.with_name(f"{stem.name}{part}.{name}.mlir")) == wanted]


# --- the rows

def turns(options, stem, ours, check):
    """Results of all, in turns within one timed process."""
    said = stem.with_name(f"{stem.name}.turns.json")
    said.write_text(json.dumps({"ours": {who: [str(part) for part in parts] for who, parts in ours.items()},
                                "check": check}))
    made = common.in_timed_process(options, "one-shot", str(said), with_peers=False)
    return made and made["results"]


def row(path):
    said = json.loads(open(path).read())
    return {"results": common.take_turns(TURNS, said["ours"], {}, check=said["check"])}


def judged_row(options, name, stem, store, task, taken, ours):
    """Of a task, whose loop is done; None where a result is wrong."""
    seconds, measuring, module = spent(store, int(stem.name))
    ours["loop"] = (stem.with_suffix(".mlir"), "--records", store, "--require", "record")
    # The result of an op without operands depends on no data: there is nothing to compare.
    results = turns(options, stem, ours, check="@op()" not in module)
    return results and {"name": name, "network": name.split("/")[0], "task": task["name"], "uses": task["uses"],
                        "trials": task["trials"], "failed": task["failed"],
                        "seconds_taken": {**taken, "loop": seconds}, "measuring_seconds": measuring,
                        "equal": equal_to_loop(options, stem, store), "results": results}


def task_row(options, name, deadline):
    network, place = name.split("/")
    number, count = map(int, place.split("of"))
    stem = folder(options, network) / str(number)
    store = stem.with_suffix(".records")
    task = loop(options, network, number, count, store, trials(options), deadline)
    if task is None:
        return None
    source = stem.with_suffix(".mlir")
    source.write_text(spent(store, number)[2])
    taken, ours = shots(options, stem, source)
    return judged_row(options, name, stem, store, task, taken, ours)


def deep_row(options, name, deadline):
    """The loop of the task, gone on with in a store of its own: the network as a whole has the other one."""
    network, place, _ = name.split("/")
    number, count = map(int, place.split("of"))
    stem = folder(options, network) / str(number)
    store = stem.with_suffix(".deep.records")
    if not store.exists():
        new = stem.with_suffix(".new")
        shutil.copy(stem.with_suffix(".records"), new)
        new.replace(store)
    task = loop(options, network, number, count, store, TRIALS, deadline)
    if task is None:
        return None
    source = stem.with_suffix(".mlir")
    ours = {f"k0 {kind}": (source, "--model", model(kind)) for kind in ("without", "with")}
    ours |= {f"k{BATCH} {kind}": (stem.with_name(f"{number}.{kind}.mlir"),) for kind in ("without", "with")}
    return judged_row(options, name, stem, store, task, {}, ours)


def network_row(options, network):
    """K=0 and the records of the loop; the tasks' K=64 are of no store."""
    made = folder(options, network)
    store = made / "all.records"
    store.unlink(missing_ok=True)
    for task in plan(options, network):
        if is_judged(options, network, task):
            subprocess.run([common.PROGRAM, "records", "merge", made / f"{task['task']}.records", store, "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
    path = path_of(network)
    taken = {f"k0 {name}": common.choose(options, path, os.devnull, f"model={model(name)}") for name in ("without", "with")}
    ours = {f"k0 {name}": (path, "--model", model(name)) for name in ("without", "with")}
    ours["loop"] = (path, "--records", store, "--model", model("without"))
    results = turns(options, made / "network", ours, check=False)
    return results and {"name": network, "network": network, "seconds_taken": taken, "results": results}


def measure_row(options, name, deadline):
    if time.monotonic() > deadline:
        raise common.Stopped
    if "/" not in name:
        made = network_row(options, name)
    else:
        made = (deep_row if name.endswith("/deep") else task_row)(options, name, deadline)
    if made:
        print(name, made.get("task", ""), " ".join(f"{who} {found['median'] * 1e6:.1f} us" for who, found in
                                                   made["results"].items()), flush=True)
    return made


def measure(options):
    """The names that failed; the other networks are measured all the same. With --seconds those that are whole are left as they are."""
    deadline, failed = common.deadline_of(options), []
    more = {"trials": trials(options), "every_op": options.every_op}
    if options.note:
        more["note"] = options.note
    for network in options.networks:
        table = table_of(network)
        if options.seconds and table.is_whole(RUNS, more):
            continue
        failed += table.measure(names(options, network), lambda name: measure_row(options, name, deadline), RUNS, more)
    return failed
