// Pieces that end where the extent ends and begin where earlier ones have computed already, of an
// op that updates what is there: it updates a copy of the piece, of which what is new goes back.
//
//   %at = 320, 333 columns                 %at = 317, 3 of 16 columns are there
//   %c[64 x 16 at %at]             ->      %t = copy of %c[64 x 16 at %at]
//                                          op outs(%t)
//                                          copy %t[64 x 13 at 3] to %c[64 x 13 at %at + 3]
//
// Of products, whose kernels are large, the pieces before the last one have the same code:
//
//   %t = memref.alloc, before the loop
//   scf.if (%left > 0) { copy %c[64 x 16 at %at] to %t }
//   %d = arith.select (%left > 0), %t, %c[64 x 16 at %at]
//   op outs(%d)
//   scf.if (%left > 0) { copy %t[64 x 13 at 3] to %c[64 x 13 at %at + 3] }
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_REPEAT_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_REPEAT_H

#include "transforms/dynamic/sized_group.h"
#include "transforms/dynamic/sized_slice.h"

// Whether the members may be computed on such copies: they read what they update there alone, and
// divide no integers, as what is updated twice may be 0.
bool sized_group_may_copy(const SizedGroup *group);
// The same for ops on memrefs, which can have one code for copies and places.
bool sized_group_may_choose(const SizedGroup *group);

// What the pieces of an op on memrefs update instead of their places.
typedef struct PieceCopies {
  int count;                                                            // of destinations
  MlirValue copies[SIZED_OP_MAX_RESULTS], places[SIZED_OP_MAX_RESULTS]; // of each
  MlirValue are_copied; // whether the piece at hand is; null: each is
} PieceCopies;

// Buffers for pieces of so many steps of `loop`.
PieceCopies sized_copies_open(IrBuilder *ir, const SizedOp *op, int loop, int64_t size);
void sized_copies_close(IrBuilder *ir, const PieceCopies *copies);
// Has the op update the copies, or, where `may_choose`, its places where no step is `left`.
void sized_copy_inits(IrBuilder *ir, const SizedOp *op, bool may_choose, MlirValue left,
                      PieceCopies *copies, MlirValue *operands);
// Writes what is behind the first `left` of the `size` steps of `loop` from the copies to the
// places.
void sized_copy_back(IrBuilder *ir, const SizedOp *op, int loop, const PieceCopies *copies,
                     int64_t size, MlirValue left);

#endif
