"""JSON Lines with the tasks of another file, LINES, whose `grid` is one of GRIDS, and a record for each: one without cold
weights is faster and was kept by the test of a module."""

import json
import sys

SCHEDULES = {0: "direct(vector=i1x4, block=[2,8,1])", -1: "direct(vector=i1x4, block=[4,8,1])"}
SECONDS = {0: 1e-6, -1: 9e-6}


def main():
    grids = [int(grid) for grid in sys.argv[2].split(",")]
    for line in map(json.loads, open(sys.argv[1])):
        if "task" not in line or line["grid"] not in grids:
            continue
        grid = line["grid"]
        task = {key: value for key, value in line.items() if not key.startswith("kept")} | {"winner": ""}
        if grid == 0:
            task |= {"kept": SCHEDULES[grid], "kept_tested": SCHEDULES[grid], "kept_module": "other",
                     "kept_unix_seconds": 2000000000, "kept_choice_seconds": 1, "kept_seconds": 1}
        print(json.dumps(task))
        print(json.dumps({"row": task["task"], "origin": "explore", "schedule": SCHEDULES[grid], "verdict": "ok",
                          "seconds": [SECONDS[grid]], "measured_unix_seconds": 1, "seed": 1, "versions": ""}))


main()
