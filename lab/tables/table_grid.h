// Table grid: a full sub-grid of a space, for tables that are replayed. Knobs are taken in groups
// (register tile, outer tile, inner tile, packing, orders, edges); each group has some values, and
// every combination that is legal is a point. A move that changes one group stays inside.
#ifndef AUTOTUNE_LAB_TABLES_TABLE_GRID_H
#define AUTOTUNE_LAB_TABLES_TABLE_GRID_H

#include "search/space.h"

// About `points` schedules of one rule, at least that many where the space has them, each once, in
// a random order that depends on the seed alone. Half of the values are random ones; of the others
// some come from `known`, schedules that are known to be good, best first (may be none), some from
// those that are predicted to be fast. The first known one is a point, and its rule is the rule.
// A grid of fewer points is a part of one of more. The caller frees the schedules.
Status table_grid(const SearchSpace *space, uint64_t seed, int64_t points, const Schedule *known,
                  int64_t known_count, Schedule **out_schedules, int64_t *out_count);

#endif
