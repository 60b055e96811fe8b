"""Files that are no stores of `autotune collect`, or damaged ones, in the current folder.

    stores.py make   makes them
    stores.py check  fails when a file of other programs has changed since
"""

import hashlib
import os
import sqlite3
import sys

TASK = ("CREATE TABLE task(number INTEGER PRIMARY KEY, space INTEGER, workload TEXT, family TEXT, "
        "source TEXT, cpu TEXT, target TEXT, code_limit TEXT, module TEXT, schedule TEXT, "
        "trials INTEGER, grid INTEGER, done INTEGER DEFAULT 0, "
        "UNIQUE(workload, target, cpu, space, grid))")
ROW = ("CREATE TABLE row(number INTEGER PRIMARY KEY, task INTEGER, origin TEXT, verdict TEXT, "
       "seconds TEXT, schedule TEXT, time INTEGER, cost REAL)")
INDEX = "CREATE INDEX row_of_task ON row(task)"
FOREIGN = ["other", "same", "columns", "version", "text", "nothing"]


def make(name, version, *statements):
    database = sqlite3.connect(name + ".db")
    for statement in (*statements, f"PRAGMA user_version = {version}"):
        database.execute(statement)
    database.commit()
    return database


def digest():
    return "\n".join(f"{name} {hashlib.sha256(open(name + '.db', 'rb').read()).hexdigest()}"
                     for name in FOREIGN)


def make_all():
    make("other", 0, "CREATE TABLE places(url TEXT)").close()
    make("same", 1, "CREATE TABLE places(url TEXT)").close()
    make("columns", 1, "CREATE TABLE task(number INTEGER)", "CREATE TABLE row(number INTEGER)",
         "CREATE VIEW v AS SELECT 1").close()
    make("version", 9, TASK, ROW).close()
    make("task", 1, TASK, ROW, INDEX,
         "INSERT INTO task VALUES(1, 1, 'luck', '', '', '', 'zen4', '', '', '', 5, 0, 1)",
         "INSERT INTO row VALUES(1, 1, 'random', 'ok', '1', '', 0, 0)").close()
    with open("text.db", "w") as file:
        file.write("no database\n" * 1000)
    open("nothing.db", "w").close()
    full = make("cut", 1, TASK, ROW, INDEX)
    for n in range(400):
        full.execute(f"INSERT INTO task VALUES({n + 1}, 1, 'w{n}', '', '', '', 'zen4', '', "
                     f"'{'x' * 200}', '', 5, 0, 1)")
        full.execute(f"INSERT INTO row VALUES({n + 1}, {n + 1}, 'random', 'ok', '1', '', 0, 0)")
    full.commit()
    full.close()
    bytes_ = open("cut.db", "rb").read()
    with open("pages.db", "wb") as file:  # the pages behind those of the schema are noise
        file.write(bytes_[:4096 * 4] + b"\x5a" * (len(bytes_) - 4096 * 4))
    with open("cut.db", "wb") as file:
        file.write(bytes_[:len(bytes_) // 3])
    workload = open(os.path.join(os.path.dirname(sys.argv[0]), "workload.txt")).read().strip()
    rows = make("rows", 1, TASK, ROW, INDEX)
    rows.execute("INSERT INTO task VALUES(1, 1, ?, 'matmul', '', '', 'zen4', '', '', '', 5, 0, 1)",
                 (workload,))
    for origin, verdict, seconds, cost in [("luck", "ok", "1", 0), ("random", "fine", "1", 0),
                                           ("random", "ok", "", 0), ("random", "ok", "nan", 0),
                                           ("random", "ok", "-1", 0), (None, None, None, None)]:
        rows.execute("INSERT INTO row(task, origin, verdict, seconds, schedule, cost) "
                     "VALUES(1, ?, ?, ?, 'direct()', ?)", (origin, verdict, seconds, cost))
    rows.commit()
    rows.close()
    with open("digest", "w") as file:
        file.write(digest())


if sys.argv[1] == "make":
    make_all()
elif open("digest").read() != digest():
    sys.exit("a file has changed:\n" + digest())
