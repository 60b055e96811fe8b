"""bf16_fma.py LIBRARY: a product plus a sum of bf16 is rounded once, whatever their sizes; as bits of bf16."""

import ctypes
import sys

INF, NAN = 0x7F80, 0x7FC0
CASES = [  # factors, what is added, the result
    # 1.5 * (1 + 2^-7) is the middle of 3fc1 and 3fc2, 1.5 * (1 + 3 * 2^-7) of 3fc4 and 3fc5; 2^-95 decides.
    (0x3F81, 0x3FC0, 0x1000, 0x3FC2), (0x3F81, 0x3FC0, 0x9000, 0x3FC1), (0x3F83, 0x3FC0, 0x1000, 0x3FC5),
    (0x3F83, 0x3FC0, 0x9000, 0x3FC4), (0xBF81, 0x3FC0, 0x1000, 0xBFC1), (0xBF83, 0x3FC0, 0x9000, 0xBFC5),
    (0x3F81, 0x3FC0, 0x0000, 0x3FC2), (0x3F80, 0x3F80, 0xBF80, 0x0000), (0x8000, 0x3F80, 0x8000, 0x8000),
    (0x7F7F, 0x7F7F, 0x1000, INF), (INF, 0x3F80, 0x1000, INF), (NAN, 0x3F80, 0x1000, NAN),
]

library = ctypes.CDLL(sys.argv[1])
terms = [(ctypes.c_uint16 * len(CASES))(*column) for column in zip(*CASES)]
for name in ("t_lanes", "t_scalars"):
    results = (ctypes.c_uint16 * len(CASES))()
    assert getattr(library, name)(*terms[:3], results) == 0
    for case, got in zip(CASES, results):
        same = got & 0x7FFF > INF if case[3] == NAN else got == case[3]
        print(*(["ok"] if same else ["WRONG", name, *map(hex, case), hex(got)]))
