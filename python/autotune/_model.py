"""Models: compiled, called, saved, shown, tuned."""
from __future__ import annotations

import ctypes
import json
import numbers
import os
import pathlib
import shutil
import tempfile
from typing import Any, Iterable, Mapping, Union

from . import _compiler, _program, _source
from ._errors import Failure, Mistake
from ._function import Function
from ._kernels import Kernels, kernels_of

SizesLike = Union[str, Mapping[str, Union[int, str, range, Iterable[int]]], None]
PREFIX = "model"  # of the C functions of a library in the cache
IMPORTED = "makes linalg of StableHLO"  # the compiler's words of a dialect that the importer takes


class Model:
    """A compiled model. Calling it calls its first public function (see Function for what it takes and gives)."""

    def __init__(self, path: pathlib.Path, content: str, options: dict[str, str], library: pathlib.Path, told: dict) -> None:
        self._path, self._content, self._options = path, content, options
        self._library = ctypes.CDLL(str(library))
        self.processor: str = told["processor"]  # that the code is for
        self.kernels: Kernels = kernels_of(told["ops"])
        self.functions: dict[str, Function] = {
            each["name"]: Function(self._library, PREFIX, each) for each in told["functions"]}
        self.main: Function = next(iter(self.functions.values()))  # the first
        lines = "\n".join(map(str, self.functions.values()))
        self.__doc__ = f"{lines}\n\n{type(self).__doc__} `kernels` has what was chosen, in seconds of one call."

    def __call__(self, *arguments: Any) -> Any:
        return self.main(*arguments)

    def __repr__(self) -> str:
        return "\n".join([f"<autotune.Model for {self.processor}>", *map(str, self.functions.values())])

    def _repr_html_(self) -> str:
        import html
        return f"<pre>{html.escape(repr(self))}</pre>{self.kernels._repr_html_()}"

    def _check_unchanged(self) -> None:
        if not self._path.is_file() or _source.digest(self._path) != self._content:
            raise Mistake(f"{self._path} has changed since it was compiled: call autotune.compile again")

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes a shared library and, beside it, its header for C (docs/compiling.md): `autotune compile -o PATH`."""
        path = pathlib.Path(path)
        if path.suffix != ".so":
            raise Mistake(f"{path}: a library is saved as NAME.so")
        self._check_unchanged()
        stem = path.stem.removeprefix("lib") or path.stem
        _compiler.compile_file(str(self._path), self._options, str(path), str(path.with_suffix(".h")), stem, 0)

    def report(self, path: "str | os.PathLike[str]", *, function: "str | None" = None,
               sizes: "Mapping[str, int] | None" = None) -> None:
        """Measures the kernels of a function, the first unless one is named, as measure() does, and the same ops untuned, and
        writes a page for the browser (docs/reference/report.md)."""
        if function is not None and function not in self.functions:
            raise Mistake(f"there is no function {function!r}: name one of {', '.join(self.functions)}")
        self._measure(self.main.name if function is None else function, sizes, ["--report", _program.path_text(path)])

    def measure(self, *, sizes: "Mapping[str, int] | None" = None) -> Kernels:
        """Times every kernel on random operands, sets `measured_seconds` of the kernels and returns them.

        `sizes` are those of the calls, where the model leaves some open: {"batch": 8}.
        """
        for name in self.functions:
            self._measure(name, sizes, ["--profile", "--only-tuned"])
        return self.kernels

    def _measure(self, function: str, sizes: "Mapping[str, int] | None", how: list[str]) -> None:
        self._check_unchanged()
        told = _program.run(["run", str(self._path), "--function", function, *how, "--json", "--quiet",
                             *self._call_sizes(function, sizes or {}), *_program.flags(self._options)])
        waiting = sorted(self.kernels, key=lambda kernel: kernel.function != function)  # it may call others
        for measured in json.loads(told)["kernels"]:
            for kernel in waiting:
                if (kernel.op, kernel.schedule) == (measured["op"], measured.get("schedule", "")):
                    kernel.measured_seconds = measured["seconds"] / max(measured.get("runs", 1), 1)
                    waiting.remove(kernel)
                    break

    def _call_sizes(self, function: str, sizes: Mapping[str, int]) -> list[str]:
        """The flag of the program that has the sizes of a call."""
        if not isinstance(sizes, Mapping):
            raise Mistake(f"sizes: {sizes!r} names no dimension; give a dictionary such as {{'batch': 8}}")
        known = {name for each in self.functions.values() for name in each.sizes}
        for name in sizes:
            if name not in known:
                raise Mistake(f"sizes: there is no size {name!r}; open are {', '.join(sorted(known)) or 'none'}")
        wanted = self.functions[function].sizes
        missing = [name for name in wanted if name not in sizes]
        if missing:
            raise Mistake(f"{function} is measured at one size of {', '.join(missing)}: give sizes={{{missing[0]!r}: 8}}")
        return ["--dim", ",".join(str(sizes[name]) for name in wanted)] if wanted else []


def sizes_text(sizes: SizesLike) -> str:
    """{"batch": [1, 4], "seq": range(1, 513)} as the option `sizes` has it: batch:1,4+seq:1..512."""
    if not sizes:
        return ""
    if isinstance(sizes, str):
        return sizes
    if not isinstance(sizes, Mapping):
        raise Mistake(f"sizes: {sizes!r} names no dimension; give a dictionary such as {{'batch': [1, 4]}}")

    def one(wanted: Any) -> str:
        if isinstance(wanted, range):
            if wanted.step != 1 or not wanted:
                raise Mistake(f"sizes: {wanted} has no steps of one; give numbers")
            return f"{wanted[0]}..{wanted[-1]}"
        return ",".join(map(str, wanted)) if isinstance(wanted, Iterable) and not isinstance(wanted, str) else str(wanted)

    return "+".join(f"{name}:{one(wanted)}" for name, wanted in sizes.items())


def compile(model: "_source.ModelLike", *, target: str = "host", fp: str = "auto", threads: "int | str" = 1,
            sizes: SizesLike = None, records: "str | os.PathLike[str] | None" = None, jobs: int = 0,
            **options: Any) -> Model:
    """Tunes and compiles a model.

    model: the path of a file, its text, or its bytes: MLIR on linalg, affine or TOSA; StableHLO and ONNX by the extra `onnx`.
    target: the processor to compile for: "host", a name such as "zen4", "auto" for what the model names.
    fp: what may change in floating-point results: strict, source, reassoc, relaxed (docs/numerics.md).
    threads: that share the loops of a kernel, or "auto".
    sizes: sizes that unknown dimensions are expected to have: {"batch": [1, 8], "seq": range(1, 513)}.
    records: a store that autotune.tune wrote.
    jobs: threads that compile; 0 is one per processor. It changes nothing but the time.
    Other options are those of docs/reference/options.md, with _ for -.

    What was compiled is kept in autotune.cache_folder(), by the model, the options, the machine and the compiler.
    """
    if records is not None and not isinstance(records, (str, bytes, os.PathLike)):
        raise TypeError(f"records: {records!r:.60} is no path; name a store that autotune.tune wrote")
    if not isinstance(jobs, numbers.Integral) or not 0 <= jobs <= 1024:
        raise Mistake(f"jobs: {jobs!r:.60} is no number of threads; give 0 to 1024, 0 for one per processor")
    wanted = {"target": target, "fp": fp, "threads": threads, "sizes": sizes_text(sizes),
              "records": os.fsdecode(records) if records is not None else "", **options}
    texts = {name.replace("_", "-"): str(value) for name, value in wanted.items() if value not in (None, "")}
    path = _source.model_path(model)
    if path.name.endswith((".onnx", ".stablehlo.mlir")):
        return compile_imported(path, texts, jobs)
    try:
        return compile_path(path, texts, jobs)
    except Mistake as error:
        if IMPORTED not in str(error):
            raise
    return compile_imported(path, texts, jobs)


def compile_imported(path: pathlib.Path, options: dict[str, str], jobs: int) -> Model:
    from ._import import import_model  # seldom needed, and slow to load
    return compile_path(import_model(path), options, jobs)


def compile_path(path: pathlib.Path, options: dict[str, str], jobs: int = 0) -> Model:
    content = _source.digest(path)
    folder = _source.cache_folder() / _source.cache_key(content, options)
    if options.get("threads", "1") != "1":
        _compiler.load_openmp()
    told = report_of(folder) or {}
    is_new = not told
    if is_new:
        fill(folder, path, options, jobs)
        told = report_of(folder) or {}
    _source.touch(folder)
    try:
        model = Model(path, content, options, folder / "model.so", told)
    except OSError as error:
        raise Failure(f"code for {told['processor']} cannot be loaded on this machine: {error}; compile it with "
                      'target="host", or by `autotune compile` for the other machine') from None
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise Failure(f"{folder} does not hold a compiled model: {error}; delete it") from None
    if is_new:
        _source.make_room()
    return model


def report_of(folder: pathlib.Path) -> "dict | None":
    """What the compiler said of a library that is there as it was written."""
    try:
        told = json.loads((folder / "report.json").read_text())
        return told if (folder / "model.so").stat().st_size == told["file_bytes"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def fill(folder: pathlib.Path, path: pathlib.Path, options: dict[str, str], jobs: int) -> None:
    """Compiles beside the folder, which is there as a whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = pathlib.Path(tempfile.mkdtemp(prefix=folder.name + ".", dir=folder.parent))
    try:
        told = _compiler.compile_file(str(path), options, str(beside / "model.so"), None, PREFIX, jobs)
        (beside / "report.json").write_text(json.dumps(told))
        try:
            beside.rename(folder)
        except OSError:  # another process was faster
            if report_of(folder) is None:  # or the folder is no longer as it was written
                shutil.rmtree(folder, ignore_errors=True)
                beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def tune(model: Model, *, minutes: float, records: "str | os.PathLike[str]") -> Model:
    """Measures schedules of the model's kernels for so many minutes, keeps them in the store, and compiles by them.

    The same call goes on where an earlier one ended; Ctrl-C ends it early, and nothing is lost (docs/tuning.md).
    """
    if not isinstance(minutes, numbers.Real) or not minutes > 0:
        raise Mistake(f"minutes: {minutes!r} is no time; give a number above 0")
    if not isinstance(model, Model):
        raise TypeError(f"what is tuned is a model that autotune.compile gave, not {type(model).__name__}")
    model._check_unchanged()
    options = {**model._options, "records": os.fspath(records)}
    _program.run_shown(["tune", str(model._path), "--minutes", str(minutes), *_program.flags(options)], seconds=60 * minutes,
                       allowed=(0, 3))
    return compile_path(model._path, options)


def calibrate(*, minutes: "float | None" = None, target_only: bool = False) -> str:
    """Measures this machine for target="host" (docs/calibration.md): ten minutes, or some seconds of `target_only`."""
    command = ["calibrate"] + ["--target-only"] * target_only
    if minutes is not None:
        command += ["--minutes", str(minutes)]
    return _program.run_shown(command, seconds=60 * minutes if minutes else None)
