"""Writes the document of the table decoder."""
import common
import decoder
import memory_pages
import record
from decoder_text import GROUP

REPORT = common.ROOT / "lab" / "results" / "decoder.md"

# Ours, beside whom, and what the pair is called: data as they are, and data rounded as the weights' type lets fp=relaxed do. llama.cpp has only the latter,
# and ONNX Runtime none of it for bf16.
EXACT, RELAXED = "exact data", "relaxed"
PEERS = {EXACT: ("ours", "onnxruntime"), RELAXED: ("relaxed", "onnxruntime level 4")}
LLAMA = "llama.cpp"
PHASES = ("decode", "prefill")
# With exact data: why ONNX Runtime's time is not that of the same work. A prompt waits for arithmetic, which is that of f32 for bf16 too.
NO_KERNEL = "for which ONNX Runtime has no fast kernel at level 0"
UNLIKE = {("bf16", "decode"): "of which ONNX Runtime reads f32", **{("i8", phase): NO_KERNEL for phase in PHASES}}


def llama_is_exact(row):
    """Whether llama.cpp stands beside ours with exact data: it rounds data to bf16 or i8 beside such weights."""
    return kind_of(row) == "f32"


def kind_of(row):
    return row["name"].split("_")[1]


def best(row, data, with_llama):
    """Seconds of the best peer; None where there is none."""
    peers = [PEERS[data][1], *([LLAMA] if with_llama and llama_is_exact(row) == (data == EXACT) else [])]
    return min((row["seconds"][who][0] for who in peers if who in row["seconds"]), default=None)


def speed(row, data, with_llama=True):
    """Of ours over the best peer's; None where one was not measured."""
    ours, theirs = PEERS[data][0], best(row, data, with_llama)
    return theirs / row["seconds"][ours][0] if theirs and ours in row["seconds"] else None


# --- lines

COLUMNS = ("layer", "ours", "ours, unknown kv", "ONNX Runtime", "llama.cpp", "ratio", "relaxed", "relaxed, unknown kv", "level 4", "llama.cpp", "ratio")


def heading_lines(*more):
    columns = [*COLUMNS, *more]
    return [f"| {' | '.join(columns)} |", "|---" + "|---:" * (len(columns) - 1) + "|"]


def table_line(row, *more):
    def cell(who, shown=True):
        return f"{row['seconds'][who][0] * 1e3:.2f}" if shown and who in row["seconds"] else "-"

    def ratio(data):
        found = speed(row, data)
        return f"{found:.2f}" if found else "-"

    is_exact = llama_is_exact(row)
    return " | ".join([f"| {row['name']}", *map(cell, ("ours", "ours unknown", "onnxruntime")), cell(LLAMA, is_exact), ratio(EXACT),
                       *map(cell, ("relaxed", "relaxed unknown", "onnxruntime level 4")), cell(LLAMA, not is_exact), ratio(RELAXED), *more]) + " |"


def part_of(row, bandwidth):
    fastest = min(seconds for who, (seconds, _) in row["seconds"].items() if who in ("ours", "relaxed"))
    return f"{row['bytes'] / fastest / bandwidth:.2f}" if row["name"].startswith("decode") else "-"


def mean_line(what, found):
    least = min(found, key=found.get)
    return f"- {what}: geometric mean {common.geomean(found.values()):.2f}, least {found[least]:.2f}, {least}."


def speeds(rows, phase, data, with_llama):
    found = {row["name"]: speed(row, data, with_llama) for row in rows if row["name"].startswith(phase)}
    return {name: value for name, value in found.items() if value}


def summary_lines(rows):
    has_llama = any(LLAMA in row["seconds"] for row in rows)
    for who, with_llama in [*([("the better of ONNX Runtime and llama.cpp", True)] if has_llama else []), ("ONNX Runtime", False)]:
        for phase in PHASES:
            for data in PEERS:
                found = speeds([row for row in rows if data != EXACT or (kind_of(row), phase) not in UNLIKE], phase, data, with_llama)
                if found:
                    yield mean_line(f"Speed against {who}, {phase}, {data}", found)
    for (kind, phase), why in UNLIKE.items():
        found = speeds([row for row in rows if kind_of(row) == kind], phase, EXACT, False)
        if found:
            yield mean_line(f"Not in those means: {kind} with exact data, {phase}, {why} and llama.cpp has nothing", found)
    unknown = {f"{row['name']}, {who}": row["seconds"][f"{who} unknown"][0] / row["seconds"][who][0]
               for row in rows for who in ("ours", "relaxed") if f"{who} unknown" in row["seconds"]}
    worst = max(unknown, key=unknown.get)
    yield (f"- Time with an unknown number of positions over that with a known one: geometric mean {common.geomean(unknown.values()):.2f}, "
           f"largest {unknown[worst]:.2f}, {worst}.")


def sizes_text(sizes):
    return f"hidden {sizes.hidden}, {sizes.heads} heads, {sizes.kv_heads} of keys and values, feed-forward {sizes.ffn}"


def pages_text(table):
    """What memory everybody had, beyond what the heading says."""
    pages = table["about"].get("pages", "of the system's usual size")
    if not pages.startswith("huge"):
        return f"Pages are {pages}."
    least = min(row["huge_pages"] for row in record.merged(table) if row["name"] != decoder.BANDWIDTH)
    return (f"Huge pages are asked for by `GLIBC_TUNABLES={memory_pages.HUGE_HEAP}`, also those that the bandwidth is of; llama.cpp reads its file and maps nothing. "
            f"Of the memory of the peers' process, at least {least:.2f} was in them.")


def llama_text(rows):
    if not any(LLAMA in row["seconds"] for row in rows):
        return "llama.cpp is not in this table: it was not there when it was measured."
    errors = {kind: max(row["errors"]["llama.cpp, 1 layer"] for row in rows if kind_of(row) == kind and "llama.cpp, 1 layer" in row["errors"]) for kind in decoder.TYPES}
    return ("llama.cpp is built for this CPU, without BLAS and OpenMP; it has the same weights (BF16, Q8_0, Q4_0, whose scales are f16) and the same cache, of f32 as ours; its plain attention decodes, its flash attention takes the prompt, the faster one of each. "
            "It rounds data to bf16 beside bf16, and to i8 beside i8 and i4. Its time is that of a layer, without the graph's fixed part and the head: half of what three layers take more than one, "
            "or what one takes, head and all, where that is less or the former below .8 of it. It attends to multiples of 256 positions. Largest errors, after the last norm, as a part of the largest result: "
            + ", ".join(f"{kind} {error:.1e}" for kind, error in errors.items()) + ".")


# --- several threads

def thread_section():
    table = record.Table(decoder.THREADS_TABLE).runs()
    if not table:
        return []
    rows, count = record.merged(table), table["about"]["threads"]
    return ["", f"## {count} threads", "", *record.heading(table),
            f"Rows of the table above on {count} threads, {decoder.THREADS_TURNS} turns of each; all have all cores. Everybody's threads spin while they wait: those of LLVM's OpenMP runtime and of ONNX Runtime also from call to call, "
            "those of llama.cpp within a call: its caller gave it no pool, so it starts them for each one, which is no part of what a layer more takes.", "", *summary_lines(rows), "",
            *heading_lines(), *map(table_line, rows), "", f"Reproduce: `scripts/results {decoder.THREADS_TABLE} report --threads {count} --runs 1`.", ""]


def write():
    table = record.Table("decoder").runs()
    if not table:
        return
    bandwidth = max(row["bandwidth"] for run in table["runs"] for row in run["rows"] if row["name"] == decoder.BANDWIDTH)
    rows = [row for row in record.merged(table) if row["name"] != decoder.BANDWIDTH]
    REPORT.write_text("\n".join([
        "# A decoder layer", "", "Written by `scripts/results decoder report` from `bench/results/decoder.json`.", *record.heading(table),
        f"{sizes_text(decoder.MIDDLE).capitalize()}; names that end so, {' and '.join(f'*h{sizes.hidden}*: {sizes_text(sizes)}' for sizes in decoder.OTHERS)}. "
        f"*decode* is one new position, *prefill* {decoder.PROMPT}, kv the number of positions that the "
        f"cache has then. Weights are constant; i8 and i4 have a scale of f32 for {GROUP} weights. ONNX Runtime has GroupQueryAttention and, for integers, MatMulNBits; of bf16 it runs f32. "
        f"*relaxed* is fp=relaxed, where data are rounded to bf16 beside weights of bf16 and else to i8, beside accuracy level 4 and llama.cpp. Milliseconds, {decoder.TURNS} turns of each in one process, {decoder.UNKNOWN_TURNS} with an unknown number of positions; results are compared with NumPy's. "
        "Ratios are of speed, against the better peer.", pages_text(table), llama_text(rows),
        "", *summary_lines(rows), "",
        f"Part: of the {bandwidth / 1e9:.1f} GB/s that `autotune calibrate` measured, by the bytes of weights, scales, keys and values, of our faster one. "
        "What the last cache keeps from call to call does not come from memory, as of weights of i4 on a processor with 32 MiB: the part may be above 1 then.", "",
        *heading_lines("part"), *(table_line(row, part_of(row, bandwidth)) for row in rows), "",
        "Reproduce: `scripts/peers` once, then `scripts/results decoder report --runs 1`, which builds llama.cpp by `scripts/peers --llama` where it is not there.",
        *(thread_section() or [""])]))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
