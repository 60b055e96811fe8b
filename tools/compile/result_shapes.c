// MLIR slices it: what a clone returns are the sizes alone, and simplification leaves what they
// need. A size of an argument becomes a parameter; data of an argument must not be needed.
#include "tools/compile/result_shapes.h"

#include "base/text.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "runtime/codegen/compile.h"
#include "transforms/function_shim.h"
#include "transforms/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK "autotune.result_shapes"

enum { SYMBOL_BYTES = 512 };

static const char pipeline[] = "builtin.module(inline,symbol-dce,func.func("
                               "convert-elementwise-to-linalg,"
                               "resolve-ranked-shaped-type-result-dims,"
                               "resolve-shaped-type-result-dims,canonicalize,cse))";

// --- functions of a module

static MlirOperation find(MlirModule module, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) &&
         !(ir_op_is(op, "func.func") && mlirStringRefEqual(ir_symbol(op), ir_string(name))))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static MlirOperation find_shapes(MlirModule module, const char *name) {
  char symbol[SYMBOL_BYTES];
  snprintf(symbol, sizeof symbol, "%s" RESULT_SHAPES_SUFFIX, name);
  return find(module, symbol);
}

static MlirOperation return_of(MlirOperation function) {
  return mlirBlockGetTerminator(ir_function_body(function));
}

bool result_shapes_is(MlirModule module, const char *name) {
  MlirOperation op = find(module, name);
  return !mlirOperationIsNull(op) &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string(MARK)));
}

int result_shapes_count(const Signature *signature) {
  int count = 0;
  for (int i = 0; i < signature->result_count; i++)
    for (int d = 0; d < signature->results[i].rank; d++)
      count += signature->results[i].shape[d] == OPEN_SIZE;
  return count;
}

// --- the clone

static MlirOperation keep_only(MlirModule module, const char *name) {
  MlirAttribute hidden = mlirStringAttrGet(mlirModuleGetContext(module), ir_string("private"));
  MlirOperation wanted = find(module, name);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (ir_op_is(op, "func.func") && !mlirOperationEqual(op, wanted))
      mlirOperationSetInherentAttributeByName(op, ir_string("sym_visibility"), hidden);
  return wanted;
}

static bool is_assertion(MlirOperation op) { return ir_op_is(op, "cf.assert"); }

static void drop_assertions(MlirModule module) {
  IrOps ops = ir_collect(mlirModuleGetOperation(module), is_assertion);
  for (int i = 0; i < ops.count; i++)
    mlirOperationDestroy(ops.ops[i]);
  free(ops.ops);
}

// The function returns the unknown sizes of what it returned.
static void return_sizes(MlirOperation function, int count) {
  IrBuilder ir;
  MlirOperation end = return_of(function);
  MlirValue *sizes = ir_zeroed((size_t)count + 1, sizeof *sizes);
  int next = 0;
  ir_start(&ir, end, mlirOperationGetLocation(end));
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(end); r++) {
    MlirValue value = mlirOperationGetOperand(end, r);
    MlirType type = mlirValueGetType(value);
    for (intptr_t d = 0; mlirTypeIsAShaped(type) && d < mlirShapedTypeGetRank(type); d++)
      if (mlirShapedTypeIsDynamicDim(type, d))
        sizes[next++] = ir_value(&ir, mlirTypeIsAMemRef(type) ? "memref.dim" : "tensor.dim",
                                 mlirIndexTypeGet(ir.context), 2,
                                 (MlirValue[]){value, ir_index(&ir, d)}, 0, NULL);
  }
  ir_finish(&ir);
  mlirOperationSetOperands(end, count, sizes);
  free(sizes);
  mlirOperationRemoveAttributeByName(function, ir_string("res_attrs"));
  ir_function_retype(function);
}

// --- what is left of it

static bool is_dim(MlirOperation op) {
  return ir_op_is(op, "tensor.dim") || ir_op_is(op, "memref.dim");
}

// The size that the op asks an argument for: its symbol, or the number that it has to be.
typedef struct Asked {
  int symbol;   // -1: none
  int64_t size; // OPEN_SIZE: unknown
} Asked;

static Asked asked_of(MlirOperation dim, MlirBlock body, const Signature *signature) {
  MlirValue source = mlirOperationGetOperand(dim, 0), index = mlirOperationGetOperand(dim, 1);
  if (!mlirValueIsABlockArgument(source) || !mlirValueIsAOpResult(index) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(source), body) ||
      !ir_op_is(mlirOpResultGetOwner(index), "arith.constant"))
    return (Asked){-1, OPEN_SIZE};
  int64_t d = mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(index), ir_string("value")));
  const ValueType *type = &signature->arguments[mlirBlockArgumentGetArgNumber(source)];
  return d >= 0 && d < type->rank ? (Asked){type->symbols[d], type->shape[d]}
                                  : (Asked){-1, OPEN_SIZE};
}

static MlirValue constant_before(MlirOperation op, int64_t number) {
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue value = ir_index(&ir, number);
  ir_finish(&ir);
  return value;
}

static void take_sizes(MlirOperation function, const Signature *signature) {
  MlirBlock body = ir_function_body(function);
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(function));
  IrOps dims = ir_collect(function, is_dim);
  for (int s = 0; s < signature->symbol_count; s++)
    mlirBlockAddArgument(body, index, mlirOperationGetLocation(function));
  for (int i = 0; i < dims.count; i++) {
    Asked asked = asked_of(dims.ops[i], body, signature);
    if (asked.symbol < 0 && asked.size == OPEN_SIZE)
      continue;
    MlirValue size = asked.symbol < 0
                         ? constant_before(dims.ops[i], asked.size)
                         : mlirBlockGetArgument(body, signature->argument_count + asked.symbol);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(dims.ops[i], 0), size);
    mlirOperationDestroy(dims.ops[i]);
  }
  free(dims.ops);
}

static Status fail(const Signature *signature, const char *what) {
  return status_fail(STATUS_UNSUPPORTED,
                     "@%s: the size of a result depends on %s, so that no caller can know the "
                     "memory that it needs; give the result a static shape",
                     TEXT_SYMBOL(signature->name), what);
}

// Takes away what are no numbers.
static Status drop_buffers(MlirOperation function, const Signature *signature) {
  MlirBlock body = ir_function_body(function);
  char what[64];
  for (int i = signature->argument_count - 1; i >= 0; i--) {
    if (!signature->arguments[i].is_buffer)
      continue;
    snprintf(what, sizeof what, "the data of argument %d", i);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirBlockGetArgument(body, i))))
      return fail(signature, what);
    mlirBlockEraseArgument(body, (unsigned)i);
  }
  MlirOperation op = mlirBlockGetFirstOperation(body), end = return_of(function);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    if (!op_is_pure(op))
      return fail(signature, "what is not known before the call");
  return STATUS_OK;
}

static void name_function(MlirOperation function, const Signature *signature) {
  MlirContext context = mlirOperationGetContext(function);
  char symbol[SYMBOL_BYTES];
  snprintf(symbol, sizeof symbol, "%s" RESULT_SHAPES_SUFFIX, signature->name);
  for (intptr_t n = mlirOperationGetNumDiscardableAttributes(function); n > 0; n--)
    mlirOperationRemoveDiscardableAttributeByName(
        function, mlirIdentifierStr(mlirOperationGetDiscardableAttribute(function, n - 1).name));
  mlirOperationRemoveAttributeByName(function, ir_string("arg_attrs"));
  mlirOperationSetInherentAttributeByName(function, ir_string("sym_name"),
                                          mlirStringAttrGet(context, ir_string(symbol)));
  mlirOperationSetDiscardableAttributeByName(function, ir_string(MARK), mlirUnitAttrGet(context));
}

static Status add(MlirModule module, const Signature *signature) {
  Status status = STATUS_OK;
  int count = result_shapes_count(signature);
  MlirModule clone = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  MlirOperation function = keep_only(clone, signature->name);
  if (!mlirBlockIsNull(mlirBlockGetNextInRegion(ir_function_body(function))))
    TRY(fail(signature, "branches"));
  drop_assertions(clone);
  return_sizes(function, count);
  TRY(compile_run_pipeline(clone, pipeline));
  function = find(clone, signature->name);
  take_sizes(function, signature);
  TRY(drop_buffers(function, signature));
  ir_function_retype(function);
  name_function(function, signature);
  mlirOperationRemoveFromParent(function);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), function);
cleanup:
  mlirModuleDestroy(clone);
  return status;
}

// --- all of them

typedef struct Adding {
  MlirModule module;
  char **names; // owned, as they are
  int count;
} Adding;

static void add_name(const char *name, void *user) {
  Adding *adding = user;
  adding->names = ir_resized(adding->names, (size_t)(adding->count + 1) * sizeof *adding->names);
  adding->names[adding->count++] = strdup(name);
}

static Status add_if_open(MlirModule module, const char *name) {
  Signature signature = {0};
  Status status = signature_read_open(module, name, &signature);
  if (status != STATUS_OK)
    return status_fail(status, "@%s: %s", TEXT_SYMBOL(name), status_text());
  if (result_shapes_count(&signature) > 0 && mlirOperationIsNull(find_shapes(module, name)))
    status = add(module, &signature);
  signature_destroy(&signature);
  return status;
}

// --- calls inside of the module

// The caller gives the memory of results of unknown size, which a call in the module does not: what
// is public and called is put in its place.
static bool is_open_call(MlirOperation op) {
  bool is_open = false;
  for (intptr_t i = 0; ir_op_is(op, "func.call") && i < mlirOperationGetNumResults(op); i++)
    is_open |= ir_type_is_open(mlirValueGetType(mlirOperationGetResult(op, i)));
  return is_open;
}

// The name of a public function that such a call is of, lent by the context; "": there is none.
static MlirStringRef first_called(MlirModule module) {
  MlirStringRef name = ir_string("");
  IrOps calls = ir_collect(mlirModuleGetOperation(module), is_open_call);
  for (int i = 0; i < calls.count && !name.length; i++) {
    MlirStringRef called = mlirFlatSymbolRefAttrGetValue(
        mlirOperationGetAttributeByName(calls.ops[i], ir_string("callee")));
    char text[SYMBOL_BYTES];
    snprintf(text, sizeof text, "%.*s", (int)called.length, called.data);
    if (signature_is_there(module, text))
      name = called;
  }
  free(calls.ops);
  return name;
}

static Status inline_called(MlirModule module) {
  Status status = STATUS_OK;
  if (first_called(module).length)
    TRY(compile_run_pipeline(module, "builtin.module(inline)"));
  MlirStringRef name = first_called(module);
  if (name.length)
    TRY(status_fail(STATUS_UNSUPPORTED,
                    "@%.*s: it has a result of unknown size and comes back to itself, or is called "
                    "where it cannot be inlined; give the result a static shape",
                    (int)name.length, name.data));
cleanup:
  return status;
}

Status result_shapes_add(MlirModule module) {
  Status status = inline_called(module);
  if (status != STATUS_OK)
    return status;
  Adding adding = {.module = module};
  signature_each_function(module, add_name, &adding);
  for (int i = 0; i < adding.count; i++) {
    if (status == STATUS_OK)
      status = add_if_open(module, adding.names[i]);
    free(adding.names[i]);
  }
  free(adding.names);
  return status;
}

bool result_shapes_read(MlirModule module, const Signature *signature, int *out_symbols) {
  MlirOperation function = find_shapes(module, signature->name);
  if (mlirOperationIsNull(function))
    return false;
  MlirBlock body = ir_function_body(function);
  intptr_t scalars = mlirBlockGetNumArguments(body) - signature->symbol_count;
  MlirOperation end = return_of(function);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); i++) {
    MlirValue value = mlirOperationGetOperand(end, i);
    intptr_t place =
        mlirValueIsABlockArgument(value) ? mlirBlockArgumentGetArgNumber(value) - scalars : -1;
    out_symbols[i] = place >= 0 ? (int)place : -1;
  }
  return true;
}
