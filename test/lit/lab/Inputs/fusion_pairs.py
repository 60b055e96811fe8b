"""Compares the table of `fusion pairs` with the file that it is of: a line for each kernel, in the same order."""
import csv
import sys

kernels = []  # partition's number of the file, place
for line in open(sys.argv[1]):
    kind, *fields = line.split("\t")
    if kind == "partition":
        place = -1
        whole = min(map(float, fields[2].split(",")))
    elif kind == "kernel":
        place += 1
        kernels.append((place, whole, min(map(float, fields[0].split(",")))))
rows = list(csv.DictReader(open(sys.argv[2]), delimiter="\t", quoting=csv.QUOTE_NONE))
assert len(rows) == len(kernels), (len(rows), len(kernels))
for row, (place, whole, seconds) in zip(rows, kernels):
    assert int(row["place"]) == place
    assert abs(float(row["seconds"]) - seconds) <= 1e-4 * seconds
    assert abs(float(row["whole_seconds"]) - whole) <= 1e-4 * whole
    assert (row["before"] == "-1") == (place == 0)
    reads = sum(float(row[f"read_{level}"]) for level in ("l1", "l2", "l3", "memory"))
    assert float(row["handed"]) <= reads
    assert float(row["bytes"]) == reads + float(row["written"])
    assert float(row["bytes"]) <= float(row["program_bytes"])
assert any(float(row["handed"]) > 0 for row in rows)
print("lines and first kernels as in the file; operands add up; some were handed on")
