"""What a compiled function takes and gives: element types, shapes, arrays from anything that has one."""
from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

ALIGNMENT = 64  # bytes: a cache line, and the widest vector

TYPES = {
    "f64": ("float64", ctypes.c_double), "f32": ("float32", ctypes.c_float), "f16": ("float16", ctypes.c_uint16),
    "bf16": ("uint16", ctypes.c_uint16), "i64": ("int64", ctypes.c_int64), "i32": ("int32", ctypes.c_int32),
    "i16": ("int16", ctypes.c_int16), "i8": ("int8", ctypes.c_int8), "i1": ("bool", ctypes.c_uint8),
    "index": ("int64", ctypes.c_int64),
}


def dtype_of(element: str) -> np.dtype:
    """NumPy's type of an element; bf16 is ml_dtypes.bfloat16 where ml_dtypes is imported, else its bits."""
    if element == "bf16" and "ml_dtypes" in sys.modules:
        return np.dtype(sys.modules["ml_dtypes"].bfloat16)
    return np.dtype(TYPES[element][0])


@dataclass(frozen=True)
class Value:
    """One argument or result: the element type as MLIR spells it, and the shape.

    An extent is a number, the name of a size that the arguments of a call tell, or None where it is computed.
    """
    label: str  # how errors call it
    name: str  # in the model, may be empty
    element: str
    shape: tuple[int | str | None, ...]
    is_buffer: bool
    is_written: bool
    is_dense: bool

    @property
    def dtype(self) -> np.dtype:
        return dtype_of(self.element)

    def __str__(self) -> str:
        extents = ", ".join("?" if extent is None else str(extent) for extent in self.shape)
        return f"{self.element}[{extents}]" if self.is_buffer else self.element


def value_of(label: str, told: dict) -> Value:
    return Value(label, told["name"], told["type"], tuple(told["shape"]), told["is_buffer"], told["is_written"],
                 told["is_dense"])


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def empty(shape: tuple[int, ...], dtype: np.dtype, byte_count: int) -> tuple[np.ndarray, int]:
    """A new array of that alignment, and its address."""
    room = np.empty(byte_count + ALIGNMENT, np.uint8)
    start = address(room)
    offset = -start % ALIGNMENT
    return np.ndarray(shape, dtype, room, offset), start + offset


def empty_all(made: list) -> list:
    return [empty(*each) for each in made]


def array_of(value: Value, given: Any) -> np.ndarray:
    """The argument as an array, without a copy where it is one, or has __dlpack__."""
    if isinstance(given, np.ndarray):
        return given
    if hasattr(given, "__dlpack__"):
        try:
            return np.from_dlpack(given)
        except (TypeError, BufferError, RuntimeError, ValueError) as error:
            raise TypeError(f"{value.label}: NumPy cannot share this {type(given).__name__}: {error}; give an array on "
                            "the CPU, of bfloat16 its bits as int16, without a gradient") from None
    try:
        if given is None:
            raise TypeError("nothing is given")
        array = np.asarray(given)
        if hasattr(given, "dtype"):
            return array
        if array.size and array.dtype.kind == "f" and value.dtype.kind in "iub":
            raise TypeError(f"{value.dtype} holds no floating-point numbers")
        return np.asarray(given, dtype=value.dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"{value.label}: {type(given).__name__} is no array of {value}: {error}") from None


def is_same_type(value: Value, dtype: np.dtype) -> bool:
    """Whether elements of `dtype` are those of the value, but for the order of bytes and, of bits, the sign."""
    wanted = value.dtype
    bits = value.element == "bf16" and dtype.kind in "iu" or {dtype.kind, wanted.kind} == {"i", "u"}
    return dtype.newbyteorder("=") == wanted or bits and dtype.itemsize == wanted.itemsize


def prepare(value: Value, given: Any) -> np.ndarray:
    """An array that the function can read where it lies: what does not fit is copied, or refused."""
    if value.is_written and not isinstance(given, np.ndarray) and not hasattr(given, "__dlpack__"):
        raise TypeError(f"{value.label} is written to: give an array and keep that, not a {type(given).__name__}")
    array = array_of(value, given)
    if not is_same_type(value, array.dtype):
        raise TypeError(f"{value.label} is {value}, not {array.dtype}: convert it with .astype({str(value.dtype)!r})")
    if array.dtype.isnative and array.flags.c_contiguous and array.flags.aligned:
        if value.is_written and not array.flags.writeable:
            raise ValueError(f"{value.label} is written to, and this array is read-only: give a copy of it")
        return array
    if value.is_written:
        raise ValueError(f"{value.label} is written to: it has to be contiguous, aligned and of the machine's order of "
                         "bytes; give numpy.ascontiguousarray(...) and keep that")
    return np.array(array, dtype=array.dtype.newbyteorder("="), order="C", copy=True)


def scalar_of(value: Value, given: Any) -> Any:
    """A number as C takes it by value: of 16-bit floats the bits."""
    try:
        if value.element in ("f16", "bf16"):
            array = np.asarray(given)
            if value.element == "f16":
                return int(array.astype(np.float16).view(np.uint16))
            if array.dtype.kind == "f":  # to nearest, ties to even
                bits = int(array.astype(np.float32).view(np.uint32))
                return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF if array == array else 0x7FC0
            if array.dtype.itemsize == 2:
                return int(array.view(np.uint16))
            return scalar_of(value, float(given))  # a number, not bits
        if value.element in ("f32", "f64"):
            return float(given)
        number = int(given)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{value.label} is one number of {value}, not {given!r:.60}") from None
    bits = 1 if value.element == "i1" else 8 * value.dtype.itemsize
    if number != given or not -(1 << (bits - 1)) <= number < 1 << bits:
        raise ValueError(f"{value.label} is {value}: {given!r:.60} does not fit")
    return number
