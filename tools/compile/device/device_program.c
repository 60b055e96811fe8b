// See device_program.h. The block of a function is read in order; views and constants are followed
// from the ops that use them.
#include "tools/compile/device/device_program.h"

#include "base/text.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "runtime/codegen/location_text.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

// The function that is read.
typedef struct Reading {
  MlirModule module;
  DeviceProgram *program;
  DeviceFunction *function;
  const CFunction *c_function;
} Reading;

static Status refuse(const Reading *reading, MlirOperation op, const char *why) {
  char place[256], name[128];
  MlirStringRef symbol = mlirIdentifierStr(mlirOperationGetName(op));
  location_describe(mlirOperationGetLocation(op), place, sizeof place);
  snprintf(name, sizeof name, "%.*s", (int)symbol.length, symbol.data);
  return status_fail(STATUS_UNSUPPORTED, "%s%s@%s: %s %s; a library for a GPU has kernels alone",
                     TEXT_LINE(place), *place ? ": " : "",
                     TEXT_SYMBOL(reading->c_function->signature.name), TEXT_LINE(name), why);
}

// --- values

// The bits of a constant; false where the value is none of at most 64 bits.
static bool read_constant(MlirValue value, int64_t *out_bits) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  MlirAttribute attribute =
      mlirOperationGetInherentAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  MlirType type = mlirValueGetType(value);
  if (mlirAttributeIsAInteger(attribute)) {
    bool is_word = mlirTypeIsAIndex(type) || mlirIntegerTypeGetWidth(type) <= 64;
    *out_bits = is_word ? mlirIntegerAttrGetValueInt(attribute) : 0;
    return is_word;
  }
  if (!mlirAttributeIsAFloat(attribute))
    return false;
  double number = mlirFloatAttrGetValueDouble(attribute);
  float single = (float)number;
  *out_bits = 0;
  if (mlirTypeIsAF64(type))
    memcpy(out_bits, &number, sizeof number);
  else if (mlirTypeIsAF32(type))
    memcpy(out_bits, &single, sizeof single);
  return mlirTypeIsAF64(type) || mlirTypeIsAF32(type);
}

static bool is_plain_view(MlirOperation op) {
  static const char *const views[] = {"memref.cast", "memref.collapse_shape", "memref.expand_shape",
                                      "memref.subview", "memref.reinterpret_cast"};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    if (ir_op_is(op, views[i]))
      return true;
  return false;
}

// Where the elements of a buffer are counted from: a view's own offset is in its type.
static bool read_base(const Reading *reading, MlirValue buffer, LaunchOperand *out_operand) {
  const Signature *signature = &reading->c_function->signature;
  int64_t shift = 0;
  while (mlirValueIsAOpResult(buffer)) {
    MlirOperation op = mlirOpResultGetOwner(buffer);
    if (ir_op_is(op, "memref.view")) {
      int64_t bytes = 0;
      if (!read_constant(mlirOperationGetOperand(op, 1), &bytes))
        return false;
      shift += bytes;
    } else if (ir_op_is(op, "memref.get_global")) {
      const DeviceWeight *weight =
          device_weights_find(&reading->program->weights, reading->module, op);
      if (weight)
        *out_operand = (LaunchOperand){LAUNCH_WEIGHT, 0, shift + weight->offset};
      return weight;
    } else if (!is_plain_view(op)) {
      return false;
    }
    buffer = mlirOperationGetOperand(op, 0);
  }
  int number = (int)mlirBlockArgumentGetArgNumber(buffer);
  bool is_workspace = number == signature->argument_count + signature->result_count;
  *out_operand = (LaunchOperand){is_workspace ? LAUNCH_WORKSPACE : number, 0, shift};
  return true;
}

// Offset and size in bytes of a buffer without gaps; false of another.
static bool read_extent(MlirType type, int64_t *out_offset, int64_t *out_bytes) {
  int64_t strides[VALUE_MAX_RANK], offset, elements = 1;
  int bits = type_bits(mlirShapedTypeGetElementType(type));
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank > VALUE_MAX_RANK || bits < 8 || bits % 8 != 0 || !mlirShapedTypeHasStaticShape(type) ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) ||
      mlirShapedTypeIsDynamicStrideOrOffset(offset))
    return false;
  for (intptr_t d = rank - 1; d >= 0; d--) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    if (size != 1 && strides[d] != elements)
      return false;
    elements *= size;
  }
  *out_offset = offset * (bits / 8);
  *out_bytes = elements * (bits / 8);
  return true;
}

// --- steps

static LaunchStep *add_step(DeviceFunction *function, int operands) {
  if (function->count == function->capacity) {
    function->capacity = function->capacity ? 2 * function->capacity : 16;
    function->steps =
        ir_resized(function->steps, (size_t)function->capacity * sizeof *function->steps);
  }
  LaunchStep *step = &function->steps[function->count++];
  *step = (LaunchStep){.operand_count = operands,
                       .operands = ir_zeroed((size_t)operands + 1, sizeof *step->operands)};
  return step;
}

static Status read_copy(Reading *reading, MlirOperation op) {
  LaunchOperand ends[2];
  int64_t bytes[2];
  for (int i = 0; i < 2; i++) {
    MlirValue buffer = mlirOperationGetOperand(op, i);
    int64_t offset;
    if (!read_base(reading, buffer, &ends[i]) ||
        !read_extent(mlirValueGetType(buffer), &offset, &bytes[i]))
      return refuse(reading, op, "is no copy of a whole buffer");
    ends[i].offset += offset;
  }
  if (bytes[0] == 0)
    return STATUS_OK;
  LaunchStep *step = add_step(reading->function, 2);
  memcpy((LaunchOperand *)step->operands, ends, sizeof ends);
  step->kernel = LAUNCH_COPY;
  step->bytes = bytes[0];
  return STATUS_OK;
}

// The symbols of the attribute "kernel": @module::@name.
static bool read_names(MlirOperation op, DeviceKernel *out_kernel) {
  MlirAttribute kernel = mlirOperationGetInherentAttributeByName(op, ir_string("kernel"));
  *out_kernel = (DeviceKernel){.shared_bytes = 0};
  if (mlirSymbolRefAttrGetNumNestedReferences(kernel) != 1)
    return false;
  MlirStringRef module = mlirSymbolRefAttrGetRootReference(kernel);
  MlirStringRef name =
      mlirFlatSymbolRefAttrGetValue(mlirSymbolRefAttrGetNestedReference(kernel, 0));
  if (module.length >= C_NAME_BYTES || name.length >= C_NAME_BYTES)
    return false;
  memcpy(out_kernel->module, module.data, module.length);
  memcpy(out_kernel->name, name.data, name.length);
  return true;
}

// The number of the kernel, which is added when it is new.
static int find_kernel(DeviceProgram *program, const DeviceKernel *kernel) {
  for (int i = 0; i < program->kernel_count; i++)
    if (!strcmp(program->kernels[i].module, kernel->module) &&
        !strcmp(program->kernels[i].name, kernel->name))
      return i;
  if (program->kernel_count == program->kernel_capacity) {
    program->kernel_capacity = program->kernel_capacity ? 2 * program->kernel_capacity : 16;
    program->kernels =
        ir_resized(program->kernels, (size_t)program->kernel_capacity * sizeof *program->kernels);
  }
  program->kernels[program->kernel_count] = *kernel;
  return program->kernel_count++;
}

// Operands of a launch by segment.
enum {
  SEGMENT_ASYNC,
  SEGMENT_GRID,
  SEGMENT_BLOCK = 4,
  SEGMENT_CLUSTER = 7,
  SEGMENT_SHARED = 10,
  SEGMENT_ARGUMENTS,
  SEGMENT_OBJECT
};

static Status read_arguments(Reading *reading, MlirOperation op, int first, int count,
                             LaunchOperand *operands) {
  for (int i = 0; i < count; i++) {
    MlirValue value = mlirOperationGetOperand(op, first + i);
    bool is_known = true;
    operands[i] = (LaunchOperand){.parameter = LAUNCH_CONSTANT};
    if (mlirValueIsABlockArgument(value) || mlirTypeIsAMemRef(mlirValueGetType(value)))
      is_known = read_base(reading, value, &operands[i]);
    else
      is_known = read_constant(value, &operands[i].offset);
    if (!is_known)
      return refuse(reading, op, "takes a value that the host would compute");
  }
  return STATUS_OK;
}

static Status read_sizes(Reading *reading, MlirOperation op, LaunchStep *step) {
  int64_t sizes[6];
  for (int i = 0; i < 6; i++)
    if (!read_constant(mlirOperationGetOperand(op, i), &sizes[i]) || sizes[i] < 1 ||
        sizes[i] > INT32_MAX)
      return refuse(reading, op, "has a grid that the host would compute");
  for (int i = 0; i < 3; i++) {
    step->grid[i] = (int32_t)sizes[i];
    step->block[i] = (int32_t)sizes[3 + i];
  }
  return STATUS_OK;
}

static Status read_launch(Reading *reading, MlirOperation op) {
  Status status = STATUS_OK;
  DeviceKernel kernel;
  int64_t shared = 0;
  MlirAttribute segments =
      mlirOperationGetInherentAttributeByName(op, ir_string("operandSegmentSizes"));
  int dynamic = mlirDenseI32ArrayGetElement(segments, SEGMENT_SHARED);
  int count = mlirDenseI32ArrayGetElement(segments, SEGMENT_ARGUMENTS);
  if (mlirDenseI32ArrayGetElement(segments, SEGMENT_ASYNC) > 0 ||
      mlirDenseI32ArrayGetElement(segments, SEGMENT_CLUSTER) > 0 ||
      mlirDenseI32ArrayGetElement(segments, SEGMENT_OBJECT) > 0 || !read_names(op, &kernel) ||
      count > LAUNCH_MAX_OPERANDS)
    return refuse(reading, op, "is a launch with tokens, clusters or too many operands");
  if (dynamic > 0 && !read_constant(mlirOperationGetOperand(op, 6), &shared))
    return refuse(reading, op, "has shared memory that the host would compute");
  LaunchStep *step = add_step(reading->function, count);
  step->shared_bytes = (int32_t)shared;
  step->kernel = find_kernel(reading->program, &kernel);
  DeviceKernel *known = &reading->program->kernels[step->kernel];
  known->shared_bytes = known->shared_bytes < shared ? (int32_t)shared : known->shared_bytes;
  TRY(read_sizes(reading, op, step));
  TRY(read_arguments(reading, op, 6 + dynamic, count, (LaunchOperand *)step->operands));
cleanup:
  return status;
}

// --- functions

static bool is_followed(MlirOperation op) {
  return ir_op_is(op, "arith.constant") || ir_op_is(op, "memref.get_global") ||
         ir_op_is(op, "memref.view") || is_plain_view(op) || ir_op_is(op, "memref.dealloc");
}

static Status read_op(Reading *reading, MlirOperation op) {
  if (ir_op_is(op, "gpu.launch_func"))
    return read_launch(reading, op);
  if (ir_op_is(op, "memref.copy"))
    return read_copy(reading, op);
  if (is_followed(op) || (ir_op_is(op, "func.return") && mlirOperationGetNumOperands(op) == 0))
    return STATUS_OK;
  return refuse(reading, op, "stays on the host");
}

static Status read_function(Reading *reading, MlirOperation function) {
  Status status = STATUS_OK;
  MlirBlock block = ir_function_body(function);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op) && status == STATUS_OK; op = mlirOperationGetNextInBlock(op))
    status = read_op(reading, op);
  return status;
}

static MlirOperation find_function(MlirModule module, const char *name) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!ir_op_is(op, "func.func") || !mlirStringRefEqual(ir_symbol(op), ir_string(name)))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

Status device_program_check(MlirModule module, const CInterface *interface) {
  for (int i = 0; i < interface->count; i++) {
    const CFunction *c_function = &interface->functions[i];
    Reading reading = {module, NULL, NULL, c_function};
    MlirBlock block = ir_function_body(find_function(module, c_function->signature.name));
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      if (mlirOperationGetNumRegions(op) > 0)
        return refuse(&reading, op, "stays on the host");
  }
  return STATUS_OK;
}

Status device_program_read(MlirModule module, const CInterface *interface,
                           DeviceProgram *out_program) {
  Status status = STATUS_OK;
  DeviceProgram program = {.function_count = interface->count};
  program.functions = ir_zeroed((size_t)interface->count + 1, sizeof *program.functions);
  for (int i = 0; i < interface->count; i++) {
    const CFunction *c_function = &interface->functions[i];
    Reading reading = {module, &program, &program.functions[i], c_function};
    TRY(read_function(&reading, find_function(module, c_function->signature.name)));
  }
  *out_program = program;
  return STATUS_OK;
cleanup:
  device_program_destroy(&program);
  return status;
}

void device_program_destroy(DeviceProgram *program) {
  for (int i = 0; i < program->function_count; i++) {
    for (int s = 0; s < program->functions[i].count; s++)
      free((LaunchOperand *)program->functions[i].steps[s].operands);
    free(program->functions[i].steps);
  }
  free(program->functions);
  free(program->kernels);
  device_weights_destroy(&program->weights);
  *program = (DeviceProgram){0};
}
