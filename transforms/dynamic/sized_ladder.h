// SizedLadder: the sizes of the pieces that an unknown extent is cut into.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_LADDER_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_LADDER_H

#include "transforms/dynamic/sized_group.h"

enum { SIZED_LADDER_MAX = 5 };

// From the largest to 1, each a multiple of the next.
typedef struct SizedLadder {
  int count;
  int64_t sizes[SIZED_LADDER_MAX];
  // From this size on, but for 1, the last piece ends where the extent ends and may compute once
  // more what the piece before it has computed; smaller ones are for extents below. 0: none does.
  int64_t overlaps;
  // What the largest pieces leave is one piece, the smallest that holds it, of copies of its
  // operands; see Piece.valid. Then, of what they leave: bit n for n + 1 steps to expect, 0: any.
  bool pads;
  uint64_t rests;
} SizedLadder;

// By what the extent is to the op of the group that computes most.
SizedLadder sized_ladder_of_group(const SizedGroup *group);
SizedLadder sized_ladder_of_sum(const SizedOp *op, int loop);

#endif
