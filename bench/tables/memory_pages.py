"""Huge pages for everybody's heap, where the system lets a program have them. What `autotune run` allocates lies in huge pages by itself;
peers get them from the C library, which is told when a process starts.
"""
import os
import pathlib
import re
import sys

VARIABLE, HUGE_HEAP = "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"


def variables(more=""):
    """Of the environment: what it says of the C library already, `more`, and of its heap."""
    said = [text for text in os.environ.get(VARIABLE, "").split(":") if text and not text.startswith(HUGE_HEAP.split("=")[0])]
    return {VARIABLE: ":".join([*said, *([more] if more else []), HUGE_HEAP])}


def restarted():
    """Starts this program again where its heap is another one."""
    if HUGE_HEAP not in os.environ.get(VARIABLE, "").split(":"):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **variables()})


def part_huge():
    """The part of this process's own memory that lies in them: operands, and what the peers made of them."""
    kib = {key: int(value) for key, value in re.findall(r"^(\w+): *(\d+) kB", pathlib.Path("/proc/self/smaps_rollup").read_text(), re.MULTILINE)}
    return kib["AnonHugePages"] / kib["Anonymous"]


def pages():
    """What a table is of."""
    path = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
    is_there = path.exists() and "[never]" not in path.read_text()
    return f"huge, by {HUGE_HEAP}" if is_there else "small: this system has no huge ones"


def sentence(of):
    """Of a document, after another one, of what pages() gave; tables that were measured before have nothing of it."""
    return " Everybody's memory is in huge pages." if of and of.startswith("huge") else ""
