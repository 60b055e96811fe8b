// Lanes whose value the C library is asked for.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_LIBRARY_LANES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_LIBRARY_LANES_H

#include "transforms/lowering/math/lanes.h"

// Whether any of `flags` is set.
MlirValue library_any_lane(const Lanes *lanes, MlirValue flags);

// `value`, but where `flags` are set what the scalar op `name` makes of the operands of the lane:
// a branch that is not taken when no flag is set.
MlirValue library_where(const Lanes *lanes, MlirValue flags, const char *name, int count,
                        const MlirValue *operands, MlirValue value);

#endif
