"""Markdown of the reports: rows of tables, and figures of models as cells."""
import math
import unicodedata


def numbers(value):
    """The value of a JSON file with NaN for null."""
    if isinstance(value, dict):
        return {key: numbers(part) for key, part in value.items()}
    if isinstance(value, list):
        return [numbers(part) for part in value]
    return math.nan if value is None else value


def clean(text):
    """A text from a dataset or a command line, as a part of a line."""
    return "".join("?" if unicodedata.category(letter) == "Cc" else letter for letter in text)


def row(*cells):
    """None is a cell without anything."""
    return "|" + "".join(" |" if cell is None else f" {cell} |" for cell in cells)


def head(*cells):
    yield row(*cells)
    yield "|" + "---|" * len(cells)


def part(value):
    return "-" if math.isnan(value) else f"{value:.3f}"


def mean(values):
    """Over those that are defined."""
    values = [value for value in values if not math.isnan(value)]
    return sum(values) / len(values) if values else math.nan


class Figures:
    """The figures of lab/results/metrics.md as cells. `report` is what `autotune-lab evaluate` wrote."""

    def __init__(self, report):
        self.units = report["units"]
        self.predictors = list(report["predictors"])

    def cell(self, figure, value):
        if math.isnan(value):
            return "-"
        if self.units[figure] == "%":
            return f"{value:.1f} %"
        return f"{value:.1f}" if figure == "trials to 95 %" else f"{value:.3f}"

    def _by_all(self, figure, of_what, metrics):
        return row(figure + of_what, *(self.cell(figure, metrics[by][figure]) for by in self.predictors))

    def by_predictor(self, result):
        """Every figure by every predictor, and the curves of best speed so far."""
        yield from head("figure", *self.predictors)
        for figure in self.units:
            yield self._by_all(figure, "", result["means"])
            if figure == "APE" and result["network count"] > 0:
                yield self._by_all(figure, " by network", result["networks"])
            if figure == "APE":
                yield self._by_all(figure, " pooled", result["pooled"])
        yield "\nBest speed so far, as a part of the task's best, measured in the order of the scores:\n"
        yield from head("trials", *self.predictors)
        curves = [result["means"][by]["best so far"] for by in self.predictors]
        for point, parts in enumerate(zip(*curves)):
            yield row(1 << point, *map(part, parts))
        yield ""

    def by_program(self, corner, programs):
        """`corner` names what a program is."""
        shown = ("pairwise", "tau", "peak@1", "top-1", "top-5", "APE", "MAPE >50us")
        yield from head(corner, "tasks", "schedules", "by", *shown)
        for program in programs:
            first = (clean(program["name"]), program["tasks"], program["schedules"])
            for by in ("ranker", "regressor", "both", "analytical"):
                metrics = program["predictors"][by]
                yield row(*first, by, *(self.cell(figure, metrics[figure]) for figure in shown))
                first = (None, None, None)
        yield ""
