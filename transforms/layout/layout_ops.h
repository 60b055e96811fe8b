// How one op is moved: which dimension of its result goes last, and the op that reads and writes
// moved tensors.
#ifndef AUTOTUNE_TRANSFORMS_LAYOUT_LAYOUT_OPS_H
#define AUTOTUNE_TRANSFORMS_LAYOUT_LAYOUT_OPS_H

#include "transforms/extract/structured_op.h"
#include "transforms/layout/layout_values.h"

// Whether the op is a convolution with constant weights, or with taps that are apart; writes the
// dimension of its result that holds the channels.
bool layout_op_is_convolution(const StructuredOp *op, int *out_dim);

// The dimension that goes last in the result of an op, because it does in what the op reads;
// LAYOUT_PLAIN when there is none.
int layout_follow(const LayoutValues *values, const StructuredOp *op);

// Whether the op can be rebuilt as a linalg.generic with other index maps.
bool layout_can_rebuild(const StructuredOp *op);
// The op before `op` in its block that does the same on what `values` say of its operands; its
// result has `dim` last, which LAYOUT_PLAIN leaves where it is. Initial values
// that only move elements are made anew.
MlirValue layout_rebuild(const LayoutValues *values, const StructuredOp *op, int dim);
// The same for tensor.pad with constant paddings.
MlirValue layout_rebuild_pad(MlirOperation op, MlirValue source, int dim);
// The same for tensor.concat.
MlirValue layout_rebuild_concat(const LayoutValues *values, MlirOperation op, int dim);

#endif
