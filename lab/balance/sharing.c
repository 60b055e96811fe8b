// Sharing: every kernel of a model on one number of threads, as predicted and, where that is asked
// for, as measured.
#include "lab/balance/sharing.h"

#include <math.h>
#include <stdlib.h>

bool sharing_is_large(const Sharing *sharing, int op) {
  return sharing->choices[op].price.serial_seconds >= sharing->least_seconds;
}

// A kernel that nobody shares has one busy thread.
double sharing_balance(const Sharing *sharing, int op) {
  const ThreadChoice *choice = &sharing->choices[op];
  return choice->verdict == THREADS_SPLIT ? thread_choice_balance(choice) : 1.0 / sharing->threads;
}

SharingTotal sharing_total(const Sharing *sharing) {
  SharingTotal total = {.least_balance = 1};
  for (int n = 0; n < sharing->ops.count; n++) {
    const ThreadChoice *choice = &sharing->choices[n];
    int uses = sharing->ops.items[n].uses;
    total.barriers += choice->verdict == THREADS_SPLIT ? uses : 0;
    total.serial_seconds += uses * choice->price.serial_seconds;
    total.seconds += uses * choice->seconds;
    if (!sharing_is_large(sharing, n))
      continue;
    total.large++;
    total.least_balance = fmin(total.least_balance, sharing_balance(sharing, n));
  }
  return total;
}

SharingAccuracy sharing_accuracy(const Sharing *sharing) {
  SharingAccuracy accuracy = {0};
  double predicted_logs = 0, measured_logs = 0, errors = 0;
  for (int n = 0; n < sharing->ops.count; n++) {
    const SharingMeasure *measure = &sharing->measures[n];
    if (!measure->is_shared)
      continue;
    if (measure->outcome.verdict != VERDICT_OK) {
      accuracy.failed++;
      continue;
    }
    double predicted = measure->choice.price.serial_seconds / measure->choice.seconds;
    double measured = measure->serial_seconds / measure->seconds;
    accuracy.measured++;
    accuracy.slower += measured < 1;
    predicted_logs += log(predicted);
    measured_logs += log(measured);
    errors += fabs(predicted / measured - 1);
  }
  int count = accuracy.measured > 0 ? accuracy.measured : 1;
  accuracy.predicted_gain = exp(predicted_logs / count);
  accuracy.measured_gain = exp(measured_logs / count);
  accuracy.error = errors / count;
  return accuracy;
}

Status sharing_predict(const Payload *payload, const TuneOptions *tune, Sharing *sharing) {
  TuneOptions threaded = *tune;
  threaded.threads = sharing->threads;
  Status status = op_list_require(payload, &threaded, &sharing->ops);
  if (status != STATUS_OK)
    return status;
  sharing->choices = calloc((size_t)sharing->ops.count, sizeof *sharing->choices);
  if (!sharing->choices)
    return status_fail(STATUS_SYSTEM, "no memory for %d ops", sharing->ops.count);
  for (int n = 0; n < sharing->ops.count; n++) {
    const OpEntry *entry = &sharing->ops.items[n];
    ThreadCandidate kernel = {entry->schedule, entry->predicted_seconds};
    thread_choose(&entry->workload, &kernel, &entry->target, sharing->threads, &entry->homes,
                  &sharing->choices[n]);
  }
  return STATUS_OK;
}

Status sharing_measure_all(const Payload *payload, const TuneOptions *tune, Worker *worker,
                           int rounds, Sharing *sharing) {
  Status status = STATUS_OK;
  sharing->measures = calloc((size_t)sharing->ops.count, sizeof *sharing->measures);
  if (!sharing->measures)
    return status_fail(STATUS_SYSTEM, "no memory for %d ops", sharing->ops.count);
  for (int n = 0; n < sharing->ops.count && status == STATUS_OK; n++)
    if (sharing_is_large(sharing, n))
      status = sharing_measure(&sharing->ops.items[n], payload->context, worker, tune,
                               sharing->threads, rounds, &sharing->measures[n]);
  return status;
}

void sharing_destroy(Sharing *sharing) {
  free(sharing->choices);
  free(sharing->measures);
  op_list_destroy(&sharing->ops);
}
