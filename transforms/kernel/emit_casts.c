// Integers that a body narrows and another one widens again, as where elements are unpacked to
// bytes by one op and converted by the next: in one kernel the wide ones are still there.
#include "transforms/kernel/emitter.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirOperation maker_of(MlirValue value, const char *name) {
  bool is_made = ir_is_made_by(value, name);
  return is_made ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

// The number in every lane; negative: no such constant.
static int64_t constant_in_lanes(MlirValue value) {
  MlirOperation maker = maker_of(value, "arith.constant");
  if (mlirOperationIsNull(maker))
    return -1;
  MlirAttribute number = mlirOperationGetAttributeByName(maker, ir_string("value"));
  if (mlirAttributeIsADenseElements(number) && mlirDenseElementsAttrIsSplat(number))
    number = mlirDenseElementsAttrGetSplatValue(number);
  return mlirAttributeIsAInteger(number) ? mlirIntegerAttrGetValueInt(number) : -1;
}

MlirValue emit_widened_again(MlirOperation cast, MlirType type, MlirValue operand) {
  MlirOperation narrowing = maker_of(operand, "arith.trunci");
  bool is_signed = ir_op_is(cast, "arith.extsi");
  if ((!is_signed && !ir_op_is(cast, "arith.extui")) || mlirOperationIsNull(narrowing))
    return (MlirValue){NULL};
  MlirValue wide = mlirOperationGetOperand(narrowing, 0);
  MlirOperation masking = maker_of(wide, "arith.andi");
  if (mlirOperationIsNull(masking) || !mlirTypeEqual(mlirValueGetType(wide), type))
    return (MlirValue){NULL};
  MlirType narrow = mlirValueGetType(mlirOperationGetOperand(cast, 0));
  int64_t mask = constant_in_lanes(mlirOperationGetOperand(masking, 1));
  int64_t end = INT64_C(1) << (mlirIntegerTypeGetWidth(narrow) - is_signed);
  return mask >= 0 && mask < end ? wide : (MlirValue){NULL};
}
