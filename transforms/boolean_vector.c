// See boolean_vector.h.
#include "transforms/boolean_vector.h"

#include <stdlib.h>

bool boolean_vector_lies_in(MlirValue buffer) {
  MlirType type = mlirValueGetType(buffer);
  MlirType element = mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
  return mlirTypeIsAShaped(type) && mlirTypeIsAInteger(element) &&
         mlirIntegerTypeGetWidth(element) == 1;
}

// Whether the last dimension has neighbours that lie side by side.
static bool has_neighbours(MlirType type) {
  int64_t offset, rank = mlirShapedTypeHasRank(type) ? mlirShapedTypeGetRank(type) : 0;
  if (rank == 0 || !mlirTypeIsAMemRef(type))
    return rank > 0;
  int64_t *strides = ir_zeroed((size_t)rank, sizeof *strides);
  bool are_neighbours =
      mlirLogicalResultIsSuccess(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) &&
      strides[rank - 1] == 1;
  free(strides);
  return are_neighbours;
}

static MlirAttribute numbers_of(MlirContext context, int lanes) {
  int32_t numbers[BOOLEAN_VECTOR_MAX_LANES];
  for (int lane = 0; lane < lanes; lane++)
    numbers[lane] = lane + 1;
  MlirType type = ir_vector_type(mlirIntegerTypeGet(context, 32), lanes);
  return mlirDenseElementsAttrInt32Get(type, lanes, numbers);
}

MlirValue boolean_vector_numbers(IrBuilder *ir, int lanes) {
  MlirAttribute numbers = numbers_of(ir->context, lanes);
  return ir_constant(ir, mlirAttributeGetType(numbers), numbers);
}

static bool is_numbered(MlirOperation op) {
  if ((!ir_op_is(op, "vector.gather") && !ir_op_is(op, "vector.scatter")) ||
      !boolean_vector_lies_in(mlirOperationGetOperand(op, 0)))
    return false;
  MlirValue numbers = mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 3);
  MlirType type = mlirValueGetType(numbers);
  if (mlirShapedTypeGetRank(type) != 1 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > BOOLEAN_VECTOR_MAX_LANES ||
      !mlirValueIsAOpResult(numbers) || !ir_op_is(mlirOpResultGetOwner(numbers), "arith.constant"))
    return false;
  MlirAttribute value =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(numbers), ir_string("value"));
  return mlirAttributeEqual(
      value, numbers_of(mlirOperationGetContext(op), (int)mlirShapedTypeGetDimSize(type, 0)));
}

bool boolean_vector_is_moved(MlirOperation op) {
  return is_numbered(op) && has_neighbours(mlirValueGetType(mlirOperationGetOperand(op, 0)));
}

bool boolean_vector_is_apart(MlirOperation op) {
  if (!is_numbered(op))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  return mlirTypeIsAMemRef(type) && mlirShapedTypeGetRank(type) > 0 && !has_neighbours(type);
}
