"""How evenly threads share the kernels of networks, for numbers of cores that no machine here has:
lab/results/balance.md, computed by `autotune-lab balance`. Nothing is measured."""
import json
import subprocess

import common
import record

REPORT = common.ROOT / "lab/results/balance.md"
NETWORKS = ("resnet50", "bert_base")
COUNTS = (2, 4, 8, 16, 32, 64)
WANTED = {16: 0.9, 64: 0.8}
TARGET = "zen5"
LEAST_MICROSECONDS = 100


def sharings(network):
    command = [common.LAB, "balance", common.ROOT / "test/models" / f"{network}.mlir", "--target", TARGET, "--json",
               "--counts", ",".join(map(str, COUNTS)), "--least", LEAST_MICROSECONDS]
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    return json.loads(result.stdout)


def is_large(kernel):
    return kernel["serial_seconds"] * 1e6 >= LEAST_MICROSECONDS


def summary(found):
    lines = ["| threads | barriers | least balance | wanted | kernels of 100 us or more | speed, predicted |",
             "|---:" * 6 + "|"]
    for sharing in found:
        lines.append(f"| {sharing['threads']} | {sharing['barriers']} | {sharing['least_balance']:.2f} | "
                     f"{WANTED.get(sharing['threads'], '-')} | {sharing['large_kernels']} | "
                     f"{sharing['serial_seconds'] / sharing['seconds']:.1f}x |")
    return lines


COPIES = {"one": "", "shared": ", copies shared", "each": ", each copies"}


def split_text(kernel):
    pieces = " x ".join(f"{loop['pieces']} of i{loop['iterator']}" for loop in kernel["split"])
    return pieces + COPIES[kernel["copies"]] if pieces else "one thread"


def kernels(found):
    lines = ["| kernel | uses | us | serial | " + " | ".join(map(str, COUNTS)) + f" | pieces at {COUNTS[-1]} |",
             "|---" + "|---:" * (3 + len(COUNTS)) + "|---|"]
    for row in zip(*(sharing["kernels"] for sharing in found)):
        if not is_large(row[0]):
            continue
        first, last = row[0], row[-1]
        lines.append(f"| {first['name'].removeprefix('linalg.')} {first['work']} | {first['uses']} | "
                     f"{first['serial_seconds'] * 1e6:.0f} | {100 * first['serial_part']:.1f} % | " +
                     " | ".join(f"{kernel['balance']:.2f}" for kernel in row) + f" | {split_text(last)} |")
    return lines


def write():
    lines = ["# Balance of threads", "",
             "Written by `scripts/results balance`, from `autotune-lab balance --json`; nothing is measured. "
             f"Target `{TARGET}`, the shipped model.",
             f"Computed at commit {common.commit()}, {record.now()[:10]}, for AMD EPYC of Zen 5.",
             "Balance is the mean work of a thread over that of the busiest, packing in the pieces included; *serial* the part of "
             "the work that one thread does before the others. The mean is of what one thread would do alone: what several pieces "
             "copy, each for itself, counts once in it and every time for the busiest, so a kernel that copies so has less balance and "
             "more speed than one whose copies are serial. Where all threads share the copies, the most that a thread copies and the most "
             "that a thread has of the pieces are added, as a barrier lies between them. Each kernel that threads share ends in a barrier, which is the end of a parallel region or lies between two kernels of one; the barriers after shared copies are not among those counted. "
             "[threads.md](../../docs/threads.md) says what is split.", ""]
    for network in NETWORKS:
        found = sharings(network)
        lines += [f"## {network}", "", *summary(found), "",
                  f"Balance of each kernel that takes {LEAST_MICROSECONDS} us or more on one thread:", "", *kernels(found), ""]
    REPORT.write_text("\n".join(lines))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
