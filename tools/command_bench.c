// autotune bench: every op of a model by itself, untouched, as chosen, and by a
// measured search.
#include "runtime/timing_noise.h"
#include "search/measure/measure_search.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/ops/op_json.h"
#include "tools/ops/op_measure.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct Bench {
  const char *path, *strategy;
  int64_t op, core, seed, repeats;
  double seconds; // deadline of one run
  bool flushes, is_only_tuned;
  OutputFlags output;
  Json *json; // owned; NULL: as text
  OptionTexts texts;
  TuneOptions tune;
  OpMeasureOptions measure;
  Payload payload;
  Worker *worker;
} Bench;

// --- as text

// Arithmetic where there is some, else memory traffic.
static void print_speed(const OpEntry *entry, double seconds) {
  if (op_entry_flops(entry) > 0)
    printf("%7.1f GFLOP/s  %5.1f %% of peak", op_entry_flops(entry) / seconds * 1e-9,
           op_entry_peak_share(entry, seconds) * 100);
  else
    printf("%7.1f GB/s", op_entry_bytes(entry) / seconds * 1e-9);
}

static void print_time(const char *label, const Outcome *outcome, const OpEntry *entry) {
  double seconds = timing_median(&outcome->timing);
  if (outcome->verdict != VERDICT_OK) {
    printf("  %-10s %s: %s\n", label, trial_verdict_name(outcome->verdict), outcome->reason);
    return;
  }
  printf("  %-10s %10.4f ms  (min %.4f)  ", label, seconds * 1e3,
         timing_minimum(&outcome->timing) * 1e3);
  print_speed(entry, seconds);
  printf("\n");
  char noise[TIMING_NOISE_BYTES];
  if (*timing_noise_of(&outcome->timing, noise))
    printf("    %s\n", noise);
}

static void print_best(const OpMeasure *measure, const OpEntry *entry) {
  printf("  %-10s %10.4f ms  ", "best", measure->best_seconds * 1e3);
  print_speed(entry, measure->best_seconds);
  printf("; %d of %d trials ran\n    %s\n", measure->successes, measure->trials,
         measure->best_schedule);
}

static void print_heading(const OpEntry *entry, int position) {
  char work[256];
  workload_describe(&entry->workload, work, sizeof work);
  printf("op %d: %s %s, %d use%s\n", position, entry->name, work, entry->uses, plural(entry->uses));
  fflush(stdout);
}

static void print_measure(const Bench *bench, const OpEntry *entry, const OpMeasure *measure) {
  char words[512];
  schedule_describe(&entry->workload, &entry->schedule, words, sizeof words);
  if (bench->measure.untouched)
    print_time("untouched", &measure->untouched, entry);
  print_time("chosen", &measure->chosen, entry);
  printf("    %s; predicted %.4f ms\n    %s\n", words, entry->predicted_seconds * 1e3,
         entry->schedule_text);
  if (bench->measure.trials > 0)
    print_best(measure, entry);
  if (measure->baseline.count > 1)
    printf("  %-10s drift %.1f %% over %d measurements of the chosen one\n", "baseline",
           measure->baseline.drift * 100, measure->baseline.count); // two at least
}

// --- as JSON

static Json *best_json(const OpMeasure *measure, const OpEntry *entry) {
  Json *json = json_make_object();
  op_json_put_speed(json, entry, measure->best_seconds);
  json_put_text(json, "schedule", measure->best_schedule);
  json_put_integer(json, "trials", measure->trials);
  json_put_integer(json, "trials_ok", measure->successes);
  return json;
}

static void put_measure(Json *json, const Bench *bench, const OpEntry *entry,
                        const OpMeasure *measure) {
  if (bench->measure.untouched)
    json_put(json, "untouched", op_json_outcome(entry, &measure->untouched));
  json_put(json, "chosen", op_json_outcome(entry, &measure->chosen));
  if (bench->measure.trials > 0)
    json_put(json, "best", best_json(measure, entry));
  if (measure->baseline.count > 1)
    json_put_number(json, "drift", measure->baseline.drift);
}

// --- measuring

// An op that cannot be measured says so, and the others go on.
static Status bench_entry(Bench *bench, const OpEntry *entry, int position) {
  OpMeasure measure;
  Json *json = bench->json ? op_json_entry(entry, position) : NULL;
  if (!json)
    print_heading(entry, position);
  Status status =
      op_measure(entry, bench->payload.context, bench->worker, &bench->measure, &measure);
  bool is_unmeasured = status == STATUS_WORKER;
  if (json && is_unmeasured)
    json_put_text(json, "reason", status_text());
  else if (json && status == STATUS_OK)
    put_measure(json, bench, entry, &measure);
  else if (is_unmeasured)
    printf("  %s\n", status_text());
  else if (status == STATUS_OK)
    print_measure(bench, entry, &measure);
  if (json)
    json_append(bench->json, json);
  return is_unmeasured ? STATUS_OK : status;
}

static Status bench_list(Bench *bench, const OpList *list) {
  if (bench->op >= list->count)
    return status_fail(STATUS_USAGE, "--op %" PRId64 ": the model has %d different op%s", bench->op,
                       list->count, plural(list->count));
  for (int i = 0; i < list->count; i++) {
    Status status =
        bench->op >= 0 && bench->op != i ? STATUS_OK : bench_entry(bench, &list->items[i], i);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

// What the flags say in the form that measuring takes.
static Status read_options(Bench *bench) {
  OpMeasureOptions *measure = &bench->measure;
  measure->tune = &bench->tune;
  measure->timing = timing_default_options();
  measure->timing.flush_cache = bench->flushes;
  measure->timing.repeats = (int)bench->repeats;
  measure->timing.budget_seconds = 3;
  measure->untouched = !bench->is_only_tuned;
  measure->seed = (uint64_t)bench->seed;
  Status status = strategy_read(bench->strategy, &measure->strategy);
  return status == STATUS_OK
             ? command_line_options(&bench->output, "bench", &bench->texts, &bench->tune)
             : status;
}

static Status bench_payload(void *values) {
  Bench *bench = values;
  OpList list = {0};
  WorkerOptions worker = worker_default_options();
  worker.core = (int)bench->core;
  worker.run_seconds = bench->seconds;
  worker.verbose = bench->output.is_verbose;
  Status status = read_options(bench);
  if (status == STATUS_OK)
    status = payload_read(bench->path, &bench->tune, &bench->payload);
  if (status != STATUS_OK)
    return status;
  TRY(payload_check_host(&bench->payload, &bench->tune));
  TRY(op_list_require(&bench->payload, &bench->tune, &list));
  TRY(output_measuring(&bench->output, "bench", NULL));
  TRY(worker_create(&worker, &bench->worker));
  bench->json = bench->output.is_json ? json_make_array() : NULL;
  TRY(bench_list(bench, &list));
cleanup:
  if (status == STATUS_OK && bench->json)
    status = output_json(bench->json);
  else
    json_free(bench->json);
  worker_destroy(bench->worker);
  op_list_destroy(&list);
  payload_destroy(&bench->payload);
  return status;
}

static const Flag flags[] = {
    {"--op", FLAG_COUNT(0), offsetof(Bench, op), "N", "only this op of the list (default all)"},
    {"--trials", FLAG_COUNT(0), offsetof(Bench, measure.trials), "N",
     "schedules measured per op (20)"},
    {"--strategy", FLAG_TEXT, offsetof(Bench, strategy), "NAME",
     "random (default), evolution, grid, genetic or model"},
    {"--only-tuned", FLAG_SWITCH, offsetof(Bench, is_only_tuned), "",
     "do not time the untouched ops"},
    {"--flush", FLAG_SWITCH, offsetof(Bench, flushes), "", "empty the caches before every call"},
    {"--repeats", FLAG_INTEGER(1, TIMING_MAX_REPEATS), offsetof(Bench, repeats), "N",
     "timed repeats, at most 64 (7)"},
    FLAG_ROW_CORE(offsetof(Bench, core)),
    {"--seconds", FLAG_SECONDS(0.001), offsetof(Bench, seconds), "S", "deadline of one run (30)"},
    {"--seed", FLAG_SEED, offsetof(Bench, seed), "N", "seed of the trials (0)"},
    {0},
};

int command_bench(int argc, char **argv) {
  Bench bench = {.strategy = "random",
                 .op = -1,
                 .core = -1,
                 .repeats = 7,
                 .seconds = 30,
                 .measure = {.trials = 20}};
  CommandLine line = {
      .name = "bench",
      .usage = "MODULE.mlir [flags]",
      .summary =
          "Times every different op of a model by itself: untouched, with the chosen\n"
          "schedule, and with the best of some measured ones. The chosen one is measured before,\n"
          "between and after the others; how far it drifted is printed.",
      .flags = flags,
      .values = &bench,
      .positional = &bench.path,
      .positional_count = 1,
      .options = &bench.texts,
      .output = &bench.output,
      .has_json = true};
  option_texts_init(&bench.texts);
  return command_line_run(&line, argc, argv, bench_payload);
}
