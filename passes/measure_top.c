// One op at a time in the whole process: measurements side by side would disturb each other.
#include "passes/measure_top.h"

#include "mlir-c/BuiltinAttributes.h"
#include "passes/annotation.h"
#include "passes/isolate.h"
#include "passes/tune.h"
#include "transforms/ir.h"
#include "transforms/lowering.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCHEDULE_BYTES = OPTION_SCHEDULE_BYTES };

static pthread_mutex_t machine_lock = PTHREAD_MUTEX_INITIALIZER;

static MlirWalkResult mark_as(MlirOperation op, void *schedule) {
  if (mlirAttributeIsNull(annotation_get(op)))
    return MlirWalkResultAdvance;
  annotation_write(op, schedule);
  return MlirWalkResultInterrupt;
}

static MlirWalkResult unmark(MlirOperation op, void *user) {
  (void)user;
  annotation_remove(op);
  return MlirWalkResultAdvance;
}

// The text of the marked module; `schedule` NULL leaves the op untouched.
static Status candidate_print(MlirModule marked, char *schedule, const TuneOptions *options,
                              char **out_text) {
  Status status = STATUS_OK;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  TuneOptions realize = *options; // the annotation is what is wanted, wherever it comes from
  realize.requires_model = false;
  MlirOperation module = mlirOperationClone(mlirModuleGetOperation(marked));
  mlirOperationWalk(module, schedule ? mark_as : unmark, schedule, MlirWalkPreOrder);
  if (schedule)
    TRY(tune_realize(module, &realize, &statistics, NULL, NULL, &changed, &location));
  TRY(ir_print(module, out_text));
cleanup:
  mlirOperationDestroy(module);
  return status;
}

static Status worker_start(Worker **worker) {
  if (*worker)
    return STATUS_OK;
  WorkerOptions options = worker_default_options();
  Status status = worker_create(&options, worker);
  if (status == STATUS_OK || status == STATUS_SYSTEM)
    return status;
  return status_fail(STATUS_USAGE,
                     "option 'top-k': measuring needs the program autotune as worker: %.380s; set "
                     "AUTOTUNE_WORKER to its path or use top-k=0",
                     status_text());
}

static Status task_set(Worker *worker, MlirModule marked, const TuneOptions *options) {
  char *text = NULL; // owned
  Status status = candidate_print(marked, NULL, options, &text);
  if (status != STATUS_OK)
    return status;
  WorkerTask task = {.module = text,
                     .pipeline = lowering_reference_text(),
                     .function = "op",
                     .data_count = 1,
                     .seed = 1};
  status = worker_set_task(worker, &task);
  free(text);
  return status;
}

// Seconds of a candidate, 0 when it cannot be measured.
static double candidate_seconds(Worker *worker, MlirModule marked, const Variants *variants,
                                int variant, const Schedule *schedule, const TuneOptions *options) {
  Schedule named = *schedule;
  char schedule_text[SCHEDULE_BYTES], *text = NULL; // owned
  Measurement measurement;
  variants_name(variants, variant, &named);
  schedule_print(&variants->workloads[variant], &named, schedule_text, sizeof(schedule_text));
  if (candidate_print(marked, schedule_text, options, &text) != STATUS_OK)
    return 0;
  WorkerCandidate candidate = {.module = text,
                               .pipeline = lowering_pipeline_text(),
                               .effort = JIT_SCHEDULED,
                               .timing = timing_default_options()};
  Status status = worker_measure(worker, &candidate, &measurement);
  free(text);
  return status == STATUS_OK && measurement.verdict == VERDICT_OK
             ? timing_minimum(&measurement.timing)
             : 0;
}

// Keeps the order of the others.
static void choice_put_first(int winner, double seconds, Choice *choice) {
  Ranked first = choice->top[winner];
  for (int n = winner; n > 0; n--)
    choice->top[n] = choice->top[n - 1];
  choice->top[0] = first;
  choice->schedule = first.schedule;
  choice->predicted_seconds = first.seconds;
  choice->measured_seconds = seconds;
  if (choice->top_count > 1) {
    choice->runner_up = choice->top[1].schedule;
    choice->runner_up_seconds = choice->top[1].seconds;
  }
}

static void measure_candidates(Worker *worker, MlirModule marked, const Variants *variants,
                               const TuneOptions *options, Choice *choice) {
  int winner = -1;
  double best = 0;
  for (int n = 0; n < choice->top_count && n < options->top_k; n++) {
    double seconds = candidate_seconds(worker, marked, variants, choice->variant,
                                       &choice->top[n].schedule, options);
    if (seconds > 0 && (winner < 0 || seconds < best)) {
      winner = n;
      best = seconds;
    }
  }
  if (winner >= 0)
    choice_put_first(winner, best, choice);
}

Status top_measure(const Variants *variants, const TuneOptions *options, Worker **worker,
                   Choice *choice) {
  Status status = STATUS_OK;
  MlirModule marked = {NULL};
  pthread_mutex_lock(&machine_lock);
  TRY(worker_start(worker));
  choice->measured_seconds = -1;
  // An op that cannot stand alone, or has no reference in time, is chosen by prediction.
  if (isolate_scheduled(&variants->groups[choice->variant], "", &marked) == STATUS_OK &&
      task_set(*worker, marked, options) == STATUS_OK)
    measure_candidates(*worker, marked, variants, options, choice);
cleanup:
  if (marked.ptr)
    mlirModuleDestroy(marked);
  pthread_mutex_unlock(&machine_lock);
  return status;
}
