"""What a small library is told of the processor when its cpuids are replaced as bench/peers/older_cpu.py replaces those of ONNX Runtime."""
import ctypes
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "bench/peers"))
import older_cpu

folder = pathlib.Path(sys.argv[2])
# The constant has the bytes of a cpuid and is none.
LIBRARY = """
#include <cpuid.h>
unsigned constant(void) { return 0xa20f; }
void leaf(unsigned leaf, unsigned subleaf, unsigned *out) { __cpuid_count(leaf, subleaf, out[0], out[1], out[2], out[3]); }
void trap(void) { __builtin_trap(); }
"""
AVX512F, AVX512_BF16, STATE = 1 << 16, 1 << 5, 0xe0


def answer(library, leaf, subleaf=0):
    registers = (ctypes.c_uint * 4)()
    library.leaf(leaf, subleaf, registers)
    return list(registers)


def make():
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "leaf.c").write_text(LIBRARY)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", folder / "leaf.c", "-o", folder / "plain.so"], check=True)
    shutil.copy(folder / "plain.so", folder / "older.so")
    older_cpu.replace(folder / "older.so")
    older_cpu.compile_handler(folder / "older_cpuid.so")


if "--trap" not in sys.argv:
    make()
handler = older_cpu.load_handler(folder / "older_cpuid.so")
plain, older = (ctypes.CDLL(str(folder / name)) for name in ("plain.so", "older.so"))
if "--trap" in sys.argv:
    older.trap()
print("constant", hex(older.constant()))
print("maker is as it was:", answer(older, 0) == answer(plain, 0))
there, left = answer(plain, 7), answer(older, 7)
print("AVX-512", left[1] & AVX512F, answer(older, 7, 1)[0] & AVX512_BF16, answer(older, 13)[0] & STATE)
print("all that is left was there:", left[0] == there[0] and all(new & old == new for new, old in zip(left, there)))
print("AVX2 is as it was:", left[1] & 1 << 5 == there[1] & 1 << 5)
print("answers", handler.older_cpuid_count())
