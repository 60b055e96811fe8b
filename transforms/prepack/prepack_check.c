// Where the attribute cannot be honoured it is a mistake: the caller would pass packed arguments to
// a function that does not take them.
#include "transforms/prepack/prepack.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/constant_argument.h"
#include "transforms/function_shim.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>

static bool has_arguments(MlirOperation op) {
  return ir_op_is(op, "func.func") &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string("arg_attrs")));
}

// "" when nothing is wrong with the argument.
static const char *argument_mistake(MlirType type, MlirAttribute value) {
  if (!mlirAttributeIsAUnit(value))
    return "the attribute takes no value";
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
    return "only a tensor of static shape can be constant";
  return "";
}

static bool is_other_taken(MlirOperation function) {
  char name[512];
  MlirStringRef own = ir_symbol(function);
  snprintf(name, sizeof name, "%.*s" PACKING_FUNCTION_SUFFIX, (int)own.length, own.data);
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirOperationGetBlock(function));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (mlirStringRefEqual(ir_symbol(op), ir_string(name)))
      return true;
  return false;
}

static const char *function_mistake(MlirOperation function, MlirOperation root) {
  MlirRegion body = mlirOperationGetRegion(function, 0);
  MlirBlock first = mlirRegionGetFirstBlock(body);
  if (mlirOperationEqual(function, root))
    return "the pass has to run on the module, to which the function that packs is added";
  if (mlirBlockIsNull(first))
    return "it has no body";
  if (!mlirBlockIsNull(mlirBlockGetNextInRegion(first)))
    return "it has more than one block";
  if (symbol_is_used(function))
    return "it is called in its module; inline it, or drop the attribute";
  if (is_other_taken(function))
    return "the name of the function that packs, with " PACKING_FUNCTION_SUFFIX " added, is taken";
  return "";
}

static Status check_function(MlirOperation function, MlirOperation root) {
  MlirType type =
      mlirTypeAttrGetValue(mlirOperationGetAttributeByName(function, ir_string("function_type")));
  MlirStringRef name = ir_symbol(function);
  bool has_constant = false;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++) {
    MlirAttribute value = argument_get_attribute(function, i, CONSTANT_ARGUMENT_ATTRIBUTE);
    if (mlirAttributeIsNull(value))
      continue;
    has_constant = true;
    const char *mistake = argument_mistake(mlirFunctionTypeGetInput(type, i), value);
    if (*mistake)
      return status_fail(STATUS_USAGE, CONSTANT_ARGUMENT_ATTRIBUTE ": argument %d of @%.*s: %s",
                         (int)i, (int)name.length, name.data, mistake);
  }
  const char *mistake = has_constant ? function_mistake(function, root) : "";
  return *mistake ? status_fail(STATUS_USAGE, CONSTANT_ARGUMENT_ATTRIBUTE ": @%.*s: %s",
                                (int)name.length, name.data, mistake)
                  : STATUS_OK;
}

Status prepack_check(MlirOperation root, MlirLocation *out_location) {
  Status status = STATUS_OK;
  IrOps functions = ir_collect(root, has_arguments);
  for (int i = 0; i < functions.count && status == STATUS_OK; i++) {
    status = check_function(functions.ops[i], root);
    if (status != STATUS_OK)
      *out_location = mlirOperationGetLocation(functions.ops[i]);
  }
  free(functions.ops);
  return status;
}
