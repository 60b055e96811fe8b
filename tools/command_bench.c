// autotune bench: every op of a model by itself, untouched, as chosen, and by a
// measured search.
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/describe.h"
#include "tools/measure_search.h"
#include "tools/op_measure.h"
#include "tools/payload.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct Bench {
  int64_t op, core;
  double seconds; // deadline of one run
  bool verbose;
  OpMeasureOptions measure;
  Payload payload;
  Worker *worker;
} Bench;

// Arithmetic where there is some, else memory traffic.
static void print_speed(const OpEntry *entry, double seconds) {
  if (op_entry_flops(entry) > 0)
    printf("%7.1f GFLOP/s  %5.1f %% of peak", op_entry_flops(entry) / seconds * 1e-9,
           op_entry_peak_share(entry, seconds) * 100);
  else
    printf("%7.1f GB/s", op_entry_bytes(entry) / seconds * 1e-9);
}

static void print_time(const char *label, const Measurement *measurement, const OpEntry *entry) {
  double seconds = timing_median(&measurement->timing);
  if (measurement->verdict != VERDICT_OK) {
    printf("  %-10s %s: %s\n", label, verdict_name(measurement->verdict), measurement->text);
    return;
  }
  printf("  %-10s %10.4f ms  (min %.4f)  ", label, seconds * 1e3,
         timing_minimum(&measurement->timing) * 1e3);
  print_speed(entry, seconds);
  printf("\n");
}

static void print_best(const OpMeasure *measure, const OpEntry *entry) {
  printf("  %-10s %10.4f ms  ", "best", measure->best_seconds * 1e3);
  print_speed(entry, measure->best_seconds);
  printf("; %d of %d trials ran\n    %s\n", measure->successes, measure->trials,
         measure->best_schedule);
}

static Status bench_entry(Bench *bench, const OpEntry *entry, int position) {
  char work[256], words[512];
  OpMeasure measure;
  workload_describe(&entry->workload, work, sizeof work);
  schedule_describe(&entry->workload, &entry->schedule, words, sizeof words);
  printf("op %d: %s %s, %d use%s\n", position, entry->name, work, entry->uses,
         entry->uses == 1 ? "" : "s");
  fflush(stdout);
  Status status =
      op_measure(entry, bench->payload.context, bench->worker, &bench->measure, &measure);
  if (status == STATUS_WORKER) { // this op cannot be measured: say so and go on
    printf("  %s\n", status_text());
    return STATUS_OK;
  }
  if (status != STATUS_OK)
    return status;
  if (bench->measure.untouched)
    print_time("untouched", &measure.untouched, entry);
  print_time("chosen", &measure.chosen, entry);
  printf("    %s; predicted %.4f ms\n    %s\n", words, entry->predicted_seconds * 1e3,
         entry->schedule_text);
  if (bench->measure.trials > 0)
    print_best(&measure, entry);
  if (measure.baselines > 1)
    printf("  %-10s drift %.1f %% over %d measurements of the chosen one\n", "baseline",
           measure.drift * 100, measure.baselines);
  return STATUS_OK;
}

static Status bench_list(Bench *bench, const OpList *list) {
  if (bench->op >= list->count)
    return status_fail(STATUS_USAGE, "--op %" PRId64 ": the model has %d different ops", bench->op,
                       list->count);
  for (int i = 0; i < list->count; i++) {
    Status status =
        bench->op >= 0 && bench->op != i ? STATUS_OK : bench_entry(bench, &list->items[i], i);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

static Status bench_payload(Bench *bench, const char *path) {
  OpList list = {0};
  WorkerOptions worker = worker_default_options();
  worker.core = (int)bench->core;
  worker.run_seconds = bench->seconds;
  worker.verbose = bench->verbose;
  Status status = payload_read(path, &bench->payload);
  if (status != STATUS_OK)
    return status;
  TRY(op_list_create(bench->payload.module, bench->measure.tune, &list));
  if (list.count == 0)
    TRY(status_fail(STATUS_USAGE, "%s has no op that is tuned", path));
  TRY(worker_create(&worker, &bench->worker));
  TRY(bench_list(bench, &list));
cleanup:
  worker_destroy(bench->worker);
  op_list_destroy(&list);
  payload_destroy(&bench->payload);
  return status;
}

int command_bench(int argc, char **argv) {
  const char *path = NULL, *strategy = "random";
  bool without_untouched = false;
  int64_t seed = 0, repeats = 7;
  TuneOptions tune;
  OptionTexts texts;
  Bench bench = {.op = -1, .core = -1, .seconds = 30, .measure = {.tune = &tune, .trials = 20}};
  option_texts_init(&texts);
  texts.target = "host";
  const Flag flags[] = {
      {"--op", FLAG_COUNT(0), &bench.op, "N", "only this op of the list (default all)"},
      {"--trials", FLAG_COUNT(0), &bench.measure.trials, "N", "schedules measured per op (20)"},
      {"--strategy", FLAG_TEXT, &strategy, "NAME",
       "random (default), evolution, grid, genetic or model"},
      {"--target", FLAG_TEXT, &texts.target, "NAME", "machine tuned for (default host)"},
      {"--model", FLAG_TEXT, &texts.model, "MODEL",
       "auto (default), shipped, analytical, none, or the path of a model file"},
      {"--fusion", FLAG_TEXT, &texts.fusion, "SET",
       "all, none, or some of init+producers+pad+epilogue"},
      {"--schedule", FLAG_TEXT, &texts.schedule, "TEXT", "chosen schedule, where it is legal"},
      {"--only-tuned", FLAG_SWITCH, &without_untouched, "", "do not time the untouched ops"},
      {"--flush", FLAG_SWITCH, &bench.measure.timing.flush_cache, "",
       "empty the caches before every call"},
      {"--repeats", FLAG_INTEGER(1, TIMING_MAX_REPEATS), &repeats, "N",
       "timed repeats, at most 64 (7)"},
      {"--core", FLAG_CORE, &bench.core, "N", "core to measure on (default -1: where it falls)"},
      {"--seconds", FLAG_SECONDS(0.001), &bench.seconds, "S", "deadline of one run (30)"},
      {"--seed", FLAG_SEED, &seed, "N", "seed of the trials (0)"},
      {"--verbose", FLAG_SWITCH, &bench.verbose, "", "show what the worker prints"},
      {0},
  };
  CommandLine line = {
      "autotune bench MODULE.mlir [flags]",
      "Times every different op of a model by itself: untouched, with the chosen\n"
      "schedule, and with the best of some measured ones. The chosen one is measured before,\n"
      "between and after the others; how far it drifted is printed.",
      flags, &path, 1};
  CommandLineResult result = command_line_read(&line, argc, argv);
  if (result != COMMAND_LINE_OK)
    return result == COMMAND_LINE_BAD ? 2 : 0;
  bool flush = bench.measure.timing.flush_cache;
  bench.measure.timing = timing_default_options();
  bench.measure.timing.flush_cache = flush;
  bench.measure.timing.repeats = (int)repeats;
  bench.measure.timing.budget_seconds = 3;
  bench.measure.untouched = !without_untouched;
  bench.measure.seed = (uint64_t)seed;
  Status status = strategy_read(strategy, &bench.measure.strategy);
  if (status == STATUS_OK)
    status = options_parse(&texts, &tune);
  if (status == STATUS_OK)
    status = bench_payload(&bench, path);
  if (status != STATUS_OK)
    fprintf(stderr, "autotune bench: %s\n", status_text());
  return status == STATUS_USAGE ? 2 : status != STATUS_OK;
}
