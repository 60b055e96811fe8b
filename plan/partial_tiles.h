// Where only the run knows how many steps of an iterator there are, what whole register tiles leave
// is computed by one of a few smaller tiles, the smallest that holds it: the rest of it is in vain.
#ifndef AUTOTUNE_PLAN_PARTIAL_TILES_H
#define AUTOTUNE_PLAN_PARTIAL_TILES_H

#include "plan/schedule.h"

enum { PARTIAL_TILES_MAX = 4 };

typedef struct PartialTiles {
  int count;
  int64_t sizes[PARTIAL_TILES_MAX]; // ascending; the last is the block
} PartialTiles;

// The block, what it leaves at the end of the extent, and, where rests are not rare, the one or two
// sizes with which the least is computed in vain, where that saves a 32nd of the steps, and a 16th
// where one tile is all of the extent: over the sizes to expect, or else over all that may be left.
// Fewer than four steps count as four, since the other factor is read for each of these tiles.
PartialTiles partial_tiles(const Workload *workload, const Schedule *schedule);
// Up to how many steps that whole tiles leave are computed together with the last whole tile, by
// the largest smaller tile and one of those below it: 6 and 4 rows instead of 8 and 4. 0: none are.
int64_t partial_tiles_joined(const PartialTiles *tiles);
// The smallest tile that holds so many steps; the last one where none does.
int64_t partial_tiles_fit(const PartialTiles *tiles, int64_t steps);

#endif
