// CFunctions: functions that C calls with plain pointers. The results become arguments in a pass of
// lowering_shim.cpp.
#include "transforms/lowering/share/c_functions.h"

#include "transforms/ir.h"

#include <stdlib.h>

static bool has_open_type(MlirType function) {
  bool has = false;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(function); i++)
    has |= ir_type_is_open(mlirFunctionTypeGetInput(function, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(function); i++)
    has |= ir_type_is_open(mlirFunctionTypeGetResult(function, i));
  return has;
}

MlirOperation c_function_mark(MlirModule module, const char *name, bool *out_is_open) {
  MlirAttribute unit = mlirUnitAttrGet(mlirModuleGetContext(module));
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!ir_op_is(op, "func.func") || !mlirStringRefEqual(ir_symbol(op), ir_string(name)))
    op = mlirOperationGetNextInBlock(op);
  mlirOperationSetAttributeByName(op, ir_string(C_FUNCTION_ATTRIBUTE), unit);
  MlirAttribute type = mlirOperationGetAttributeByName(op, ir_string("function_type"));
  *out_is_open = has_open_type(mlirTypeAttrGetValue(type));
  if (!*out_is_open)
    mlirOperationSetAttributeByName(op, ir_string("llvm.bareptr"), unit);
  return op;
}

bool c_function_is(MlirOperation function) {
  return !mlirAttributeIsNull(
      mlirOperationGetAttributeByName(function, ir_string(C_FUNCTION_ATTRIBUTE)));
}

// --- the workspace

static MlirType with_argument(MlirType function, MlirType argument) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(function);
  intptr_t results = mlirFunctionTypeGetNumResults(function);
  MlirType *types = ir_zeroed((size_t)(inputs + 1 + results), sizeof *types);
  for (intptr_t i = 0; i < inputs; i++)
    types[i] = mlirFunctionTypeGetInput(function, i);
  types[inputs] = argument;
  for (intptr_t i = 0; i < results; i++)
    types[inputs + 1 + i] = mlirFunctionTypeGetResult(function, i);
  MlirType type = mlirFunctionTypeGet(mlirTypeGetContext(function), inputs + 1, types, results,
                                      types + inputs + 1);
  free(types);
  return type;
}

// One dictionary of attributes for each argument, where there are any.
static void add_argument_attributes(MlirOperation function) {
  MlirAttribute old = mlirOperationGetAttributeByName(function, ir_string("arg_attrs"));
  if (mlirAttributeIsNull(old))
    return;
  MlirContext context = mlirOperationGetContext(function);
  intptr_t count = mlirArrayAttrGetNumElements(old);
  MlirAttribute *lists = ir_zeroed((size_t)count + 1, sizeof *lists);
  for (intptr_t i = 0; i < count; i++)
    lists[i] = mlirArrayAttrGetElement(old, i);
  lists[count] = mlirDictionaryAttrGet(context, 0, NULL);
  mlirOperationSetInherentAttributeByName(function, ir_string("arg_attrs"),
                                          mlirArrayAttrGet(context, count + 1, lists));
  free(lists);
}

MlirValue c_function_add_workspace(MlirOperation function, int64_t bytes) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType type = mlirMemRefTypeContiguousGet(mlirIntegerTypeGet(context, 8), 1, &bytes,
                                              mlirAttributeGetNull());
  MlirAttribute old = mlirOperationGetAttributeByName(function, ir_string("function_type"));
  mlirOperationSetInherentAttributeByName(
      function, ir_string("function_type"),
      mlirTypeAttrGet(with_argument(mlirTypeAttrGetValue(old), type)));
  add_argument_attributes(function);
  mlirOperationSetDiscardableAttributeByName(
      function, ir_string(WORKSPACE_ATTRIBUTE),
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), bytes));
  return mlirBlockAddArgument(ir_function_body(function), type, mlirOperationGetLocation(function));
}

int64_t c_function_workspace_bytes(MlirOperation function) {
  MlirAttribute bytes = mlirOperationGetAttributeByName(function, ir_string(WORKSPACE_ATTRIBUTE));
  return mlirAttributeIsNull(bytes) ? 0 : mlirIntegerAttrGetValueInt(bytes);
}
