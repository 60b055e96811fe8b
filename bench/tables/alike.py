"""What is compared on several threads is measured while the processors lie alike: a host of virtual machines moves them between cores
that share a cache and cores that do not (bench/peers/core_distance.py).
"""
import common  # noqa: F401  bench/peers is on the path from then on
import core_distance

TRIES = 4  # of one measurement, which counts if the processors stayed where they were
AGAIN = 6  # of all of a row, until they lay alike in one of each


def placed(measure, distance):
    """What `measure` gave, and how far the processors were from one another meanwhile; None where they moved in every try."""
    for _ in range(TRIES):
        before = distance()
        figure = measure()
        after = distance()
        if core_distance.are_alike(before, after):
            return figure, max(before, after)
    return figure, None


def common_of(kept):
    """Of {who: [(figure, nanoseconds), ...]} the latest for which all lay alike: ({who: figure}, nanoseconds); None where none did."""
    still = {who: [pair for pair in pairs if pair[1] is not None] for who, pairs in kept.items()}
    for _, wanted in (pair for pairs in still.values() for pair in reversed(pairs)):
        found = {who: [pair for pair in pairs if core_distance.are_alike(pair[1], wanted)] for who, pairs in still.items()}
        if all(found.values()):
            return {who: pairs[-1][0] for who, pairs in found.items()}, max(pairs[-1][1] for pairs in found.values())
    return None


def measured(measures, distance):
    """{who: figure} of {who: function that measures it once}, with the nanoseconds that they have in common: None where they have none
    after many rounds, and each figure is the last one."""
    kept = {who: [placed(measure, distance)] for who, measure in measures.items()}
    for _ in range(AGAIN):
        if common_of(kept):
            break
        for who, measure in measures.items():
            kept[who].append(placed(measure, distance))
    return common_of(kept) or ({who: pairs[-1][0] for who, pairs in kept.items()}, None)


# --- the document

SENTENCE = ("*Apart*: nanoseconds that a line of memory takes from one processor to the next. A host of virtual machines moves them while a table is measured, and "
            "what threads take follows; both sides of a row ran with the processors equally far apart.")


def cell(kept, name):
    """Of a row in all runs of a table; "-" where they did not agree, or were measured before this was asked."""
    apart = [row.get("apart") for run in kept["runs"] for row in run["rows"] if row["name"] == name]
    return ", ".join("-" if nanoseconds is None else f"{nanoseconds:.0f}" for nanoseconds in apart)


def is_known(kept):
    return any("apart" in row for run in kept["runs"] for row in run["rows"])
