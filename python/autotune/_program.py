"""The program `autotune`, for what is a command: reports, measuring, tuning, calibration."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from typing import Mapping, Sequence

from . import _compiler, _progress
from ._errors import Failure

ERRORS = "backslashreplace"  # names of files need not be text


def flags(options: Mapping[str, str]) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name}", value)]


def path_text(path: "str | bytes | os.PathLike") -> str:
    """A path that is none of a program's flags."""
    text = os.fsdecode(path)
    return f"./{text}" if text.startswith("-") else text


def run(command: Sequence[str]) -> str:
    """What a command of the program prints; the last line of its standard error stream is the error."""
    return run_program([str(_compiler.program_path()), *command], f"autotune {command[0]}")


def run_program(command: Sequence[str], name: str) -> str:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors=ERRORS, check=False)
    return result_of(name, done.returncode, (0,), done.stdout, done.stderr)


def run_shown(command: Sequence[str], *, seconds: "float | None" = None, allowed: Sequence[int] = (0,)) -> str:
    """The same for one that tells its progress, which is shown; an interrupt ends it as it ends the program, and is no exception
    unless nothing had begun.

    `seconds` are those that it may take, where that is known.
    """
    is_terminal = _progress.is_terminal()
    with tempfile.TemporaryFile("w+", errors=ERRORS) as printed:
        process = subprocess.Popen([str(_compiler.program_path()), *command], stdin=subprocess.DEVNULL, stdout=printed,
                                   stderr=None if is_terminal else subprocess.PIPE, text=True, errors=ERRORS,
                                   start_new_session=not is_terminal)  # then only we interrupt it
        show, said = _progress.shower(seconds, is_terminal), ""
        while True:
            try:
                for line in process.stderr or ():
                    said += line
                    show(line.rstrip("\n"))
                process.wait()
                break
            except KeyboardInterrupt:
                if not is_terminal:  # which has told it already
                    process.send_signal(signal.SIGINT)
        if process.returncode == -signal.SIGINT:
            raise KeyboardInterrupt
        printed.seek(0)
        return result_of(f"autotune {command[0]}", process.returncode, allowed, printed.read(), said)


def result_of(name: str, code: int, allowed: Sequence[int], printed: str, said: str) -> str:
    if code not in allowed:
        lines = said.strip().splitlines() or [f"exit status {code}, see what it says above"]
        raise Failure(lines[-1] if lines[-1].startswith(name) else f"{name}: {lines[-1]}")
    return printed


def main() -> None:
    """The command `autotune` of the package."""
    path = str(_compiler.program_path())
    try:
        os.execv(path, [path, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"autotune: {path}: {error}; install mlir-autotune again")
