// One op at a time in the whole process: measurements side by side would disturb each other.
#include "passes/measure_top.h"

#include "passes/candidate.h"
#include "search/measure/measurer.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t machine_lock = PTHREAD_MUTEX_INITIALIZER;

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

static Status task_set(Worker *worker, const CandidateSource *subject) {
  char *text = NULL; // owned
  Status status = candidate_build(subject, "", &text);
  if (status == STATUS_OK)
    status = measurer_set_op(worker, text, 0);
  free(text);
  return status;
}

// Seconds of a candidate, 0 when it cannot be measured.
static double candidate_seconds(const Measurer *measurer, const Variants *variants, int variant,
                                const Schedule *schedule) {
  char text[SCHEDULE_TEXT_BYTES];
  Outcome outcome;
  candidate_name(variants, variant, schedule, text);
  Status status = measurer_run(measurer, text, &outcome);
  return status == STATUS_OK && outcome.verdict == VERDICT_OK ? timing_minimum(&outcome.timing) : 0;
}

static void measure_candidates(Worker *worker, const CandidateSource *subject,
                               const Variants *variants, Choice *choice) {
  const Measurer measurer = {.worker = worker,
                             .subject = {subject, candidate_build},
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
  if (winner < 0)
    return;
  choice_put_first(winner, choice);
  choice->measured_seconds = best;
}

Status top_measure(const Variants *variants, const TuneOptions *options, const ColdWeights *cold,
                   Worker **worker, Choice *choice) {
  Status status = STATUS_OK;
  CandidateSource subject = {.options = options};
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
