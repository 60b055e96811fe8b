"""same_results.py LIBRARY...: calls the first function of libraries of one model on equal random
arguments, and fails unless all leave the same bytes, which are not all zero.
"""
import array
import ctypes
import pathlib
import random
import re
import sys

TYPES = {"float": "f", "double": "d", "int64_t": "q", "int32_t": "i", "int16_t": "h", "uint16_t": "H",
         "int8_t": "b", "uint8_t": "B"}


def values(kind, shape, draw):
    """Arrays of one dimension are variances, too: positive. Long ones repeat what was drawn."""
    count = 1
    for extent in shape:
        count *= extent
    low, high = (0.5, 1.5) if len(shape) < 2 else (-0.05, 0.05)
    some = array.array(TYPES[kind], [draw.uniform(low, high) if kind in ("float", "double") else
                                     draw.randrange(2) for _ in range(min(count, 9973))])
    return (some * (count // max(len(some), 1) + 1))[:count]


def results(library):
    header = pathlib.Path(library).with_suffix(".h").read_text()
    first = header[:re.search(r"\nint \w+\(.*\);\n", header).end()]
    name = re.search(r"\nint (\w+)\(", first)[1]
    draw, buffers, outputs = random.Random(1), [], []
    for use, kind, extents in re.findall(r"//   (arg|result)\d+: (\w+)((?:\[\d+\])+)", first):
        buffers.append(values(kind, [int(extent) for extent in re.findall(r"\d+", extents)], draw))
        outputs += [buffers[-1]] if use == "result" else []
    status = getattr(ctypes.CDLL(library), name)(*[ctypes.c_void_p(b.buffer_info()[0]) for b in buffers])
    if status:
        sys.exit(f"{library}: status {status}")
    return b"".join(output.tobytes() for output in outputs)


every = [results(library) for library in sys.argv[1:]]
if any(other != every[0] for other in every) or not any(every[0]):
    sys.exit(f"{sys.argv[1:]}: the results differ, or are all zero")
print(f"{len(every[0])} bytes are equal")
