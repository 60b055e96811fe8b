// The same schedule by both numbers of threads, in one worker, so that the machine is the same.
#include "tools/balance/sharing_measure.h"

#include "tools/ops/op_subject.h"

// Keeps the least of what went well.
static Status run(const OpSubject *subject, Worker *worker, Outcome *outcome, double *least) {
  const Measurer measurer = {.worker = worker,
                             .subject = op_subject(subject),
                             .timing = timing_default_options(),
                             .effort = CODE_FULL};
  Status status = measurer_run(&measurer, subject->entry->schedule_text, outcome);
  double seconds = status == STATUS_OK ? outcome_seconds(outcome) : 0;
  if (*least == 0 || seconds < *least)
    *least = seconds;
  return status;
}

// The schedule is written down, as in the module that is measured, and so has no predicted seconds.
static bool is_cut_alone(const OpEntry *entry, int threads) {
  ThreadChoice choice;
  const ThreadCandidate written = {entry->schedule, 0};
  thread_choose(&entry->workload, &written, &entry->target, threads, NULL, &choice);
  return choice.verdict == THREADS_SPLIT;
}

Status sharing_measure(const OpEntry *entry, MlirContext context, Worker *worker,
                       const TuneOptions *tune, int threads, int rounds,
                       SharingMeasure *out_measure) {
  Status status = STATUS_OK;
  TuneOptions tune_serial = *tune, tune_shared = *tune;
  const OpSubject serial = {entry, context, &tune_serial}, shared = {entry, context, &tune_shared};
  const ThreadCandidate kernel = {entry->schedule, entry->predicted_seconds};
  SharingMeasure measure = {.is_shared = is_cut_alone(entry, threads)};
  thread_choose(&entry->workload, &kernel, &entry->target, threads, NULL, &measure.choice);
  measure.is_shared = measure.is_shared && measure.choice.verdict == THREADS_SPLIT;
  tune_serial.threads = 1;
  tune_shared.threads = threads;
  if (measure.is_shared)
    TRY(op_subject_set_task(&serial, worker));
  for (int round = 0; measure.is_shared && round < rounds; round++) {
    TRY(run(&serial, worker, &measure.outcome, &measure.serial_seconds));
    if (measure.outcome.verdict == VERDICT_OK)
      TRY(run(&shared, worker, &measure.outcome, &measure.seconds));
    if (measure.outcome.verdict != VERDICT_OK) {
      measure.serial_seconds = measure.seconds = 0;
      break;
    }
  }
cleanup:
  *out_measure = measure;
  return status;
}
