"""Networks for the instructions of an older processor, measured on a newer one: ours compiled for a target
that has no others, ONNX Runtime in a copy that does not see them (bench/peers/older_cpu.py).
"""
import alike
import common
import record
import relaxed

TABLES = ("networks", "network-threads")
ISAS = {"avx2": ("zen3", "znver3")}  # the target that ours is tuned for, the processor that its code is for
PEER = "onnxruntime const"


def begin(isa):
    common.ISA, (common.TARGET, common.CPU) = isa, ISAS[isa]


def mask():
    """In the process that times: what it imports as ONNX Runtime is the copy."""
    import older_cpu
    older_cpu.use()


def about(isa):
    import older_cpu
    target, cpu = ISAS[isa]
    return {"name": isa, "target": target, "cpu": cpu, "masked": older_cpu.MASKED}


def kept_name(table, isa):
    return f"{table}-{isa}" if isa else table


# --- the document

def report_path(isa):
    return common.ROOT / "lab" / "results" / f"networks-{isa}.md"


def ratio_line(title, rows, ours, theirs):
    found = {row["name"]: row["seconds"][theirs][0] / row["seconds"][ours][0] for row in rows}
    least = min(found, key=found.get)
    below = sorted(name for name, ratio in found.items() if ratio < 1)
    return (f"- {title}: ONNX Runtime's time over ours, geometric mean {common.geomean(found.values()):.3f}, least {found[least]:.2f}, {least}; "
            f"{len(found)} networks, {len(below)} below 1{': ' * bool(below)}{', '.join(below)}.")


def relaxed_lines(rows, pairs):
    return [*(ratio_line(f"{title}, ours under fp=relaxed", rows, loose, theirs) for title, _, loose, theirs in pairs), relaxed.error_line(rows)]


def table_lines(table, isa, pairs):
    """pairs: (title, who of ours, who of ours under fp=relaxed, who of the peer), one for each number of threads."""
    kept = record.Table(kept_name(table, isa)).runs()
    if not kept:
        return []
    rows = record.merged(kept)
    titles = [title for title, *_ in pairs(kept)]
    places, has_relaxed = alike.is_known(kept), relaxed.is_known(kept)
    lines = [f"## {'One thread' if table == 'networks' else 'Several threads'}", "", *record.heading(kept),
             f"Ours for target {kept['about']['isa']['target']}, whose code has the instructions and registers of {kept['about']['isa']['cpu']}; ONNX Runtime does not see {kept['about']['isa']['masked']}.",
             *([alike.SENTENCE] if places else []), *([relaxed.SENTENCE] if has_relaxed else []), "",
             *(ratio_line(title, rows, ours, theirs) for title, ours, _, theirs in pairs(kept)),
             *(relaxed_lines(rows, pairs(kept)) if has_relaxed else []), "",
             "| ms | " + " | ".join(f"ours, {title} | ONNX Runtime, {title} | ratio" + f" | relaxed, {title} | ratio" * has_relaxed for title in titles) + " |"
             + " error |" * has_relaxed + " apart |" * places,
             "|---" + "|---:" * ((3 + 2 * has_relaxed) * len(titles) + has_relaxed + places) + "|"]
    for row in rows:
        cells = []
        for _, ours, loose, theirs in pairs(kept):
            mine, other = row["seconds"][ours][0], row["seconds"][theirs][0]
            cells += [f"{mine * 1e3:.3f}", f"{other * 1e3:.3f}", f"{other / mine:.2f}"]
            if has_relaxed:
                cells += [f"{row['seconds'][loose][0] * 1e3:.3f}", f"{other / row['seconds'][loose][0]:.2f}"]
        lines.append(f"| {row['name']} | " + " | ".join(cells) + " |" + (f" {relaxed.cell(row)} |" if has_relaxed else "") + f" {alike.cell(kept, row['name'])} |" * places)
    return [*lines, ""]


def one_thread(kept):
    return [("1 thread", "constant", None, PEER)]


def some_threads(kept):
    n = kept["about"]["threads"]
    return [(f"{count} thread{'s' * (count > 1)}", f"ours const {count}", f"ours relaxed {count}", f"{PEER} {count}") for count in (1, n)]


def write():
    for isa in ISAS:
        parts = {table: lines for table, pairs in zip(TABLES, (one_thread, some_threads)) if (lines := table_lines(table, isa, pairs))}
        if not parts:
            continue
        commands = " and ".join(f"`scripts/results {table} report --isa {isa} --runs 1`" for table in parts)
        report_path(isa).write_text("\n".join([
            f"# Networks with {isa.upper()} alone", "",
            f"Written by {commands}; `scripts/peers` once before.",
            "Constant weights on both sides, milliseconds. The processor has more instructions than either side uses: ours is compiled for a processor without them, and of ONNX Runtime "
            "a copy runs whose every `cpuid` is answered without them (`bench/peers/older_cpu.py`), so that it chooses its kernels for AVX2 and FMA3; its C library is told the same. "
            "Clock, caches and width of the units are those of the processor that is named.", "", *(line for lines in parts.values() for line in lines)]))
        print(f"wrote {report_path(isa).relative_to(common.ROOT)}")
