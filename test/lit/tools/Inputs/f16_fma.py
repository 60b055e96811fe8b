"""f16_fma.py in FOLDER: writes a.npy, b.npy and c.npy. f16_fma.py out FILE: whether a * b + c was rounded once."""
import pathlib
import struct
import sys

COUNT = 4096
# Bits of factors, what is added, the result. 1.5 * (1 + 2^-10) is the middle of 3e01 and 3e02; 2^-24 decides.
CASES = [(0x3C01, 0x3E00, 0x0001, 0x3E02), (0x3C01, 0x3E00, 0x8001, 0x3E01), (0xBC01, 0x3E00, 0x0001, 0xBE01),
         (0x7BFF, 0x7BFF, 0xFBFF, 0x7C00), (0x3C00, 0x3C00, 0xBC00, 0x0000)]
cases = (CASES * COUNT)[:COUNT]
if sys.argv[1] == "in":
    header = f"{{'descr': '<f2', 'fortran_order': False, 'shape': ({COUNT},), }}".ljust(117) + "\n"
    for name, bits in zip("abc", zip(*cases)):
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{COUNT}H", *bits)
        pathlib.Path(sys.argv[2], f"{name}.npy").write_bytes(data)
else:
    results = struct.unpack(f"<{COUNT}H", pathlib.Path(sys.argv[2]).read_bytes()[-2 * COUNT:])
    for case, result in zip(cases, results):
        if result != case[3]:
            print("WRONG", *map(hex, case), hex(result))
    print("compared", len(results))
