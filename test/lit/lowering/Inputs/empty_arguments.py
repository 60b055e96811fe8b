"""Calls the functions of empty_arguments.mlir: sums over nothing add nothing, an empty source is all padding."""
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


def floats(count, value):
    return (ctypes.c_float * count)(*[value + i for i in range(count)])


def check(name, arguments, expected):
    result = floats(len(expected), -1.0)
    status = getattr(library, name)(*arguments, result)
    if status or list(result) != expected:
        sys.exit(f"{name}: status {status}, {list(result)}")


check("e_k", (None, None, floats(64, 3.0)), list(floats(64, 3.0)))
check("e_n", (floats(32, 1.0), None, None), [])
check("e_e", (None,), [])
check("e_r", (None, floats(32, 5.0)), list(floats(32, 5.0)))
check("e_call", (None, floats(32, 7.0), None), list(floats(32, 7.0)))
check("e_pad", (None,), [2.0] * 32)
