// What is known of the sizes that an extent will have.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_EXPECTED_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_EXPECTED_H

#include "plan/expected_sizes.h"
#include "transforms/dynamic/sized_ladder.h"

// What an extent counts for of which no size is expected.
enum { SIZED_USUAL_EXTENT = 512 };

// The sizes of the extent of the loop, as the function says of a dimension that an operand of the
// op has, or is a piece of. False: it says nothing.
bool sized_op_expected(const SizedOp *op, int loop, ExpectedSizes *out_sizes);
// The sizes of the extent that the group is cut along, as the function says of a dimension that
// some member reads. False: it says nothing.
bool sized_group_expected(const SizedGroup *group, ExpectedSizes *out_sizes);

// Leaves out the pieces that are longer than every one of the sizes, but for the smallest that
// holds them all where the last piece may be partial, and says what the largest
// leave of these.
void sized_ladder_limit(SizedLadder *ladder, const ExpectedSizes *sizes);

#endif
