"""Models as callers name them: a path, text, bytes; and the folder that keeps what was compiled."""
from __future__ import annotations

import functools
import hashlib
import os
import pathlib
import re
import shutil
import tempfile
from typing import Mapping, Sequence, Union

from . import _compiler
from ._errors import Mistake

ModelLike = Union[str, bytes, "os.PathLike[str]"]
STARTS = {b"ML\xefR": ".mlirbc", b"\x08": ".onnx"}  # of bytes; in ONNX the version of its format comes first


CACHE_BYTES = 4 << 30  # unless AUTOTUNE_CACHE_BYTES says otherwise


def cache_folder() -> pathlib.Path:
    """Where compiled models are kept: $XDG_CACHE_HOME/autotune/python. Delete it to start afresh."""
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "autotune/python"


def touch(path: pathlib.Path) -> None:
    """Marks what is in the cache as used now."""
    try:
        if cache_folder() in path.parents:
            os.utime(path)
    except OSError:
        pass  # another user's, or already removed: it only tells what goes first


def usage_of(entry: pathlib.Path) -> tuple[int, int]:
    """When it was used, and its bytes; of what another process removes meanwhile, none."""
    try:
        files = list(entry.iterdir()) if entry.is_dir() else [entry]
        return entry.stat().st_mtime_ns, sum(file.stat().st_size for file in files)
    except OSError:
        return 0, 0


def make_room() -> None:
    """Removes what was used least recently, until the cache is within its size. What was used last stays."""
    root = cache_folder()
    text = os.environ.get("AUTOTUNE_CACHE_BYTES", str(CACHE_BYTES))
    if not text.isdecimal():
        raise Mistake(f"AUTOTUNE_CACHE_BYTES is {text!r}: give a number of bytes")
    kept = [root / name for name in ("models", "imports")]
    entries = [entry for folder in (root, *kept) if folder.is_dir() for entry in folder.iterdir() if entry not in kept]
    entries = [entry for entry in entries if entry.is_file() or "." not in entry.name]  # others are being written
    usage = sorted(((*usage_of(entry), entry) for entry in entries), reverse=True)
    room = int(text)  # that is left
    for place, (_, size, entry) in enumerate(usage):
        room -= size
        if room >= 0 or place == 0:
            continue
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)


def write_once(path: pathlib.Path, data: bytes) -> pathlib.Path:
    if not path.is_file() or path.stat().st_size != len(data):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=path.name + ".", dir=path.parent) as folder:  # of this thread alone
            beside = pathlib.Path(folder) / path.name
            beside.write_bytes(data)
            beside.replace(path)
    touch(path)
    return path


def model_path(model: ModelLike, suffix: str = ".mlir") -> pathlib.Path:
    """The file of a model: text, whose suffix it is, and bytes get one in the cache."""
    if isinstance(model, (bytes, bytearray, memoryview)):
        data = bytes(model)
        suffix = next((kind for start, kind in STARTS.items() if data.startswith(start)), suffix)
    elif model == "" or isinstance(model, str) and ("\n" in model or "{" in model) and not os.path.isfile(model):
        data = model.encode("utf-8", "surrogateescape")
    elif isinstance(model, (str, os.PathLike)):
        path = pathlib.Path(model)
        if not os.path.isfile(path):  # of a name that is too long, too
            raise Mistake(f"there is no model {str(path):.200}: give the path of a file, MLIR as text, or its bytes")
        return path.resolve()
    else:
        raise TypeError(f"a model is a path, a text of MLIR or its bytes, not {type(model).__name__}")
    if not data.strip():
        raise Mistake("the model is empty: give the path of a file, MLIR as text, or its bytes")
    return write_once(cache_folder() / "models" / (hashlib.sha256(data).hexdigest()[:32] + suffix), data)


def weight_files(content: bytes) -> list[str]:
    """Those that a model in ONNX names: in its encoding, entries ("location", name) of strings that tell their length."""
    starts = [found.end() for found in re.finditer(rb"\n\x08location\x12(?=[\x01-\x7f])", content)]
    return sorted({os.fsdecode(content[start + 1:start + 1 + content[start]]) for start in starts})


def digest(path: pathlib.Path) -> str:
    """Of all that the file says, of the number of its data arguments beside it, and of its weights in other files."""
    state = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            state.update(block)
    beside = path.with_suffix(".args.json")
    state.update(beside.read_bytes() if beside.is_file() else b"")
    for name in weight_files(path.read_bytes()) if path.suffix == ".onnx" else []:
        state.update(state_of(path.parent / name).encode())
    return state.hexdigest()


def state_of(path: pathlib.Path) -> str:
    try:
        state = path.stat()
        return f"{path} {state.st_size} {state.st_mtime_ns}"
    except OSError:
        return f"{path} none"


@functools.lru_cache(maxsize=None)
def processor() -> str:
    lines = pathlib.Path("/proc/cpuinfo").read_text().split("\n\n", maxsplit=1)[0].splitlines()
    return "\n".join(line for line in lines if line.startswith(("model name", "cpu family", "model\t", "flags")))


def cache_key(content: str, options: Mapping[str, str]) -> str:
    """Of the model, the options with the files that they name, the compiler and this machine with its calibration."""
    config = os.environ.get("XDG_CONFIG_HOME") or pathlib.Path.home() / ".config"
    parts = [content, state_of(_compiler.library_path().resolve()), processor(),
             state_of(pathlib.Path(config) / "autotune/host.calibration")]
    if options.get("threads") == "auto":
        parts.append(f"{len(os.sched_getaffinity(0))} processors")
    for name, value in sorted(options.items()):
        parts.append(f"{name}={value}")
        if os.path.isfile(value):
            parts.append(state_of(pathlib.Path(value).resolve()))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def import_key(content: str, versions: Sequence[str]) -> str:
    """Of the model and of the importer that brings it to linalg."""
    return hashlib.sha256("\0".join([content, *versions]).encode()).hexdigest()[:32]
