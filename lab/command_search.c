// autotune-lab search: measured search for the schedules of a module.
#include "base/file/output_file.h"
#include "lab/lab_commands.h"
#include "tools/command_line.h"
#include "tools/ops/measure_site.h"
#include "tools/ops/payload.h"
#include "tools/report/describe.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"
#include "transforms/lowering/lowering.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SearchCommand {
  const char *path, *op, *strategy, *function, *best;
  int64_t core, seed;
  OptionTexts texts;
  MeasureSearchOptions search;
  TuneOptions tune;
  Payload payload;
  Worker *worker;
  MlirModule module; // annotated; the best schedules found so far
  int anchor_count;
  char **chosen;     // owned; per anchor op, NULL: not searched
  double time_limit; // of the monotonic clock, 0: none
  bool is_stopped;   // by the limit
  OutputFlags output;
  Json *json; // owned; NULL: as text
} SearchCommand;

// --- the report as text

static void print_curve(const MeasureResult *result) {
  double best = 0;
  int64_t seen = 0, next = 1;
  printf("  trials:ms   ");
  for (int i = 0; i < result->count; i++) {
    const Trial *trial = &result->trials[i];
    if (!trial_is_proposed(trial))
      continue;
    double seconds = trial->outcome.verdict == VERDICT_OK ? trial_seconds(trial) : 0;
    if (seconds > 0 && (best == 0 || seconds < best))
      best = seconds;
    if (++seen == next && best > 0) {
      printf(" %" PRId64 ":%.4f", seen, best * 1e3);
      next *= 2;
    }
  }
  printf(" %" PRId64 ":%.4f\n", seen, best * 1e3);
}

// Returns how many there are.
static int64_t count_verdicts(const MeasureResult *result, int64_t counts[TRIAL_VERDICT_COUNT]) {
  int64_t proposed = 0;
  memset(counts, 0, TRIAL_VERDICT_COUNT * sizeof *counts);
  for (int i = 0; i < result->count; i++)
    if (trial_is_proposed(&result->trials[i])) {
      counts[result->trials[i].outcome.verdict]++;
      proposed++;
    }
  return proposed;
}

static void print_verdicts(const MeasureResult *result) {
  int64_t counts[TRIAL_VERDICT_COUNT], proposed = count_verdicts(result, counts);
  printf("  trials      %" PRId64 ":", proposed);
  for (int v = 0; v < TRIAL_VERDICT_COUNT; v++)
    if (counts[v])
      printf(" %" PRId64 " %s", counts[v], trial_verdict_name(v));
  printf("\n");
}

static void print_trial(const char *label, const Trial *trial) {
  if (trial->outcome.verdict != VERDICT_OK)
    printf("  %-10s %s: %s  %s\n", label, trial_verdict_name(trial->outcome.verdict),
           trial->outcome.reason, trial->schedule);
  else
    printf("  %-10s median %10.4f ms  min %10.4f ms  predicted %10.4f ms  %s\n", label,
           trial_seconds(trial) * 1e3, timing_minimum(&trial->outcome.timing) * 1e3,
           trial->predicted_seconds * 1e3, trial->schedule);
}

static void print_result(const MeasureSite *site, const MeasureResult *result) {
  printf("op %d %s, %d variant%s\n", site->anchor, site->name, site->variants->count,
         plural(site->variants->count));
  print_verdicts(result);
  if (result->best < 0)
    return;
  print_curve(result);
  if (result->start >= 0)
    print_trial("start", &result->trials[result->start]);
  print_trial("best", &result->trials[result->best]);
  printf("  baseline   drift %.1f %% over %d measurement%s of the start\n",
         result->baseline.drift * 100, result->baseline.count, plural(result->baseline.count));
}

// --- as JSON

static Json *trial_json(const Trial *trial) {
  Json *json = json_make_object();
  json_put_text(json, "schedule", trial->schedule);
  json_put_text(json, "verdict", trial_verdict_name(trial->outcome.verdict));
  json_put_number(json, "predicted_seconds", trial->predicted_seconds);
  if (trial->outcome.verdict == VERDICT_OK) {
    json_put_number(json, "seconds", trial_seconds(trial));
    json_put_number(json, "least_seconds", timing_minimum(&trial->outcome.timing));
  } else {
    json_put_text(json, "reason", trial->outcome.reason);
  }
  return json;
}

static Json *result_json(const MeasureSite *site, const MeasureResult *result) {
  int64_t counts[TRIAL_VERDICT_COUNT];
  Json *json = json_make_object(), *verdicts = json_make_object();
  int64_t proposed = count_verdicts(result, counts);
  json_put_integer(json, "op", site->anchor);
  json_put_text(json, "name", site->name);
  json_put_integer(json, "variants", site->variants->count);
  json_put_integer(json, "trials", proposed);
  for (int v = 0; v < TRIAL_VERDICT_COUNT; v++)
    if (counts[v])
      json_put_integer(verdicts, trial_verdict_name(v), counts[v]);
  json_put(json, "verdicts", verdicts);
  if (result->start >= 0)
    json_put(json, "start", trial_json(&result->trials[result->start]));
  if (result->best >= 0)
    json_put(json, "best", trial_json(&result->trials[result->best]));
  json_put_number(json, "drift", result->baseline.drift);
  json_put_integer(json, "baselines", result->baseline.count);
  json_put_bool(json, "is_done", result->is_done);
  return json;
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
  TrialContext context = {command->path, site->name, site->anchor, site->target_text};
  if (command->time_limit > 0) {
    command->search.seconds = command->time_limit - timing_now();
    if (command->search.seconds < 0.001)
      command->search.seconds = 0.001;
  }
  SearchSubject subject = measure_site_subject(site);
  TRY(measure_search(&subject, &context, command->worker, &command->search, &result));
  if (command->json)
    json_append(command->json, result_json(site, &result));
  else
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
  char target[OPTION_TARGET_BYTES] = "auto";
  if (command->tune.has_target)
    target_print(&command->tune.target, target, sizeof target);
  annotation_write_target(mlirModuleGetOperation(command->module), target);
  ir_write(mlirModuleGetOperation(command->module), file);
  return true;
}

static Status start_worker(SearchCommand *command) {
  char *text = NULL;
  WorkerOptions options = worker_default_options();
  options.core = (int)command->core;
  options.verbose = command->output.is_verbose;
  Status status = ir_print(mlirModuleGetOperation(command->payload.module), &text);
  if (status == STATUS_OK)
    status = output_measuring(&command->output, "search", NULL);
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

static Status read_options(SearchCommand *command) {
  Status status = STATUS_OK;
  command->search.seed = (uint64_t)command->seed;
  command->search.is_quiet = command->output.is_quiet;
  if (command->search.seconds > 0)
    command->time_limit = timing_now() + command->search.seconds;
  TRY(command_line_options(&command->output, "search", &command->texts, &command->tune));
  TRY(command_line_without_script(&command->tune));
  TRY(strategy_read(command->strategy, &command->search.strategy));
  TRY(output_file_check(command->best));
  TRY(measure_log_check(command->search.log));
cleanup:
  return status;
}

static bool is_any_tuned(const SearchCommand *command) {
  for (int anchor = 0; anchor < command->anchor_count; anchor++)
    if (measure_is_annotated(command->module, anchor))
      return true;
  return false;
}

static void give_back(SearchCommand *command) {
  worker_destroy(command->worker);
  for (int i = 0; command->chosen && i < command->anchor_count; i++)
    free(command->chosen[i]);
  free(command->chosen);
  if (!mlirModuleIsNull(command->module))
    mlirModuleDestroy(command->module);
  json_free(command->json);
  payload_destroy(&command->payload);
}

// Of all ops that were searched.
static Status write_json(SearchCommand *command) {
  Json *json = command->json;
  command->json = NULL;
  return json ? output_json(json) : STATUS_OK;
}

static Status search_payload(void *values) {
  SearchCommand *command = values;
  Status status = read_options(command);
  if (status == STATUS_OK)
    status = payload_read(command->path, &command->tune, &command->payload);
  if (status != STATUS_OK)
    return status;
  TRY(payload_check_host(&command->payload, &command->tune));
  TRY(annotate(command));
  command->anchor_count = measure_anchor_count(command->module);
  if (!is_any_tuned(command))
    TRY(payload_fail_untuned(&command->payload, &command->tune));
  command->chosen = calloc((size_t)command->anchor_count + 1, sizeof *command->chosen);
  TRY(start_worker(command));
  command->json = command->output.is_json ? json_make_array() : NULL;
  TRY(search_ops(command));
  TRY(write_json(command));
  if (command->best)
    TRY(output_file_write(command->best, write_module, command));
cleanup:
  give_back(command);
  return status;
}

static const Flag flags[] = {
    {"--op", FLAG_TEXT, offsetof(SearchCommand, op), "N",
     "number of the anchor op, largest (default), or all, one after the other"},
    {"--trials", FLAG_COUNT(0), offsetof(SearchCommand, search.trials), "N",
     "schedules measured per op (500)"},
    {"--strategy", FLAG_TEXT, offsetof(SearchCommand, strategy), "NAME",
     "who proposes (default evolution); an unknown name lists all"},
    {"--batch", FLAG_INTEGER(1, MEASURE_MAX_BATCH), offsetof(SearchCommand, search.batch), "N",
     "schedules proposed at once, at most 64 (16)"},
    {"--confirm", FLAG_COUNT(0), offsetof(SearchCommand, search.confirm), "N",
     "of the best, measured again at the end (5)"},
    {"--seconds", FLAG_SECONDS(0), offsetof(SearchCommand, search.seconds), "S",
     "stop after so many (0: never); the log lets the search go on later"},
    {"--log", FLAG_TEXT, offsetof(SearchCommand, search.log), "PATH",
     "every trial, a JSON object per line"},
    {"--best", FLAG_TEXT, offsetof(SearchCommand, best), "PATH",
     "write the module with the best as annotations"},
    {"--function", FLAG_TEXT, offsetof(SearchCommand, function), "NAME",
     "function that is run (default the first public one)"},
    FLAG_ROW_CORE(offsetof(SearchCommand, core)),
    {"--seed", FLAG_SEED, offsetof(SearchCommand, seed), "N", "seed of the search (0)"},
    {0},
};

int command_search(int argc, char **argv) {
  SearchCommand command = {.op = "largest",
                           .strategy = "evolution",
                           .core = -1,
                           .search = {.trials = 500, .batch = 16, .confirm = 5}};
  CommandLine line = {
      .name = "search",
      .usage = "MODULE.mlir [flags]",
      .summary =
          "Measures schedules of an op inside its module and prints the best. The start "
          "schedule is\nmeasured again every 32 trials and at the end; how far it drifted is "
          "printed. Exit code 3\nwhen stopped by --seconds before the end: run again with "
          "the same --log.",
      .flags = flags,
      .values = &command,
      .positional = &command.path,
      .positional_count = 1,
      .options = &command.texts,
      .output = &command.output,
      .has_json = true};
  option_texts_init(&command.texts);
  int code = command_line_run(&line, argc, argv, search_payload);
  return code == 0 && command.is_stopped ? 3 : code;
}
