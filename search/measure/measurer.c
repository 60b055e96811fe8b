// One candidate: built, measured, judged.
#include "search/measure/measurer.h"

#include "transforms/lowering/lowering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Status measurer_set_op(Worker *worker, const char *module, double run_seconds) {
  WorkerTask task = {.module = module,
                     .pipeline = lowering_reference_text(),
                     .function = "op",
                     .data_count = 1,
                     .seed = MEASURER_OP_SEED,
                     .run_seconds = run_seconds};
  return worker_set_task(worker, &task);
}

Status measurer_run(const Measurer *measurer, const char *schedule, Outcome *out_outcome) {
  char *module = NULL; // owned
  Measurement measurement;
  double start = timing_cpu();
  Status status = measurer->subject.build(measurer->subject.context, schedule, &module);
  *out_outcome = (Outcome){.verdict = TRIAL_REJECTED, .build_seconds = timing_cpu() - start};
  if (status == STATUS_REJECTED) {
    snprintf(out_outcome->reason, sizeof out_outcome->reason, "%s", status_text());
    return STATUS_OK;
  }
  if (status != STATUS_OK)
    return status;
  WorkerCandidate candidate = {module,
                               *schedule ? lowering_pipeline_text() : lowering_reference_text(),
                               measurer->effort, measurer->timing};
  TRY(worker_measure(measurer->worker, &candidate, &measurement));
  out_outcome->verdict = measurement.verdict;
  snprintf(out_outcome->reason, sizeof out_outcome->reason, "%s", measurement.text);
  out_outcome->compile_seconds = measurement.compile_seconds;
  out_outcome->cpu_seconds = measurement.cpu_seconds;
  out_outcome->timing = measurement.timing;
cleanup:
  free(module);
  return status;
}

double outcome_seconds(const Outcome *outcome) {
  return outcome->verdict == VERDICT_OK ? timing_median(&outcome->timing) : INFINITY;
}

void baseline_add(Baseline *baseline, double seconds) {
  if (!isfinite(seconds) || seconds <= 0)
    return;
  if (baseline->count++ == 0)
    baseline->first_seconds = seconds;
  baseline->drift = fmax(baseline->drift, fabs(seconds / baseline->first_seconds - 1));
}

void baseline_join(Baseline *baseline, const Baseline *other) {
  baseline->count += other->count;
  baseline->drift = fmax(baseline->drift, other->drift);
}
