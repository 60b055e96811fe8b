"""Makes files of arrays as NumPy writes them, and checks those that autotune run wrote.

    arrays.py make | affine FILE | types FILE | strided FILE
"""
import struct
import sys
import zipfile

A = [float(i) for i in range(12)]
B = [0.5 * i - 2 for i in range(12)]


def npy(descr, shape, values, fortran=False, version=1):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    length = "<H" if version == 1 else "<I"
    start = 8 + struct.calcsize(length)
    header += " " * (-(start + len(header) + 1) % 64) + "\n"
    return (b"\x93NUMPY" + bytes([version, 0]) + struct.pack(length, len(header)) + header.encode() +
            values)


def read(data):
    """(type, shape, values as bytes)"""
    assert data[:8] == b"\x93NUMPY\x01\x00"
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0
    header = eval(data[10:10 + length])
    assert header["fortran_order"] is False
    return header["descr"], header["shape"], data[10 + length:]


def floats(values, code="f"):
    return struct.pack(f"<{len(values)}{code}", *values)


TYPES = [("<f8", (2,), floats([1.5, -2], "d")), ("<f2", (2,), floats([1.5, -2], "e")), ("<V2", (2,), b"\x80\x3f\x00\xc0"),
         ("<i8", (2,), floats([1 << 40, -1], "q")), ("<i4", (2,), floats([7, -7], "i")), ("<i2", (2,), floats([300, -3], "h")),
         ("|i1", (2,), b"\x05\xfb"), ("|b1", (2,), b"\x01\x00"), ("<f4", (), floats([3.25]))]
STRIDED = floats([1, -2, 3, -4, 5, 1 << 30], "i")


def archive(path, members, compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as file:
        for name, data in members.items():
            with file.open(f"{name}.npy" if "." not in name else name, "w", force_zip64=True) as member:
                member.write(data)


def make():
    a, b = npy("<f4", (3, 4), floats(A)), npy("<f4", (3, 4), floats(B), version=2)
    files = {"a": a, "b": b, "turned": npy("<f4", (4, 3), floats(A)), "double": npy("<f8", (3, 4), floats(A, "d")),
             "fortran": npy("<f4", (3, 4), floats(A), fortran=True), "big": npy(">f4", (3, 4), floats(A)),
             "complex": npy("<c8", (3, 4), floats(A + A)), "cut": a[:-8], "long": a + b"\0" * 4, "empty": b"",
             "huge": npy("<f4", (1 << 40, 1 << 40), b"")}
    for name, data in files.items():
        with open(f"{name}.npy", "wb") as file:
            file.write(data)
    archive("ab.npz", {"arg1": b, "arg0": a}, zipfile.ZIP_DEFLATED)
    archive("numbered.npz", {"arr_0": a, "arr_1": b})
    archive("only_b.npz", {"arg1": b})
    archive("named.npz", {"weight": a})
    archive("text.npz", {"readme.txt": b"hello"})
    archive("types.npz", {f"arg{i}": npy(*array) for i, array in enumerate(TYPES)})
    unsigned = npy("<u4", (2, 3), STRIDED)
    archive("strided.npz", {"arg0": unsigned, "arg2": npy("<f4", (), floats([0.75]))})
    with open("fake.npz", "wb") as file:
        file.write(a)
    with open("ab.npz", "rb") as file:
        data = bytearray(file.read())
    archive("damaged.npz", {"arg0": a})
    with open("damaged.npz", "r+b") as file:
        data = bytearray(file.read())
        at = data.index(floats(A))
        data[at] ^= 1  # the checksum no longer fits
        file.seek(0)
        file.write(data)


def members(path):
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: read(file.read(name)) for name in file.namelist()}


if sys.argv[1] == "make":
    make()
elif sys.argv[1] == "affine":
    with open(sys.argv[2], "rb") as file:
        assert read(file.read()) == ("<f4", (3, 4), floats([2 * a + b for a, b in zip(A, B)]))
elif sys.argv[1] == "types":
    assert members(sys.argv[2]) == {f"result{i}.npy": array for i, array in enumerate(TYPES)}
else:
    assert members(sys.argv[2]) == {"result0.npy": ("<f4", (), floats([0.75])), "arg0.npy": ("<i4", (2, 3), STRIDED),
                                    "arg1.npy": ("<i4", (2, 3), STRIDED)}
