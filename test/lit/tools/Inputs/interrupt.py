"""Sends SIGINT to a command once a store has a measured point of a script; it is to exit with code 3.

    interrupt.py STORE COMMAND...
"""

import signal
import sqlite3
import subprocess
import sys
import time


def has_point(store):
    try:
        database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        try:
            query = "SELECT 1 FROM row WHERE schedule <> 'untouched'"
            return database.execute(query).fetchone() is not None
        finally:
            database.close()
    except sqlite3.OperationalError:  # it is not made yet, or is being written to
        return False


process = subprocess.Popen(sys.argv[2:])
while process.poll() is None and not has_point(sys.argv[1]):
    time.sleep(0.05)
if process.poll() is None:
    process.send_signal(signal.SIGINT)
if process.wait() != 3:
    sys.exit(f"exit code {process.returncode}, not 3")
