"""The section of an evaluation about searches on measured tables."""
import math

from acceptance import acceptance
from tables import head, mean, part, row

MODEL, TRANSFER, RIVALS = "model", "transfer", ("random", "genetic")
CLAIMS = range(6, 10)  # at 64 to 512 trials
NOISE = 0.002          # of a speed, between seeds


def mean_curve(runs, point):
    return mean(run["best so far"][point] for run in runs)


def curves(replay):
    yield ("Best speed so far as a part of the table's best, mean over the tables that have so many trials; in brackets the "
           f"standard deviation over {replay['seeds']} seeds.\n")
    yield from head("trials", *replay["searches"])
    runs = [[table[search] for table in replay["tables"]] for search in replay["searches"]]
    for point in range(len(runs[0][0]["best so far"])):
        if not math.isnan(mean_curve(runs[0], point)):
            yield row(1 << point, *(f"{mean_curve(search, point):.3f} ({mean(run['deviation'][point] for run in search):.3f})"
                                    for search in runs))
    yield ""


def claim(tables, search, rival, point):
    """On how many tables the search has at n trials what the rival has at twice as many."""
    pairs = [(table[search]["best so far"][point], table[rival]["best so far"][point + 1]) for table in tables]
    asked = sum(not math.isnan(other) for _, other in pairs)
    return f"{sum(own >= other for own, other in pairs)} of {asked}" if asked else "-"


def claims(replay):
    yield from head("at n trials at least as good as the other at 2 n", *(f"n = {1 << point}" for point in CLAIMS))
    for search in (MODEL, TRANSFER):
        for rival in RIVALS:
            yield row(f"{search} against {rival}", *(claim(replay["tables"], search, rival, point) for point in CLAIMS))
    yield ""


def level(replay):
    """How much sooner the transfer has what the model search has after so many trials."""
    most = replay["level trials"]
    trials = [table[TRANSFER]["trials to the level"][0] for table in replay["tables"]]
    asked = sum(not math.isnan(n) for n in trials)
    if asked:
        yield (f"What {MODEL} has after {most} trials, {TRANSFER} has after at most a half as many on "
               f"{sum(2 * n <= most for n in trials)} of {asked} tables, after at most a tenth on "
               f"{sum(10 * n <= most for n in trials)}, and later on {sum(n > most for n in trials)} (mean over the seeds).\n")


def learnings(tables):
    def against_plain(ways, way, point):
        pairs = [(table[ways][way]["best so far"][point], table[ways]["plain"]["best so far"][point]) for table in tables]
        return (f"{sum(own > plain + NOISE for own, plain in pairs)} better, "
                f"{sum(own < plain - NOISE for own, plain in pairs)} worse")

    points = range(4, 9)
    for ways, title in (("learnings", "the local model alone"), ("learnings on the global model", "on top of the global one")):
        yield f"### Ways of learning, {title}\n"
        yield from head(None, *(1 << point for point in points), "against plain at 64", "at 256")
        for way in tables[0][ways]:
            runs = [table[ways][way] for table in tables]
            yield row(way, *(part(mean_curve(runs, point)) for point in points), against_plain(ways, way, 6),
                      against_plain(ways, way, 8))
        yield ""


def every_table(replay):
    yield ("Every table. *Near best* is the part of the points within 5 % of the best. *End* is after `trials`, *all* after as "
           "many as were run. Seconds are of a processor: of a trial, of a choice without measuring, of the loop's own work on "
           "`all`.\n")
    searches, choices = replay["searches"], replay["choices"]
    ends = [cell for search in searches for cell in (f"{search}: at 64", "end", "all", "to 95 %")]
    yield from head("table", "points", "near best", "trials", "all", "s, trial", "s, choice", f"s, {MODEL}", *ends, *choices)
    for table in replay["tables"]:
        runs = [table[search] for search in searches]
        ends = [cell for run in runs for cell in (part(run["best so far"][6]), part(run["final"]), part(run["last"]),
                                                  f"{run['trials to 95 %']:.0f}")]
        yield row(table["table"], table["points"], f"{100 * table['near best']:.2f} %", table["trials"], table["all trials"],
                  part(table["trial seconds"][0]), f"{table['times']['choice seconds']:.3f}",
                  f"{table['times'][MODEL + ' seconds']:.1f}", *ends, *(part(table[choice][0]) for choice in choices))
    yield ""


def replays(replay):
    yield ("## Searches on measured tables\n\nEach table is a full sub-grid of one workload's space, measured once; searches "
           "stay inside it. The learned model was trained without any contraction of a table, whatever is fused with it.\n")
    for search, meaning in replay["searches"].items():
        yield f"- **{search}**: {meaning}"
    yield ""
    yield from curves(replay)
    yield from claims(replay)
    yield from level(replay)
    if replay["tables"][0]["learnings"]:
        yield from learnings(replay["tables"])
    yield from acceptance(replay["tables"])
    yield from every_table(replay)
