// One op at a time in the whole process: measurements side by side would disturb each other.
#include "passes/measure_top.h"

#include "mlir-c/BuiltinAttributes.h"
#include "passes/tune.h"
#include "search/measure/measurer.h"
#include "transforms/annotation.h"
#include "transforms/ir.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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

typedef struct TopSubject {
  MlirModule marked; // the group by itself, the op to rewrite marked
  const TuneOptions *options;
} TopSubject;

static Status build(const void *context, const char *schedule, char **out_text) {
  Status status = STATUS_OK;
  const TopSubject *subject = context;
  TuneStatistics statistics = {0};
  MlirLocation location;
  bool changed;
  TuneOptions realize = *subject->options; // the annotation is what is wanted, wherever it is from
  realize.requires_model = realize.requires_record = realize.requires_tuned = false;
  MlirOperation module = mlirOperationClone(mlirModuleGetOperation(subject->marked));
  mlirOperationWalk(module, *schedule ? mark_as : unmark, (void *)schedule, MlirWalkPreOrder);
  if (*schedule)
    TRY(tune_apply_annotations(module, &realize, &statistics, NULL, NULL, &changed, &location));
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

static Status task_set(Worker *worker, const TopSubject *subject) {
  char *text = NULL; // owned
  Status status = build(subject, "", &text);
  if (status == STATUS_OK)
    status = measurer_set_op(worker, text, 0);
  free(text);
  return status;
}

// Seconds of a candidate, 0 when it cannot be measured.
static double candidate_seconds(const Measurer *measurer, const Variants *variants, int variant,
                                const Schedule *schedule) {
  Schedule named = *schedule;
  char text[SCHEDULE_TEXT_BYTES];
  Outcome outcome;
  variants_name(variants, variant, &named);
  schedule_print(&variants->workloads[variant], &named, text, sizeof(text));
  Status status = measurer_run(measurer, text, &outcome);
  return status == STATUS_OK && outcome.verdict == VERDICT_OK ? timing_minimum(&outcome.timing) : 0;
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

static void measure_candidates(Worker *worker, const TopSubject *subject, const Variants *variants,
                               Choice *choice) {
  const Measurer measurer = {.worker = worker,
                             .subject = {subject, build},
                             .timing = timing_default_options(),
                             .effort = CODE_SCHEDULED};
  int winner = -1;
  double best = 0;
  for (int n = 0; n < choice->top_count && n < subject->options->top_k; n++) {
    double seconds =
        candidate_seconds(&measurer, variants, choice->variant, &choice->top[n].schedule);
    if (seconds > 0 && (winner < 0 || seconds < best)) {
      winner = n;
      best = seconds;
    }
  }
  if (winner >= 0)
    choice_put_first(winner, best, choice);
}

Status top_measure(const Variants *variants, const TuneOptions *options, const ColdWeights *cold,
                   Worker **worker, Choice *choice) {
  Status status = STATUS_OK;
  TopSubject subject = {.options = options};
  pthread_mutex_lock(&machine_lock);
  TRY(worker_start(worker));
  choice->measured_seconds = -1;
  // An op that cannot stand alone, or has no reference in time, is chosen by prediction.
  if (isolate_cold(&variants->groups[choice->variant], "", cold, &subject.marked) == STATUS_OK &&
      task_set(*worker, &subject) == STATUS_OK)
    measure_candidates(*worker, &subject, variants, choice);
cleanup:
  if (subject.marked.ptr)
    mlirModuleDestroy(subject.marked);
  pthread_mutex_unlock(&machine_lock);
  return status;
}
