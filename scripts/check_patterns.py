#!/usr/bin/env python3
"""A FileCheck pattern that begins with a number must say where it begins: "COUNT: 8" is found in 18."""
import pathlib
import re
import sys

BARE = re.compile(r"^\s*(?:(?://|#) *)?(?!RUN)[A-Z_]+(?:-NEXT|-DAG|-NOT|-LABEL)?: *[0-9]")


def main():
    tests = pathlib.Path(__file__).resolve().parent.parent / "test/lit"
    files = [path for path in tests.rglob("*") if path.suffix in (".mlir", ".test")]
    found = [f"{path}:{number}: {line}" for path in files
             for number, line in enumerate(path.read_text().splitlines(), 1) if BARE.match(line)]
    return "\n".join(found) if found or len(files) < 70 else 0


if __name__ == "__main__":
    sys.exit(main())
