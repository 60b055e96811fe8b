"""calibration_of.py HERE MODEL OUT [TARGET]: the calibration MODEL as one of the processor that HERE
is of, with that target instead of its own.

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


def texts(data):
    """The processor, the target, the report, each with the zero that ends it, and the model."""
    sizes = struct.unpack_from("<III", data, 20)
    places = [48, 48 + sizes[0], 48 + sizes[0] + sizes[1], 48 + sum(sizes)]
    return [data[a:b] for a, b in zip(places, places[1:] + [len(data)])]


parts = texts(model)
parts[0] = texts(here)[0]
if len(sys.argv) > 4:
    parts[1] = sys.argv[4].encode() + b"\0"
data = bytearray(model[:48] + b"".join(parts))
struct.pack_into("<III", data, 20, *(len(part) for part in parts[:3]))
struct.pack_into("<Q", data, 40, checksum(bytes(data)))
open(sys.argv[3], "wb").write(data)
