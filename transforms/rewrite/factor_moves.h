// FactorMoves: ops that move the elements of a tensor and compute nothing, done to another tensor
// of the same shape.
#ifndef AUTOTUNE_TRANSFORMS_REWRITE_FACTOR_MOVES_H
#define AUTOTUNE_TRANSFORMS_REWRITE_FACTOR_MOVES_H

#include "transforms/ir.h"

// Whether the op is such: a transpose, a broadcast, a padding by one number, a reshape or a slice.
// out_value: what it moves; written on success only.
bool factor_move_is(MlirOperation op, MlirValue *out_value);

// Where dimension `dim` of what it moves comes; -1 where it does not stay whole.
int factor_move_dim(MlirOperation op, int dim);

// The number that a tensor.pad adds; false when it is no integer of the module.
bool factor_move_padding(MlirOperation pad, int64_t *out_number);

// The same of `value`. A tensor.pad adds `padding`.
MlirValue factor_move_build(IrBuilder *ir, MlirOperation op, MlirValue value, MlirValue padding);

#endif
