"""Gives every task of a store a winner that is not the model's choice, as a paired test might: so that
there is something to compare, whatever was fast.

    other_winner.py STORE [same]

"same": it is the choice in other words.
"""

import sqlite3
import sys

database = sqlite3.connect(sys.argv[1])
for number, choice in database.execute("SELECT number, schedule FROM task").fetchall():
    bad = "SELECT schedule FROM row WHERE task = ?1 AND verdict <> 'ok'"
    other = database.execute("SELECT schedule FROM row WHERE task = ?1 AND schedule <> ?2 AND "
                             f"schedule NOT IN ({bad})", (number, choice)).fetchone()
    if not other:
        sys.exit(f"task {number} has no schedule but the choice")
    if "same" in sys.argv[2:]:
        same = choice.replace(", ", ",", 1)
        database.execute("UPDATE row SET schedule = ? WHERE task = ? AND schedule = ?", (same, number, other[0]))
        other = (same,)
    database.execute("UPDATE task SET winner = ? WHERE number = ?", (other[0], number))
database.commit()
