"""calibration_of.py HERE MODEL OUT: the calibration MODEL as one of the processor that HERE is of.

The format is that of docs/calibration.md: three sizes of texts at 20, the checksum at 40, the texts
at 48, that of the processor first.
"""
import struct
import sys


def checksum(data):
    """FNV-1a of all bytes but its own."""
    value = 0xCBF29CE484222325
    for byte in data[:40] + data[48:]:
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


here, model = (open(path, "rb").read() for path in sys.argv[1:3])
ours, theirs = (struct.unpack_from("<I", data, 20)[0] for data in (here, model))
data = bytearray(model[:48] + here[48:48 + ours] + model[48 + theirs:])
struct.pack_into("<I", data, 20, ours)
struct.pack_into("<Q", data, 40, checksum(bytes(data)))
open(sys.argv[3], "wb").write(data)
