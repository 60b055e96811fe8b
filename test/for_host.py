#!/usr/bin/env python3
"""Runs a command of the program that names a processor of x86-64 on another one: for lit tests that run code. Libraries are made
for the host, and so is what is run, but where x86-64-v3 is named: that is tuned for where nothing is said, and a schedule which is
forced stays legal.

    test/for_host.py PROGRAM COMMAND ARGUMENTS...
"""
import os
import re
import sys

arguments = sys.argv[1:]


def place_of(flag):
    """Of the word behind a flag; 0: there is none."""
    return arguments.index(flag) + 1 if flag in arguments[:-1] else 0


target, output = place_of("--target"), place_of("-o")
is_compiled = arguments[1] == "compile"
if target and re.match(r"x86-64|zen|\w+(lake|rapids)", arguments[target]):
    if is_compiled:
        if output and arguments[output].endswith((".so", ".a", ".o")):
            arguments[target] = "host"
    elif arguments[target] == "x86-64-v3":
        del arguments[target - 1:target + 1]
    else:
        arguments[target] = "host"
os.execv(arguments[0], arguments)
