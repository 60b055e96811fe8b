// Trigonometric functions of lanes and their inverses, f32.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_TRIGONOMETRY_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_TRIGONOMETRY_H

#include "transforms/lowering/math/lanes.h"

// Up to here: of larger angles too few digits of pi are subtracted.
#define TRIGONOMETRY_LARGEST 25000.0
MlirValue lanes_sin(const Lanes *lanes, MlirValue x);
MlirValue lanes_cos(const Lanes *lanes, MlirValue x);
MlirValue lanes_tan(const Lanes *lanes, MlirValue x);

MlirValue lanes_asin(const Lanes *lanes, MlirValue x);
MlirValue lanes_acos(const Lanes *lanes, MlirValue x);
MlirValue lanes_atan(const Lanes *lanes, MlirValue x);
MlirValue lanes_atan2(const Lanes *lanes, MlirValue y, MlirValue x);

#endif
