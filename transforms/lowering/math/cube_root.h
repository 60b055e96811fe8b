// Cube roots of lanes, f32.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_CUBE_ROOT_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_CUBE_ROOT_H

#include "transforms/lowering/math/lanes.h"

MlirValue lanes_cbrt(const Lanes *lanes, MlirValue x);

#endif
