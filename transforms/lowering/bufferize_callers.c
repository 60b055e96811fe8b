// What a function promises its callers survives bufferization: arguments are not written, and no
// two results are one buffer.
#include "transforms/lowering/bufferize.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Func.h"
#include "transforms/ir.h"
#include "transforms/lowering/bufferize_plan.h"

static bool is_public_definition(MlirOperation function) {
  MlirAttribute visibility =
      mlirOperationGetAttributeByName(function, mlirSymbolTableGetVisibilityAttributeName());
  bool is_public = mlirAttributeIsNull(visibility) ||
                   mlirStringRefEqual(mlirStringAttrGetValue(visibility), ir_string("public"));
  return is_public &&
         !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
}

static MlirOperation copy_of(MlirValue value, MlirOperation before) {
  int32_t segments[3] = {0, 1, 0}; // sizes, copy, size hint
  MlirContext context = mlirOperationGetContext(before);
  MlirType type = mlirValueGetType(value);
  MlirNamedAttribute attribute =
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("operandSegmentSizes")),
                            mlirDenseI32ArrayGet(context, 3, segments));
  MlirOperationState state = mlirOperationStateGet(ir_string("bufferization.alloc_tensor"),
                                                   mlirOperationGetLocation(before));
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before, op);
  return op;
}

// A caller frees every result, so no two may be the same buffer.
static void separate_results(MlirOperation terminator) {
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(terminator); ++i) {
    MlirValue value = mlirOperationGetOperand(terminator, i);
    bool shared = false;
    for (intptr_t j = 0; j < i && bufferize_is_tensor(value); ++j)
      shared = shared || mlirValueEqual(bufferize_viewed(value),
                                        bufferize_viewed(mlirOperationGetOperand(terminator, j)));
    if (shared)
      mlirOperationSetOperand(terminator, i, mlirOperationGetResult(copy_of(value, terminator), 0));
  }
}

static void protect_arguments(MlirOperation function) {
  MlirStringRef writable = ir_string("bufferization.writable");
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i) {
    if (!bufferize_is_tensor(mlirBlockGetArgument(entry, i)))
      continue;
    if (mlirAttributeIsNull(all) || mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
                                        mlirArrayAttrGetElement(all, i), writable)))
      mlirFuncSetArgAttr(function, i, writable,
                         mlirBoolAttrGet(mlirOperationGetContext(function), 0));
  }
}

static MlirWalkResult protect(MlirOperation op, void *user) {
  (void)user;
  if (ir_op_is(op, "func.return"))
    separate_results(op);
  if (ir_op_is(op, "func.func") && is_public_definition(op))
    protect_arguments(op);
  return MlirWalkResultAdvance;
}

void bufferize_protect_caller(MlirOperation module) {
  mlirOperationWalk(module, protect, NULL, MlirWalkPostOrder);
}
