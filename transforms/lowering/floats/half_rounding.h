// Casts to f16 and bf16 that name their rounding.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_HALF_ROUNDING_H
#define AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_HALF_ROUNDING_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Whether it is an arith.truncf that does.
bool half_rounding_is_named(MlirOperation op);
// Replaces such a cast to f16 or bf16 by one that names none, to nearest even, whose result is
// exchanged for its neighbour where that is what the cast asks for.
void half_rounding_lower(MlirOperation cast);

#endif
