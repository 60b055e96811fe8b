# hold_lock.py FILE COMMAND...: runs the command while this process has the lock of the file.
import fcntl
import subprocess
import sys

with open(sys.argv[1]) as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    sys.exit(subprocess.run(sys.argv[2:]).returncode)
