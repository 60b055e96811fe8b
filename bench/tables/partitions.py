"""Which ops share kernels, measured: the partition that the model proposes beside no fusion, all the
fusion there can be, the greedy one and random ones, each as the whole network; docs/reference/partitions.md."""
import datetime
import json
import subprocess

import common

NETWORKS = ("bert_2layer", "dcgan", "dqn", "efficientnet_b0", "lstm_lm", "mobilenet_v2", "resnet18", "squeezenet")
REPORT = common.ROOT / "docs/reference/partitions.md"
HEADING = "## Measured"
PROPOSED = 3  # best by prediction that are measured
DRAWS = 4
ROUNDS = 3
COMPARED = ("apart", "fused", "greedy")


def measure(options, name):
    command = [common.LAB, "partitions", common.ROOT / "test" / "models" / f"{name}.mlir", "--target", "host",
               "--measure", PROPOSED, "--draws", DRAWS, "--rounds", ROUNDS, "--json"]
    text = subprocess.run(common.timed(options, command), capture_output=True, text=True, check=True).stdout
    return json.loads(text)


def ranks(row):
    """What is compared, in milliseconds. The partitions are in the order of prediction."""
    measured = [one for one in row["partitions"] if one.get("measured_seconds")]
    found = {"proposed": measured[0], **{one["origin"]: one for one in measured if one["origin"] in COMPARED}}
    drawn = [one["measured_seconds"] for one in measured if one["origin"] == "drawn"]
    errors = [abs(one["predicted_seconds"] / one["measured_seconds"] - 1) for one in measured]
    seconds = {name: one["measured_seconds"] for name, one in found.items()}
    return {"seconds": seconds, "best": min(seconds[name] for name in COMPARED if name in seconds),
            "drawn": common.geomean(drawn), "error": sum(errors) / len(errors), "tau": row.get("kendall_tau"),
            "least": min(one["measured_seconds"] for one in measured), "count": len(measured)}


def cell(seconds):
    return f"{seconds * 1e3:.3f}" if seconds else "-"


def line(name, rank):
    seconds = rank["seconds"]
    cells = [cell(seconds["proposed"]), *(cell(seconds.get(other)) for other in COMPARED), cell(rank["drawn"]),
             cell(rank["least"]), f"{rank['best'] / seconds['proposed']:.3f}", f"{rank['drawn'] / seconds['proposed']:.3f}",
             f"{100 * rank['error']:.1f} %", f"{rank['tau']:.2f}" if rank["tau"] is not None else "-", str(rank["count"])]
    return f"| {name} | " + " | ".join(cells) + " |"


def with_section(text, section):
    """The document with another text of this section; those around it stay."""
    before, _, after = text.partition(HEADING)
    _, following, rest = after.partition("\n## ")
    return before + section + "\n" + following + rest


def mean_and_least(made, partition):
    """Speed of a partition over that of the best compared."""
    speeds = [rank["best"] / rank["seconds"][partition] for rank in made.values()]
    return f"{common.geomean(speeds):.3f} (least {min(speeds):.3f})"


def write(options):
    made = {}
    for name in NETWORKS:
        made[name] = ranks(measure(options, name))
        print(line(name, made[name]), flush=True)
    about = common.about()
    drawn = common.geomean([rank["drawn"] / rank["seconds"]["proposed"] for rank in made.values()])
    note = f" {options.note}." if options.note else ""
    lines = [HEADING, "",
             f"Written by `scripts/results partitions`, {datetime.date.today()}, on {about['cpu']}, commit {about['commit']}, one thread, "
             f"run-time weights, fp=auto; least of {ROUNDS} rounds, each compiled anew.{note} Milliseconds of the whole network: the best by "
             "prediction; every op apart; all fused that can be; greedy, the default; the geometric mean of "
             f"{DRAWS} random ones; the fastest of all that were measured. *Of best*: the best of apart, fused and greedy over the "
             "proposed one. Error and Kendall's tau are of the predicted seconds of whole networks.", "",
             "| network | proposed | apart | fused | greedy | random | fastest | of best | random over proposed | error | tau | of |",
             "|---" + "|---:" * 11 + "|", *(line(name, rank) for name, rank in made.items()), "",
             f"In the geometric mean the proposed partition has {mean_and_least(made, 'proposed')} of the speed of the best of the three, the greedy "
             f"one {mean_and_least(made, 'greedy')}, and random ones take {drawn:.3f} times as long as the proposed one."]
    REPORT.write_text(with_section(REPORT.read_text(), "\n".join(lines)))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
