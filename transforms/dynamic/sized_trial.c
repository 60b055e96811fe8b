// Whether an op could be tuned if it had known sizes: a copy of it that has some is read.
#include "transforms/dynamic/sized_counter.h"
#include "transforms/dynamic/sized_op.h"

#include "transforms/dynamic/sized_slice.h"
#include "transforms/extract/extract.h"

#include <stdlib.h>

enum { TRIAL_EXTENT = 8 };

static MlirType trial_type(const SizedOp *op, const SizedOp *trial, int operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  int64_t shape[WORKLOAD_MAX_RANK];
  if (!mlirTypeIsAShaped(type))
    return type;
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeIsDynamicDim(type, d) ? sized_op_span(trial, operand, d)
                                                   : mlirShapedTypeGetDimSize(type, d);
  return mlirTypeIsAMemRef(type)
             ? sized_memref_type(type, shape)
             : mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type),
                                       mlirAttributeGetNull());
}

// The argument that stands for the operand; equal memrefs stay equal.
static MlirValue argument_for(MlirBlock block, const SizedOp *op, MlirOperation copy, int operand,
                              MlirType type) {
  int same = sized_op_same_memref(op, operand);
  return same < 0 ? mlirBlockAddArgument(block, type, mlirOperationGetLocation(op->op))
                  : mlirOperationGetOperand(copy, same);
}

// Appends a copy on arguments of the block.
static MlirOperation copy_into(MlirBlock block, const SizedOp *op) {
  MlirOperation copy = mlirOperationClone(op->op);
  SizedOp trial = *op;
  for (int l = 0; l < op->loop_count; l++)
    trial.extents[l] = op->extents[l] < 0 ? TRIAL_EXTENT : op->extents[l];
  for (int i = 0; i < op->operand_count; i++) {
    MlirType type = trial_type(op, &trial, i);
    mlirOperationSetOperand(copy, i, argument_for(block, op, copy, i, type));
    if (sized_op_is_init(op, i) && op->result_count > 0)
      mlirValueSetType(mlirOperationGetResult(copy, i - op->input_count), type);
  }
  mlirBlockAppendOwnedOperation(block, copy);
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(op->op));
  sized_counters_replace(copy,
                         mlirBlockAddArgument(block, index, mlirOperationGetLocation(op->op)));
  return copy;
}

// What nobody uses is not read: another copy updates the results.
static void use_results(MlirBlock block, const SizedOp *op, MlirOperation copy) {
  MlirOperation user = mlirOperationClone(copy);
  for (int r = 0; r < op->result_count; r++)
    mlirOperationSetOperand(user, op->input_count + r, mlirOperationGetResult(copy, r));
  mlirBlockAppendOwnedOperation(block, user);
}

Status sized_op_try(const SizedOp *op) {
  static const Fusion alone = {0};
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(op->op));
  MlirBlock block = mlirModuleGetBody(module);
  Group *group = ir_zeroed(1, sizeof *group);
  MlirOperation copy = copy_into(block, op);
  use_results(block, op, copy);
  Status status = op_is_anchor_candidate(copy)
                      ? group_extract(copy, &alone, group)
                      : status_fail(STATUS_UNSUPPORTED, "not a structured op");
  free(group);
  mlirModuleDestroy(module);
  return status;
}
