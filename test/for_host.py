#!/usr/bin/env python3
"""Runs a command that names a processor of x86-64 on another one: for lit tests that run code. x86-64-v3, which is tuned for where
nothing is said, is left out, so that a schedule which is forced stays legal; others become host.

    test/for_host.py PROGRAM ARGUMENTS...
"""
import os
import re
import sys

arguments = sys.argv[1:]
at = arguments.index("--target") if "--target" in arguments[:-1] else None
if at and arguments[at + 1] == "x86-64-v3":
    del arguments[at:at + 2]
elif at and re.match(r"x86-64|zen|\w+(lake|rapids)", arguments[at + 1]):
    arguments[at + 1] = "host"
os.execv(arguments[0], arguments)
