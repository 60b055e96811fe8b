"""lab/results/polybench.md from bench/results/polybench.json."""
import common
import polybench_rows
import record

REPORT = common.ROOT / "lab/results/polybench.md"
NOTES = common.ROOT / "bench" / "tables" / "polybench_notes.md"
TITLES = {"ours": "ours", "untouched": "untouched", "clang": "clang", "polly": "Polly", "openblas": "OpenBLAS"}
OTHERS = polybench_rows.WAYS[1:]
MODES = {"source": ("fp=source beside clang", "Everybody computes what C asks for; ours, untouched, clang and Polly without fast-math. "
                    "OpenBLAS adds in any order."),
         "reassoc": ("fp=reassoc beside clang -ffast-math", "Sums may be taken in any order by everybody.")}


def cell(row, way):
    if way in row.get("wrong", []):
        return "wrong"
    return f"{row['seconds'][way][0] * 1e3:.2f}" if way in row["seconds"] else "-"


def ratio(row, way):
    return row["seconds"][way][0] / row["seconds"]["ours"][0] if way in row["seconds"] else None


def mode_lines(mode, rows):
    title, words = MODES[mode]
    lines = [f"## {title}", "", words, "",
             "| kernel | " + " | ".join(TITLES.values()) + " | " + " | ".join(f"over {TITLES[w]}" for w in OTHERS) + " |",
             "|---" + "|---:" * (len(TITLES) + len(OTHERS)) + "|"]
    for row in rows:
        ratios = [ratio(row, way) for way in OTHERS]
        lines.append(f"| {row['name'].split('/')[0]} | " + " | ".join(cell(row, way) for way in TITLES) + " | " +
                     " | ".join(f"{r:.2f}" if r else "-" for r in ratios) + " |")
    columns = [[r for r in (ratio(row, way) for row in rows) if r] for way in OTHERS]
    for name, of in (("geometric mean", common.geomean), ("least", min)):
        lines.append(f"| **{name}** |" + " |" * len(TITLES) + " " + " | ".join(f"**{of(c):.2f}**" if c else "-" for c in columns) + " |")
    return [*lines, ""]


def write():
    table = record.Table("polybench").runs()
    if not table:
        return
    rows = record.merged(table)
    lines = ["# PolyBench", "",
             "The 30 kernels of PolyBench/C 4.2 at LARGE, f64, nothing measured at compile time: milliseconds of one call, and how "
             "many times faster `--autotune` is. Written by `scripts/results polybench report` from `bench/results/polybench.json`.", "",
             *record.heading(table),
             "*untouched* is the same affine MLIR through `--autotune-to-llvm` alone, *clang* is `clang-22 -O3 -march=native` on the C, "
             "*Polly* adds `-mllvm -polly`, *OpenBLAS* computes the same by its calls. All ways of a kernel run side by side; least of "
             f"{polybench_rows.RUNS} calls, or of as many as take a second. Every program that is timed compares its results with the plain C's in the run; *wrong*: it gave others.", ""]
    for mode in MODES:
        lines += mode_lines(mode, [row for row in rows if row["name"].endswith("/" + mode)])
    REPORT.write_text("\n".join(lines) + NOTES.read_text())
    print(f"wrote {REPORT.relative_to(common.ROOT)}")
