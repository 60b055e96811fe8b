// The three measurements of an op, one after the other in the same worker.
#include "tools/op_measure.h"

#include "runtime/compile.h"
#include "tools/measure_search.h"
#include "transforms/lowering.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Session {
  const OpEntry *entry;
  MlirContext context;
  Worker *worker;
  const OpMeasureOptions *options;
} Session;

// "" measures the untouched module.
static Status measure_schedule(const Session *session, const char *schedule,
                               Measurement *measurement) {
  char *text = NULL; // owned
  Status status =
      op_entry_apply(session->entry, session->context, session->options->tune, schedule, &text);
  if (status != STATUS_OK)
    return status;
  WorkerCandidate candidate = {text,
                               *schedule ? lowering_pipeline_text() : lowering_reference_text(),
                               JIT_FULL, session->options->timing};
  status = worker_measure(session->worker, &candidate, measurement);
  free(text);
  return status;
}

// The baseline once more.
static Status measure_again(const Session *session, OpMeasure *measure) {
  Measurement again = {0};
  Status status = measure_schedule(session, session->entry->schedule_text, &again);
  if (status != STATUS_OK || again.verdict != VERDICT_OK)
    return status;
  measure->baselines++;
  measure->drift = fmax(measure->drift, measure_drift(timing_median(&measure->chosen.timing),
                                                      timing_median(&again.timing)));
  return STATUS_OK;
}

static void keep_best(const MeasureResult *result, OpMeasure *measure) {
  for (int i = 0; i < result->count; i++) {
    measure->trials += trial_is_proposed(&result->trials[i]);
    measure->successes +=
        trial_is_proposed(&result->trials[i]) && result->trials[i].verdict == VERDICT_OK;
  }
  if (result->best < 0)
    return;
  const Trial *best = &result->trials[result->best];
  double seconds = trial_seconds(best);
  if (measure->best_seconds > 0 && seconds >= measure->best_seconds)
    return;
  measure->best_seconds = seconds;
  snprintf(measure->best_schedule, sizeof measure->best_schedule, "%s", best->schedule);
}

static Status run_search(const Session *session, OpMeasure *measure) {
  Status status = STATUS_OK;
  const OpMeasureOptions *options = session->options;
  MeasureSite *site = NULL;
  MeasureResult result = {0};
  MlirModule module;
  MeasureSearchOptions search = {.trials = options->trials,
                                 .batch = 16,
                                 .confirm = 3,
                                 .seed = options->seed,
                                 .strategy = options->strategy,
                                 .is_quiet = true};
  TRY(compile_parse(session->context, session->entry->module, &module));
  TRY(measure_site_create(module, MEASURE_LARGEST_ANCHOR, options->tune, &site));
  TrialContext context = {"", site->name, site->anchor, options->tune->target_text};
  TRY(measure_search(site, &context, session->worker, &search, &result));
  keep_best(&result, measure);
  measure->baselines += result.baselines; // within the search, by its own start
  measure->drift = fmax(measure->drift, result.drift);
cleanup:
  measure_result_destroy(&result);
  measure_site_destroy(site);
  return status;
}

static Status set_task(const Session *session) {
  char *untouched = NULL; // owned
  Status status =
      op_entry_apply(session->entry, session->context, session->options->tune, "", &untouched);
  if (status != STATUS_OK)
    return status;
  WorkerTask task = {.module = untouched,
                     .pipeline = lowering_reference_text(),
                     .function = "op",
                     .data_count = 1,
                     .seed = 1};
  status = worker_set_task(session->worker, &task);
  free(untouched);
  return status;
}

Status op_measure(const OpEntry *entry, MlirContext context, Worker *worker,
                  const OpMeasureOptions *options, OpMeasure *out_measure) {
  Status status = STATUS_OK;
  Session session = {entry, context, worker, options};
  *out_measure = (OpMeasure){0};
  TRY(set_task(&session));
  TRY(measure_schedule(&session, entry->schedule_text, &out_measure->chosen));
  out_measure->baselines = out_measure->chosen.verdict == VERDICT_OK;
  out_measure->best_seconds = timing_median(&out_measure->chosen.timing);
  snprintf(out_measure->best_schedule, SCHEDULE_TEXT_BYTES, "%s", entry->schedule_text);
  if (options->untouched) {
    TRY(measure_schedule(&session, "", &out_measure->untouched));
    TRY(measure_again(&session, out_measure));
  }
  if (options->trials > 0) {
    TRY(run_search(&session, out_measure));
    TRY(measure_again(&session, out_measure));
  }
cleanup:
  return status;
}
