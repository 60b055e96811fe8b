// Chooser: the best schedule by prediction, over the ways in which an op can be fused.
#ifndef AUTOTUNE_SEARCH_CHOOSER_H
#define AUTOTUNE_SEARCH_CHOOSER_H

#include "core/loop_nest.h"

// How candidates are found. One row: enumerator, text, meaning.
#define CHOOSE_METHODS(X)                                                                          \
  X(EVOLUTION, "evolution", "constructed schedules, random ones, and children of the best")        \
  X(RANDOM, "random", "random schedules only")

typedef enum ChooseMethod {
#define X(name, text, meaning) CHOOSE_##name,
  CHOOSE_METHODS(X)
#undef X
      CHOOSE_METHOD_COUNT
} ChooseMethod;

enum { CHOOSE_DEFAULT_CANDIDATES = 2000 };

typedef struct ChooseOptions {
  int max_candidates; // scored, over all variants; <= 0: the default
  uint64_t seed;
  int strategy; // ChooseMethod
} ChooseOptions;

typedef struct Choice {
  int variant; // index into the variants
  Schedule schedule;
  double predicted_seconds; // with what the variant leaves unfused
  Schedule runner_up;       // of the same variant; the schedule itself when there is no other
  double runner_up_seconds;
  int64_t candidates; // legal ones, scored
  int64_t rejected[REJECT_COUNT];
} Choice;

// Chooses for one op. `variants` are the workloads that its possible fusions give, the fullest
// first; `extra_seconds` (may be NULL) the cost of what each leaves to other ops.
// STATUS_UNSUPPORTED when no candidate is legal. Deterministic by the seed.
Status schedule_choose(const Workload *variants, const double *extra_seconds, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice);

const char *choose_method_name(ChooseMethod method);

#endif
