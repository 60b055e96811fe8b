// The model strategy: AutoTVM's loop (Chen et al., NeurIPS 2018). Trees learn the order of what was
// measured so far; parallel simulated annealing on them plans the next 64 trials, of which 5 % are
// random. With a model of other workloads the trees only learn what it gets wrong (transfer), and
// the first trials are planned on it too.
#ifndef AUTOTUNE_SEARCH_STRATEGY_MODEL_H
#define AUTOTUNE_SEARCH_STRATEGY_MODEL_H

#include "costmodel/learned_model.h"
#include "search/moves.h"
#include "search/strategy.h"

// The same inside the set that the moves stay in, which are schedules of the space. `base`, a model
// of other workloads, may be NULL; everything is lent.
Status model_create_within(const SearchSpace *space, const SearchMoves *moves,
                           const LearnedModel *base, uint64_t seed, Strategy **out_strategy);

// As in StrategyKind.
Status model_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                    Strategy **out_strategy);
int model_propose(Strategy *strategy, int count, Schedule *out_schedules);
void model_observe(Strategy *strategy, const Schedule *schedules, const double *seconds, int count);
void model_destroy(Strategy *strategy);

#endif
