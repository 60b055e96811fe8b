"""A compiled function: NumPy arrays in and out."""
from __future__ import annotations

import ctypes
import inspect
import math
from typing import Any, Callable

import numpy as np

from ._errors import Failure, Mistake, Unsupported
from ._values import TYPES, Value, empty, empty_all, prepare, scalar_of, value_of

OK, NO_MEMORY = 0, 3  # statuses of a library (docs/compiling.md)


class Function:
    """One public function of a model. Call it with one array or number per argument, in order.

    Arrays of the right type, contiguous and in the machine's order of bytes are read where they lie; others that can
    be copied are. Anything with __dlpack__ is taken as an array. Results are new arrays: none gives None, one the array,
    several a tuple. Arguments that the function writes (memrefs) are changed in place. Several threads may call at once;
    the interpreter's lock is released meanwhile.
    """

    def __init__(self, library: ctypes.CDLL, prefix: str, told: dict) -> None:
        self.name: str = told["name"]
        self.arguments = [value_of(f"argument {n} of {self.name}", value) for n, value in enumerate(told["arguments"])]
        self.results = [value_of(f"result {n} of {self.name}", value) for n, value in enumerate(told["results"])]
        for value in self.arguments:
            if not value.is_dense:
                raise Unsupported(f"{value.label} has strides or an offset: give the model a memref without a layout")
        self.sizes: list[str] = told["sizes"]
        self._library = library
        self._status_text = getattr(library, f"{prefix}_status_text")
        self._status_text.restype = ctypes.c_char_p
        self._status_text.argtypes = [ctypes.c_int]
        self._call = getattr(library, told["c_name"] + "_in")
        self._call.argtypes = ([ctypes.c_void_p] + [ctypes.c_int64] * len(self.sizes) +
                               [ctypes.c_void_p if value.is_buffer else TYPES[value.element][1] for value in self.arguments] +
                               [ctypes.c_void_p] * len(self.results))
        self._workspace_bytes: int = told["workspace_bytes"]
        self._workspaces: list[tuple[np.ndarray, int]] = []  # those that no call uses
        self._shapes = getattr(library, told["c_name"] + "_result_shapes") if told["has_result_shapes"] else None
        self._places = {name: place for place, name in enumerate(self.sizes)}
        self._wanted = [(value, value.dtype, value.shape) for value in self.arguments]
        self._static = [self._allocation(value, value.shape) for value in self.results] if not self._shapes else None
        self._given: list[tuple[Any, Any]] = [(value.shape, value.dtype) for value in self.results]
        self._compute = self._shapes if any(None in value.shape for value in self.results) else None
        self.__doc__ = f"{self}\n\n{inspect.getdoc(type(self))}"

    def __str__(self) -> str:
        taken = ", ".join(f"{value.name or f'arg{n}'}: {value}" for n, value in enumerate(self.arguments))
        given = ", ".join(str(value) for value in self.results) or "None"
        return f"{self.name}({taken}) -> {f'({given})' if len(self.results) > 1 else given}"

    def __repr__(self) -> str:
        return f"<autotune.Function {self}>"

    def __call__(self, *arguments: Any) -> Any:
        if len(arguments) != len(self._wanted):
            raise TypeError(f"{self.name} takes {len(self._wanted)} arguments, not {len(arguments)}: {self}")
        passed, kept, sizes = [], [], None
        for given, (value, dtype, shape) in zip(arguments, self._wanted):
            if not value.is_buffer:
                passed.append(scalar_of(value, given))
                continue
            is_plain = type(given) is np.ndarray and given.dtype == dtype and not value.is_written
            if is_plain and (flags := given.flags).c_contiguous and flags.aligned:
                array = given
            else:
                array = prepare(value, given)
                kept.append(array)
            if array.shape != shape:
                sizes = self._read_sizes(value, array.shape, sizes or {})
            passed.append(array.__array_interface__["data"][0])
        given = self._run(passed, sizes or {})
        return tuple(given) if len(given) > 1 else given[0] if given else None

    def _read_sizes(self, value: Value, shape: tuple[int, ...], sizes: dict) -> dict:
        if len(shape) != len(value.shape):
            raise ValueError(f"{value.label} is {value}: it has {len(value.shape)} dimensions, not {len(shape)}")
        for extent, wanted in zip(shape, value.shape):
            known = sizes.setdefault(wanted, extent) if type(wanted) is str else wanted
            if extent != known:
                why = f"size {wanted} is {known} in an argument before it" if type(wanted) is str else "its shape is fixed"
                raise ValueError(f"{value.label} is {value}, and its shape here is {list(shape)}: {why}")
        return sizes

    def _allocation(self, value: Value, shape: tuple) -> tuple:
        dtype = value.dtype
        return shape, dtype, math.prod(shape) * dtype.itemsize

    def _allocations(self, sizes: dict[Any, int], extents: list[int], passed: list) -> list[tuple]:
        if self._compute:
            return self._computed_shapes(self._compute, extents, passed)
        return [(shape := tuple([sizes.get(extent, extent) for extent in wanted]), dtype, math.prod(shape) * dtype.itemsize)
                for wanted, dtype in self._given]

    def _computed_shapes(self, compute: Any, extents: list[int], passed: list) -> list[tuple]:
        rooms = [(ctypes.c_int64 * len(value.shape))() for value in self.results]
        numbers = [TYPES[value.element][1](number) for value, number in zip(self.arguments, passed) if not value.is_buffer]
        self._check(compute(*map(ctypes.c_int64, extents), *numbers, *(room for room in rooms if len(room))))
        return [self._allocation(value, tuple(room)) for value, room in zip(self.results, rooms)]

    def _run(self, passed: list, sizes: dict[Any, int], allocate: Callable[[list], list] = empty_all) -> list:
        """A call with addresses of buffers, which are as wanted, and with numbers; the results, in memory of `allocate`.

        allocate: arrays, or the like, with their addresses, of (shape, type, bytes) each.
        """
        extents = [sizes[name] for name in self.sizes]
        results = allocate(self._static or self._allocations(sizes, extents, passed))
        try:
            workspace = self._workspaces.pop()
        except IndexError:
            workspace = empty((self._workspace_bytes,), np.dtype(np.uint8), self._workspace_bytes)
        status = self._call(workspace[1], *extents, *passed, *(place for _, place in results))
        self._workspaces.append(workspace)
        if status:
            self._check(status)
        return [array if value.is_buffer else array[()] for (array, _), value in zip(results, self.results)]

    def _check(self, status: int) -> None:
        if status == NO_MEMORY:
            raise MemoryError(self._status_text(status).decode())
        if status != OK:
            kind = Failure if status == 2 else Mistake  # 2: the processor is another one
            raise kind(f"{self.name}: {self._status_text(status).decode()}")
