// Pieces that end where the extent ends and begin where earlier ones have computed already, of an
// op that updates what is there: it updates a copy of the piece, of which what is new goes back.
//
//   %at = 320, 333 columns                 %at = 317, 3 of 16 columns are there
//   %c[64 x 16 at %at]             ->      %t = copy of %c[64 x 16 at %at]
//                                          op outs(%t)
//                                          copy %t[64 x 13 at 3] to %c[64 x 13 at %at + 3]
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_REPEAT_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_REPEAT_H

#include "transforms/dynamic/sized_group.h"
#include "transforms/dynamic/sized_slice.h"

// Whether the members may be computed on such copies: they read what they update there alone, and
// divide no integers, as what is updated twice may be 0.
bool sized_group_may_copy(const SizedGroup *group);
// Of an op on memrefs: has it update copies of its destinations, which stay its last operands.
// Returns the destinations themselves; the caller frees the array.
MlirValue *sized_copy_inits(IrBuilder *ir, const SizedOp *op, MlirValue *operands);
// Writes what is behind the first `left` of the `size` steps of `loop` from the copies to the
// destinations, and frees the copies.
void sized_copy_back(IrBuilder *ir, const SizedOp *op, int loop, const MlirValue *operands,
                     const MlirValue *places, int64_t size, MlirValue left);

#endif
