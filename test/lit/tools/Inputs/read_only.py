"""`autotune records` on stores that nobody may write to, in a folder that nobody may write to.

    read_only.py PROGRAM STORE
"""

import os
import shutil
import sqlite3
import subprocess
import sys

program, store = sys.argv[1:3]


def nobody():
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def records(*arguments):
    done = subprocess.run([program, "records", *arguments], capture_output=True, text=True, preexec_fn=nobody)
    return done.returncode, done.stdout + done.stderr


# A copy of a store whose last row is still in the file beside it.
os.makedirs("held")
shutil.copy(store, "held/whole.db")
shutil.copy(store, "live.db")
database = sqlite3.connect("live.db")
database.execute("PRAGMA wal_autocheckpoint = 0")
database.execute("UPDATE task SET source = 'late'")
database.commit()
for end in "", "-wal":
    shutil.copy("live.db" + end, "held/logged.db" + end)
database.close()
os.makedirs("open", mode=0o777)
os.chmod("open", 0o777)
for name in os.listdir("held"):
    os.chmod("held/" + name, 0o444)
os.chmod("held", 0o555)

code, text = records("list", "held/logged.db")
if code != 1 or "logged.db-wal are not in the file yet; open it once where it may be written to" not in text:
    sys.exit(f"a log: {code} {text}")
for action, *more in [("list",), ("show",), ("best",), ("export", "open/out.jsonl"), ("merge", "open/new.db")]:
    code, text = records(action, "held/whole.db", *more)
    if code != 0:
        sys.exit(f"{action}: {code} {text}")
code, text = records("verify", "held/whole.db")
if "whole.db: 5 rows, 0 damaged" not in text:
    sys.exit(f"verify: {code} {text}")
os.chmod("held", 0o755)
