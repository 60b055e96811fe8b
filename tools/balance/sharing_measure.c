// The same schedule by both numbers of threads, in one worker, so that the machine is the same.
#include "tools/balance/sharing_measure.h"

#include <stdlib.h>

typedef struct Subject {
  const OpEntry *entry;
  MlirContext context;
  TuneOptions tune; // with the number of threads
} Subject;

static Status build(const void *context, const char *schedule, char **out_module) {
  const Subject *subject = context;
  return op_entry_apply(subject->entry, subject->context, &subject->tune, schedule, out_module);
}

static Status set_task(const Subject *subject, Worker *worker) {
  char *untouched = NULL; // owned
  Status status = build(subject, "", &untouched);
  if (status == STATUS_OK)
    status = measurer_set_op(worker, untouched, 0);
  free(untouched);
  return status;
}

// Keeps the least of what went well.
static Status run(Subject *subject, Worker *worker, int threads, Outcome *outcome, double *least) {
  const Measurer measurer = {.worker = worker,
                             .subject = {subject, build},
                             .timing = timing_default_options(),
                             .effort = CODE_FULL};
  subject->tune.threads = threads;
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
  Subject subject = {entry, context, *tune};
  const ThreadCandidate kernel = {entry->schedule, entry->predicted_seconds};
  SharingMeasure measure = {.is_shared = is_cut_alone(entry, threads)};
  thread_choose(&entry->workload, &kernel, &entry->target, threads, NULL, &measure.choice);
  measure.is_shared = measure.is_shared && measure.choice.verdict == THREADS_SPLIT;
  if (measure.is_shared)
    TRY(set_task(&subject, worker));
  for (int round = 0; measure.is_shared && round < rounds; round++) {
    TRY(run(&subject, worker, 1, &measure.outcome, &measure.serial_seconds));
    if (measure.outcome.verdict == VERDICT_OK)
      TRY(run(&subject, worker, threads, &measure.outcome, &measure.seconds));
    if (measure.outcome.verdict != VERDICT_OK) {
      measure.serial_seconds = measure.seconds = 0;
      break;
    }
  }
cleanup:
  *out_measure = measure;
  return status;
}
