"""Runs a command that is to fail: with this exit code, one line of text and nothing else.

    refuse.py CODE TEXT COMMAND...

The line on the standard error stream has to contain TEXT; the standard output has to be empty.
"""

import subprocess
import sys

code, text, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
lines = run.stderr.splitlines()
if run.returncode != code or len(lines) != 1 or text not in lines[0] or run.stdout:
    sys.exit(f"{command}\nexit code {run.returncode}, not {code}; wanted: {text}\n"
             f"{run.stdout[:2000]}{run.stderr[:2000]}")
