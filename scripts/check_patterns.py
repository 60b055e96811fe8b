#!/usr/bin/env python3
"""A FileCheck pattern that begins with a number must say where it begins: "COUNT: 8" is found in 18. Every line of
test/lit/.lit_test_times.txt is the seconds and the name of a test."""
import pathlib
import re
import sys

BARE = re.compile(r"^\s*(?:(?://|#) *)?(?!RUN)[A-Z][A-Z0-9_-]*: *[0-9]")


def main():
    tests = pathlib.Path(__file__).resolve().parent.parent / "test/lit"
    files = [path for path in tests.rglob("*") if path.suffix in (".mlir", ".test")]
    found = [f"{path}:{number}: {line}" for path in files
             for number, line in enumerate(path.read_text().splitlines(), 1) if BARE.match(line)]
    names = {str(path.relative_to(tests)) for path in files}
    times = tests / ".lit_test_times.txt"
    found += [f"{times}:{number}: there is no test {line.split(' ')[-1]}"
              for number, line in enumerate(times.read_text().splitlines(), 1) if line.split(" ", 1)[-1] not in names]
    if len(files) < 70:
        found.append(f"only {len(files)} tests under {tests}")
    return "\n".join(found) or None


if __name__ == "__main__":
    sys.exit(main())
