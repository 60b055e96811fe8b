// Reads function types through the C API.
#include "runtime/signature.h"

#include "base/integer.h"
#include "base/text.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "plan/cold_argument.h"
#include "runtime/codegen/location_text.h"
#include "runtime/data/draw_read.h"
#include "transforms/dim_names.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirAttribute attribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString(name));
}

// The text is not terminated: it lives in the context.
static MlirStringRef function_name(MlirOperation op) {
  return mlirStringAttrGetValue(attribute(op, "sym_name"));
}

static bool is_public_function(MlirOperation op) {
  if (!ir_op_is(op, "func.func"))
    return false;
  MlirAttribute visibility = attribute(op, "sym_visibility");
  if (!mlirAttributeIsNull(visibility) &&
      mlirStringRefEqual(mlirStringAttrGetValue(visibility),
                         mlirStringRefCreateFromCString("private")))
    return false;
  return !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
}

static MlirOperation first_operation(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

void signature_each_function(MlirModule module, void (*visit)(const char *name, void *user),
                             void *user) {
  for (MlirOperation op = first_operation(module); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!is_public_function(op))
      continue;
    MlirStringRef text = function_name(op);
    char *name = strndup(text.data, text.length);
    visit(name, user);
    free(name);
  }
}

static MlirOperation find_function(MlirModule module, const char *name) {
  MlirOperation op = first_operation(module);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (is_public_function(op) &&
        (!name || mlirStringRefEqual(function_name(op), mlirStringRefCreateFromCString(name))))
      break;
  return op;
}

const char *signature_nested_hint(MlirModule module) {
  MlirOperation op = first_operation(module);
  while (!mlirOperationIsNull(op) && !ir_op_is(op, "builtin.module"))
    op = mlirOperationGetNextInBlock(op);
  return mlirOperationIsNull(op) ? ""
                                 : "; functions of a module in the module cannot be called: make "
                                   "that one a file of its own";
}

static Status unsupported(MlirType type, const char *why) {
  IrText text = {.used = 0};
  mlirTypePrint(type, ir_text_add, &text);
  return status_fail(STATUS_UNSUPPORTED, "type %.128s: %s", text.bytes, why);
}

static Status read_element(MlirType type, ElementType *out_type) {
  *out_type = element_type_of(type);
  return *out_type == ELEMENT_TYPE_COUNT ? unsupported(type, "no such element type") : STATUS_OK;
}

static void set_row_major(ValueType *value) {
  int64_t stride = 1;
  for (int d = value->rank - 1; d >= 0; d--) {
    value->strides[d] = stride;
    stride = stride == OPEN_SIZE || value->shape[d] == OPEN_SIZE
                 ? OPEN_SIZE
                 : integer_multiply(stride, value->shape[d]);
  }
}

// Keeps the row-major default for strides that the layout leaves open.
static Status read_layout(MlirType type, ValueType *value) {
  int64_t strides[VALUE_MAX_RANK], offset;
  if (mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return unsupported(type, "no strides");
  for (int d = 0; d < value->rank; d++)
    if (!mlirShapedTypeIsDynamicStrideOrOffset(strides[d]))
      value->strides[d] = strides[d];
  if (!mlirShapedTypeIsDynamicStrideOrOffset(offset))
    value->offset = offset;
  return STATUS_OK;
}

// Sums over shape and strides stay within 64 bits from here on.
static Status check_extent(MlirType type, const ValueType *value) {
  int64_t last = value->offset;
  for (int d = 0; d < value->rank; d++)
    if (value->shape[d] == OPEN_SIZE)
      return STATUS_OK;
  for (int d = 0; d < value->rank; d++) {
    if (value->shape[d] == 0)
      return STATUS_OK;
    if (value->strides[d] < 0)
      return unsupported(type, "a stride is negative");
    last = integer_add(last, integer_multiply(value->shape[d] - 1, value->strides[d]));
  }
  int64_t bytes = integer_multiply(integer_add(last, 1), element_type_bytes(value->type));
  return value->offset < 0          ? unsupported(type, "the offset is negative")
         : bytes > MEMORY_MAX_BYTES ? unsupported(type, "it is larger than any memory")
                                    : STATUS_OK;
}

// What the unknown dimensions of a function's values are.
typedef struct OpenDims {
  const OpenSizes *sizes; // NULL: there may be none, unless they
  bool stay_open;
  bool is_result;
  MlirOperation function;
  int argument;         // the one that is read
  Signature *signature; // gets the symbols
} OpenDims;

// Number of the symbol that the dimension of the argument has; -1: there are too many.
static int symbol_of(OpenDims *open, int dim) {
  Signature *signature = open->signature;
  char name[DIM_NAME_BYTES];
  dim_name_of(open->function, open->argument, dim, name);
  for (int s = 0; s < signature->symbol_count; s++)
    if (!strcmp(signature->symbols[s], name))
      return s;
  if (signature->symbol_count == OPEN_SIZES_MAX)
    return -1;
  memcpy(signature->symbols[signature->symbol_count], name, sizeof name);
  return signature->symbol_count++;
}

// With names, what is not there is told by check_sizes.
static int64_t size_of_symbol(const OpenDims *open, int symbol) {
  const OpenSizes *sizes = open->sizes;
  if (open->stay_open)
    return OPEN_SIZE;
  int place = sizes->has_names    ? open_sizes_find(sizes, open->signature->symbols[symbol])
              : sizes->count == 1 ? 0
                                  : symbol;
  return place >= 0 && place < sizes->count ? sizes->values[place] : 0;
}

// Where a size has to be open, or given by the call.
static Status check_open(MlirType type, const OpenDims *open) {
  if (!open->sizes && !open->stay_open)
    return unsupported(type, "the shape is not static; give each ? a size, of an imported "
                             "model by --dim NAME=SIZE of scripts/import");
  return !open->is_result && !open->stay_open && open->sizes->count == 0
             ? unsupported(type, "the shape is not static; give each ? a size by --dim")
             : STATUS_OK;
}

static Status read_shape(MlirType type, OpenDims *open, ValueType *value) {
  Status status = STATUS_OK;
  value->rank = (int)mlirShapedTypeGetRank(type);
  if (value->rank > VALUE_MAX_RANK)
    return unsupported(type, "the rank is above 16");
  for (int d = 0; d < value->rank; d++) {
    int64_t known = !mlirShapedTypeIsDynamicDim(type, d) ? mlirShapedTypeGetDimSize(type, d)
                    : open->is_result ? OPEN_SIZE
                                      : dim_told_size(open->function, open->argument, d);
    bool is_open = known == OPEN_SIZE;
    if (is_open && (status = check_open(type, open)) != STATUS_OK)
      return status;
    value->symbols[d] = is_open && !open->is_result ? symbol_of(open, d) : -1;
    if (is_open && !open->is_result && value->symbols[d] < 0)
      return unsupported(type, "more than 64 unknown sizes");
    value->shape[d] = value->symbols[d] < 0 ? known : size_of_symbol(open, value->symbols[d]);
  }
  return STATUS_OK;
}

static Status read_value(MlirType type, OpenDims *open, ValueType *value) {
  bool is_memref = mlirTypeIsAMemRef(type);
  *value = (ValueType){.is_memref = is_memref, .is_written = is_memref};
  value->is_buffer = is_memref || mlirTypeIsARankedTensor(type);
  if (!value->is_buffer)
    return read_element(type, &value->type);
  Status status = read_shape(type, open, value);
  if (status != STATUS_OK)
    return status;
  set_row_major(value);
  if (is_memref)
    status = read_layout(type, value);
  if (status == STATUS_OK)
    status = read_element(mlirShapedTypeGetElementType(type), &value->type);
  return status != STATUS_OK ? status : check_extent(type, value);
}

bool signature_is_there(MlirModule module, const char *name) {
  return !mlirOperationIsNull(find_function(module, name));
}

// The attribute `name` of the value at `place` of `kind`: arg_attrs or res_attrs. Null when there
// is none.
static MlirAttribute value_attribute(MlirOperation function, const char *kind, int place,
                                     const char *name) {
  MlirAttribute all = attribute(function, kind);
  return mlirAttributeIsNull(all)
             ? all
             : mlirDictionaryAttrGetElementByName(mlirArrayAttrGetElement(all, place),
                                                  mlirStringRefCreateFromCString(name));
}

static MlirAttribute argument_attribute(MlirOperation function, int argument, const char *name) {
  return value_attribute(function, "arg_attrs", argument, name);
}

static void read_name(MlirOperation function, const char *kind, int place, ValueType *value) {
  MlirAttribute name = value_attribute(function, kind, place, VALUE_NAME_ATTRIBUTE);
  if (mlirAttributeIsNull(name) || !mlirAttributeIsAString(name))
    return;
  MlirStringRef text = mlirStringAttrGetValue(name);
  snprintf(value->name, sizeof value->name, "%.*s", (int)text.length, text.data);
}

static bool has_attribute(MlirOperation function, int argument, const char *name) {
  return !mlirAttributeIsNull(argument_attribute(function, argument, name));
}

static bool is_writable(MlirOperation function, int argument) {
  MlirAttribute writable = argument_attribute(function, argument, "bufferization.writable");
  return !mlirAttributeIsNull(writable) && mlirAttributeIsABool(writable) &&
         mlirBoolAttrGetValue(writable);
}

// Only an argument that is never written can be cold: of others every call has to see what the last
// one left. 0 where there is no such number.
static int64_t read_cold_bytes(MlirOperation function, int argument, const ValueType *type) {
  MlirAttribute bytes = argument_attribute(function, argument, COLD_ARGUMENT_ATTRIBUTE);
  bool is_number = !mlirAttributeIsNull(bytes) && mlirAttributeIsAInteger(bytes) &&
                   mlirTypeIsAInteger(mlirAttributeGetType(bytes)) &&
                   mlirIntegerTypeIsSignless(mlirAttributeGetType(bytes)) &&
                   mlirIntegerTypeGetWidth(mlirAttributeGetType(bytes)) == 64;
  int64_t value = is_number ? mlirIntegerAttrGetValueInt(bytes) : 0;
  return type->is_buffer && !type->is_written && value > 0 ? value : 0;
}

// Says which value of the signature the last failure was about.
static Status fail_value(Status failure, const char *kind, int place, const ValueType *value,
                         MlirLocation location) {
  char where[256];
  location_describe(location, where, sizeof where);
  return status_fail(failure, "%s%s%s %d%s%s, %s", where, where[0] ? ": " : "", kind, place,
                     value->name[0] ? " " : "", value->name, status_text());
}

static Status read_argument(MlirOperation function, MlirType type, int i, OpenDims *open,
                            ValueType *out_value) {
  Status status = read_value(mlirFunctionTypeGetInput(type, i), open, out_value);
  out_value->is_written = out_value->is_written || is_writable(function, i);
  out_value->is_constant = has_attribute(function, i, CONSTANT_ARGUMENT_ATTRIBUTE);
  out_value->is_packed = has_attribute(function, i, PACKED_ARGUMENT_ATTRIBUTE);
  out_value->cold_bytes = read_cold_bytes(function, i, out_value);
  read_name(function, "arg_attrs", i, out_value);
  if (status == STATUS_OK)
    return status;
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0));
  return fail_value(status, "argument", i, out_value,
                    mlirValueGetLocation(mlirBlockGetArgument(entry, i)));
}

static Status read_result(MlirOperation function, MlirType type, int i, OpenDims *open,
                          ValueType *out_value) {
  Status status = read_value(mlirFunctionTypeGetResult(type, i), open, out_value);
  read_name(function, "res_attrs", i, out_value);
  return status == STATUS_OK
             ? status
             : fail_value(status, "result", i, out_value, mlirOperationGetLocation(function));
}

static void read_draws(MlirOperation function, Signature *signature) {
  Draw *draws = calloc((size_t)signature->argument_count + 1, sizeof(Draw));
  draw_read(function, draws);
  for (int i = 0; i < signature->argument_count; i++)
    signature->arguments[i].draw = draws[i];
  free(draws);
}

static Status fail_names(const Signature *signature, const char *why, const char *name) {
  IrText names = {.used = 0};
  for (int s = 0; s < signature->symbol_count; s++) {
    ir_text_add(ir_string(s ? ", " : ""), &names);
    ir_text_add(ir_string(signature->symbols[s]), &names);
  }
  return status_fail(STATUS_USAGE, "--dim: %s %s; @%s has %.300s", why, name,
                     TEXT_SYMBOL(signature->name), names.bytes);
}

// A function without unknown sizes takes any.
static Status check_sizes(const OpenSizes *sizes, const Signature *signature) {
  int symbols = signature->symbol_count;
  if (!sizes || symbols == 0)
    return STATUS_OK;
  for (int i = 0; i < sizes->count && sizes->has_names; i++) {
    bool is_there = false;
    for (int s = 0; s < symbols && !is_there; s++)
      is_there = !strcmp(sizes->names[i], signature->symbols[s]);
    if (!is_there)
      return fail_names(signature, "no unknown size is called", sizes->names[i]);
  }
  for (int s = 0; s < symbols && sizes->has_names; s++)
    if (open_sizes_find(sizes, signature->symbols[s]) < 0)
      return fail_names(signature, "there is no size of", signature->symbols[s]);
  if (sizes->has_names || sizes->count <= 1 || sizes->count == symbols)
    return STATUS_OK;
  return status_fail(STATUS_USAGE, "--dim: %d sizes, and the arguments of @%s have %d unknown ones",
                     sizes->count, TEXT_SYMBOL(signature->name), symbols);
}

static Status read_signature(MlirModule module, const char *name, OpenDims open,
                             Signature *out_signature) {
  Status status = STATUS_OK;
  Signature signature = {0};
  MlirOperation op = find_function(module, name);
  if (mlirOperationIsNull(op))
    return name ? status_fail(STATUS_USAGE, "the module has no public function @%s%s", name,
                              signature_nested_hint(module))
                : status_fail(STATUS_USAGE, "the module has no public function%s",
                              signature_nested_hint(module));
  open.function = op;
  open.signature = &signature;
  MlirType type = mlirTypeAttrGetValue(attribute(op, "function_type"));
  MlirStringRef text = function_name(op);
  signature.name = strndup(text.data, text.length);
  signature.argument_count = (int)mlirFunctionTypeGetNumInputs(type);
  signature.result_count = (int)mlirFunctionTypeGetNumResults(type);
  signature.arguments = calloc((size_t)signature.argument_count + 1, sizeof(ValueType));
  signature.results = calloc((size_t)signature.result_count + 1, sizeof(ValueType));
  for (open.argument = 0; open.argument < signature.argument_count; open.argument++)
    TRY(read_argument(op, type, open.argument, &open, &signature.arguments[open.argument]));
  TRY(check_sizes(open.sizes, &signature));
  if (open.sizes)
    signature.sizes = *open.sizes;
  read_draws(op, &signature);
  open.is_result = true;
  for (int i = 0; i < signature.result_count; i++)
    TRY(read_result(op, type, i, &open, &signature.results[i]));
  *out_signature = signature;
  return STATUS_OK;
cleanup:
  signature_destroy(&signature);
  return status;
}

Status signature_read(MlirModule module, const char *name, Signature *out_signature) {
  return read_signature(module, name, (OpenDims){.sizes = NULL}, out_signature);
}

Status signature_read_sized(MlirModule module, const char *name, const OpenSizes *sizes,
                            Signature *out_signature) {
  return read_signature(module, name, (OpenDims){.sizes = sizes}, out_signature);
}

Status signature_read_open(MlirModule module, const char *name, Signature *out_signature) {
  return read_signature(module, name, (OpenDims){.stay_open = true}, out_signature);
}

void signature_destroy(Signature *signature) {
  free(signature->name);
  free(signature->arguments);
  free(signature->results);
  *signature = (Signature){0};
}

int64_t value_type_elements(const ValueType *type) {
  int64_t count = 1;
  for (int d = 0; d < type->rank; d++)
    count = integer_multiply(count, type->shape[d]);
  return count;
}

int64_t value_type_span(const ValueType *type) {
  int64_t last = 0;
  for (int d = 0; d < type->rank; d++) {
    if (type->shape[d] == 0)
      return 0;
    last += (type->shape[d] - 1) * type->strides[d];
  }
  return last + 1;
}
