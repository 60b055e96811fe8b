"""The program `autotune`, for what is a command: reports, measuring, tuning, calibration."""
from __future__ import annotations

import os
import subprocess
import sys
from typing import Mapping, Sequence

from . import _compiler
from ._errors import Failure


def flags(options: Mapping[str, str]) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name}", value)]


def run(command: Sequence[str], *, is_shown: bool = False, allowed: Sequence[int] = (0,)) -> str:
    """What the command prints; its standard error stream is shown, or else its last line is the error."""
    done = subprocess.run([str(_compiler.program_path()), *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=None if is_shown else subprocess.PIPE, text=True, check=False)
    if done.returncode not in allowed:
        lines = (done.stderr or "").strip().splitlines() or [f"exit status {done.returncode}, see what it says above"]
        raise Failure(f"autotune {command[0]}: {lines[-1].removeprefix(f'autotune {command[0]}: ')}")
    return done.stdout


def main() -> None:
    """The command `autotune` of the package."""
    path = str(_compiler.program_path())
    try:
        os.execv(path, [path, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"autotune: {path}: {error}; install mlir-autotune again")
