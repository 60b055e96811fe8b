// Vector math: functions of floats on vectors as plain arithmetic.
//
// Without it every lane becomes a call into libm. Scalar math ops are left alone, and so are
// vector ops that have no form here: both end as libm calls. docs/reference/math.md states the
// errors.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_VECTOR_MATH_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_VECTOR_MATH_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Expands the functions that docs/reference/math.md lists, on vectors of f32 and, some, of f64,
// everywhere below `root`; f16 and bf16 go through f32. math.fpowi becomes products
// (integer_power.h).
void vector_math_expand(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
