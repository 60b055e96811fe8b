"""Reads the files of `autotune-lab dataset features` without NumPy, and checks them against each other."""
import ast
import struct
import sys

path = sys.argv[1]
data = open(path + ".npy", "rb").read()
assert data[:8] == b"\x93NUMPY\x01\x00"
start = 10 + struct.unpack("<H", data[8:10])[0]
header = ast.literal_eval(data[10:start].decode())
assert start % 64 == 0 and header["descr"] == "<f4" and not header["fortran_order"]
row_count, column_count = header["shape"]
assert len(data) == start + 4 * row_count * column_count
names = open(path + ".names").read().split("\n")[:-1]
lines = open(path + ".tsv").read().split("\n")[:-1]
assert len(names) == column_count and len(lines) == 1 + row_count
column = names.index("analytical.seconds")
for n, line in enumerate(lines[1:]):
    at = start + 4 * (n * column_count + column)
    estimate = 2 ** struct.unpack("<f", data[at : at + 4])[0]
    assert abs(estimate / float(line.split("\t")[9]) - 1) < 1e-6
print("same rows, same columns, analytical seconds agree")
print(*lines[0].split("\t"))
