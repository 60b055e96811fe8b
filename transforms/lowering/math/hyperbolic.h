// Hyperbolic functions of lanes and their inverses, f32.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_HYPERBOLIC_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_HYPERBOLIC_H

#include "transforms/lowering/math/lanes.h"

MlirValue lanes_sinh(const Lanes *lanes, MlirValue x);
MlirValue lanes_cosh(const Lanes *lanes, MlirValue x);
MlirValue lanes_asinh(const Lanes *lanes, MlirValue x);
MlirValue lanes_acosh(const Lanes *lanes, MlirValue x);
MlirValue lanes_atanh(const Lanes *lanes, MlirValue x);
MlirValue lanes_tanh(const Lanes *lanes, MlirValue x); // f64 too

#endif
