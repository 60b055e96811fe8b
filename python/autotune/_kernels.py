"""What was chosen for every op of a model, as a list that prints as a table."""
from __future__ import annotations

import html
from dataclasses import dataclass

COLUMNS = ("function", "op", "schedule or reason", "by", "predicted s", "measured s")


@dataclass
class Kernel:
    """One op of the model, with those that its kernel computes too.

    `kind` is "tuned", or says what else became of the op; `schedule` is the choice (docs/reference/schedule.md), `source`
    and `trust` who made it and how far the cost model knows such ops; `runner_up` is the next best. Seconds are those of
    one call of the kernel on one thread: predicted by the cost model, 0 where it was not asked; measured after
    Model.measure(), else None.
    """
    function: str
    op: str
    kind: str
    schedule: str
    reason: str
    source: str
    trust: str
    fused: str
    threads: str
    predicted_seconds: float
    runner_up: str
    runner_up_seconds: float
    measured_seconds: float | None = None

    @property
    def why(self) -> str:
        """Why it is so, as a sentence."""
        if self.kind != "tuned":
            return f"{self.kind}: {self.reason}"
        text = f"chosen by {self.source}"
        if self.runner_up_seconds:
            text += (f": {self.predicted_seconds:.3g} s predicted, the runner-up {self.runner_up} "
                     f"{self.runner_up_seconds:.3g} s")
        return text


class Kernels(list):
    """The kernels of a model, a list of Kernel."""

    def rows(self) -> list[tuple[str, ...]]:
        return [(kernel.function, kernel.op, kernel.schedule or kernel.why, kernel.source,
                 f"{kernel.predicted_seconds:.3e}" if kernel.predicted_seconds else "",
                 "" if kernel.measured_seconds is None else f"{kernel.measured_seconds:.3e}") for kernel in self]

    def __repr__(self) -> str:
        table = [COLUMNS, *self.rows()]
        widths = [max(len(row[n]) for row in table) for n in range(len(COLUMNS))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table)

    def _repr_html_(self) -> str:
        def row(cells: tuple[str, ...], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        return f"<table>{row(COLUMNS, 'th')}{''.join(row(cells, 'td') for cells in self.rows())}</table>"


def kernels_of(ops: list[dict]) -> Kernels:
    told = ("function", "op", "kind", "schedule", "reason", "source", "trust", "fused", "threads", "predicted_seconds",
            "runner_up", "runner_up_seconds")
    return Kernels(Kernel(**{name: op[name] for name in told}) for op in ops if op["kind"] != "target")
