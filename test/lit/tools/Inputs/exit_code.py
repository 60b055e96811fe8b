"""Runs a command that is to end with this exit code: exit_code.py CODE COMMAND..."""

import subprocess
import sys

code = subprocess.run(sys.argv[2:], timeout=300).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}: {sys.argv[2:]}")
