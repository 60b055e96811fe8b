"""Candidates a second, by build/bin/bench_candidates."""
import json
import subprocess

import common

PROGRAM = common.ROOT / "build" / "bin" / "bench_candidates"

# What the steps of bench_candidates are called in the report.
TITLES = {"random": "draw, check, lay out, score analytically",
          "explore": "as the pass searches, analytical model",
          "explore_learned": "as the pass searches, learned model",
          "check_and_score": "check, lay out, score analytically", "nest": "lay out",
          "features": "lay out, features", "trees": "lay out, features, trees"}


def measure(options, _):
    """One row: rates by step (before the slash of a benchmark's name) and workload (after it)."""
    result = subprocess.run(common.timed(options, [PROGRAM, "--benchmark_format=json"]),
                            capture_output=True, text=True)
    if result.returncode:
        print(result.stderr, end="")
        return None
    results = {}
    for row in json.loads(result.stdout)["benchmarks"]:
        rate = row.get("candidates", row.get("nests"))
        results[row["name"]] = {"median": 1 / rate, "least": 1 / rate}
    return {"name": "candidates", "results": results}
