// Arguments without elements, of functions that take plain pointers, in types that upstream lowers.
// Row-major strides with a 0 in them make no strided form of the identity map, which the type of a
// memref without a layout is; a layout that names them does.
#include "transforms/lowering/legalize/empty_arguments.h"

#include "transforms/ir.h"

#include <stdlib.h>

static bool is_plain_empty(MlirType type) {
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return false;
  bool is_empty = false;
  for (int64_t d = 1; d < mlirShapedTypeGetRank(type); d++)
    is_empty = is_empty || mlirShapedTypeGetDimSize(type, d) == 0;
  return is_empty;
}

// The type itself where it can be passed as it is.
static MlirType passed_type(MlirType type) {
  if (!is_plain_empty(type))
    return type;
  int64_t rank = mlirShapedTypeGetRank(type), stride = 1;
  int64_t *shape = ir_zeroed((size_t)rank, sizeof *shape);
  int64_t *strides = ir_zeroed((size_t)rank, sizeof *strides);
  for (int64_t d = rank - 1; d >= 0; d--) {
    strides[d] = stride;
    shape[d] = mlirShapedTypeGetDimSize(type, d);
    stride = (int64_t)((uint64_t)stride * (uint64_t)shape[d]); // wraps around as MLIR's own
  }
  MlirAttribute layout = mlirStridedLayoutAttrGet(mlirTypeGetContext(type), 0, rank, strides);
  MlirType result = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, shape, layout,
                                      mlirMemRefTypeGetMemorySpace(type));
  free(shape);
  free(strides);
  return result;
}

static MlirType passed_function_type(MlirType function) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(function);
  intptr_t results = mlirFunctionTypeGetNumResults(function);
  MlirType *types = ir_zeroed((size_t)(inputs + results) + 1, sizeof *types);
  for (intptr_t i = 0; i < inputs; i++)
    types[i] = passed_type(mlirFunctionTypeGetInput(function, i));
  for (intptr_t i = 0; i < results; i++)
    types[inputs + i] = mlirFunctionTypeGetResult(function, i);
  MlirType type =
      mlirFunctionTypeGet(mlirTypeGetContext(function), inputs, types, results, types + inputs);
  free(types);
  return type;
}

static bool is_bare(MlirOperation op) {
  return ir_op_is(op, "func.func") &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string("llvm.bareptr")));
}

static MlirValue cast_before(MlirOperation op, MlirType type, MlirValue value) {
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  value = ir_unary(&ir, "memref.cast", type, value);
  ir_finish(&ir);
  return value;
}

// The body sees the types that it saw before.
static void retype_body(MlirBlock body) {
  MlirOperation first = mlirBlockGetFirstOperation(body);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    MlirType old = mlirValueGetType(argument), type = passed_type(old);
    if (mlirTypeEqual(old, type))
      continue;
    mlirValueSetType(argument, type);
    MlirValue cast = cast_before(first, old, argument);
    mlirValueReplaceAllUsesOfWith(argument, cast);
    mlirOperationSetOperand(mlirOpResultGetOwner(cast), 0, argument);
  }
}

static bool is_call(MlirOperation op) { return ir_op_is(op, "func.call"); }

static void retype_calls(MlirOperation root, MlirStringRef name) {
  IrOps calls = ir_collect(root, is_call);
  for (int i = 0; i < calls.count; i++) {
    MlirOperation call = calls.ops[i];
    MlirAttribute callee = mlirOperationGetAttributeByName(call, ir_string("callee"));
    if (!mlirStringRefEqual(mlirFlatSymbolRefAttrGetValue(callee), name))
      continue;
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(call); o++) {
      MlirValue value = mlirOperationGetOperand(call, o);
      MlirType type = passed_type(mlirValueGetType(value));
      if (!mlirTypeEqual(mlirValueGetType(value), type))
        mlirOperationSetOperand(call, o, cast_before(call, type, value));
    }
  }
  free(calls.ops);
}

void empty_arguments_legalize(MlirOperation root) {
  IrOps functions = ir_collect(root, is_bare);
  for (int i = 0; i < functions.count; i++) {
    MlirOperation function = functions.ops[i];
    MlirAttribute old = mlirOperationGetAttributeByName(function, ir_string("function_type"));
    MlirType type = passed_function_type(mlirTypeAttrGetValue(old));
    MlirBlock body = ir_function_body(function);
    if (mlirTypeEqual(type, mlirTypeAttrGetValue(old)))
      continue;
    mlirOperationSetInherentAttributeByName(function, ir_string("function_type"),
                                            mlirTypeAttrGet(type));
    if (!mlirBlockIsNull(body))
      retype_body(body);
    retype_calls(root, ir_symbol(function));
  }
  free(functions.ops);
}
