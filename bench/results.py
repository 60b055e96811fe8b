"""Measures what lab/results/results.md says; started by scripts/results.

Tables, each measured whole, --runs times; a run that was stopped goes on where it was:

  workloads   the choice without measuring, the best found and the peers on bench/workloads
  networks    the networks of test/models beside the peers
  polybench   PolyBench beside clang, Polly and OpenBLAS, twice: fp=source, fp=reassoc
  live        one shot against AutoTVM's loop (lab/results/metrics.md)
  network-threads, workload-threads, polybench-threads
              ours on --threads threads beside one, and beside ONNX Runtime and Polly; networks with constant weights
              also under fp=relaxed, with its error; by name only
  transfer    a model without a row of this machine, the same calibrated, and the shipped one
  tuned       ten minutes of autotune tune on two networks, three seeds each, which is an hour; by name only
  default-target
              the learned choice beside the analytical one for the target where nobody names one
  small-types i8, u8 x s8, bf16, f16 and weights of four bits beside f32, the bandwidth of memory and ONNX Runtime, predicted and measured,
              and quantised networks; by name only
  decoder     a decoder layer beside ONNX Runtime and llama.cpp, which it builds in .llama/ (a quarter of an hour), weights of several types,
              and a part of the read bandwidth, all memory in huge pages; by name only
  decoder-threads
              some rows of that on --threads threads; by name only
  vector-math sin, exp, pow and others on 2^20 numbers beside NumPy and ONNX Runtime, predicted and measured; by name only
  candidates  candidates a second

`networks` and `network-threads` with --isa avx2, by name only: constant weights alone, ours compiled for a processor with AVX2 beside
ONNX Runtime as it runs there, on a processor with AVX-512 (lab/results/networks-avx2.md).

and steps:
  search      autotune-lab search for every workload, at most --trials schedules each; the trials are kept
              in build/results/NAME.jsonl, the best module in bench/results/best/NAME.mlir
  thread-gains
              lab/results/thread-gains.md: what two threads gain on single kernels, predicted and measured; by name only
  compile     seconds and memory of `autotune compile`, into docs/compiling.md
  one-shot    lab/results/one-shot.md: One-Shot Tuner's table of eight networks, per network and layer; by name
              only: K=0, K=64 and the loop with --trials for each task, with the networks in training and
              without; twenty tasks go on to 1000. Each of --networks is kept by itself; hours for all, stopped by --seconds
              it goes on, and leaves networks that are whole as they are, which without --seconds are measured anew
  judging     the judging set (lab/results/metrics.md), once a release and by name only: searches, then whole runs; --set
              measures another table of layers in the same way
  partitions  docs/reference/partitions.md: networks whose ops share kernels in different ways; by name only
  balance     lab/results/balance.md: how evenly threads share the kernels of two networks; measures nothing
  report      lab/results/results.md, judging.md, polybench.md, one-shot.md, small-types.md, decoder.md, vector-math.md and networks-avx2.md there, from
              bench/results/*.json

A table is of one build, model and machine; bench/results/TABLE.json is replaced after each whole run.
--only measures and prints some rows and keeps nothing. One process is timed at a time. It is pinned to
one core, or started through --wrap.
"""
import argparse
import json
import os
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "tables"))
import balance  # noqa: E402
import common  # noqa: E402
import candidates  # noqa: E402
import compile_cost  # noqa: E402
import decoder  # noqa: E402
import decoder_report  # noqa: E402
import default_target  # noqa: E402
import judging  # noqa: E402
import judging_report  # noqa: E402
import live  # noqa: E402
import memory_pages  # noqa: E402
import networks  # noqa: E402
import older_isa  # noqa: E402
import one_shot  # noqa: E402
import one_shot_report  # noqa: E402
import partitions  # noqa: E402
import polybench_rows  # noqa: E402
import record  # noqa: E402
import searching  # noqa: E402
import small_table  # noqa: E402
import thread_gains  # noqa: E402
import threads  # noqa: E402
import transfer  # noqa: E402
import tuned  # noqa: E402
import vector_math  # noqa: E402
import workloads  # noqa: E402

# Names of the rows, and how one is measured: a process of its own times it, unless there is a function
# of the options and the name.
TABLES = {"workloads": (workloads.names, None), "networks": (networks.names, None),
          "polybench": (polybench_rows.names, None), "live": (lambda: list(live.NAMES), live.measure),
          "transfer": (transfer.names, transfer.measure),
          "tuned": (tuned.names, tuned.measure),
          "default-target": (workloads.names, default_target.measure), "small-types": (small_table.names, None),
          "decoder": (decoder.names, decoder.measure), decoder.THREADS_TABLE: (decoder.thread_names, decoder.measure_threads),
          "vector-math": (vector_math.names, None),
          "candidates": (lambda: ["candidates"], candidates.measure),
          "network-threads": (networks.names, None), "workload-threads": (workloads.names, None),
          "polybench-threads": (threads.polybench_names, threads.polybench_measure)}
ROWS = {"workloads": workloads.row, "networks": networks.row, "polybench": polybench_rows.row,
        "live": live.row, "transfer": transfer.row, "tuned": tuned.row,
        "default-target": default_target.row, "small-types": small_table.row, "decoder": decoder.row, decoder.THREADS_TABLE: decoder.row, "vector-math": vector_math.row,
        "network-threads": threads.network_row, "workload-threads": threads.workload_row, "one-shot": one_shot.row,
        "judging": judging.row}
# Modules of the tables that say what the model has seen.
SEEN = {"workloads": common.ROOT / "bench/workloads", "networks": common.ROOT / "test/models"}
SEVERAL = (*threads.TABLES, decoder.THREADS_TABLE)  # of several threads
STEPS = ("search", *TABLES, "one-shot", "judging", "partitions", "balance", "thread-gains", "compile", "report")


def parse():
    parser = argparse.ArgumentParser(prog="scripts/results", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", nargs="*", choices=[[], *STEPS], help="default: all tables of one thread, and the report")
    parser.add_argument("--runs", type=int, default=3, help="whole runs of each table (3)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="only names that contain NAME, kept nowhere; may be repeated")
    parser.add_argument("--trials", type=int, help="of a search, per workload or op (500); of one-shot, per task (1000)")
    parser.add_argument("--set", type=pathlib.Path, metavar="PATH", help="of judging: another table of layers than the frozen one")
    parser.add_argument("--unseen", action="store_true", help="of judging: also a model trained without this processor")
    parser.add_argument("--seconds", type=float, metavar="S",
                        help="of judging and one-shot: begin nothing after so many; started again it goes on (exit code 3)")
    parser.add_argument("--networks", type=lambda text: text.split(","), default=list(one_shot.NETWORKS), metavar="NAMES",
                        help=f"of one-shot, joined by ',' (all: {','.join(one_shot.NETWORKS)})")
    parser.add_argument("--every-op", action="store_true",
                        help="of one-shot: also ops of CNNs that are no convolution and no product, which the paper leaves out")
    parser.add_argument("--live-trials", type=int, default=256, help="of the loop (256)")
    parser.add_argument("--slice", type=float, default=40, metavar="SECONDS",
                        help="longest run of one process of a search (40); of `tune`, each next one may be a tenth longer")
    parser.add_argument("--threads", type=int, metavar="N", help="of the tables of several threads (2)")
    parser.add_argument("--isa", choices=sorted(older_isa.ISAS), help=f"of {' and '.join(older_isa.TABLES)}: the instructions of an older processor")
    parser.add_argument("--note", metavar="TEXT", help="said in the heading of the table, such as what else ran on the machine")
    parser.add_argument("--core", type=int, default=os.cpu_count() - 1)
    parser.add_argument("--wrap", default="", metavar="COMMAND",
                        help="starts timed processes instead of `taskset -c CORE`")
    parser.add_argument("--row", metavar="NAME", help=argparse.SUPPRESS)
    parser.add_argument("--row-to", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.runs < 1:
        parser.error(f"--runs {options.runs}: a table is at least one run")
    for name in set(options.networks) - set(one_shot.NETWORKS):
        parser.error(f"--networks {name}: use some of {', '.join(one_shot.NETWORKS)}")
    if options.trials is not None and options.trials < 1:
        parser.error(f"--trials {options.trials}: use 1 or more")
    if not options.slice >= searching.LEAST_SLICE:
        parser.error(f"--slice {options.slice}: use {searching.LEAST_SLICE} or more")
    check_judging(parser, options)
    check_threads(parser, options)
    check_isa(parser, options)
    check_note(parser, options)
    return options


def check_judging(parser, options):
    if (options.set or options.unseen) and "judging" not in options.step:
        parser.error("--set and --unseen are for judging")
    if options.seconds is not None and not {"judging", "one-shot"} & set(options.step):
        parser.error("--seconds is for judging and one-shot")
    if options.seconds is not None and not options.seconds > 0:
        parser.error(f"--seconds {options.seconds}: use more than 0")
    if options.set and not options.set.is_file():
        parser.error(f"--set {options.set}: no such file; name a table such as data/judging_set.tsv")
    try:
        judging.set_of(options).read_text()
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"--set {options.set}: {error}; name a table such as data/judging_set.tsv")


def check_threads(parser, options):
    """Tables of one thread and of several are not measured at once."""
    several = set(options.step) & set(SEVERAL)
    measured = set(options.step) & {*TABLES, "search"}
    if several and several != measured:
        parser.error(f"{', '.join(sorted(measured - several))}: of one thread, measure it by itself")
    if options.threads is not None and not several:
        parser.error(f"--threads is for {', '.join(SEVERAL)}")
    if options.threads is not None and options.threads < 2:
        parser.error(f"--threads {options.threads}: use 2 or more")
    options.threads = common.THREADS = (options.threads or 2) if several else 1


def check_isa(parser, options):
    """All that is measured with --isa is of an older processor."""
    if not options.isa:
        return
    others = set(options.step or all_steps()) - {*older_isa.TABLES, "report"}
    if others:
        parser.error(f"--isa is for {' and '.join(older_isa.TABLES)}, not for {', '.join(sorted(others))}")
    older_isa.begin(options.isa)


def all_steps():
    """Without those of several threads, which need all cores, the hour of `tuned`, and what is measured by name only."""
    return [*(table for table in TABLES if table not in {*SEVERAL, "tuned", "small-types", "decoder", "vector-math"}), "report"]


def check_note(parser, options):
    """A note is a line of the document, of the tables that are measured."""
    if options.note is None:
        return
    if not options.note.strip() or not options.note.isprintable():
        parser.error(f"--note {options.note!r}: use one line of text")
    if options.note.lstrip()[0] in "|#>-*+`":
        parser.error(f"--note {options.note!r}: it is a sentence of the document, begin with a word")
    if options.only or options.step and not set(options.step) & {*TABLES, "one-shot", "judging", "partitions"}:
        parser.error("--note is kept with a table: name a table and leave --only out, or leave the note out")


def one_row(options):
    if options.isa:
        older_isa.mask()
    try:
        row = ROWS[options.step[0]](options.row)
    except common.WrongResult as error:
        sys.exit(f"wrong result: {error}")
    options.row_to.write_text(json.dumps(row))


def say(row):
    flops = row.get("flops")
    print(row["name"], " ".join(
        f"{who} {flops / r['median'] / 1e9:.1f}" if flops else f"{who} {r['median'] * 1e3:.3f} ms"
        for who, r in row["results"].items()), flush=True)


def measure(options, table):
    """The names that failed."""
    names, measure_row = TABLES[table]

    def row_of(name):
        row = (measure_row(options, name) if measure_row else common.in_timed_process(options, table, name))
        if row:
            say(row)
        return row

    if options.only:
        return [name for name in common.chosen(options, names()) if row_of(name) is None]
    more = {"note": options.note} if options.note else {}
    if table == "network-threads":
        more["relaxed"] = True  # rows without that are of another table
    if options.isa:
        more["isa"] = older_isa.about(options.isa)
    elif table in SEEN:
        more["seen"] = common.seen(SEEN[table])
    return record.Table(older_isa.kept_name(table, options.isa)).measure(names(), row_of, options.runs, more)


def judge(options):
    """The names that failed."""
    failed, is_stopped = [], False
    try:
        failed = judging.measure(options)
    except common.Stopped:
        is_stopped = True
    if not options.only:
        judging_report.write(judging.set_of(options))
    if is_stopped:
        end_stopped("judging")
    return failed


def end_stopped(step):
    print(f"{step}: stopped by --seconds; started again it goes on", file=sys.stderr)
    sys.exit(3)


def shoot(options):
    """The names that failed. The document is of the networks that are whole, and of the one that is not, where it has no older figures."""
    try:
        failed = one_shot.measure(options)
    except common.Stopped:
        one_shot_report.write()
        end_stopped("one-shot")
    one_shot_report.write()
    return failed


def main():
    options = parse()
    if options.row:
        one_row(options)
        return
    os.environ.update(memory_pages.variables())  # for all that is started from here on
    failed = []
    for step in options.step or all_steps():
        if step == "report":
            import polybench_report
            import report
            report.write()
            polybench_report.write()
            one_shot_report.write()
            judging_report.write(judging.set_of(options))
            small_table.write()
            decoder_report.write()
            vector_math.write()
            older_isa.write()
        elif step == "partitions":
            partitions.write(options)
        elif step == "one-shot":
            failed += shoot(options)
        elif step == "judging":
            failed += judge(options)
        elif step == "balance":
            balance.write()
        elif step == "thread-gains":
            thread_gains.write(options)
        elif step == "compile":
            compile_cost.write()
        elif step == "search":
            failed += [name for name in common.chosen(options, workloads.names())
                       if not workloads.search(options, name)]
        else:
            failed += measure(options, step)
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
