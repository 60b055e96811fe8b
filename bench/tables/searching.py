"""`autotune-lab search` as a process that is timed, in pieces of --slice seconds: it goes on where its log ends. A log is
of one build."""
import json
import subprocess
import time

import common

STOPPED = 3  # exit code of a search that goes on when started again
LEAST_SLICE = 1  # seconds


def finish(options, module, log, best, every_op, trials, deadline=None):
    """True: `best` is the module with what the whole search found. False: it failed, and said why. None: the deadline, of
    time.monotonic(), came first."""
    command = [common.LAB, "search", module, "--target", "host", "--op", "all" if every_op else "largest", "--trials", trials,
               "--quiet", "--log", log, "--best", best]
    while True:
        rest = options.slice if deadline is None else min(options.slice, deadline - time.monotonic())
        if rest < LEAST_SLICE:
            return None
        result = subprocess.run(common.timed(options, [*command, "--seconds", rest]), capture_output=True, text=True)
        if result.returncode != STOPPED:
            break
    print(f"{module.stem}\n{result.stdout}{result.stderr}", end="", flush=True)
    return result.returncode == 0


def count_trials(log):
    """Schedules in the log, those that failed included."""
    if not log.exists():
        return 0
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("}")]
    return sum(line["role"] in ("start", "trial") for line in lines)
