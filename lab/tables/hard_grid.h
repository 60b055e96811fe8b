// Hard grid: a full sub-grid in which next to nothing is fast, for tables on which searches
// have to search. Its points are one schedule that is known to be good and, of every rule, all
// combinations of values that are bad ones by the model beside it.
#ifndef AUTOTUNE_LAB_TABLES_HARD_GRID_H
#define AUTOTUNE_LAB_TABLES_HARD_GRID_H

#include "search/scorer.h"

// About `points` schedules, fewer where bad values run out, each once, in a random order. `known`
// is one of them, and no other is predicted to be nearly as fast as it. Half of the points are of
// its rule, the others of the other rules that the workload has. All depends on the arguments
// alone. `model` may be NULL: the analytical one. The caller frees the schedules.
Status hard_grid(const SearchSpace *space, const LearnedModel *model, uint64_t seed, int64_t points,
                 const Schedule *known, Schedule **out_schedules, int64_t *out_count);

#endif
