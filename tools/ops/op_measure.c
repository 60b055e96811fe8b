// The three measurements of an op, one after the other in the same worker.
#include "tools/ops/op_measure.h"

#include "runtime/codegen/compile.h"
#include "tools/ops/measure_site.h"
#include "tools/ops/op_subject.h"
#include <stdio.h>
#include <string.h>

typedef struct Session {
  OpSubject subject;
  Worker *worker;
  const OpMeasureOptions *options;
} Session;

// "" measures the untouched module.
static Status measure_schedule(const Session *session, const char *schedule, Outcome *outcome) {
  const Measurer measurer = {.worker = session->worker,
                             .subject = op_subject(&session->subject),
                             .timing = session->options->timing,
                             .effort = CODE_FULL};
  return measurer_run(&measurer, schedule, outcome);
}

static Status measure_chosen(const Session *session, OpMeasure *measure, Outcome *outcome) {
  Status status = measure_schedule(session, session->subject.entry->schedule_text, outcome);
  if (status == STATUS_OK)
    baseline_add(&measure->baseline, outcome_seconds(outcome));
  return status;
}

static void keep_best(const MeasureResult *result, OpMeasure *measure) {
  for (int i = 0; i < result->count; i++) {
    measure->trials += trial_is_proposed(&result->trials[i]);
    measure->successes +=
        trial_is_proposed(&result->trials[i]) && result->trials[i].outcome.verdict == VERDICT_OK;
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
  TuneOptions tune = op_entry_options(session->subject.entry, options->tune);
  MeasureSearchOptions search = {.trials = options->trials,
                                 .batch = 16,
                                 .confirm = 3,
                                 .seed = options->seed,
                                 .strategy = options->strategy,
                                 .is_quiet = true};
  TRY(compile_parse(session->subject.context, session->subject.entry->module, &module));
  TRY(measure_site_create(module, MEASURE_LARGEST_ANCHOR, &tune, &site));
  TrialContext context = {"", site->name, site->anchor, site->target_text};
  SearchSubject subject = measure_site_subject(site);
  TRY(measure_search(&subject, &context, session->worker, &search, &result));
  keep_best(&result, measure);
  baseline_join(&measure->baseline, &result.baseline); // within the search, by its own start
cleanup:
  measure_result_destroy(&result);
  measure_site_destroy(site);
  return status;
}

Status op_measure(const OpEntry *entry, MlirContext context, Worker *worker,
                  const OpMeasureOptions *options, OpMeasure *out_measure) {
  Status status = STATUS_OK;
  Session session = {{entry, context, options->tune}, worker, options};
  Outcome again;
  *out_measure = (OpMeasure){0};
  TRY(op_subject_set_task(&session.subject, worker));
  TRY(measure_chosen(&session, out_measure, &out_measure->chosen));
  out_measure->best_seconds = timing_median(&out_measure->chosen.timing);
  snprintf(out_measure->best_schedule, SCHEDULE_TEXT_BYTES, "%s", entry->schedule_text);
  if (options->untouched) {
    TRY(measure_schedule(&session, "", &out_measure->untouched));
    TRY(measure_chosen(&session, out_measure, &again));
  }
  if (options->trials > 0) {
    TRY(run_search(&session, out_measure));
    TRY(measure_chosen(&session, out_measure, &again));
  }
cleanup:
  return status;
}
