"""Checks the file of the option `statistics`.

    statistics.py show FILE               prints its members a line each, those that are 0 and times left out
    statistics.py same FILE OTHER         both are equal but for the seconds
"""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def counts(path):
    statistics = read(path)
    assert statistics.pop("choose-seconds") >= 0 and statistics.pop("emit-seconds") >= 0
    return statistics


if sys.argv[1] == "same":
    assert counts(sys.argv[2]) == counts(sys.argv[3]), (read(sys.argv[2]), read(sys.argv[3]))
else:
    whole = read(sys.argv[2])
    assert whole["choose-seconds"] > 0 and (whole["emit-seconds"] > 0 or whole["ops-tuned"] == 0)
    for name, value in counts(sys.argv[2]).items():
        if value:
            print(f"{name}: {value}")
