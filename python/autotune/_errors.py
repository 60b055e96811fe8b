"""The exceptions of the package: their texts name the thing and the remedy."""


class Error(Exception):
    """Any failure that the compiler or a compiled function reports."""


class Mistake(Error, ValueError):
    """The caller's: an option, a file, a model that says nothing."""


class Unsupported(Error):
    """What the compiler cannot do for this model."""


class Failure(Error):
    """Memory, files, the processor, or MLIR."""


BY_RESULT = {1: Mistake, 2: Unsupported, 3: Failure}  # AutotuneResult of autotune.h
