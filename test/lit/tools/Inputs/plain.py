"""plain.py COMMAND...: runs a command and passes on what it prints, which may hold no control
character but newlines. Its exit code is that of the command, or 99."""

import re
import subprocess
import sys

run = subprocess.run(sys.argv[1:], capture_output=True)
sys.stdout.buffer.write(run.stdout)
sys.stdout.buffer.flush()
sys.stderr.buffer.write(run.stderr)
orders = re.search(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]", run.stdout + run.stderr)
if orders:
    sys.stderr.write(f"\ncontrol character {orders[0]!r}\n")
sys.exit(99 if orders else run.returncode)
