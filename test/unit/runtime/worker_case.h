// WorkerCase: a candidate and how it has to end in a worker.
#ifndef AUTOTUNE_TEST_UNIT_RUNTIME_WORKER_CASE_H
#define AUTOTUNE_TEST_UNIT_RUNTIME_WORKER_CASE_H

#include "runtime/worker/worker.h"
#include "test/unit/base/check.h"
#include "transforms/lowering/lowering.h"

typedef struct WorkerCase {
  const char *name, *module;
  Verdict verdict;
  const char *reason; // a part of it
} WorkerCase;

static inline WorkerCandidate worker_case_candidate(const char *module, int repeats) {
  WorkerCandidate candidate = {module, lowering_reference_text(), CODE_FULL,
                               timing_default_options()};
  candidate.timing.repeats = repeats;
  candidate.timing.minimum_seconds = 0.001;
  return candidate;
}

static inline void worker_cases_check(Worker *worker, const WorkerCase *cases, size_t count) {
  enum { REPEATS = 5 };
  for (size_t i = 0; i < count; i++) {
    Measurement measurement;
    WorkerCandidate candidate = worker_case_candidate(cases[i].module, REPEATS);
    CHECK_EQUAL(worker_measure(worker, &candidate, &measurement), STATUS_OK);
    CHECK_EQUAL(measurement.verdict, cases[i].verdict);
    CHECK(strstr(measurement.text, cases[i].reason) != NULL);
    CHECK_EQUAL(measurement.timing.repeats, cases[i].verdict == VERDICT_OK ? REPEATS : 0);
    if (measurement.verdict != cases[i].verdict || !strstr(measurement.text, cases[i].reason))
      printf("  %s: %s, %s\n", cases[i].name, verdict_name(measurement.verdict), measurement.text);
  }
}

#endif
