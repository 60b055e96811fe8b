// Operands that are indices, and how large they may be.
#ifndef AUTOTUNE_RUNTIME_DRAW_INDEX_H
#define AUTOTUNE_RUNTIME_DRAW_INDEX_H

#include "mlir-c/IR.h"

// 0 where the operand is no index into a buffer of static shape; else every number from 0 to one
// less is within bounds, whatever the other operands are.
int64_t draw_index_limit(MlirOperation op, intptr_t operand);

#endif
