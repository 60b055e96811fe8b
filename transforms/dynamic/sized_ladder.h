// SizedLadder: the sizes of the pieces that an unknown extent is cut into.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_LADDER_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_LADDER_H

#include "transforms/dynamic/sized_group.h"

enum { SIZED_LADDER_MAX = 4 };

// From the largest to 1, each a multiple of the next.
typedef struct SizedLadder {
  int count;
  int64_t sizes[SIZED_LADDER_MAX];
} SizedLadder;

// By what the extent is to the op of the group that computes most.
SizedLadder sized_ladder_of_group(const SizedGroup *group);
SizedLadder sized_ladder_of_sum(const SizedOp *op, int loop);

#endif
