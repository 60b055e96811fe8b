"""Runs a command whose standard output is lost, on a full disk and closed: lost.py CODE COMMAND...

It has to end with that exit code and to say so in one line. (lit itself cannot write to /dev/full.)
"""

import os
import subprocess
import sys

code, command = int(sys.argv[1]), sys.argv[2:]


def check(reason, **streams):
    run = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=300, **streams)
    line = run.stderr.strip().splitlines()[-1:]
    if run.returncode != code or not line or f"cannot write the output: {reason}" not in line[0]:
        sys.exit(f"{command}\nexit code {run.returncode}, not {code}; wanted: {reason}\n{run.stderr}")


with open("/dev/full", "w") as full:
    check("No space left on device", stdout=full)
check("Bad file descriptor", preexec_fn=lambda: os.close(1))
