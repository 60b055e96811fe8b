"""What threads gain on single kernels, predicted and measured: lab/results/thread-gains.md, from
`autotune-lab balance --measure`."""
import datetime
import itertools
import json
import shlex
import subprocess

import common

REPORT = common.ROOT / "lab/results/thread-gains.md"
NETWORKS = ("bert_2layer", "dcgan", "dqn", "efficientnet_b0", "inception_v1", "mobilenet_v2", "resnet18", "squeezenet")
COUNT = 2
LEAST_MICROSECONDS = 5
ROUNDS = 3
# Kernels by the microseconds that they take on one thread.
CLASSES = ((LEAST_MICROSECONDS, 20), (20, 50), (50, 200), (200, float("inf")))


def measured_kernels(options, network):
    command = [common.LAB, "balance", common.ROOT / "test/models" / f"{network}.mlir", "--target", "host", "--json",
               "--counts", COUNT, "--least", LEAST_MICROSECONDS, "--measure", ROUNDS]
    command = shlex.split(options.wrap or "") + [str(part) for part in command]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return [kernel["measured"] for kernel in found[0]["kernels"] if "measured" in kernel]


def predicted_gain(kernel):
    return kernel["predicted_serial_seconds"] / kernel["predicted_seconds"]


def gain(kernel):
    return kernel["serial_seconds"] / kernel["seconds"]


def kendall_tau(kernels):
    """Of the predicted and the measured seconds on several threads."""
    signs = [(a["predicted_seconds"] - b["predicted_seconds"]) * (a["seconds"] - b["seconds"])
             for a, b in itertools.combinations(kernels, 2)]
    return (sum(s > 0 for s in signs) - sum(s < 0 for s in signs)) / len(signs) if signs else None


def line(name, kernels):
    good = [kernel for kernel in kernels if kernel["verdict"] == "ok"]
    if not good:
        return f"| {name} | 0 | {len(kernels)} |" + " - |" * 7
    errors = [abs(predicted_gain(k) / gain(k) - 1) for k in good]
    times = [abs(k["predicted_seconds"] / k["seconds"] - 1) for k in good]
    times_alone = [abs(k["predicted_serial_seconds"] / k["serial_seconds"] - 1) for k in good]
    tau = kendall_tau(good)
    cells = [str(len(good)), str(len(kernels) - len(good)), str(sum(gain(k) < 1 for k in good)),
             f"{common.geomean([gain(k) for k in good]):.2f}", f"{common.geomean([predicted_gain(k) for k in good]):.2f}",
             *(f"{100 * sum(part) / len(part):.1f} %" for part in (errors, times_alone, times)),
             f"{tau:.2f}" if tau is not None else "-"]
    return f"| {name} | " + " | ".join(cells) + " |"


def heading(first):
    return [f"| {first} | kernels | failed | slower than on one | gain | predicted gain | error of the gain | "
            f"error of seconds, one thread | error of seconds, {COUNT} threads | tau of seconds |", "|---" + "|---:" * 9 + "|"]


def of_class(kernels, low, high):
    return [k for k in kernels if k["verdict"] == "ok" and low <= k["serial_seconds"] * 1e6 < high]


def write(options):
    about = common.about()
    found, lines = [], []
    for network in NETWORKS:
        kernels = measured_kernels(options, network)
        lines.append(line(network, kernels))
        print(lines[-1], flush=True)
        found += kernels
    note = f" {options.note}." if options.note else ""
    classes = [line(f"{low} to {high} us" if high < float("inf") else f"{low} us and more", part)
               for low, high in CLASSES if (part := of_class(found, low, high))]
    REPORT.write_text("\n".join([
        "# What threads gain on a kernel", "",
        f"Written by `scripts/results thread-gains`, {datetime.date.today()}, on {about['cpu']}, commit {about['commit']}, model {about['model']}, "
        f"run-time weights, fp=auto.{note} Every different kernel of a network that is predicted to take {LEAST_MICROSECONDS} us or more on one thread and that is cut for {COUNT} threads, "
        f"alone, on one thread and on {COUNT} in turn; least of {ROUNDS} medians (`autotune-lab balance MODEL.mlir --counts {COUNT} --measure {ROUNDS}`). "
        "*Gain*: seconds on one thread over those on several, geometric mean. *Errors*: mean of |predicted / measured - 1|. *Tau*: Kendall's, of predicted and measured seconds on several threads. "
        "Alone, a thread finds in its caches what it read the time before; in a network, operands come from other kernels ([threads.md](../../docs/threads.md)). "
        "[thread-model.md](../../docs/reference/thread-model.md) judges what is predicted, of more schedules and splits.", "",
        *heading("network"), *lines, line("all", found), "", "The same kernels by what they take on one thread, measured:", "", *heading("one thread"), *classes, ""]))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
