"""Runs a command while a file is locked (flock), for so many seconds or as long as it runs.

    hold.py FILE SECONDS COMMAND...
"""

import fcntl
import subprocess
import sys
import threading

with open(sys.argv[1], "a") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    timer = threading.Timer(float(sys.argv[2]), fcntl.flock, (file, fcntl.LOCK_UN))
    timer.start()
    code = subprocess.run(sys.argv[3:]).returncode
    timer.cancel()
    timer.join()
sys.exit(code)
