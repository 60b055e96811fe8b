// A transform script made to tell what it finds: behind every op that gives handles of payload ops
// comes a transform.annotate of these ops.
#include "passes/script/script_watch.h"

#include "mlir-c/Dialect/Transform.h"
#include "transforms/ir.h"

#include <stdlib.h>

static bool is_sequence(MlirOperation op) { return ir_op_is(op, "transform.named_sequence"); }

static bool is_user_of_matchers(MlirOperation op) {
  return ir_op_is(op, "transform.foreach_match") || ir_op_is(op, "transform.collect_matching");
}

static bool names(MlirAttribute reference, MlirStringRef symbol) {
  return !mlirAttributeIsNull(reference) && mlirAttributeIsASymbolRef(reference) &&
         mlirStringRefEqual(mlirSymbolRefAttrGetLeafReference(reference), symbol);
}

static bool uses_matcher(MlirOperation op, MlirStringRef symbol) {
  MlirAttribute list = mlirOperationGetAttributeByName(op, ir_string("matchers"));
  if (names(mlirOperationGetAttributeByName(op, ir_string("matcher")), symbol))
    return true;
  bool is_list = !mlirAttributeIsNull(list) && mlirAttributeIsAArray(list);
  for (intptr_t n = 0; is_list && n < mlirArrayAttrGetNumElements(list); n++)
    if (names(mlirArrayAttrGetElement(list, n), symbol))
      return true;
  return false;
}

static bool is_matcher(const IrOps *users, MlirOperation sequence) {
  for (int n = 0; n < users->count; n++)
    if (uses_matcher(users->ops[n], ir_symbol(sequence)))
      return true;
  return false;
}

static bool is_handle(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsATransformAnyOpType(type) || mlirTypeIsATransformOperationType(type);
}

static MlirOperation make_annotation(MlirValue handle, MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  MlirNamedAttribute name =
      mlirNamedAttributeGet(mlirIdentifierGet(context, ir_string("name")),
                            mlirStringAttrGet(context, ir_string(SCRIPT_MATCHED)));
  MlirOperationState state = mlirOperationStateGet(ir_string("transform.annotate"), location);
  mlirOperationStateAddOperands(&state, 1, &handle);
  mlirOperationStateAddAttributes(&state, 1, &name);
  return mlirOperationCreate(&state);
}

static void watch_results(MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (intptr_t n = 0; n < mlirOperationGetNumResults(op); n++) {
    MlirValue result = mlirOperationGetResult(op, n);
    if (is_handle(result))
      mlirBlockInsertOwnedOperationAfter(block, op,
                                         make_annotation(result, mlirOperationGetLocation(op)));
  }
}

static void watch_arguments(MlirOperation sequence) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(sequence, 0));
  if (mlirBlockIsNull(block))
    return;
  for (intptr_t n = 0; n < mlirBlockGetNumArguments(block); n++) {
    MlirValue argument = mlirBlockGetArgument(block, n);
    if (is_handle(argument))
      mlirBlockInsertOwnedOperation(block, 0,
                                    make_annotation(argument, mlirOperationGetLocation(sequence)));
  }
}

// Other ops than these may not stand between them.
static bool is_match_op(MlirOperation op) { return ir_op_begins(op, "transform.match."); }

static MlirWalkResult list(MlirOperation op, void *user) {
  if (is_match_op(op))
    return MlirWalkResultSkip;
  ir_ops_add(user, op);
  return MlirWalkResultAdvance;
}

void script_watch(MlirOperation script) {
  IrOps sequences = ir_collect(script, is_sequence);
  IrOps users = ir_collect(script, is_user_of_matchers);
  for (int n = 0; n < sequences.count; n++) {
    IrOps found = {0};
    if (is_matcher(&users, sequences.ops[n]))
      continue;
    mlirOperationWalk(sequences.ops[n], list, &found, MlirWalkPreOrder);
    watch_arguments(sequences.ops[n]);
    for (int i = 0; i < found.count; i++)
      watch_results(found.ops[i]);
    free(found.ops);
  }
  free(sequences.ops);
  free(users.ops);
}
