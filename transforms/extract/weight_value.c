// Which values a function finds in memory at every call: see value_is_weight in extraction.h.
#include "transforms/extract/extract.h"
#include "transforms/extract/extraction.h"

#include "mlir-c/BuiltinTypes.h"

// A cache of positions with a few new ones, as keys and values of a decoder: an eighth at most, or
// of a cache of unknown size so many as are known.
static bool adds_little(MlirOperation insert) {
  static const int64_t MOST = 8;
  int64_t new_bytes = tensor_type_bytes(mlirValueGetType(mlirOperationGetOperand(insert, 0)));
  int64_t bytes = tensor_type_bytes(mlirValueGetType(mlirOperationGetOperand(insert, 1)));
  return new_bytes > 0 && (bytes < 0 || new_bytes <= bytes / MOST);
}

static bool has_operand(MlirOperation op, intptr_t first, MlirValue value) {
  for (intptr_t i = first; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), value))
      return true;
  return false;
}

// Whether the slice begins at the place of a loop, or at what one op makes of it.
static bool is_moved_by(MlirOperation slice, MlirValue place) {
  if (has_operand(slice, 1, place))
    return true;
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(slice); i++) {
    MlirValue at = mlirOperationGetOperand(slice, i);
    if (mlirValueIsAOpResult(at) && has_operand(mlirOpResultGetOwner(at), 0, place))
      return true;
  }
  return false;
}

// A piece that every loop around it moves: none is read twice. Arguments of a loop's body are its
// places, and one for each result.
static bool is_read_once(MlirOperation slice) {
  MlirOperation loop = mlirOperationGetParentOperation(slice);
  for (; ir_op_is(loop, "scf.for") || ir_op_is(loop, "scf.forall");
       loop = mlirOperationGetParentOperation(loop)) {
    MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
    intptr_t places = mlirBlockGetNumArguments(body) - mlirOperationGetNumResults(loop);
    for (intptr_t i = 0; i < places; i++)
      if (!is_moved_by(slice, mlirBlockGetArgument(body, i)))
        return false;
  }
  return ir_op_is(loop, "func.func");
}

// What the value is a part of, or is but for a few elements; null: the value is nobody's part.
static MlirValue whole_of(MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value);
  if (op_is_reshape(op) || (ir_op_is(op, "tensor.extract_slice") && is_read_once(op)))
    return mlirOperationGetOperand(op, 0);
  if (ir_op_is(op, "tensor.insert_slice") && adds_little(op))
    return mlirOperationGetOperand(op, 1);
  return (MlirValue){NULL};
}

bool value_is_weight(MlirValue value, MlirBlock block, int data_count) {
  if (!mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return false;
  if (value_is_constant(value, block))
    return true;
  while (!mlirValueIsNull(value) && mlirValueIsAOpResult(value))
    value = whole_of(value);
  if (mlirValueIsNull(value) || !mlirValueIsABlockArgument(value))
    return false;
  MlirBlock owner = mlirBlockArgumentGetOwner(value);
  MlirOperation parent = mlirBlockGetParentOperation(owner);
  return ir_op_is(parent, "func.func") && mlirBlockEqual(owner, ir_function_body(parent)) &&
         mlirBlockArgumentGetArgNumber(value) >= data_count;
}
