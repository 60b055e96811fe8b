// Reductions of unknown extent that are not cut: the loops of a kernel end where the run says.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_OPEN_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_OPEN_H

#include "machine/target.h"
#include "transforms/dynamic/sized_op.h"

// Whether the loop may stay as it is: a reduction, the only loop of the op with an unknown extent,
// whose results have 32 bits or more and whose operands are of the same type or a narrower one of
// its kind. Where the target multiplies matrices of them it is cut.
bool sized_op_may_stay_open(const SizedOp *op, int loop, const Target *target);
// What its extent counts for when schedules are chosen: the middle one of the sizes to expect, else
// 512; from 256 to 4096.
int64_t sized_open_extent(const SizedOp *op, int loop);

#endif
