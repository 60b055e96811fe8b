#!/usr/bin/env python3
"""How far the processors are from one another: nanoseconds that a line of memory takes from one to the next.

A host of virtual machines may move them while it lasts: processors that shared a cache share none a minute later. What several
threads take then differs by half, so who is compared with whom has to run while the distance is the same.

    bench/peers/core_distance.py [--threads N] [--seconds S]     prints it again and again
"""
import argparse
import ctypes
import functools
import hashlib
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "bench" / "peers" / "core_distance.c"
MADE = ROOT / "build" / "core_distance"
ALIKE = 1.5  # 26 to 31 ns within a cache of an AMD EPYC of family 25, 150 to 170 between two


@functools.cache
def library():
    """Compiled once for a version of the source."""
    path = MADE / f"{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]}.so"
    if not path.exists():
        MADE.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", SOURCE, "-o", new], check=True)
        new.rename(path)
    made = ctypes.CDLL(str(path))
    made.core_distance.restype = ctypes.c_double
    return made


def nanoseconds(threads):
    """The largest distance of two neighbours among so many of the processors that this process may use; 0 where it may use one."""
    processors = sorted(os.sched_getaffinity(0))[:threads]
    return max((library().core_distance(first, second) for first, second in zip(processors, processors[1:])), default=0)


def are_alike(first, second):
    return max(first, second) <= ALIKE * min(first, second)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--seconds", type=float, default=10)
    options = arguments.parse_args()
    if options.threads < 2:
        arguments.error("--threads: use 2 or more")
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        print(f"{nanoseconds(options.threads):.0f} ns", flush=True)
        time.sleep(min(1, options.seconds))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main()
