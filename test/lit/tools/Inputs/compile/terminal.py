"""terminal.py AUTOTUNE MODEL OUT: a compile draws its progress in one line of a terminal, and writes
nothing but the line of the result, without sequences, where there is none.
"""
import os
import pty
import re
import subprocess
import sys

command = [sys.argv[1], "compile", sys.argv[2], "-o", sys.argv[3], "--target", "x86-64-v3"]
LINE = r"autotune compile: compiled (\d+) of (\d+) modules, \d+\.\d s left"


def on_terminal():
    main, other = pty.openpty()
    with subprocess.Popen(command, stderr=other, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(other)
        text = b""
        try:
            while block := os.read(main, 4096):
                text += block
        except OSError:  # the other end is closed
            pass
    os.close(main)
    return process.returncode, text.decode()


def check(found, what):
    counts = [(int(count), int(of)) for count, of in found]
    if not counts or counts != [(i + 1, len(counts)) for i in range(len(counts))]:
        sys.exit(f"{what}: {counts}")


code, text = on_terminal()
drawn = [line for line in text.replace("\r\n", "\n").split("\n") if "compiled" in line]
if code or len(drawn) != 1:
    sys.exit(f"exit code {code}, lines {drawn}")
check(re.findall(rf"\r\x1b\[K{LINE}", drawn[0]), "on a terminal")
plain = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True).stderr
if "\x1b" in plain or "\r" in plain:
    sys.exit(f"sequences without a terminal: {plain!r}")
if not re.fullmatch(r"autotune compile: .* for x86-64-v3: .* to link\n", plain):
    sys.exit(f"not one line without a terminal: {plain!r}")
print("one line on a terminal, the result elsewhere")
