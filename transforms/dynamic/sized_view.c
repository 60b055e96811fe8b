#include "transforms/dynamic/sized_view.h"

#include "transforms/ir.h"

static bool is_whole(MlirOperation pad, const char *amounts, int dim) {
  MlirAttribute all = mlirOperationGetAttributeByName(pad, ir_string(amounts));
  return mlirDenseI64ArrayGetElement(all, dim) == 0;
}

static bool pads_by_place(MlirOperation pad) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(pad, 0));
  bool does = false;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    does |= !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirBlockGetArgument(body, i)));
  return does;
}

bool sized_is_view(MlirOperation op, int dim) {
  if (ir_op_is(op, "tensor.pad"))
    return is_whole(op, "static_low", dim) && is_whole(op, "static_high", dim) &&
           !pads_by_place(op);
  return ir_op_is(op, "tensor.concat") && mlirOperationGetNumOperands(op) <= IR_MAX_OPERANDS &&
         mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(op, ir_string("dim"))) != dim;
}

MlirOperation sized_view_of(MlirValue value, int dim) {
  MlirOperation none = {NULL};
  if (!mlirValueIsAOpResult(value))
    return none;
  MlirOperation op = mlirOpResultGetOwner(value);
  return sized_is_view(op, dim) ? op : none;
}

int sized_view_sources(MlirOperation view) {
  return ir_op_is(view, "tensor.pad") ? 1 : (int)mlirOperationGetNumOperands(view);
}
