// Builds the loops that compute ops piece by piece, in the place of the ops.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_BUILD_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_BUILD_H

#include "transforms/dynamic/sized_ladder.h"

// Every op of the group is gone afterwards. Where the extent is known, the last size is what the
// others leave, and `threads` share the pieces of the first one if they are more than 1.
void sized_build_group(const SizedGroup *group, const SizedLadder *ladder, int threads);
// Of one op, along a reduction.
void sized_build_sum(const SizedOp *op, int loop, const SizedLadder *ladder);

#endif
