"""The exceptions of the package: their texts name the thing and the remedy."""


class Error(Exception):
    """Any failure that the compiler or a compiled function reports."""


class Mistake(Error, ValueError):
    """The caller's: an option, a file, a model that says nothing."""


class Unsupported(Error):
    """What the compiler cannot do for this model."""


class Failure(Error):
    """Memory, files, the processor, or MLIR."""


def reason(error: Exception) -> str:
    """Of the lines of an exception of MLIR the one that says what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return next((line for line in lines if "error: " in line), lines[0])


BY_RESULT = {1: Mistake, 2: Unsupported, 3: Failure}  # AutotuneResult of autotune.h
