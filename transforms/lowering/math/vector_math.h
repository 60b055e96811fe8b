// Vector math: exp, log, tanh, erf and powf on vectors as plain arithmetic.
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

// Expands math.exp, exp2, log, log2, log10, tanh, powf on vectors of f32 and f64, and erf on f32,
// everywhere below `root`; f16 and bf16 go through f32. math.fpowi becomes products
// (integer_power.h).
void vector_math_expand(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
