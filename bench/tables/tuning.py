"""`autotune tune` as a process that is timed, in pieces of --slice seconds and more: it goes on where its
store ends."""
import json
import math
import subprocess
import time

import common

STOPPED = 3  # exit code of a run that goes on when started again
LEAST_PIECE = 1  # seconds


def command(module, store, model, flags):
    """One core for all of it."""
    return [common.PROGRAM, "tune", module, "--records", store, "--model", model, "--jobs", 1, "--lock", "none", "--json",
            "--quiet", *flags]


def finish(options, name, whole, deadline=math.inf):
    """What `tune` says at its end; None where it fails. A test of the whole module that is stopped begins anew, so
    each piece is a tenth longer than the one before. common.Stopped at the deadline, of time.monotonic()."""
    longest = options.slice
    while True:
        seconds = min(longest, deadline - time.monotonic())
        if seconds < LEAST_PIECE:
            raise common.Stopped
        made = subprocess.run(common.timed(options, ["timeout", "--foreground", "--preserve-status", "--signal=INT", seconds,
                                                     *whole, "--core", options.core]), capture_output=True, text=True)
        if made.returncode != STOPPED:
            break
        longest *= 1.1
    if made.returncode:
        print(f"{name}\n{made.stdout}{made.stderr}", end="", flush=True)
        return None
    return json.loads(made.stdout)
