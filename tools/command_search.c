// autotune search: measured search for the schedules of a module.
#include "core/output_file.h"
#include "passes/options.h"
#include "tools/command_line.h"
#include "tools/commands.h"
#include "tools/measure_search.h"
#include "tools/payload.h"
#include "transforms/ir.h"
#include "transforms/lowering.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SearchCommand {
  const char *path, *op, *strategy, *function, *best;
  int64_t core;
  MeasureSearchOptions search;
  TuneOptions tune;
  Payload payload;
  Worker *worker;
  MlirModule module; // annotated; the best schedules found so far
  int anchor_count;
  char **chosen;     // owned; per anchor op, NULL: not searched
  double time_limit; // of the monotonic clock, 0: none
  bool is_stopped;   // by the limit
} SearchCommand;

// --- the report

static void print_curve(const MeasureResult *result) {
  double best = 0;
  int64_t seen = 0, next = 1;
  printf("  trials:ms   ");
  for (int i = 0; i < result->count; i++) {
    const Trial *trial = &result->trials[i];
    if (!trial_is_proposed(trial))
      continue;
    double seconds = trial->verdict == VERDICT_OK ? trial_seconds(trial) : 0;
    if (seconds > 0 && (best == 0 || seconds < best))
      best = seconds;
    if (++seen == next && best > 0) {
      printf(" %" PRId64 ":%.4f", seen, best * 1e3);
      next *= 2;
    }
  }
  printf(" %" PRId64 ":%.4f\n", seen, best * 1e3);
}

static void print_verdicts(const MeasureResult *result) {
  int64_t counts[TRIAL_VERDICT_COUNT] = {0}, proposed = 0;
  for (int i = 0; i < result->count; i++)
    if (trial_is_proposed(&result->trials[i])) {
      counts[result->trials[i].verdict]++;
      proposed++;
    }
  printf("  trials      %" PRId64 ":", proposed);
  for (int v = 0; v < TRIAL_VERDICT_COUNT; v++)
    if (counts[v])
      printf(" %" PRId64 " %s", counts[v], trial_verdict_name(v));
  printf("\n");
}

static void print_trial(const char *label, const Trial *trial) {
  if (trial->verdict != VERDICT_OK)
    printf("  %-10s %s: %s  %s\n", label, trial_verdict_name(trial->verdict), trial->reason,
           trial->schedule);
  else
    printf("  %-10s median %10.4f ms  min %10.4f ms  predicted %10.4f ms  %s\n", label,
           trial_seconds(trial) * 1e3, timing_minimum(&trial->timing) * 1e3,
           trial->predicted_seconds * 1e3, trial->schedule);
}

static void print_result(const MeasureSite *site, const MeasureResult *result) {
  printf("op %d %s, %d variants\n", site->anchor, site->name, site->variants->count);
  print_verdicts(result);
  if (result->best < 0)
    return;
  print_curve(result);
  if (result->start >= 0)
    print_trial("start", &result->trials[result->start]);
  print_trial("best", &result->trials[result->best]);
  printf("  baseline   drift %.1f %% over %d measurements of the start\n", result->drift * 100,
         result->baselines);
}

// --- the search

static Status annotate(SearchCommand *command) {
  MlirModule module;
  Status status =
      measure_annotate_chosen(command->payload.module, (const char *const *)command->chosen,
                              command->anchor_count, &command->tune, &module);
  if (status != STATUS_OK)
    return status;
  if (!mlirModuleIsNull(command->module))
    mlirModuleDestroy(command->module);
  command->module = module;
  return STATUS_OK;
}

// Keeps the schedule for its op. With another fusion those of other ops may no longer fit: then
// they are given up.
static Status choose(SearchCommand *command, int anchor, const char *schedule) {
  free(command->chosen[anchor]);
  command->chosen[anchor] = strdup(schedule);
  Status status = annotate(command);
  if (status != STATUS_USAGE)
    return status;
  for (int i = 0; i < command->anchor_count; i++)
    if (i != anchor) {
      free(command->chosen[i]);
      command->chosen[i] = NULL;
    }
  return annotate(command);
}

static Status search_op(SearchCommand *command, int anchor) {
  Status status = STATUS_OK;
  MeasureSite *site = NULL;
  MeasureResult result = {0};
  TRY(measure_site_create(payload_clone(command->module), anchor, &command->tune, &site));
  TrialContext context = {command->path, site->name, site->anchor, command->tune.target_text};
  if (command->time_limit > 0) {
    command->search.seconds = command->time_limit - timing_now();
    if (command->search.seconds < 0.001)
      command->search.seconds = 0.001;
  }
  TRY(measure_search(site, &context, command->worker, &command->search, &result));
  print_result(site, &result);
  command->is_stopped |= !result.is_done;
  if (result.best >= 0)
    TRY(choose(command, site->anchor, result.trials[result.best].schedule));
cleanup:
  measure_result_destroy(&result);
  measure_site_destroy(site);
  return status;
}

// Op after op, each with what was found for those before it.
static Status search_all(SearchCommand *command) {
  for (int anchor = 0; anchor < command->anchor_count; anchor++) {
    if (!measure_is_annotated(command->module, anchor))
      continue;
    Status status = search_op(command, anchor);
    if (status != STATUS_OK || command->is_stopped)
      return status;
  }
  return STATUS_OK;
}

static Status search_ops(SearchCommand *command) {
  char *end;
  if (!strcmp(command->op, "all"))
    return search_all(command);
  if (!strcmp(command->op, "largest"))
    return search_op(command, MEASURE_LARGEST_ANCHOR);
  long anchor = strtol(command->op, &end, 10);
  if (end == command->op || *end || anchor < 0)
    return status_fail(STATUS_USAGE, "--op %s: use a number, largest or all", command->op);
  if (anchor >= command->anchor_count)
    return status_fail(STATUS_USAGE, "--op %s: the module has the anchor ops 0 to %d", command->op,
                       command->anchor_count - 1);
  return search_op(command, (int)anchor);
}

static bool write_module(FILE *file, const void *user) {
  const SearchCommand *command = user;
  ir_write(mlirModuleGetOperation(command->module), file);
  return true;
}

static Status start_worker(SearchCommand *command) {
  char *text = NULL;
  WorkerOptions options = worker_default_options();
  options.core = (int)command->core;
  Status status = ir_print(mlirModuleGetOperation(command->payload.module), &text);
  if (status == STATUS_OK)
    status = worker_create(&options, &command->worker);
  if (status == STATUS_OK) {
    WorkerTask task = {.module = text,
                       .pipeline = lowering_reference_text(),
                       .function = command->function,
                       .data_count = command->payload.data_count,
                       .seed = 1};
    status = worker_set_task(command->worker, &task);
  }
  free(text);
  return status;
}

static Status search_payload(SearchCommand *command) {
  Status status = output_file_check(command->best);
  if (status == STATUS_OK)
    status = measure_log_check(command->search.log);
  if (status == STATUS_OK)
    status = payload_read(command->path, &command->payload);
  if (status != STATUS_OK)
    return status;
  TRY(annotate(command));
  command->anchor_count = measure_anchor_count(command->module);
  if (command->anchor_count == 0)
    TRY(status_fail(STATUS_USAGE, "%s has no op that is tuned", command->path));
  command->chosen = calloc((size_t)command->anchor_count + 1, sizeof *command->chosen);
  TRY(start_worker(command));
  TRY(search_ops(command));
  if (command->best)
    TRY(output_file_write(command->best, write_module, command));
cleanup:
  worker_destroy(command->worker);
  for (int i = 0; command->chosen && i < command->anchor_count; i++)
    free(command->chosen[i]);
  free(command->chosen);
  if (!mlirModuleIsNull(command->module))
    mlirModuleDestroy(command->module);
  payload_destroy(&command->payload);
  return status;
}

int command_search(int argc, char **argv) {
  SearchCommand command = {.op = "largest",
                           .strategy = "evolution",
                           .core = -1,
                           .search = {.trials = 500, .batch = 16, .confirm = 5}};
  OptionTexts texts;
  int64_t seed = 0;
  option_texts_init(&texts);
  texts.target = "host";
  const Flag flags[] = {
      {"--op", FLAG_TEXT, &command.op, "N",
       "number of the anchor op, largest (default), or all, one after the other"},
      {"--trials", FLAG_COUNT(0), &command.search.trials, "N", "schedules measured per op (500)"},
      {"--strategy", FLAG_TEXT, &command.strategy, "NAME",
       "evolution (default), random, grid, genetic or model"},
      {"--batch", FLAG_INTEGER(1, MEASURE_MAX_BATCH), &command.search.batch, "N",
       "schedules proposed at once, at most 64 (16)"},
      {"--confirm", FLAG_COUNT(0), &command.search.confirm, "N",
       "of the best, measured again at the end (5)"},
      {"--seconds", FLAG_SECONDS(0), &command.search.seconds, "S",
       "stop after so many (0: never); the log lets the search go on later"},
      {"--log", FLAG_TEXT, &command.search.log, "PATH", "every trial, a JSON object per line"},
      {"--best", FLAG_TEXT, &command.best, "PATH", "write the module with the best as annotations"},
      {"--target", FLAG_TEXT, &texts.target, "NAME", "machine tuned for (default host)"},
      {"--model", FLAG_TEXT, &texts.model, "MODEL",
       "auto (default), shipped, analytical, none, or the path of a model file"},
      {"--fusion", FLAG_TEXT, &texts.fusion, "SET",
       "all, none, or some of init+producers+pad+epilogue"},
      {"--function", FLAG_TEXT, &command.function, "NAME",
       "function that is run (default the first public one)"},
      {"--core", FLAG_CORE, &command.core, "N", "core to measure on (default -1: where it falls)"},
      {"--seed", FLAG_SEED, &seed, "N", "seed of the search (0)"},
      {"--quiet", FLAG_SWITCH, &command.search.is_quiet, "", "no progress line"},
      {0},
  };
  CommandLine line = {
      "autotune search MODULE.mlir [flags]",
      "Measures schedules of an op inside its module and prints the best. The start schedule is\n"
      "measured again every 32 trials and at the end; how far it drifted is printed. Exit code 3\n"
      "when stopped by --seconds before the end: run again with the same --log.",
      flags, &command.path, 1};
  CommandLineResult parsed = command_line_read(&line, argc, argv);
  if (parsed != COMMAND_LINE_OK)
    return parsed == COMMAND_LINE_BAD ? 2 : 0;
  command.search.seed = (uint64_t)seed;
  if (command.search.seconds > 0)
    command.time_limit = timing_now() + command.search.seconds;
  Status status = options_parse(&texts, &command.tune);
  if (status == STATUS_OK)
    status = strategy_read(command.strategy, &command.search.strategy);
  if (status == STATUS_OK)
    status = search_payload(&command);
  if (status != STATUS_OK)
    fprintf(stderr, "autotune search: %s\n", status_text());
  return status == STATUS_USAGE ? 2 : status != STATUS_OK ? 1 : command.is_stopped ? 3 : 0;
}
