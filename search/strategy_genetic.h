// The genetic strategy: AutoTVM's GA baseline (Chen et al., NeurIPS 2018): 100 genes, 3 elites, a
// knob mutates with probability 0.1.
#ifndef AUTOTUNE_SEARCH_STRATEGY_GENETIC_H
#define AUTOTUNE_SEARCH_STRATEGY_GENETIC_H

#include "search/moves.h"
#include "search/strategy.h"

// The same inside the set that the moves stay in.
Status genetic_create_within(const SearchMoves *moves, uint64_t seed, Strategy **out_strategy);

// As in StrategyKind.
Status genetic_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                      Strategy **out_strategy);
int genetic_propose(Strategy *strategy, int count, Schedule *out_schedules);
void genetic_observe(Strategy *strategy, const Schedule *schedules, const double *seconds,
                     int count);
void genetic_destroy(Strategy *strategy);

#endif
