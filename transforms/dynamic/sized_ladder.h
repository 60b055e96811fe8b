// SizedLadder: the sizes of the pieces that an unknown extent is cut into.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_LADDER_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_LADDER_H

#include "machine/target.h"
#include "transforms/dynamic/sized_group.h"

enum { SIZED_LADDER_MAX = 5 };

// From the largest to 1, or to more where it pads, each a multiple of the next.
typedef struct SizedLadder {
  int count;
  int64_t sizes[SIZED_LADDER_MAX];
  // From this size on, but for 1, the last piece ends where the extent ends and may compute once
  // more what the piece before it has computed; smaller ones are for extents below. 0: none does.
  int64_t overlaps;
  // Those work on copies of what they update (sized_repeat.h), all of this size or the last alone:
  // rows of columns are short, so that copies take long beside them.
  bool copies, copies_last;
  // On memrefs those of one code, of which the last alone works on copies.
  bool chooses;
  // From this size on, pieces end with the extent, where it has as many steps: the first may
  // compute what later ones compute once more. It computes little of that (CUT_FIRST). 0: none
  // does.
  int64_t ends;
  // What `whole` of the sizes leave, one or none, is in pieces of copies of operands, of the
  // smallest size that holds it, the last of them with what is there: see Piece.valid. A size
  // of 1 needs no copy. `left`: bit n for n + 1 steps to expect there; 0: any.
  bool pads;
  int whole;
  uint64_t left;
  // More steps than a piece of the first size has are computed together, to be cut once more inside
  // of other loops (CUT_MANY).
  bool has_many;
} SizedLadder;

// By what the extent is to the op of the group that computes most. `is_shared`: several threads
// share the loops of a kernel, of which a piece that is one register tile has none for them.
SizedLadder sized_ladder_of_group(const SizedGroup *group, const Target *target, bool is_shared);
// Whether there are registers for 4 rows of 4 vectors, or 8 of 2, and a row of the other factor.
bool sized_ladder_has_registers(const Target *target);
// The loop of the last dimension of the result; -1: it is none alone.
int sized_ladder_lane(const SizedOp *op);
SizedLadder sized_ladder_of_sum(const SizedOp *op, int loop);

#endif
