"""Whether the greedy partition is predicted to take longer with cold weights."""
import json
import sys

cold, warm = (json.load(open(path))["partitions"][0]["predicted_seconds"] for path in sys.argv[1:3])
assert cold > 1.5 * warm, (cold, warm)
