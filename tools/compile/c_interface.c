// CInterface: how C sees the public functions of a module: one C function each, on plain pointers
// and scalars, and the header that declares them.
#include "tools/compile/c_interface.h"

#include "base/text.h"
#include "tools/compile/result_shapes.h"
#include "transforms/ir.h"
#include "transforms/lowering/share/c_functions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// --- names

static void make_identifier(const char *text, char out_name[C_NAME_BYTES]) {
  size_t used = isdigit((unsigned char)*text) || !*text ? 1 : 0;
  out_name[0] = '_';
  for (; *text && used + 1 < C_NAME_BYTES; text++)
    out_name[used++] = isalnum((unsigned char)*text) ? *text : '_';
  out_name[used] = 0;
}

static void name_function(const CInterface *interface, CFunction *function) {
  char name[C_NAME_BYTES], both[2 * C_NAME_BYTES];
  snprintf(both, sizeof both, "%s_%s", interface->prefix, function->signature.name);
  make_identifier(both, name);
  memcpy(function->c_name, name, sizeof name);
}

static bool has_name(const CFunction *function, const CFunction *other, const char *suffix) {
  size_t length = strlen(other->c_name);
  return !strncmp(function->c_name, other->c_name, length) &&
         !strcmp(function->c_name + length, suffix);
}

// Whether one of the names that belong to `other` is that of `function`, which comes `is_later`.
static Status check_pair(const CFunction *other, const CFunction *function, bool is_later) {
  if ((is_later && has_name(function, other, "")) || has_name(function, other, C_IN_SUFFIX) ||
      has_name(function, other, C_BYTES_SUFFIX) ||
      (other->result_symbols && has_name(function, other, C_SHAPES_SUFFIX)))
    return status_fail(STATUS_USAGE, "@%s and @%s would both be %s in C; rename one",
                       TEXT_SYMBOL(other->signature.name), TEXT_SYMBOL(function->signature.name),
                       function->c_name);
  return STATUS_OK;
}

static Status check_names(const CInterface *interface) {
  static const char *const taken[] = {"version", "status_text"};
  Status status = STATUS_OK;
  for (int i = 0; i < interface->count; i++) {
    const CFunction *function = &interface->functions[i];
    for (int j = 0; j < interface->count; j++)
      TRY(check_pair(&interface->functions[j], function, j < i));
    for (int j = 0; j < 2; j++)
      if (!strcmp(function->signature.name, taken[j]))
        return status_fail(STATUS_USAGE, "@%s: %s is a function of every library; rename it",
                           taken[j], function->c_name);
  }
cleanup:
  return status;
}

// --- reading

static Status check_layout(const CFunction *function, MlirType type) {
  int64_t strides[VALUE_MAX_RANK], offset;
  if (!mlirTypeIsAMemRef(type) || mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return STATUS_OK; // of memref<3x0xf32>, MLIR takes the strides for open
  bool is_open =
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type) && !is_open; d++)
    is_open = mlirShapedTypeIsDynamicStrideOrOffset(strides[d]);
  if (!is_open)
    return STATUS_OK;
  IrText text = {.used = 0};
  mlirTypePrint(type, ir_text_add, &text);
  return status_fail(STATUS_UNSUPPORTED,
                     "@%s: type %.200s has no C form: strides and offset are "
                     "not static",
                     TEXT_SYMBOL(function->signature.name), text.bytes);
}

static Status check_types(const CFunction *function, MlirOperation op) {
  MlirType type = mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("function_type")));
  Status status = STATUS_OK;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type) && status == STATUS_OK; i++)
    status = check_layout(function, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type) && status == STATUS_OK; i++)
    status = check_layout(function, mlirFunctionTypeGetResult(type, i));
  return status;
}

// --- unknown sizes

// How many sizes before this one have the name.
static int count_name(const CFunction *function, int before, const char *name) {
  int count = 0;
  for (int s = 0; s < before; s++)
    count += !strcmp(function->size_names[s], name);
  return count;
}

// "n_" and the name of the dimension; a number, where that is taken in C.
static void name_sizes(CFunction *function) {
  const Signature *signature = &function->signature;
  for (int s = 0; s < signature->symbol_count; s++) {
    char given[DIM_NAME_BYTES + 8], name[C_NAME_BYTES];
    snprintf(given, sizeof given, "n_%s", signature->symbols[s]);
    make_identifier(given, name);
    for (int number = s; count_name(function, s, name); number++)
      snprintf(name, sizeof name, "n_%d", number);
    snprintf(function->size_names[s], sizeof function->size_names[s], "%s", name);
  }
}

static bool has_open_size(const ValueType *values, int count) {
  bool has = false;
  for (int i = 0; i < count; i++)
    for (int d = 0; d < values[i].rank; d++)
      has |= values[i].shape[d] == OPEN_SIZE;
  return has;
}

static Status read_sizes(MlirModule module, CFunction *function) {
  const Signature *signature = &function->signature;
  bool has_open_result = has_open_size(signature->results, signature->result_count);
  name_sizes(function);
  if (!has_open_result)
    return STATUS_OK;
  int count = signature->result_count * VALUE_MAX_RANK;
  function->result_symbols = calloc((size_t)count, sizeof *function->result_symbols);
  if (!function->result_symbols)
    return status_fail(STATUS_SYSTEM, "no memory for the sizes of results");
  return result_shapes_read(module, signature, function->result_symbols)
             ? STATUS_OK
             : status_fail(STATUS_UNSUPPORTED, "@%s: nothing tells the shapes of its results",
                           TEXT_SYMBOL(signature->name));
}

typedef struct Reading {
  MlirModule module;
  CInterface *interface;
  Status status;
} Reading;

static Status read_function(const Reading *reading, const char *name) {
  CInterface *interface = reading->interface;
  CFunction *functions =
      realloc(interface->functions, (size_t)(interface->count + 1) * sizeof *functions);
  if (!functions)
    return status_fail(STATUS_SYSTEM, "no memory for the functions of the module");
  interface->functions = functions;
  CFunction *function = &functions[interface->count];
  *function = (CFunction){0};
  Status status = signature_read_open(reading->module, name, &function->signature);
  if (status != STATUS_OK)
    return status_fail(status, "@%s: %s", TEXT_SYMBOL(name), status_text());
  interface->count++;
  name_function(interface, function);
  status = read_sizes(reading->module, function);
  return status == STATUS_OK
             ? check_types(function, c_function_mark(reading->module, name, &function->is_open))
             : status;
}

static void visit_function(const char *name, void *user) {
  Reading *reading = user;
  if (reading->status == STATUS_OK && !result_shapes_is(reading->module, name))
    reading->status = read_function(reading, name);
}

void c_interface_read_workspaces(MlirModule lowered, CInterface *interface) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(lowered));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    bool is_function = ir_op_is(op, "llvm.func") || ir_op_is(op, "func.func");
    for (int i = 0; i < interface->count && is_function; i++) {
      CFunction *function = &interface->functions[i];
      if (mlirStringRefEqual(ir_symbol(op), ir_string(function->signature.name)))
        function->workspace_bytes = c_function_workspace_bytes(op);
    }
  }
}

// --- the whole

Status c_interface_create(MlirModule module, const char *prefix, CInterface *out_interface) {
  Status status = STATUS_OK;
  CInterface interface = {.count = 0};
  Reading reading = {module, &interface, STATUS_OK};
  make_identifier(prefix, interface.prefix);
  signature_each_function(module, visit_function, &reading);
  TRY(reading.status);
  if (interface.count == 0)
    TRY(status_fail(STATUS_USAGE, "the module has no public function with a body%s",
                    signature_nested_hint(module)));
  TRY(check_names(&interface));
  *out_interface = interface;
  return STATUS_OK;
cleanup:
  c_interface_destroy(&interface);
  return status;
}

void c_interface_destroy(CInterface *interface) {
  for (int i = 0; i < interface->count; i++) {
    signature_destroy(&interface->functions[i].signature);
    free(interface->functions[i].result_symbols);
  }
  free(interface->functions);
  *interface = (CInterface){0};
}
