"""foreign_store.py STORE: gives every task of a store a module that calls system()."""

import sqlite3
import sys

CALL = """  llvm.func @system(!llvm.ptr) -> i32
  llvm.mlir.global internal constant @command("touch ran_this\\00")
"""
RUN = """
    %command = llvm.mlir.addressof @command : !llvm.ptr
    %code = llvm.call @system(%command) : (!llvm.ptr) -> i32
"""

store = sqlite3.connect(sys.argv[1])
for number, module in store.execute("SELECT number, module FROM task").fetchall():
    head, body = module.split("module {\n", 1)[1].split("{\n", 1)
    store.execute("UPDATE task SET module = ?, done = 0 WHERE number = ?",
                  ("module {\n" + CALL + head + "{" + RUN + body, number))
store.commit()
