"""ONNX Runtime as it runs on a processor with AVX2 and without AVX-512, on one that has AVX-512.

ONNX Runtime asks cpuid which kernels it may use, and has no option for it. A copy of its package gets
each cpuid replaced by an illegal instruction of the same length, and older_cpuid.c answers it without
AVX-512, AVX-VNNI and AMX. So the copy runs the kernels for AVX2 and FMA3; nothing else of it changes.

    .peers/bin/python bench/peers/older_cpu.py     a product with both, in GFLOP/s
"""
import ctypes
import hashlib
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "bench" / "peers" / "older_cpuid.c"
MADE = ROOT / "build" / "older_cpu"
TOOLS = ("llvm-readelf-22", "llvm-objdump-22", "cc")
CPUID, MARKER = b"\x0f\xa2", b"\xce\xa2"  # as in older_cpuid.c
MASKED = "AVX-512, AVX-VNNI and AMX"
# The C library chooses its own copies and fills when a process starts.
TUNABLE = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512CD,-AVX512DQ"


def code_sections(library):
    """(address, offset in the file, bytes) of the sections with code."""
    text = subprocess.run(["llvm-readelf-22", "--sections", "--wide", library], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"PROGBITS\s+([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+) \S+\s+\S*X", text)
    return [tuple(int(number, 16) for number in row) for row in rows]


def cpuid_addresses(library):
    """Where the disassembler finds a cpuid: two such bytes may also be a part of another instruction."""
    found = []
    with subprocess.Popen(["llvm-objdump-22", "--disassemble", "--no-show-raw-insn", library], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if "cpuid" in line and (match := re.match(r"\s*([0-9a-f]+):\s+cpuid\s*$", line)):
                found.append(int(match.group(1), 16))
    if process.returncode or not found:
        sys.exit(f"{library}: no cpuid found in its code")
    return found


def replace(library):
    """Of a copy of a library: each cpuid by the marker."""
    contents, sections = bytearray(library.read_bytes()), code_sections(library)
    for address in cpuid_addresses(library):
        start, offset, _ = next(row for row in sections if row[0] <= address < row[0] + row[2])
        place = address - start + offset
        if contents[place:place + 2] != CPUID:
            sys.exit(f"{library}: no cpuid at {address:x}")
        contents[place:place + 2] = MARKER
    library.write_bytes(contents)


def compile_handler(library):
    """The library that answers markers as soon as it is loaded."""
    subprocess.run(["cc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", SOURCE, "-o", library], check=True)


def load_handler(library):
    handler = ctypes.CDLL(str(library))
    handler.older_cpuid_count.restype = ctypes.c_long
    return handler


def package():
    """The folder of ONNX Runtime as it is installed."""
    return pathlib.Path(importlib.util.find_spec("onnxruntime").origin).parent


def make():
    """The folder with the copy and with older_cpuid.so; made once for a version of both."""
    libraries = sorted((package() / "capi").glob("onnxruntime_pybind11_state*.so"))
    key = hashlib.sha256(b"".join(path.read_bytes() for path in [*libraries, SOURCE, pathlib.Path(__file__)])).hexdigest()[:16]
    folder = MADE / key
    if folder.exists():
        return folder
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        sys.exit(f"a copy of ONNX Runtime needs {' and '.join(missing)}, which scripts/setup installs")
    MADE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=MADE) as unfinished:
        new = pathlib.Path(unfinished) / key
        shutil.copytree(package(), new / "onnxruntime", ignore=shutil.ignore_patterns("__pycache__"))
        for path in libraries:
            replace(new / "onnxruntime" / "capi" / path.name)
        compile_handler(new / "older_cpuid.so")
        new.rename(folder)
    return folder


def use():
    """What `import onnxruntime` gives from now on is the copy."""
    if "onnxruntime" in sys.modules:
        sys.exit("older_cpu.use() after ONNX Runtime was imported")
    folder = make()
    handler = load_handler(folder / "older_cpuid.so")
    sys.path.insert(0, str(folder))
    import onnxruntime
    if not pathlib.Path(onnxruntime.__file__).is_relative_to(folder) or not handler.older_cpuid_count():
        sys.exit("ONNX Runtime has asked no replaced cpuid")


def product_speed():
    """GFLOP/s of a product of 512x512x512 with a constant matrix."""
    import statistics
    import generate
    import peers
    w = next(w for w in generate.workloads() if w.name == "matmul_512x512x512")
    return w.flops / statistics.median(peers.sample(peers.OnnxRuntime().workload(w, "const").run)) / 1e9


def main():
    if sys.argv[1:] == ["--older"]:
        use()
    if sys.argv[1:]:
        sys.path.insert(0, str(ROOT / "bench" / "workloads"))
        print(f"{product_speed():.1f}")
        return
    make()
    for title, flag, more in (("as it is", "--newer", {}), (f"without {MASKED}", "--older", {"GLIBC_TUNABLES": TUNABLE})):
        result = subprocess.run([sys.executable, __file__, flag], env={**os.environ, **more}, stdout=subprocess.PIPE, text=True, check=True)
        print(f"onnxruntime {title}: {result.stdout.strip()} GFLOP/s, a product of 512x512x512 on one thread")


if __name__ == "__main__":
    main()
