// Collect grid: a full sub-grid of a space, for tables that are replayed. Knobs are taken in groups
// (register tile, outer tile, inner tile, packing, orders, remainder and padding); each group has
// some values, and every combination that is legal is a point. A move that changes one group stays
// inside.
#ifndef AUTOTUNE_TOOLS_COLLECT_GRID_H
#define AUTOTUNE_TOOLS_COLLECT_GRID_H

#include "search/space.h"

// About `points` schedules of one rule, at least that many where the space has them, each once, in
// a random order that depends on the seed alone. Half of the values come from schedules that are
// predicted to be fast, half from random ones. The caller frees the schedules.
Status collect_grid(const SearchSpace *space, uint64_t seed, int64_t points,
                    Schedule **out_schedules, int64_t *out_count);

#endif
