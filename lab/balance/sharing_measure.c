// The same schedule by both numbers of threads, in one worker, so that the machine is the same.
#include "lab/balance/sharing_measure.h"

#include "runtime/codegen/compile.h"
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

// What the pass sees when the entry stands alone: arguments are nowhere in particular, what another
// op of its module makes is where that one leaves it. Written down, the schedule has no predicted
// seconds: by `written` the pass decides, by `kernel` the time is predicted.
static Status predict_alone(const OpSubject *shared, SharingMeasure *measure) {
  const OpEntry *entry = shared->entry;
  const ThreadCandidate written = {entry->schedule, 0},
                        kernel = {entry->schedule, entry->predicted_seconds};
  uint64_t key = workload_key(&entry->workload);
  int threads = shared->tune->threads;
  OpList alone = {0};
  MlirModule module;
  ThreadChoice decided;
  Status status = compile_parse(shared->context, entry->module, &module);
  if (status != STATUS_OK)
    return status;
  status = op_list_create(module, shared->tune, &alone);
  mlirModuleDestroy(module);
  for (int n = 0; n < alone.count; n++) {
    if (workload_key(&alone.items[n].workload) != key)
      continue;
    const ThreadHomes *homes = &alone.items[n].homes;
    thread_choose(&entry->workload, &written, &entry->target, threads, homes, &decided);
    thread_choose(&entry->workload, &kernel, &entry->target, threads, homes, &measure->choice);
    measure->is_shared =
        decided.verdict == THREADS_SPLIT && measure->choice.verdict == THREADS_SPLIT;
  }
  op_list_destroy(&alone);
  return status;
}

Status sharing_measure(const OpEntry *entry, MlirContext context, Worker *worker,
                       const TuneOptions *tune, int threads, int rounds,
                       SharingMeasure *out_measure) {
  Status status = STATUS_OK;
  TuneOptions tune_serial = op_entry_options(entry, tune), tune_shared = tune_serial;
  const OpSubject serial = {entry, context, &tune_serial}, shared = {entry, context, &tune_shared};
  SharingMeasure measure = {0};
  tune_serial.threads = 1;
  tune_shared.threads = threads;
  TRY(predict_alone(&shared, &measure));
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
