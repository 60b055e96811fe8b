#!/usr/bin/env python3
"""A worker for `AUTOTUNE_WORKER` that spoils candidates: it stands between the program and the real
worker, AUTOTUNE_REAL, and changes every AUTOTUNE_EVERY-th candidate. AUTOTUNE_FAULT is one of

    hang      a loop that never ends
    crash     a call that aborts
    memory    an allocation of 100 GB that is written to
    wrong     another initial value
    compile   the compiler takes minutes: the answer does not come
    mixed     each of these in turn

Where AUTOTUNE_TASKS is set, the module of every task is added to that file.

docs/reference/measuring.md has the protocol.
"""

import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

HEADER = struct.Struct("=4sHHQ")
TASK, CANDIDATE, STEP = 1, 2, 3
FAULTS = ["hang", "crash", "memory", "wrong", "compile"]
HANG = """
  %bad = func.call @pause() : () -> i32
"""
CRASH = """
  %bad = arith.constant false
  cf.assert %bad, "spoilt"
"""
MEMORY = """
  %bad_size = arith.constant 100000000000 : index
  %bad_memory = memref.alloc(%bad_size) : memref<?xi8>
  %bad_address = memref.extract_aligned_pointer_as_index %bad_memory : memref<?xi8> -> index
  %bad_pointer = arith.index_cast %bad_address : index to i64
  %bad_byte = arith.constant 1 : i32
  %bad_length = arith.constant 100000000000 : i64
  %bad = func.call @memset(%bad_pointer, %bad_byte, %bad_length) : (i64, i32, i64) -> i64
"""
OUTSIDE = {"hang": "func.func private @pause() -> i32\n",
           "memory": "func.func private @memset(i64, i32, i64) -> i64\n"}


def receive(stream, size):
    data = b""
    while len(data) < size:
        part = stream.recv(size - len(data))
        if not part:
            os._exit(0)
        data += part
    return data


# The first field of a payload.
def text_of(payload):
    size, = struct.unpack("=q", payload[:8])
    return payload[8:8 + size - 1].decode()


def spoil(text, fault):
    if fault == "wrong":
        return text.replace("0.000000e+00", "1.000000e+00")
    body = {"hang": HANG, "crash": CRASH, "memory": MEMORY}[fault]
    return re.sub(r"( *func\.func @op\(.*?\{\n)",
                  lambda match: OUTSIDE.get(fault, "") + match[1] + body, text, count=1)


def relay_back(real, parent):
    while True:
        data = real.recv(1 << 16)
        if not data:
            os._exit(0)
        parent.sendall(data)


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = socket.socket(fileno=0)
    own, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    subprocess.Popen([os.environ["AUTOTUNE_REAL"], *sys.argv[1:]], stdin=other)
    other.close()
    threading.Thread(target=relay_back, args=(own, parent), daemon=True).start()
    counter = os.environ["AUTOTUNE_COUNTER"]  # a file: every worker begins anew
    while True:
        header = receive(parent, HEADER.size)
        _, _, kind, length = HEADER.unpack(header)
        payload = receive(parent, length)
        if kind == TASK and "AUTOTUNE_TASKS" in os.environ:
            with open(os.environ["AUTOTUNE_TASKS"], "a") as file:
                file.write(text_of(payload))
        if kind == CANDIDATE:
            with open(counter, "a+") as file:
                file.write("x")
                place = file.tell()
            if place % int(os.environ["AUTOTUNE_EVERY"]) == 0:
                fault = os.environ["AUTOTUNE_FAULT"]
                if fault == "mixed":
                    fault = FAULTS[place // int(os.environ["AUTOTUNE_EVERY"]) % len(FAULTS)]
                if fault == "compile":  # begins, and does not end
                    step = struct.pack("=q", 1)
                    parent.sendall(HEADER.pack(*HEADER.unpack(header)[:2], STEP, len(step)) + step)
                    time.sleep(600)
                size, = struct.unpack("=q", payload[:8])
                text = spoil(text_of(payload), fault).encode() + b"\0"
                payload = struct.pack("=q", len(text)) + text + payload[8 + size:]
                header = HEADER.pack(*HEADER.unpack(header)[:3], len(payload))
        own.sendall(header + payload)


main()
