// Powers of lanes, with the special cases of C's pow.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_VECTOR_POWER_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_VECTOR_POWER_H

#include "transforms/lowering/math/lanes.h"

// x^y. `given` is the exponent as the op has it: where it is a constant that square roots and
// products make, they do.
MlirValue vector_power(const Lanes *lanes, MlirValue x, MlirValue y, MlirValue given);

#endif
