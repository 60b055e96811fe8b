#!/usr/bin/env python3
"""Runs a whole model as a library of GPU kernels, by the driver that interprets PTX (test/gpu/driver), and compares its results with those of the
library for this CPU, on the same random numbers. Prints how many elements agree. Schedules that ops are annotated with are the device's.

    test/gpu/network.py test/models/resnet18.mlir [--autotune build/bin/autotune] [--target sm_80] [--function main] [--tolerance 1e-3]
"""
import argparse
import array
import ctypes
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CODES = {"float": "f", "int64_t": "q", "int32_t": "i", "double": "d"}


def call(command):
    # Without ptxas, so that libraries have PTX, which the driver runs.
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", env=os.environ | {"PATH": "/usr/bin:/bin"})
    if done.returncode != 0:
        sys.exit(f"network.py: {command[0]}: {done.stderr.strip()[-600:]}")


def read_header(path, function):
    """(type, sizes, whether it is written) of each parameter."""
    text = path.read_text()
    comment = text[text.index(f"\nint {path.stem}_{function}("):]
    comment = text[:text.index(comment)].rsplit("\n\n", 1)[-1]
    found = re.findall(r"//   \w+: (\w+)((?:\[\d+\])*), (read|written)", comment)
    return [(kind, [int(size) for size in re.findall(r"\d+", sizes)], access == "written") for kind, sizes, access in found]


def numbers(rng, kind, count):
    """Small ones, so that a network of many layers neither grows nor vanishes; of integers tokens."""
    if kind not in ("float", "double"):
        return array.array(CODES[kind], [rng.randrange(100) for _ in range(count)])
    return array.array(CODES[kind], [rng.gauss(0, 1) for _ in range(min(count, 4096))] * (-(-count // 4096)))[:count]


def scaled(values, sizes):
    """Weights by the square root of what they add up."""
    terms = math.prod(sizes[1:]) if len(sizes) == 4 else sizes[0] if len(sizes) == 2 else 1
    factor = 1 / math.sqrt(max(terms, 1))
    return array.array(values.typecode, [value * factor for value in values])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--autotune", default="build/bin/autotune")
    parser.add_argument("--target", default="sm_80")
    parser.add_argument("--function", default="main")
    parser.add_argument("--tolerance", type=float, default=1e-3, help="of the largest result")
    arguments = parser.parse_args()
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        call(["cc", "-std=gnu11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wl,-soname,libcuda.so.1", *(HERE / "driver").glob("*.c"), "-lm", "-o", folder / "libcuda.so.1"])
        call([arguments.autotune, "compile", arguments.model, "--target", arguments.target, "--quiet", "-o", folder / "device.so"])
        plain = folder / "host.mlir"
        plain.write_text(re.sub(r'autotune\.schedule = "[^"]*"(, )?', "", arguments.model.read_text()))
        call([arguments.autotune, "compile", plain, "--target", "host", "--quiet", "-o", folder / "host.so"])
        driver = ctypes.CDLL(folder / "libcuda.so.1", mode=ctypes.RTLD_GLOBAL)
        device, host = ctypes.CDLL(folder / "device.so"), ctypes.CDLL(folder / "host.so")
        described = read_header(folder / "device.h", arguments.function)
        memory, lengths, results = ([], []), [], []
        for place, (kind, sizes, is_written) in enumerate(described):
            values = numbers(rng, kind, math.prod(sizes))
            values = scaled(values, sizes) if place > 0 and kind in ("float", "double") else values
            lengths.append(len(values))
            for side in memory:  # that of the device is the host's here
                side.append(ctypes.c_uint64())
                size = ctypes.c_size_t(lengths[-1] * values.itemsize)
                if driver.cuMemAlloc_v2(ctypes.byref(side[-1]), size) or driver.cuMemcpyHtoD_v2(side[-1], ctypes.c_void_p(values.buffer_info()[0]), size):
                    sys.exit("network.py: no memory")
            if is_written:
                results.append(place)
        pointers = [[ctypes.c_void_p(each.value) for each in side] for side in memory]
        for what, status in (("the processor", getattr(host, f"host_{arguments.function}")(*pointers[0])),
                             (arguments.target, getattr(device, f"device_{arguments.function}")(None, *pointers[1]))):
            if status:
                sys.exit(f"network.py: status {status} of the library for {what}")
        good = total = 0
        for place in results:
            found = []
            for side in memory:
                values = array.array(CODES[described[place][0]], bytes(lengths[place] * array.array(CODES[described[place][0]]).itemsize))
                driver.cuMemcpyDtoH_v2(ctypes.c_void_p(values.buffer_info()[0]), side[place], ctypes.c_size_t(len(values) * values.itemsize))
                found.append(values)
            most = max(map(abs, found[0]))
            good += sum(abs(a - b) <= arguments.tolerance * most for a, b in zip(*found)) if most > 0 else 0
            total += lengths[place]
    print(f"{arguments.model.name}: {good} of {total} results agree")
    return good != total


if __name__ == "__main__":
    sys.exit(main())
