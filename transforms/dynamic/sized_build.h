// Builds the loops that compute ops piece by piece, in the place of the ops.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_BUILD_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_BUILD_H

#include "transforms/dynamic/sized_ladder.h"

// Every op of the group is gone afterwards.
void sized_build_group(const SizedGroup *group, const SizedLadder *ladder);
// Of one op, along a reduction.
void sized_build_sum(const SizedOp *op, int loop, const SizedLadder *ladder);

#endif
