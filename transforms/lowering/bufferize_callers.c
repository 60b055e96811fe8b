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

// Whoever marked it before has said what is meant.
static void mark_argument(MlirOperation function, intptr_t i, bool is_writable) {
  MlirStringRef name = ir_string("bufferization.writable");
  MlirAttribute all = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  if (mlirAttributeIsNull(all) || mlirAttributeIsNull(mlirDictionaryAttrGetElementByName(
                                      mlirArrayAttrGetElement(all, i), name)))
    mlirFuncSetArgAttr(function, i, name,
                       mlirBoolAttrGet(mlirOperationGetContext(function), is_writable));
}

// --- arguments that the payload itself writes to
//
// bufferization.materialize_in_destination says in which buffer its source has to be.

// The tensor before the ops that write to it; itself where there is none.
static MlirValue written_before(MlirValue value) {
  if (!mlirValueIsAOpResult(value)) {
    MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    intptr_t number = mlirBlockArgumentGetArgNumber(value);
    return ir_op_is(loop, "scf.for") ? mlirOperationGetOperand(loop, number + 2) : value;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "scf.for"))
    return mlirOperationGetOperand(op, mlirOpResultGetResultNumber(value) + 3);
  if (ir_op_is(op, "bufferization.materialize_in_destination") ||
      ir_op_is(op, "tensor.insert_slice"))
    return mlirOperationGetOperand(op, 1);
  return bufferize_viewed(value);
}

static MlirWalkResult mark_destination(MlirOperation op, void *user) {
  (void)user;
  if (!ir_op_is(op, "bufferization.materialize_in_destination"))
    return MlirWalkResultAdvance;
  MlirValue value = mlirOperationGetOperand(op, 1);
  for (MlirValue before = written_before(value); !mlirValueEqual(before, value);
       before = written_before(value))
    value = before;
  if (mlirValueIsAOpResult(value) || !bufferize_is_tensor(value))
    return MlirWalkResultAdvance;
  MlirOperation function = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (!ir_op_is(function, "func.func"))
    return MlirWalkResultAdvance;
  mark_argument(function, mlirBlockArgumentGetArgNumber(value), true);
  return MlirWalkResultAdvance;
}

void bufferize_mark_destinations(MlirOperation module) {
  mlirOperationWalk(module, mark_destination, NULL, MlirWalkPreOrder);
}

// --- the others

static void protect_arguments(MlirOperation function) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(entry); ++i)
    if (bufferize_is_tensor(mlirBlockGetArgument(entry, i)))
      mark_argument(function, i, false);
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
  bufferize_mark_destinations(module);
  mlirOperationWalk(module, protect, NULL, MlirWalkPostOrder);
}
