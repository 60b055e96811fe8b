"""Calls @mm of two libraries, made for one thread and for two, and compares the bits."""
import array
import ctypes
import random
import sys

M, K, N = 512, 513, 768


def matmul(path, prefix, operands):
    function = getattr(ctypes.CDLL(path), f"{prefix}_mm")
    result = array.array("f", bytes(4 * M * N))
    status = function(*[ctypes.c_void_p(values.buffer_info()[0]) for values in (*operands, result)])
    if status:
        sys.exit(f"{path}: status {status}")
    return result


random.seed(1)
operands = [array.array("f", [random.uniform(-1, 1) for _ in range(size)]) for size in (M * K, K * N, M * N)]
libomp, one, two = sys.argv[1:]
ctypes.CDLL(libomp, ctypes.RTLD_GLOBAL)
results = [matmul(path, prefix, operands) for path, prefix in ((one, "one"), (two, "two"))]
expected = sum(operands[0][k] * operands[1][k * N] for k in range(K)) + operands[2][0]
if results[0].tobytes() != results[1].tobytes():
    sys.exit("the bits differ")
if abs(results[0][0] - expected) > 1e-4:
    sys.exit(f"{results[0][0]}, expected {expected}")
print("the bits are equal")
