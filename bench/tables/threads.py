"""Ours on several threads beside one, and beside ONNX Runtime and Polly on as many: networks, workloads,
PolyBench. A table of each, by the number of threads that --threads gives.
"""
import pathlib
import statistics

import alike
import common
import core_distance
import networks
import record
import relaxed
import workloads

# What a table holds: ours, and the one it is compared with; on one thread, and on several.
OURS, PEER = "ours", "onnxruntime"
VARIANTS = {"run-time": ("", ()), "const": (" const", ("--constant-weights",))}


# --- beside ONNX Runtime

def peer_measures(make_call, versions):
    """Functions that measure ONNX Runtime once, or give None where it has nothing of the kind; one session at a time is in memory."""
    import peers

    def measure(variant, count):
        peer = peers.OnnxRuntime(count)
        call = make_call(peer, variant)
        if call is None:
            return None
        samples = peers.sample(call.run)
        versions[peer.name] = peer.version
        return {"median": statistics.median(samples), "least": min(samples)}

    return {f"{PEER}{suffix} {count}": (lambda variant=variant, count=count: measure(variant, count))
            for variant, (suffix, _) in VARIANTS.items() for count in (1, common.THREADS)}


def our_measures(path, variants, check):
    def measure(count, flags):
        least, median = common.our_turn(path, "--threads", str(count), *flags, check=check)
        return {"median": median, "least": least}

    return {f"{OURS}{suffix} {count}": (lambda count=count, flags=flags: measure(count, flags))
            for variant, (suffix, flags) in VARIANTS.items() if variant in variants for count in (1, common.THREADS)}


def one_turn(measures):
    """Everybody once; those of several threads while the processors lie alike, which "apart" says."""
    found = {who: figure for who, measure in measures.items() if who.endswith(" 1") and (figure := measure())}
    several = {who: measure for who, measure in measures.items() if not who.endswith(" 1") and f"{who.rsplit(' ', 1)[0]} 1" in found}
    more, apart = alike.measured(several, lambda: core_distance.nanoseconds(common.THREADS))
    return {**found, **more}, apart


def merged_turns(turns):
    """The median of the turns, and the least of all."""
    return {who: {"median": statistics.median(turn[who]["median"] for turn in turns),
                  "least": min(turn[who]["least"] for turn in turns)} for who in turns[0]}


def measured_row(name, make_call, turns, ours, finish=lambda found: found):
    """`ours`: a function of the turn's number that gives our measures; `finish`: of what a turn found, before turns are merged."""
    versions, results, apart = {}, [], []
    for turn in range(turns):
        found, nanoseconds = one_turn({**peer_measures(make_call, versions), **ours(turn)})
        results.append(finish(found))
        apart.append(nanoseconds)
    return {"name": name, "versions": versions, "results": merged_turns(results), "apart": None if None in apart else statistics.median(apart)}


def network_row(name):
    variants = ("const",) if common.ISA else tuple(VARIANTS)
    path, counts = networks.path_of(name), (1, common.THREADS)
    constant = relaxed.Measures(name, OURS, counts)
    row = measured_row(name, lambda peer, variant: peer.model(name, variant) if variant in variants else None, networks.TURNS,
                       lambda turn: {**our_measures(path, [variant for variant in variants if variant != "const"], False), **constant.measures},
                       constant.filled)
    return {**row, "relaxed_error": constant.error()}


def workload_row(name):
    w = workloads.workload(name)
    path = workloads.path_of(name)
    return measured_row(name, lambda peer, variant: peer.workload(w, variant), workloads.TURNS,
                        lambda turn: our_measures(path, ("run-time",), turn == 0))


# --- beside Polly

POLYBENCH_RUNS = 3


def polybench_names():
    import sizes
    return sorted(sizes.SIZES)


def polybench_measure(options, name):
    """Builds in this process, which nobody times."""
    import polybench
    work = common.ROOT / "build" / "polybench" / f"threads{options.threads}"
    executables = polybench.build_threads(name, work, str(common.PLUGIN), options.threads)
    results, wrong = {}, []
    for who, (executable, way, count) in executables.items():
        seconds = polybench.seconds(common.timed(options, [executable]), way, POLYBENCH_RUNS, count)
        if seconds is None:
            wrong.append(who)
        else:
            results[who] = {"median": seconds, "least": seconds}
    return {"name": name, "wrong": wrong, "parallel": polybench.has_parallel_loop(pathlib.Path(work) / f"ours{options.threads}", name),
            "results": results}


# --- the report

TABLES = {"network-threads": "Networks", "workload-threads": "Operations", "polybench-threads": "PolyBench"}


def milliseconds(row, who):
    return f"{row['seconds'][who][0] * 1e3:.3f}" if who in row["seconds"] else "-"


def gain(row, slow, fast):
    seconds = row["seconds"]
    return seconds[slow][0] / seconds[fast][0] if slow in seconds and fast in seconds else None


def gain_line(title, rows, slow, fast):
    found = [(row["name"], value) for row in rows if (value := gain(row, slow, fast))]
    if not found:
        return []
    name, least = min(found, key=lambda pair: pair[1])
    return [f"- {title}: geometric mean {common.geomean([value for _, value in found]):.3f}, least {least:.2f} ({name}); {len(found)} rows, "
            f"{sum(value < 1 for _, value in found)} below 1."]


def gains_of(table, n):
    """(title, slower, faster) of what is compared."""
    if table == "polybench-threads":
        return [(f"{n} threads over one", "ours 1", f"ours {n}"), (f"Ours over Polly's, {n} threads each", f"polly {n}", f"ours {n}"),
                (f"Polly, {n} threads over one", "polly 1", f"polly {n}")]
    return [(f"{n} threads over one", "ours 1", f"ours {n}"), (f"{n} threads over one, constant weights", "ours const 1", f"ours const {n}"),
            (f"ONNX Runtime, {n} threads over one", f"{PEER} 1", f"{PEER} {n}"),
            (f"ONNX Runtime, {n} threads over one, constant weights", f"{PEER} const 1", f"{PEER} const {n}"),
            (f"Ours over ONNX Runtime, {n} threads each", f"{PEER} {n}", f"ours {n}"),
            (f"Ours over ONNX Runtime, {n} threads each, constant weights for both", f"{PEER} const {n}", f"ours const {n}"),
            *((f"Ours under fp=relaxed over ONNX Runtime, {count} thread{'s' * (count > 1)} each, constant weights for both", f"{PEER} const {count}", f"ours relaxed {count}")
              for count in (1, n))]


def columns_of(table, n, has_relaxed):
    if table == "polybench-threads":
        return ["ours 1", f"ours {n}", "polly 1", f"polly {n}"]
    sides = ("ours", "ours const", *(["ours relaxed"] * has_relaxed), PEER, f"{PEER} const") if table == "network-threads" else ("ours", PEER, f"{PEER} const")
    return [f"{who} {count}" for who in sides for count in (1, n)]


def summary(table, rows, n):
    lines = []
    for title, slow, fast in gains_of(table, n):
        lines += gain_line(title, rows, slow, fast)
    if all("relaxed_error" in row for row in rows):
        lines.append(relaxed.error_line(rows))
    if table == "workload-threads":
        long = [row for row in rows if row["seconds"]["ours 1"][0] >= 1e-3]
        lines += gain_line(f"{n} threads over one, those over 1 ms", long, "ours 1", f"ours {n}")
    if table == "polybench-threads":
        parallel = [row for row in rows if row["parallel"]]
        lines += gain_line(f"{n} threads over one, kernels with a parallel loop", parallel, "ours 1", f"ours {n}")
        lines += gain_line("The same, ours over Polly's", parallel, f"polly {n}", f"ours {n}")
    return lines


def table_lines(table):
    kept = record.Table(table).runs()
    if not kept:
        return []
    n = kept["about"]["threads"]
    rows = record.merged(kept)
    has_relaxed = relaxed.is_known(kept)
    columns = columns_of(table, n, has_relaxed)
    places = alike.is_known(kept)
    lines = [f"### {TABLES[table]}", "", *record.heading(kept), *([alike.SENTENCE] if places else []), *([relaxed.SENTENCE] if has_relaxed else []), "", *summary(table, rows, n), "",
             "| ms | " + " | ".join(columns) + f" | ours, {n} over 1 | peer, {n} over 1 | ours over peer |" + " relaxed, error |" * has_relaxed + " apart |" * places,
             "|---" + "|---:" * (len(columns) + 3 + has_relaxed + places) + "|"]
    peer = "polly" if table == "polybench-threads" else PEER
    for row in rows:
        found = (gain(row, "ours 1", f"ours {n}"), gain(row, f"{peer} 1", f"{peer} {n}"), gain(row, f"{peer} {n}", f"ours {n}"))
        name = row["name"] + ("" if row.get("parallel", True) else " (no parallel loop)")
        lines.append(f"| {name} | " + " | ".join(milliseconds(row, who) for who in columns) + " | " +
                     " | ".join(f"{value:.2f}" if value else "-" for value in found) + " |" + (f" {relaxed.cell(row)} |" if has_relaxed else "") + f" {alike.cell(kept, row['name'])} |" * places)
    return [*lines, "", f"Reproduce: `scripts/results {table} report --threads {n}`.", ""]


def section():
    lines = [line for table in TABLES for line in table_lines(table)]
    if not lines:
        return []
    return ["## Several threads", "",
            "Milliseconds on as many threads as the number in the heading of a column says; *const*: constant weights. Each at a time, "
            "with all cores for itself. Of ours the results are the same bits for every number of threads ([threads.md](../../docs/threads.md)). Polly: "
            "`clang -O3 -march=native -mllvm -polly`, with `-mllvm -polly-parallel` for several threads; ours with `fp=source`.", "", *lines]
