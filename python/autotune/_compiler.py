"""The C API of libautotune-compiler.so by ctypes: include/autotune.h, include/autotune_compile.h."""
from __future__ import annotations

import ctypes
import functools
import json
import os
import pathlib
from typing import Mapping

from ._errors import BY_RESULT, Failure

TextCallback = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_void_p)


def library_path() -> pathlib.Path:
    """The library of the package, or the one of a build that AUTOTUNE_LIBRARY names."""
    chosen = os.environ.get("AUTOTUNE_LIBRARY")
    return pathlib.Path(chosen) if chosen else pathlib.Path(__file__).parent / "lib/libautotune-compiler.so"


def program_path() -> pathlib.Path:
    """The program `autotune` that belongs to the library."""
    return library_path().parent.parent / "bin/autotune"


@functools.lru_cache(maxsize=None)
def load() -> ctypes.CDLL:
    path = library_path()
    try:
        library = ctypes.CDLL(str(path))  # RTLD_LOCAL: its LLVM is seen by nobody else
    except OSError as error:
        raise Failure(f"the library of the compiler cannot be loaded: {error}; install mlir-autotune again, "
                      "or name a build's by AUTOTUNE_LIBRARY") from None
    library.autotuneVersion.restype = ctypes.c_char_p
    library.autotuneErrorText.restype = ctypes.c_char_p
    library.autotuneOptionsCreate.restype = ctypes.c_void_p
    library.autotuneOptionsDestroy.argtypes = [ctypes.c_void_p]
    library.autotuneOptionsDestroy.restype = None
    library.autotuneOptionsSet.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    library.autotuneCompile.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p,
                                        ctypes.c_char_p, ctypes.c_int, TextCallback, ctypes.c_void_p]
    return library


@functools.lru_cache(maxsize=None)
def load_openmp() -> ctypes.CDLL | None:
    """The runtime library that code for several threads asks for, where the package has one."""
    path = library_path().parent / "libomp.so.5"
    return ctypes.CDLL(str(path)) if path.exists() else None


def check(result: int) -> None:
    if result:
        raise BY_RESULT.get(result, Failure)(load().autotuneErrorText().decode("utf-8", "replace"))


def compile_file(model: str, options: Mapping[str, str], library: str, header: str | None, prefix: str,
                 jobs: int) -> dict:
    """Makes the library of a model file; the report as autotuneCompile gives it."""
    api = load()
    reports: list[str] = []
    hear = TextCallback(lambda text, user: reports.append(text.decode("utf-8", "replace")))
    handle = api.autotuneOptionsCreate()
    if not handle:
        raise MemoryError("no memory for the options of the compiler")
    try:
        for name, value in options.items():
            check(api.autotuneOptionsSet(handle, name.encode(), value.encode()))
        check(api.autotuneCompile(os.fsencode(model), handle, os.fsencode(library),
                                  os.fsencode(header) if header else None, prefix.encode(), jobs, hear, None))
    finally:
        api.autotuneOptionsDestroy(handle)
    return json.loads(reports[0])
