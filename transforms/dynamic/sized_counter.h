// The numbers of loops that bodies ask for (linalg.index).
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_COUNTER_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_COUNTER_H

#include "transforms/ir.h"

// In the body of a piece, the number of `loop` begins at `offset`.
void sized_counters_shift(MlirOperation op, int loop, MlirValue offset);
// `value` takes the place of every number of a loop.
void sized_counters_replace(MlirOperation op, MlirValue value);

#endif
