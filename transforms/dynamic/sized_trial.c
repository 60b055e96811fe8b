// Whether an op could be tuned if it had known sizes: a copy of it that has some is read.
#include "transforms/dynamic/sized_op.h"

#include "transforms/extract/extract.h"
#include "transforms/ir.h"

#include <stdlib.h>

enum { TRIAL_EXTENT = 8 };

static MlirType trial_type(const SizedOp *op, const SizedOp *trial, int operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  int64_t shape[WORKLOAD_MAX_RANK];
  if (!mlirTypeIsARankedTensor(type))
    return type;
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeIsDynamicDim(type, d) ? sized_op_span(trial, operand, d)
                                                   : mlirShapedTypeGetDimSize(type, d);
  return mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type),
                                 mlirAttributeGetNull());
}

// Appends a copy on arguments of the block.
static MlirOperation copy_into(MlirBlock block, const SizedOp *op) {
  MlirOperation copy = mlirOperationClone(op->op);
  SizedOp trial = *op;
  for (int l = 0; l < op->loop_count; l++)
    trial.extents[l] = op->extents[l] < 0 ? TRIAL_EXTENT : op->extents[l];
  for (int i = 0; i < op->operand_count; i++) {
    MlirType type = trial_type(op, &trial, i);
    mlirOperationSetOperand(copy, i,
                            mlirBlockAddArgument(block, type, mlirOperationGetLocation(op->op)));
    if (sized_op_is_init(op, i))
      mlirValueSetType(mlirOperationGetResult(copy, i - op->input_count), type);
  }
  mlirBlockAppendOwnedOperation(block, copy);
  return copy;
}

// What nobody uses is not read: another copy updates the results.
static void use_results(MlirBlock block, const SizedOp *op, MlirOperation copy) {
  MlirOperation user = mlirOperationClone(copy);
  for (int i = op->input_count; i < op->operand_count; i++)
    mlirOperationSetOperand(user, i, mlirOperationGetResult(copy, i - op->input_count));
  mlirBlockAppendOwnedOperation(block, user);
}

bool sized_op_can_be_tuned(const SizedOp *op) {
  static const Fusion alone = {0};
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(op->op));
  MlirBlock block = mlirModuleGetBody(module);
  Group *group = ir_zeroed(1, sizeof *group);
  MlirOperation copy = copy_into(block, op);
  use_results(block, op, copy);
  bool can = op_is_anchor_candidate(copy) && group_extract(copy, &alone, group) == STATUS_OK;
  free(group);
  mlirModuleDestroy(module);
  return can;
}
