// Strategy: which schedules to measure next. Propose a batch, measure it, observe what came out.
//
// A strategy proposes legal schedules, each one once, and is deterministic by its seed.
#ifndef AUTOTUNE_SEARCH_STRATEGY_H
#define AUTOTUNE_SEARCH_STRATEGY_H

#include "search/space.h"

typedef struct Strategy Strategy; // state of a running search

typedef struct StrategyKind {
  const char *name;
  const char *meaning;
  // Lends the space. `trials`: how many schedules will be measured in all.
  Status (*create)(const SearchSpace *space, uint64_t seed, int64_t trials,
                   Strategy **out_strategy);
  // Writes at most `count` schedules; fewer, even 0, when the space has no more.
  int (*propose)(Strategy *strategy, int count, Schedule *out_schedules);
  // Measured seconds of schedules, proposed here or known from elsewhere; not finite or <= 0 for
  // one that failed.
  void (*observe)(Strategy *strategy, const Schedule *schedules, const double *seconds, int count);
  void (*destroy)(Strategy *strategy); // NULL is a no-op
} StrategyKind;

// Row `index` of the table (evolution, random, grid, genetic, model), NULL past the end.
const StrategyKind *strategy_kind(int index);
// By name; NULL when there is none.
const StrategyKind *strategy_find(const char *name);

#endif
