"""Ten minutes of `autotune tune` on whole networks, three seeds each, beginning with a model without a row of
this processor (transfer.py), beside the unmeasured choices: of that model and of the shipped one, which has rows
of the processor.

A row is a network and a seed. Stores are kept in build/results/tuned: what was stopped goes on.
"""
import hashlib
import statistics

import common
import networks
import record
import transfer
import tuning

NETWORKS = ("resnet18", "bert_2layer")
SEEDS = (1, 2, 3)
MINUTES = 10
TURNS = 3  # a turn compiles the network anew


def names():
    return [f"{network}/{seed}" for network in NETWORKS for seed in SEEDS]


def store_of(name):
    """Of one build, machine and model that it begins with."""
    facts = f"{transfer.identity()} {common.digest(common.PLUGIN)} {common.digest(transfer.MODEL)} {MINUTES}"
    folder = common.WORK / "tuned" / hashlib.sha256(facts.encode()).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name.replace('/', '.')}.records"


def measure(options, name):
    network, seed = name.split("/")
    transfer.train_where_missing()
    said = tuning.finish(options, name, tuning.command(networks.path_of(network), store_of(name), transfer.MODEL, [
        "--target", "host", "--minutes", MINUTES, "--seed", seed]))
    made = said and common.in_timed_process(options, "tuned", name, with_peers=False)
    return made and {**made, "trials": sum(task["trials"] for task in said["tasks"]),
                     "failed": sum(task["failed"] for task in said["tasks"])}


def row(name):
    path = networks.path_of(name.split("/")[0])
    ours = {"unseen": (path, "--model", transfer.MODEL), "shipped": (path,),
            "tuned": (path, "--records", store_of(name), "--model", transfer.MODEL)}
    return {"name": name, "results": common.take_turns(TURNS, ours, {}, check=False)}


# --- the document

WANTED = (("unseen", "the choice of the model without a row of this processor", 1.10),
          ("shipped", "the choice of the shipped model, which has rows of this processor", 1.03))


def summary_lines(rows):
    for network in NETWORKS:
        same = [row for row in rows if row["name"].startswith(f"{network}/")]
        for who, title, wanted in WANTED:
            found = [row["seconds"][who][0] / row["seconds"]["tuned"][0] for row in same]
            yield (f"- {network}, tuned against {title}: {statistics.median(found):.3f} in the median of {len(found)} seeds, "
                   f"{min(found):.3f} to {max(found):.3f} (wanted {wanted}).")


def section():
    """Of lab/results/results.md."""
    table = record.Table("tuned").runs()
    if not table:
        return []
    rows = record.merged(table)
    columns = ("unseen", "shipped", "tuned")
    return ["## Ten minutes of tuning", "", *record.heading(table),
            f"{MINUTES} minutes of `autotune tune` on one core, compiling and timing, paired tests included; it begins with the model that has "
            "no row of this processor (*unseen*, as in the section above). *Shipped*: its training has rows of this processor, but none of these networks. "
            "Milliseconds of the whole network, run-time weights, in turns within one process. Ratios are of speed: above 1, the tuned network is faster.", "",
            *summary_lines(rows), "",
            "| network/seed | trials | failed | " + " | ".join(f"{who}, ms" for who in columns) + " | tuned / unseen | tuned / shipped |",
            "|---" + "|---:" * (len(columns) + 4) + "|",
            *(f"| {row['name']} | {row['trials']} | {row['failed']} | " +
              " | ".join(f"{row['seconds'][who][0] * 1e3:.2f}" for who in columns) + " | " +
              " | ".join(f"{row['seconds'][who][0] / row['seconds']['tuned'][0]:.3f}" for who in ("unseen", "shipped")) + " |"
              for row in rows), "",
            "Reproduce: `scripts/results tuned report --runs 1`.", ""]
