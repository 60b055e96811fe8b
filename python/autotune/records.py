"""What was measured and chosen, in forms that other tools read.

    from autotune import records
    records.export("mine.records", "mine.jsonl")        # JSON Lines (docs/reference/records.md)
    records.add("theirs.jsonl", "mine.records")
    records.script(f, "tuned.mlir")                     # f's choices in MLIR's transform dialect

A script of the transform dialect with `transform.tune.knob` and `transform.tune.alternatives`, the form in which schedules of others
leave something to a tuner, is taken by autotune.compile(model, script="space.mlir") (docs/reference/own-spaces.md). Tuning specs of
IREE name lowering configurations of its own code generator, which say nothing of the loops that are made here: there is nothing
to read or write.
"""
from __future__ import annotations

import os
import sys
from typing import Union

from . import _compiler, _program
from ._model import Model

PathLike = Union[str, "os.PathLike[str]"]
OPTIMIZER = """import ctypes, os, sys
words = [os.fsencode(word) for word in sys.argv[1:]]
sys.exit(ctypes.CDLL(os.fsdecode(words[0])).autotuneRunOptimizer(len(words), (ctypes.c_char_p * (len(words) + 1))(*words)))"""


def export(records: PathLike, lines: PathLike) -> None:
    """Writes a store as JSON Lines: all that was measured, on which machine."""
    _program.run(["records", "export", _program.path_text(records), _program.path_text(lines)])


def add(lines: PathLike, records: PathLike) -> None:
    """Adds JSON Lines to a store, which is made where there is none: all of them or, if one cannot be read, nothing."""
    _program.run(["records", "import", _program.path_text(lines), _program.path_text(records)])


def script(model: Model, path: PathLike) -> None:
    """Writes the model as it was, with a script of the transform dialect that tunes it as it was tuned.

    MLIR's --transform-interpreter with the passes of autotune runs it, in place or, by --transform-preload-library, on the same
    ops in another file (docs/mlir-opt.md).
    """
    model._check_unchanged()
    options = {**model._options, "emit": "schedule", "remarks": "none"}
    texts = " ".join(f"{name}={{{value}}}" if " " in value else f"{name}={value}" for name, value in options.items())
    _program.run_program([sys.executable, "-c", OPTIMIZER, str(_compiler.library_path()), str(model._path), f"--autotune={texts}",
                          "-o", _program.path_text(path)], "records.script")
