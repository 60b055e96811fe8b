// Chooser: the best schedule by prediction, over the ways in which an op can be fused.
//
// The analytical model gives seconds, and the least of them wins. With a learned model its
// score orders the schedules of each variant, the regressor's seconds decide between variants:
// scores of different workloads cannot be compared. docs/cost-model.md has the whole of it.
#ifndef AUTOTUNE_SEARCH_CHOOSER_H
#define AUTOTUNE_SEARCH_CHOOSER_H

#include "core/loop_nest.h"
#include "costmodel/learned_model.h"

// How candidates are found. One row: enumerator, function of search/explore.h, text, candidates
// where nothing is said, meaning.
#define CHOOSE_METHODS(X)                                                                          \
  X(EVOLUTION, explore_evolution, "evolution", 2000,                                               \
    "constructed schedules, random ones, and children of the best")                                \
  X(RANDOM, explore_random, "random", 2000, "random schedules only")                               \
  X(ANNEALING, explore_annealing, "annealing", 6400, "64 chains of simulated annealing")           \
  X(ANNEALING_128X500, explore_annealing_128x500, "annealing-128x500", 64000,                      \
    "128 chains of at most 500 steps")                                                             \
  X(ANNEALING_512X160, explore_annealing_512x160, "annealing-512x160", 81920,                      \
    "512 chains of at most 160 steps")

typedef enum ChooseMethod {
#define X(name, function, text, candidates, meaning) CHOOSE_##name,
  CHOOSE_METHODS(X)
#undef X
      CHOOSE_METHOD_COUNT
} ChooseMethod;

enum { CHOOSE_MAX_TOP = 64 };

typedef struct ChooseOptions {
  int max_candidates; // scored, over all variants; <= 0: what the method has by default
  uint64_t seed;
  int strategy;              // ChooseMethod
  const LearnedModel *model; // lent; NULL: the analytical model
  bool is_diverse;           // the top is for measuring: few schedules of one kind
} ChooseOptions;

typedef struct Ranked {
  Schedule schedule;
  double seconds; // predicted, with what the variant leaves unfused
} Ranked;

typedef struct Choice {
  int variant; // index into the variants
  Schedule schedule;
  double predicted_seconds; // with what the variant leaves unfused
  double measured_seconds;  // of the kernel alone, by the caller who measured the top; 0: nobody
                            // did, -1: it failed
  Schedule runner_up;       // of the same variant; the schedule itself when there is no other
  double runner_up_seconds;
  int64_t candidates; // legal ones, scored
  int64_t rejected[REJECT_COUNT];
  int top_count; // best of the variant, the schedule first
  Ranked top[CHOOSE_MAX_TOP];
} Choice;

// Chooses for one op. `variants` are the workloads that its possible fusions give, the fullest
// first; `extra_seconds` (may be NULL) the cost of what each leaves to other ops.
// STATUS_UNSUPPORTED when no candidate is legal. Deterministic by the seed.
Status schedule_choose(const Workload *variants, const double *extra_seconds, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice);

#endif
