// Integer power: math.fpowi as multiplications, squaring by squaring.
//
// LLVM's powi takes one exponent for all lanes, of the type int. The products are those of powi, in
// its order, so the result is the same to the last bit: f16 and bf16 are computed in f32.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_INTEGER_POWER_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_INTEGER_POWER_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// Whether `op` is a math.fpowi that LLVM's powi does not stand for.
bool integer_power_is_expandable(MlirOperation op);

// Replaces it: by a product for a constant exponent, else by a loop over the bits of the largest.
void integer_power_expand(MlirOperation op);

#endif
