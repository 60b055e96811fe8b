// Where only the run knows how many steps of an iterator there are, whole register tiles and
// smaller ones compute them, as few steps as possible in vain: 9 by tiles of 6 and 4 instead of 8
// and 4, 17 by 4, 4, 3, 3 and 3.
#ifndef AUTOTUNE_PLAN_PARTIAL_TILES_H
#define AUTOTUNE_PLAN_PARTIAL_TILES_H

#include "plan/schedule.h"

enum { PARTIAL_TILES_MAX = 4 };

typedef struct PartialTiles {
  int count;
  int64_t sizes[PARTIAL_TILES_MAX]; // ascending; the last is the block
  // Any number of tiles are of the last size but one, where they compute what whole ones would;
  // else one is, or a smaller one, as no panel has an iterator's steps in other parts than whole
  // blocks.
  bool shares_out;
} PartialTiles;

// The block, what it leaves at the end of the extent, and, where rests are not rare, the one or two
// sizes with which the least is computed in vain, where that saves a 32nd of the steps, and a 16th
// where one tile is all of the extent: over the sizes to expect, or else over all that may be left.
// Fewer than four steps count as four, since the other factor is read for each of these tiles. Of a
// block of 4 tiles of 3 and 2.
PartialTiles partial_tiles(const Workload *workload, const Schedule *schedule);
// Steps that are computed of so many: by as few tiles as hold them, of which as many are of the
// last size but one as may be. The last tile is the smallest that holds what is left.
int64_t partial_tiles_computed(const PartialTiles *tiles, int64_t steps);
// The smallest tile that holds so many steps; the last one where none does.
int64_t partial_tiles_fit(const PartialTiles *tiles, int64_t steps);

#endif
