"""Checks the JSON of autotune run --profile: profile.py layers|tuned|repeated|twins|nest|empty FILE. "with-array COMMAND..." runs a
command beside an array two.npy that fits nothing."""
import json
import os
import struct
import sys


def near(one, other):
    return abs(one - other) <= 1e-4 * max(abs(one), abs(other)) + 1e-9


if sys.argv[1] == "with-array":
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }".ljust(117) + "\n"
    with open("two.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(8))
    os.execv(sys.argv[2], sys.argv[2:])

with open(sys.argv[2], encoding="utf-8") as file:
    profile = json.load(file)
kind, kernels, spans = sys.argv[1], profile["kernels"], profile["spans"]

# The parts are the whole.
assert near(sum(kernel["seconds"] for kernel in kernels) + profile["rest_seconds"], profile["seconds"])
assert near(sum(kernel["share"] for kernel in kernels) + profile["rest_seconds"] / profile["seconds"], 1)
assert profile["calls"] == 3 and profile["target"] == "x86-64-v3"
assert [level["name"] for level in profile["roof"]["levels"]] == ["L1", "L2", "L3", "memory"]

# Spans follow one another, and every kernel has as many as it has runs.
end = 0
for span in spans:
    assert span["start"] >= end - 1e-9 and span["seconds"] >= 0
    end = span["start"] + span["seconds"]
for place, kernel in enumerate(kernels):
    assert kernel["runs"] == sum(span["kernel"] == place for span in spans) > 0
    if "flops" in kernel and kernel["flops"] > 0:
        assert near(kernel["flops_per_second"], kernel["flops"] * kernel["runs"] / kernel["seconds"])
    if "roof_seconds" in kernel:
        assert near(kernel["share_of_roof"], kernel["roof_seconds"] * kernel["runs"] / kernel["seconds"])
    if kernel.get("source"):
        assert kernel["predicted_seconds"] > 0 and kernel["schedule"] and kernel["candidates"] > 0

names = [op["name"] for op in profile["ops"]]
if kind in ("layers", "tuned"):
    first, second = [kernel for kernel in kernels if kernel["op"] == "linalg.matmul"]
    groups = sorted(sorted(names[int(op)] for op in kernel["ops"]) for kernel in kernels)
    assert groups == [["linalg.elementwise", "linalg.fill", "linalg.generic", "linalg.matmul"], ["linalg.fill", "linalg.matmul"],
                      ["linalg.generic"]], groups
    assert first["flops"] >= 2 * 24 * 40 * 32 and first["bytes"] >= 4 * (24 * 32 + 32 * 40 + 24 * 40)
    assert [[names[int(op)] for op in op["inputs"]] for op in profile["ops"]][1:6] == [
        ["linalg.fill"], ["linalg.fill"], ["linalg.matmul"], ["linalg.generic", "linalg.matmul"], []], profile["ops"]
    left = [kernel for kernel in kernels if "schedule" not in kernel]
    assert len(left) == 1 and left[0]["op"] == "linalg.generic" and left[0]["reason"], left
    assert all(op["location"].startswith("profile.mlir:") for op in profile["ops"])
    assert ("untuned_seconds" in profile) == (kind == "layers")
    if kind == "layers":
        assert all(kernel["untuned_seconds"] >= 0 for kernel in kernels)
        assert sum(kernel["untuned_seconds"] for kernel in kernels) <= profile["untuned_seconds"] * 1.001
        assert near(sum(op["untuned_seconds"] for op in profile["ops"]), sum(kernel["untuned_seconds"] for kernel in kernels))
elif kind == "repeated":
    assert [kernel["runs"] for kernel in kernels] == [5] and kernels[0]["op"] == "linalg.elementwise"
elif kind == "twins":
    # Each has its own time, and each op its own untuned one.
    assert [(kernel["op"], kernel["runs"]) for kernel in kernels] == [("linalg.matmul", 1)] * 2 and kernels[0]["schedule"] == kernels[1]["schedule"]
    for kernel in kernels:
        assert near(kernel["untuned_seconds"], sum(profile["ops"][int(op)]["untuned_seconds"] for op in kernel["ops"])) and kernel["untuned_seconds"] > 0
elif kind == "split":
    assert len(kernels) == 2 and kernels[0]["ops"] == kernels[1]["ops"], kernels
    assert not any("untuned_seconds" in kernel for kernel in kernels) and profile["ops"][int(kernels[0]["ops"][0])]["untuned_seconds"] > 0
elif kind == "nest":
    assert [kernel["op"] for kernel in kernels] == ["affine.for"] and "flops" not in kernels[0]
else:
    assert not kernels and not spans
