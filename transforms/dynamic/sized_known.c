// Sizes that are known of other operands: an operand on tensors gets them in its type.
//
//   matmul ins(%a, %b : tensor<?x?xf32>, tensor<64x96xf32>)
//
//   %x = tensor.cast %a : tensor<?x?xf32> to tensor<?x64xf32>
//   matmul ins(%x, %b : tensor<?x64xf32>, tensor<64x96xf32>)
//
// Of a dimension whose index is no single loop, what the loops reach is a slice.
#include "transforms/dynamic/sized_known.h"

#include "transforms/dynamic/sized_op.h"
#include "transforms/dynamic/sized_slice.h"

#include <stdlib.h>

// What the loops reach of the dimension, where its type does not say a size and they do; -1.
static int64_t known_size(const SizedOp *op, int operand, int dim) {
  IndexExpr index;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  if (!mlirShapedTypeIsDynamicDim(type, dim) || !sized_op_index(op, operand, dim, &index))
    return -1;
  for (int l = 0; l < op->loop_count; l++)
    if (index.coefficients[l] < 0 || (index.coefficients[l] > 0 && op->extents[l] <= 0))
      return -1;
  return index.constant < 0 ? -1 : sized_op_span(op, operand, dim);
}

static bool is_loop(const SizedOp *op, int operand, int dim) {
  return mlirAffineExprIsADim(mlirAffineMapGetResult(sized_op_map(op, operand), dim));
}

// A destination is written as a whole, so that only its type may change.
static bool can_learn(const SizedOp *op, int operand, int dim) {
  return known_size(op, operand, dim) >= 0 &&
         (!sized_op_is_init(op, operand) || is_loop(op, operand, dim));
}

static int rank_of(const SizedOp *op, int operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  return mlirTypeIsAShaped(type) ? (int)mlirShapedTypeGetRank(type) : 0;
}

static bool learns(MlirOperation root) {
  SizedOp op;
  if (!sized_op_read(root, &op) || op.result_count == 0)
    return false;
  bool does = false;
  for (int i = 0; i < op.operand_count; i++)
    for (int d = 0; d < rank_of(&op, i); d++)
      does |= can_learn(&op, i, d);
  return does && sized_op_can_be_tuned(&op);
}

static MlirValue cast(IrBuilder *ir, MlirValue value, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(value), type) ? value
                                                      : ir_unary(ir, "tensor.cast", type, value);
}

static MlirValue learned(IrBuilder *ir, const SizedOp *op, int operand) {
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  MlirType type = mlirValueGetType(value);
  for (int d = 0; d < rank_of(op, operand); d++) {
    if (!can_learn(op, operand, d))
      continue;
    int64_t size = known_size(op, operand, d);
    type = sized_type(type, d, size);
    Piece piece = {.dim = d, .offset = ir_index(ir, 0), .size = size};
    if (!is_loop(op, operand, d))
      value = sized_part(ir, value, &piece);
  }
  return cast(ir, value, type);
}

static void learn(const SizedOp *op) {
  IrBuilder ir;
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  MlirOperation copy = mlirOperationClone(op->op);
  for (int i = 0; i < op->operand_count; i++) {
    MlirValue value = learned(&ir, op, i);
    mlirOperationSetOperand(copy, i, value);
    if (sized_op_is_init(op, i))
      mlirValueSetType(mlirOperationGetResult(copy, i - op->input_count), mlirValueGetType(value));
  }
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op->op), op->op, copy);
  for (int r = 0; r < op->result_count; r++) {
    MlirValue result = mlirOperationGetResult(op->op, r);
    mlirValueReplaceAllUsesOfWith(
        result, cast(&ir, mlirOperationGetResult(copy, r), mlirValueGetType(result)));
  }
  mlirOperationDestroy(op->op);
  ir_finish(&ir);
}

bool sizes_learn(MlirOperation root) {
  IrOps ops = ir_collect(root, learns);
  for (int i = 0; i < ops.count; i++) {
    SizedOp op;
    if (sized_op_read(ops.ops[i], &op))
      learn(&op);
  }
  bool has_any = ops.count > 0;
  free(ops.ops);
  return has_any;
}
