"""check_why.py REMARKS.yaml...: a runner-up that is predicted to be faster, as printed, has a reason; no other has one."""
import re
import sys

reasons = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        remarks = file.read().split("--- ")
    for tuned, search in zip(remarks, remarks[1:]):
        chosen = re.search(r"PredictedSeconds: '(.*)'", tuned)
        other = re.search(r"RunnerUpSeconds: '(.*)'", search)
        if chosen and other:
            is_faster = float(other[1]) < float(chosen[1])
            assert is_faster == ("Why: " in search), (path, tuned, search)
            reasons += is_faster
assert reasons, "no runner-up is predicted to be faster"
