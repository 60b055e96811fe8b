// Powers of f32 by arithmetic of f32 alone.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_SINGLE_POWER_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_SINGLE_POWER_H

#include "transforms/lowering/math/lanes.h"

// x^y, off by less than 4 of the last digit, where `beyond` is not set: for normal x > 0 and powers
// that are far from both ends of the range. Anything else where it is.
typedef struct SinglePower {
  MlirValue value, beyond;
} SinglePower;
SinglePower lanes_single_power(const Lanes *lanes, MlirValue x, MlirValue y);

#endif
