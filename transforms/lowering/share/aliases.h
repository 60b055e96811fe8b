// Aliases: which buffers of a call cannot share memory, so that the callee may be told.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_ALIASES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_ALIASES_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// Whether values[number], a memref, has no byte in common with any other memref among the values.
// Different arguments of a function do not overlap where one is written (docs/lowering.md); two
// parts of one allocation do not when they are views at known places that lie apart.
bool buffer_is_alone(const MlirValue *values, int count, int number);

#endif
