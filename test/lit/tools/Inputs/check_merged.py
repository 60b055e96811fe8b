"""Of the stores SMALL and LARGE, which have one cold task in common, with other numbers of bytes: what ONE and OTHER, in which
they are joined either way, and RESUMED, in which a run for the module of SMALL went on, have of it."""

import json
import re
import subprocess
import sys


def cold_task(program, store):
    """Its bytes, and the schedules and seconds of its rows."""
    subprocess.run([program, "records", "export", store, store + ".lines"], check=True)
    lines = [json.loads(line) for line in open(store + ".lines")]
    (task,) = [line for line in lines if "task" in line and line["grid"] == -1]
    (text,) = set(re.findall(r"autotune\.cold = (\d+)", task["module"]))
    rows = [(row["schedule"], row["seconds"]) for row in lines if row.get("row") == task["task"]]
    return int(text), sorted(rows)


def main():
    program, *stores = sys.argv[1:]
    small, large, one, other, resumed = (cold_task(program, store) for store in stores)
    assert small[0] < large[0], (small[0], large[0])
    assert one == other == (large[0], sorted(small[1] + large[1]))
    assert resumed[0] == large[0], resumed[0]
    assert len(resumed[1]) > len(one[1]) and all(row in resumed[1] for row in one[1])


main()
