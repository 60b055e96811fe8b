"""One shot against AutoTVM's loop: without and with transfer, each after an eighth of the table and after all trials."""
import math

from tables import head, row

TRIALS = 1000  # of the loop whose time is compared
BATCH = 64     # measured by the choice of K=64

# Title, search, whether it is the one of all trials.
LOOPS = (
    ("loop, an eighth", "model", False),
    ("loop, 1,000 trials", "model", True),
    ("transfer, an eighth", "transfer", False),
    ("transfer, 1,000 trials", "transfer", True),
)


def speed_of(choice):
    """Of what is chosen over that of what the loop has found."""
    def speed(table, search, is_whole):
        found = table[search]["last" if is_whole else "final"]
        return table[choice][0] / found if found else math.nan
    return speed


def time_of(measured):
    """How many times shorter the choice is, of which so many points are measured. Whoever searches builds what was found
    once more, which is taken to cost a trial."""
    def time(table, search, is_whole):
        if not is_whole:
            return math.nan
        trial, times = table["trial seconds"][0], table["times"]
        loop = (TRIALS + 1) * trial + times[f"{search} seconds"] * TRIALS / table["all trials"]
        return loop / ((measured + 1) * trial + times["choice seconds"])
    return time


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


# Text, ratio of a table, over the tables, bound (0: none), whether a choice of so few measurements cannot miss it.
ROWS = (
    ("K=0, speed: geometric mean", speed_of("learned K=0"), geometric_mean, 0.95, False),
    ("K=0, speed: least", speed_of("learned K=0"), min, 0.8, False),
    ("K=64, speed: geometric mean", speed_of("learned K=64"), geometric_mean, 1.01, False),
    ("K=64, speed: least", speed_of("learned K=64"), min, 0, False),
    ("K=0, times shorter: geometric mean", time_of(0), geometric_mean, 67, True),
    ("K=0, times shorter: least", time_of(0), min, 0, False),
    ("K=64, times shorter: geometric mean", time_of(BATCH), geometric_mean, 14.8, True),
    ("K=64, times shorter: least", time_of(BATCH), min, 0, False),
    ("analytical K=0, speed: geometric mean", speed_of("analytical K=0"), geometric_mean, 0, False),
    ("all points measured, speed: geometric mean", speed_of("all measured"), geometric_mean, 0, False),
    ("free choice, speed: geometric mean", speed_of("free choice"), geometric_mean, 0, False),
    ("free choice, speed: least", speed_of("free choice"), min, 0, False),
)


def verdict(value, bound, is_by_construction):
    if not bound:
        return ""
    return " by construction" if is_by_construction else " met" if value >= bound else " not met"


def cell(tables, loop, ratio, over_tables, bound, is_by_construction):
    values = [value for value in (ratio(table, *loop[1:]) for table in tables) if not math.isnan(value)]
    if not values:
        return "-"
    value = over_tables(values)
    return (f"{value:.3f}" if value < 10 else f"{value:.1f}") + verdict(value, bound, is_by_construction)


def acceptance(tables):
    yield ("### One shot against AutoTVM's loop\n\n"
           "Speed of what is chosen over the speed of what the loop has found, and how many times shorter the compilation is. "
           "The loop runs 1,000 trials where a table has so many points: on one of 8,000 an eighth, on one of 2,000 half of "
           "all there is, whose end says little about searching. The columns *an eighth* stop earlier on small tables, after "
           "as large a part as 1,000 is of 8,000. K=0 and K=64 choose from the points of the table only; the free choice is "
           "what the pass chose from the whole space, where it was measured with the table, and may be faster than every "
           "point. *All points measured* is the limit of every search inside the tables. Speeds are judged by a second "
           "measurement of the best points. Times are seconds of a processor: a trial is the mean of what the points of the "
           "table took to build, compile, check and time; a loop is 1,000 of them and its own work; one shot is the choice by "
           "model, made in this process, and K trials; both build the result once more. That one trial takes a thousandth of "
           "the time of 1,001, and 65 a fifteenth, holds by construction.\n")
    yield from head(None, *(title for title, _, _ in LOOPS), "target")
    for text, *how in ROWS:
        bound = how[2]
        yield row(text, *(cell(tables, loop, *how) for loop in LOOPS), f">= {bound:.4g}" if bound else None)
    yield ""
