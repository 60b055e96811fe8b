"""The table small-types and its document: rows of small_types.py, of small_weights.py and of bench/peers/quantised.py."""
import common
import record
import small_types
import small_weights

REPORT = common.ROOT / "lab" / "results" / "small-types.md"
CLOSE = 1.5  # what predicted over measured seconds may be, either way
NETWORKS = ["resnet18:static", "mlp_b128:dynamic", "mobilenet_v2:static", "bert_2layer:dynamic"]


def names():
    return [*small_types.names(), *small_weights.names(), *NETWORKS]


def network_row(name):
    import quantised
    row = quantised.measured(name)
    if row["errors"]["autotune"] > quantised.LIMIT:
        raise common.WrongResult(f"{name}: results differ by {row['errors']['autotune']:.2g} of the largest")
    return row


def row(name):
    if name in NETWORKS:
        return network_row(name)
    return (small_types if name in small_types.names() else small_weights).row(name)


# --- products and convolutions by type

PEERS = {"onnxruntime u8s8": "ONNX Runtime, u8 x s8", "onnxruntime quantized": "ONNX Runtime, QLinearConv"}
TITLES = {"i8": "i8", "u8s8": "u8 x s8", "i8 run-time": "i8, run-time weights", "f32": "f32", "bf16": "bf16", "f16": "f16",
          **PEERS, "onnxruntime f32": "ONNX Runtime, f32"}
BEST = "ONNX Runtime's faster one of u8 x s8"
# Speed of the first over that of the second.
SUMMARY = (("i8", "f32"), ("u8s8", "f32"), ("i8 run-time", "f32"), ("bf16", "f32"), ("f16", "f32"), ("u8s8", BEST), ("i8", BEST),
           ("f32", "onnxruntime f32"))


def with_best(row):
    best = min(row["seconds"][who] for who in PEERS if who in row["seconds"])
    return {**row, "seconds": {**row["seconds"], BEST: best}}


def ratio(row, first, second):
    """Of speed; None where one was not measured."""
    seconds = row["seconds"]
    return seconds[second][0] / seconds[first][0] if {first, second} <= seconds.keys() else None


def ratio_lines(rows):
    for first, second in SUMMARY:
        found = {row["name"]: ratio(row, first, second) for row in rows if ratio(row, first, second)}
        least = min(found, key=found.get)
        yield (f"- {TITLES[first]} against {TITLES.get(second, second)}: geometric mean {common.geomean(found.values()):.3f}, "
               f"least {found[least]:.2f}, {least}; {len(found)} rows.")


def slower_line(rows):
    slower = [f"{row['name']} ({TITLES[kind]} {ratio(row, kind, 'f32'):.2f})" for row in rows for kind in ("i8", "u8s8", "i8 run-time")
              if ratio(row, kind, "f32") < 1]
    return f"- Rows where integers are slower than our f32: {', '.join(slower) or 'none'}."


def wrong_line(rows):
    found = [f"{row['name']} ({TITLES[who]}, {100 * wrong:.0f} %)" for row in rows
             for who, wrong in row["onnxruntime_wrong"].items() if wrong]
    return ("- ONNX Runtime's u8 x s8 " +
            (f"saturates; so many of its values are wrong: {', '.join(found)}." if found else "is right in all rows.")
            + " Ours is exact in all rows.")


def prediction_lines(rows, kinds):
    """`kinds`: {who: how it is called}"""
    yield f"| type | rows | within {CLOSE}x | geometric mean | least | largest |"
    yield "|---" + "|---:" * 5 + "|"
    for kind, title in kinds.items():
        found = {row["name"]: row["predicted"][kind] / row["seconds"][kind][0] for row in rows if kind in row["predicted"]}
        close = sum(1 / CLOSE <= value <= CLOSE for value in found.values())
        least, largest = min(found, key=found.get), max(found, key=found.get)
        yield (f"| {title} | {len(found)} | {close} | {common.geomean(found.values()):.2f} | {found[least]:.2f}, {least} | "
               f"{found[largest]:.2f}, {largest} |")


def table_line(row, runs):
    cells = []
    for who in TITLES:
        if who in row["seconds"]:
            seconds, spread = row["seconds"][who]
            cells.append(f"{row['flops'] / seconds / 1e9:.1f}" + (f" ±{50 * spread:.0f}" if runs > 1 else ""))
        else:
            cells.append("-")
    cells += [f"{ratio(row, *pair):.2f}" for pair in (("i8", "f32"), ("u8s8", BEST))]
    return f"| {row['name']} | " + " | ".join(cells) + " |"


def type_lines(rows, count):
    rows = [with_best(row) for row in rows]
    return [
        "GOP/s and GFLOP/s, counting 2 per multiply-add; of a product of one row, half of it times the bytes of an element is GB/s of "
        "weights. ± percent is half the spread of the runs. fp=auto. Weights are constant where nothing else is said; *i8* is s8 x s8; "
        "integers are summed in i32, bf16 in f32, and f16 has results of f16.",
        "Convolutions are those of ResNet-50 with their padding, NHWC and HWCF: height x width x channels, kernel x filters, stride. ONNX "
        "Runtime runs MatMulInteger, and two convolutions: ConvInteger (NCHW), whose sums are i32 as ours, and QLinearConv (NHWC), which "
        "scales and rounds them to u8.",
        f"Everybody has {small_types.TURNS} turns in one process, one after the other. Ours are compared with the untouched lowering on the same "
        "operands, integers of the whole range, and ONNX Runtime's with NumPy. Ratios are of speed: above 1, the first is faster.", "",
        *ratio_lines(rows), slower_line(rows), wrong_line(rows), "",
        "| work | " + " | ".join(TITLES.values()) + " | i8 / f32 | u8 x s8 / ONNX Runtime |", "|---" + "|---:" * (len(TITLES) + 2) + "|",
        *(table_line(row, count) for row in rows), "",
        "Predicted over measured seconds:", "", *prediction_lines(rows, {kind: TITLES[kind] for kind in small_types.KINDS}), ""]


# --- weights from memory, and of four bits

def matvec_line(row, name):
    seconds, run_time = row["seconds"][name][0], row["seconds"].get(f"{name} run-time", (None,))[0]
    rates = [small_weights.BYTES[name] * row["flops"] / 2 / each if each else None for each in (seconds, run_time)]
    cells = [text for rate in rates for text in ((f"{rate / 1e9:.1f}", f"{rate / row['bandwidth']:.2f}") if rate else ("-", "-"))]
    return (f"| {name} | {' | '.join(cells)} | {f'{run_time / seconds:.2f}' if run_time else '-'} | "
            f"{row['predicted'][name] / seconds:.2f} |")


def matvec_lines(row):
    columns, terms = small_weights.WIDE
    return [
        "## A row of data by weights in memory", "",
        f"One row of {terms} by {terms} x {columns} weights, GB/s of weights (of int4 with their scales of f32, one for {small_weights.GROUP} weights), and as a part of "
        f"the {row['bandwidth'] / 1e9:.1f} GB/s that `autotune calibrate` measured beside it. *relaxed* is fp=relaxed.", "",
        "| weights | constant, GB/s | part | run-time, GB/s | part | speed of constant / run-time | predicted / measured |", "|---" + "|---:" * 6 + "|",
        *(matvec_line(row, name) for name in small_weights.BYTES), ""]


BLOCKS = {"int4": "int4, exact", "onnxruntime level 0": "MatMulNBits, level 0", "int4 relaxed": "int4, relaxed", "onnxruntime level 4": "MatMulNBits, level 4",
          "f32": "f32"}
BLOCK_RATIOS = (("int4", "onnxruntime level 0"), ("int4 relaxed", "onnxruntime level 4"), ("int4", "f32"))


def block_line(row):
    times = [f"{1e6 * row['seconds'][who][0]:.1f}" for who in BLOCKS]
    return f"| {row['name']} | {' | '.join([*times, *(f'{ratio(row, *pair):.2f}' for pair in BLOCK_RATIOS)])} |"


def block_lines(rows):
    return [
        "## Weights of four bits", "",
        f"Data of f32, weights in groups of {small_weights.GROUP} with a scale each, constant; microseconds. ONNX Runtime's MatMulNBits keeps data f32 at accuracy level 0, "
        "as we do with fp=auto, and rounds them to i8 at level 4, as we do with fp=relaxed. *f32* is ours, of weights that are f32.", "",
        "| work | " + " | ".join([*BLOCKS.values(), *(f"{BLOCKS[first]} / {BLOCKS[second]}" for first, second in BLOCK_RATIOS)]) + " |",
        "|---" + "|---:" * (len(BLOCKS) + len(BLOCK_RATIOS)) + "|", *map(block_line, rows), "",
        "Predicted over measured seconds:", "", *prediction_lines(rows, {who: BLOCKS[who] for who in ("int4", "int4 relaxed")}), ""]


# --- networks

def network_line(row):
    ours, theirs = (row["seconds"][who][0] for who in ("autotune", "onnxruntime"))
    errors = [f"{row['errors'][who]:.1e}" for who in ("autotune", "onnxruntime")]
    return f"| {row['name']} | {1e3 * ours:.2f} | {1e3 * theirs:.2f} | {theirs / ours:.2f} | {' | '.join(errors)} |"


def network_lines(rows):
    return [
        "## Quantised networks", "",
        "Quantised by ONNX Runtime's tool: static with u8 data and i8 weights by channel, dynamic with i8 weights. Milliseconds; errors are the largest differences from "
        "ONNX Runtime without graph optimisation, as a part of the largest result. `scripts/peers --quantised` does the same for any of `data/models`.", "",
        "| network | Autotune | ONNX Runtime | times as fast | error | ONNX Runtime's error |", "|---" + "|---:" * 5 + "|", *map(network_line, rows), ""]


def write():
    table = record.Table("small-types").runs()
    if not table:
        return
    rows = {row["name"]: row for row in record.merged(table)}
    of = lambda wanted: [rows[name] for name in wanted if name in rows]
    blocks, networks = of(map(small_weights.block_name, small_weights.PRODUCTS)), of(NETWORKS)
    REPORT.write_text("\n".join([
        "# Small types beside f32", "",
        "Written by `scripts/results small-types report` from `bench/results/small-types.json`.", *record.heading(table), *record.overhead_lines(table),
        *type_lines(of(small_types.names()), len(table["runs"])),
        *(matvec_lines(rows[small_weights.MATVEC]) if small_weights.MATVEC in rows else []),
        *(block_lines(blocks) if blocks else []), *(network_lines(networks) if networks else []),
        "Reproduce: `scripts/peers` once, then `scripts/results small-types report --runs 1`.", ""]))
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
