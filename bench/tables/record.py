"""Whole runs of a table. A table is of one build on one machine; a run measures every row of it. A run
that was stopped goes on where it was, unless the build or the machine is another one: then it starts
afresh. A build is known by its library and model, so that what is committed meanwhile, such as other
tables, makes no difference. Nothing replaces a single row.
"""
import datetime
import json
import statistics

import common
import memory_pages


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")


def read(path):
    return json.loads(path.read_text()) if path.exists() else None


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, indent=1) + "\n")
    new.replace(path)


def identity(about):
    """What a row depends on."""
    return {key: value for key, value in about.items() if key not in ("note", "commit")}


class Table:
    """`name`: of the files. `about`: what a row of it depends on."""

    def __init__(self, name):
        self.name = name
        self.path = common.KEPT / f"{name}.json"
        self.partial = common.WORK / f"{name}.partial.json"

    def runs(self):
        """The whole runs that are kept: {"about", "runs": [{"started", "ended", "rows"}]}."""
        return read(self.path)

    def is_whole(self, runs, more):
        """Whether what is kept is what `measure` would write."""
        kept = self.runs()
        return bool(kept) and len(kept["runs"]) == runs and identity(kept["about"]) == identity({**common.about(), **more})

    def measure(self, names, measure_row, runs, more):
        """Measures `runs` whole runs of all `names`; the names that failed, of all runs. The kept file
        is written after each whole run in which no row failed."""
        about = {**common.about(), **more}
        kept = read(self.partial)
        if not kept or identity(kept["about"]) != identity(about) or kept.get("wanted") != runs:
            kept = {"about": about, "wanted": runs, "runs": []}
        kept["about"] |= about  # a note is of the whole table: the last one that was given
        while len([run for run in kept["runs"] if run.get("ended")]) < runs:
            if not kept["runs"] or kept["runs"][-1].get("ended"):
                kept["runs"].append({"started": now(), "rows": []})
            failed = self.finish_run(kept, names, measure_row)
            if failed:
                return failed
            write(self.path, {"about": kept["about"], "runs": kept["runs"]})
        self.partial.unlink(missing_ok=True)
        return []

    def finish_run(self, kept, names, measure_row):
        run = kept["runs"][-1]
        there = {row["name"] for row in run["rows"]}
        for name in names:
            if name in there:
                continue
            row = measure_row(name)
            if row is None:
                return [name]
            run["rows"].append(row)
            write(self.partial, kept)
        run["ended"] = now()
        write(self.partial, kept)
        return []


def merged(table):
    """Rows of the table, each with what all runs gave: row["seconds"][who] = (median of the runs'
    medians, spread), spread = (largest - least) / median over the runs."""
    rows = {}
    for run in table["runs"]:
        for row in run["rows"]:
            rows.setdefault(row["name"], []).append(row)
    result = []
    for same in rows.values():
        seconds = {}
        for who in same[0]["results"]:
            values = [row["results"][who]["median"] for row in same if who in row["results"]]
            middle = statistics.median(values)
            spread = max(values) - min(values)
            seconds[who] = (middle, spread and spread / middle)  # 0 / 0: an op shorter than what is printed
        result.append({**same[0], "seconds": seconds})
    return result


def heading(table):
    """What a table is of, in two lines."""
    about, runs = table["about"], table["runs"]
    spreads = [spread for row in merged(table) for _, spread in row["seconds"].values()]
    versions = {}
    for run in runs:
        for row in run["rows"]:
            versions.update(row.get("versions", {}))
    lines = [
        f"{'One core' if about['threads'] == 1 else 'All cores'} of {about['cpu']}, {about['threads']} thread{'s' if about['threads'] > 1 else ''}; commit {about['commit']}, model {about['model']}, dataset "
        f"{about['dataset']}; {runs[0]['started']} to {runs[-1]['ended']} UTC"
        + (f"; {', '.join(f'{k} {v}' for k, v in sorted(versions.items()))}." if versions else "."),
        f"{len(runs)} whole run{'s' if len(runs) > 1 else ''} of the table; a figure is the median of the runs"]
    if len(runs) > 1:
        lines[-1] += (f", which differ by {100 * statistics.median(spreads):.0f} % in the median of the cells and "
                      f"{100 * max(spreads):.0f} % at most")
    lines[-1] += "." + memory_pages.sentence(about.get("pages"))
    if about.get("note"):
        lines.append(about["note"])
    return lines


def overhead_lines(table):
    """What an empty call of each peer takes."""
    found = {}
    for run in table["runs"]:
        for row in run["rows"]:
            for who, seconds in row.get("overheads", {}).items():
                found.setdefault(who, []).append(seconds)
    if not found:
        return []
    return ["An empty call takes " + ", ".join(f"{statistics.median(values) * 1e6:.1f} us in {who}"
                                               for who, values in sorted(found.items())) +
            ", less than 0.1 us in ours; it is part of the figures, and left out of those marked *net*."]


def overhead(table_row, who):
    return table_row.get("overheads", {}).get(who.split(" ")[0], 0)
