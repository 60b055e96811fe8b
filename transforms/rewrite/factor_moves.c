// See factor_moves.h.
#include "transforms/rewrite/factor_moves.h"

#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/Dialect/Linalg.h"

static MlirType with_element(MlirType type, MlirType element) {
  int64_t shape[WORKLOAD_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

// A linalg op that yields its only input in another order of the dimensions, or again and again.
static bool read_copy(MlirOperation op, StructuredOp *out) {
  if (!linalg_op_is_structured(op) || structured_op_read(op, out) != STATUS_OK ||
      !out->on_tensors || out->input_count != 1 || out->operand_count != 2 ||
      !structured_op_is_parallel(out) || out->operands[0].is_scalar)
    return false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  bool is_moved = out->operands[0].rank != out->loop_count;
  for (int d = 0; d < out->operands[0].rank; d++) {
    int loop = index_only_loop(&out->operands[0].index[d]);
    if (loop < 0)
      return false;
    is_moved |= loop != d;
  }
  for (int d = 0; d < out->operands[1].rank; d++)
    if (index_only_loop(&out->operands[1].index[d]) != d)
      return false;
  return is_moved && out->operands[1].rank == out->loop_count &&
         mlirValueEqual(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0),
                        mlirBlockGetArgument(body, 0));
}

static bool is_static(MlirValue value) {
  StructuredOperand read;
  return structured_operand_read(value, &read) == STATUS_OK;
}

bool factor_move_is(MlirOperation op, MlirValue *out_value) {
  StructuredOp read;
  bool is_pad = ir_op_is(op, "tensor.pad");
  bool is_view = op_is_reshape(op) || ir_op_is(op, "tensor.extract_slice");
  if (is_pad ? structured_op_read(op, &read) != STATUS_OK
      : is_view
          ? !is_static(mlirOperationGetOperand(op, 0)) || !is_static(mlirOperationGetResult(op, 0))
          : !read_copy(op, &read))
    return false;
  *out_value = mlirOperationGetOperand(op, 0);
  return true;
}

static int64_t size_of(MlirValue value, int dim) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(value), dim);
}

// The dimension of the collapsed tensor, or the other way, when all others of its group are 1.
static int reshaped_dim(MlirOperation op, int dim) {
  bool collapses = ir_op_is(op, "tensor.collapse_shape");
  MlirAttribute groups = mlirOperationGetAttributeByName(op, ir_string("reassociation"));
  MlirValue from = mlirOperationGetOperand(op, 0), to = mlirOperationGetResult(op, 0);
  for (int g = 0; g < mlirArrayAttrGetNumElements(groups); g++) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, g);
    for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(group); i++) {
      int member = (int)mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, i));
      if (collapses && member == dim)
        return size_of(from, dim) == size_of(to, g) ? g : -1;
      if (!collapses && g == dim && size_of(to, member) == size_of(from, dim))
        return member;
    }
  }
  return -1;
}

int factor_move_dim(MlirOperation op, int dim) {
  StructuredOp read;
  if (op_is_reshape(op))
    return reshaped_dim(op, dim);
  if (read_copy(op, &read))
    return index_only_loop(&read.operands[0].index[dim]);
  MlirValue from = mlirOperationGetOperand(op, 0), to = mlirOperationGetResult(op, 0);
  bool is_whole = mlirShapedTypeGetRank(mlirValueGetType(from)) ==
                      mlirShapedTypeGetRank(mlirValueGetType(to)) &&
                  size_of(from, dim) == size_of(to, dim);
  return is_whole ? dim : -1;
}

bool factor_move_padding(MlirOperation pad, int64_t *out_number) {
  StructuredOp read;
  if (structured_op_read(pad, &read) != STATUS_OK || !mlirValueIsAOpResult(read.pad_value) ||
      !ir_op_is(mlirOpResultGetOwner(read.pad_value), "arith.constant"))
    return false;
  MlirAttribute number =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(read.pad_value), ir_string("value"));
  bool is_float = mlirAttributeIsAFloat(number);
  *out_number = is_float ? 0 : mlirIntegerAttrGetValueInt(number);
  return !is_float || mlirFloatAttrGetValueDouble(number) == 0;
}

static MlirValue build_copy(IrBuilder *ir, const StructuredOp *copy, MlirValue value) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(value));
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(copy->op);
  TensorGeneric made = {.body = TENSOR_BODY_COPY, .loop_count = copy->loop_count, .input_count = 1};
  for (int i = 0; i < 2; i++)
    made.maps[i] = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
  made.operands[0] = value;
  made.operands[1] = tensor_ops_empty(ir, copy->loop_count, copy->operands[1].shape, element);
  return tensor_ops_generic(ir, &made);
}

MlirValue factor_move_build(IrBuilder *ir, MlirOperation op, MlirValue value, MlirValue padding) {
  StructuredOp copy;
  if (read_copy(op, &copy))
    return build_copy(ir, &copy, value);
  MlirOperation made = mlirOperationClone(op);
  MlirValue result = mlirOperationGetResult(made, 0);
  mlirOperationSetOperand(made, 0, value);
  mlirValueSetType(result, with_element(mlirValueGetType(result),
                                        mlirShapedTypeGetElementType(mlirValueGetType(value))));
  if (!mlirValueIsNull(padding))
    mlirOperationSetOperand(
        mlirBlockGetTerminator(mlirRegionGetFirstBlock(mlirOperationGetRegion(made, 0))), 0,
        padding);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(ir->root_before), ir->root_before,
                                      made);
  return result;
}
