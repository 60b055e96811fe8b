// Casts from and to f16 and bf16, and products with a sum that are rounded once.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_HALF_CASTS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_HALF_CASTS_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Replaces arith.extf or arith.truncf by casts between f32 and f16 or bf16 that are rounded once,
// and those of f16 by integer arithmetic where the processor does not have them. It names no
// rounding. What is wider than f64 stays.
void half_cast_lower(MlirOperation cast, bool has_f16_casts);

// Replaces arith.sitofp or arith.uitofp by a cast of a float that holds all of the integer that
// counts.
void half_from_integer_lower(MlirOperation cast);

// Replaces math.fma or vector.fma of bf16 by arithmetic in f64 that is rounded once.
void bf16_fma_lower(MlirOperation op);

#endif
