"""How far long work is: on a terminal the program draws it itself; in a notebook a bar with the newest line; else line by line."""
from __future__ import annotations

import html
import sys
import time
from typing import Callable


def is_terminal() -> bool:
    """Whether what the program writes to its standard error stream is what our caller sees, and a terminal."""
    try:
        return sys.stderr.fileno() == 2 and sys.stderr.isatty()
    except (AttributeError, OSError, ValueError):  # no stream, or one without a file
        return False


def in_notebook() -> bool:
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return hasattr(shell, "kernel")


def bar(line: str, elapsed: float, seconds: "float | None") -> str:
    """HTML of a bar, which only moves where it is not known how long the work takes."""
    extent = f' max="{seconds:.1f}" value="{min(elapsed, seconds):.1f}"' if seconds else ""
    return f"<progress{extent}></progress> <code>{html.escape(line)}</code>"


def shower(seconds: "float | None", is_terminal: bool) -> Callable[[str], None]:
    """What shows a line of a program that may take so many seconds."""
    if is_terminal:
        return lambda line: None  # there is none: the program writes to the terminal
    if not in_notebook():
        return lambda line: print(line, file=sys.stderr, flush=True)
    from IPython.display import HTML, display
    start, shown = time.monotonic(), display(HTML(bar("", 0, seconds)), display_id=True)
    return lambda line: shown.update(HTML(bar(line, time.monotonic() - start, seconds)))
