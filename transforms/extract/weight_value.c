// Which values a function finds in memory at every call: see value_is_weight in extraction.h.
#include "transforms/extract/extract.h"
#include "transforms/extract/extraction.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

// A cache of positions with a few new ones, as keys and values of a decoder: an eighth at most, or
// of a cache of unknown size so many as are known.
static bool adds_little(MlirOperation insert) {
  static const int64_t MOST = 8;
  int64_t new_bytes = tensor_type_bytes(mlirValueGetType(mlirOperationGetOperand(insert, 0)));
  int64_t bytes = tensor_type_bytes(mlirValueGetType(mlirOperationGetOperand(insert, 1)));
  return new_bytes > 0 && (bytes < 0 || new_bytes <= bytes / MOST);
}

// Quotients and remainders stay, or come back, in some trips of a loop, as the head of keys that
// several heads share.
static bool is_quotient(MlirOperation op) {
  if (ir_op_is(op, "affine.apply")) {
    MlirAffineExpr index = mlirAffineMapGetResult(
        mlirAffineMapAttrGetValue(mlirOperationGetAttributeByName(op, ir_string("map"))), 0);
    return mlirAffineExprIsAFloorDiv(index) || mlirAffineExprIsACeilDiv(index) ||
           mlirAffineExprIsAMod(index);
  }
  return ir_op_begins(op, "arith.div") || ir_op_begins(op, "arith.floordiv") ||
         ir_op_begins(op, "arith.ceildiv") || ir_op_begins(op, "arith.rem");
}

// Whether the index is the place of a loop, or what one op makes of it.
static bool is_moved_index(MlirValue index, MlirValue place) {
  if (mlirValueEqual(index, place) || !mlirValueIsAOpResult(index))
    return mlirValueEqual(index, place);
  MlirOperation op = mlirOpResultGetOwner(index);
  bool is_of_place = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    is_of_place |= mlirValueEqual(mlirOperationGetOperand(op, i), place);
  return is_of_place && !is_quotient(op);
}

// Whether the slice begins elsewhere at every place of a loop; its sizes do not matter.
static bool is_moved_by(MlirOperation slice, MlirValue place) {
  MlirAttribute offsets = mlirOperationGetAttributeByName(slice, ir_string("static_offsets"));
  intptr_t operand = 1; // after the whole
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(offsets); d++)
    if (mlirDenseI64ArrayGetElement(offsets, d) == mlirShapedTypeGetDynamicStrideOrOffset() &&
        is_moved_index(mlirOperationGetOperand(slice, operand++), place))
      return true;
  return false;
}

// Around the whole of a slice: what it asks of these loops, its own slice answers. The function
// where all sizes are known.
static MlirOperation loop_of_whole(MlirOperation slice) {
  MlirValue whole = mlirOperationGetOperand(slice, 0);
  bool is_piece =
      mlirValueIsAOpResult(whole) && !mlirShapedTypeHasStaticShape(mlirValueGetType(whole));
  return is_piece ? mlirOperationGetParentOperation(mlirOpResultGetOwner(whole))
                  : (MlirOperation){NULL};
}

// A piece that every loop around it moves: none is read twice. Arguments of a loop's body are its
// places, and one for each result.
static bool is_read_once(MlirOperation slice) {
  MlirOperation loop = mlirOperationGetParentOperation(slice), end = loop_of_whole(slice);
  for (; !mlirOperationEqual(loop, end) &&
         (ir_op_is(loop, "scf.for") || ir_op_is(loop, "scf.forall"));
       loop = mlirOperationGetParentOperation(loop)) {
    MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0));
    intptr_t places = mlirBlockGetNumArguments(body) - mlirOperationGetNumResults(loop);
    for (intptr_t i = 0; i < places; i++)
      if (!is_moved_by(slice, mlirBlockGetArgument(body, i)))
        return false;
  }
  return ir_op_is(loop, "func.func") || mlirOperationEqual(loop, end);
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

MlirValue value_weight_argument(MlirValue value, int data_count) {
  const MlirValue none = {NULL};
  if (!mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return none;
  while (!mlirValueIsNull(value) && mlirValueIsAOpResult(value))
    value = whole_of(value);
  if (mlirValueIsNull(value) || !mlirValueIsABlockArgument(value))
    return none;
  MlirBlock owner = mlirBlockArgumentGetOwner(value);
  MlirOperation parent = mlirBlockGetParentOperation(owner);
  bool is_weight = ir_op_is(parent, "func.func") &&
                   mlirBlockEqual(owner, ir_function_body(parent)) &&
                   mlirBlockArgumentGetArgNumber(value) >= data_count;
  return is_weight ? value : none;
}

bool value_is_weight(MlirValue value, MlirBlock block, int data_count) {
  return mlirTypeIsARankedTensor(mlirValueGetType(value)) &&
         (value_is_constant(value, block) ||
          !mlirValueIsNull(value_weight_argument(value, data_count)));
}
