"""Checks that a store that `autotune tune --slurm` merged has exactly the rows of its shards' stores.

    union.py STORE
"""

import glob
import sqlite3
import sys


def rows(path):
    database = sqlite3.connect(path)
    columns = [row[1] for row in database.execute("PRAGMA table_info(row)") if row[1] not in ("number", "task")]
    names = ", ".join("row." + name for name in columns)
    found = database.execute(f"SELECT task.workload, task.cpu, task.target, {names} FROM row JOIN task ON "
                             "task.number = row.task").fetchall()
    if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        sys.exit(f"{path} is damaged")
    database.close()
    return found


merged = rows(sys.argv[1])
shards = glob.glob(f"{glob.escape(sys.argv[1])}.slurm/*/*.records")
union = set()
for path in shards:
    union |= set(rows(path))
if not shards or not union or len(merged) != len(set(merged)) or set(merged) != union:
    sys.exit(f"{len(shards)} stores have {len(union)} rows, and {sys.argv[1]} has {len(merged)}; "
             f"{len(union - set(merged))} are missing, {len(set(merged) - union)} are of no shard")
print(f"{len(merged)} rows of {len(shards)} stores, none missing")
