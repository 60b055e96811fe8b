// Maxima and minima of floats with AVX-512.
//
// LLVM makes six instructions of arith.maximumf, which knows NaN and the signs of zeros, and twenty
// of one of fewer than four lanes. One instruction knows the signs; a comparison and an addition
// under its mask bring NaN.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_MATH_MAXIMUM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_MATH_MAXIMUM_H

#include "machine/target.h"
#include "mlir-c/IR.h"

#include <stdbool.h>

// Whether `op` is an arith.maximumf or arith.minimumf, in any function, of vectors of f32 or f64
// that registers hold, of which LLVM would make more: it has no flags and no constant operand.
bool maximum_is_expandable(MlirOperation op);

// Replaces it where `target`, that of the function, has the instruction for such vectors.
void maximum_expand(MlirOperation op, const Target *target);

#endif
