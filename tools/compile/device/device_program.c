// See device_program.h. The block of a function is read in order; views and constants are followed
// from the ops that use them.
#include "tools/compile/device/device_program.h"

#include "base/text.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "runtime/codegen/location_text.h"
#include "tools/compile/device/device_maps.h"
#include "tools/compile/device/device_values.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"
#include "transforms/predicates.h"

#include <stdlib.h>
#include <string.h>

static Status refuse(const DeviceReading *reading, MlirOperation op, const char *why) {
  char place[256], name[128];
  MlirStringRef symbol = mlirIdentifierStr(mlirOperationGetName(op));
  location_describe(mlirOperationGetLocation(op), place, sizeof place);
  snprintf(name, sizeof name, "%.*s", (int)symbol.length, symbol.data);
  return status_fail(STATUS_UNSUPPORTED, "%s%s@%s: %s %s; a library for a GPU has kernels alone",
                     TEXT_LINE(place), *place ? ": " : "",
                     TEXT_SYMBOL(reading->c_function->signature.name), TEXT_LINE(name), why);
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
                       .number = LAUNCH_KNOWN,
                       .operands = ir_zeroed((size_t)operands + 1, sizeof *step->operands)};
  return step;
}

static Status read_copy(DeviceReading *reading, MlirOperation op) {
  LaunchOperand ends[2];
  int64_t bytes[2] = {1, 1};
  int32_t numbers[2] = {LAUNCH_KNOWN, LAUNCH_KNOWN};
  for (int i = 0; i < 2; i++) {
    MlirValue buffer = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(buffer);
    int64_t offset = 0;
    if (!device_read_base(reading, buffer, &ends[i]) ||
        !(mlirShapedTypeHasStaticShape(type)
              ? device_read_extent(type, &offset, &bytes[i])
              : device_read_open_extent(reading, buffer, &numbers[i])))
      return refuse(reading, op, "is no copy of a whole buffer");
    ends[i].offset += offset;
  }
  if (bytes[0] == 0 || bytes[1] == 0)
    return STATUS_OK;
  LaunchStep *step = add_step(reading->function, 2);
  memcpy((LaunchOperand *)step->operands, ends, sizeof ends);
  step->kernel = LAUNCH_COPY;
  step->bytes = bytes[numbers[0] >= 0];
  step->number = numbers[1] >= 0 ? numbers[0] : LAUNCH_KNOWN;
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

static Status read_arguments(DeviceReading *reading, MlirOperation op, int first, int count,
                             LaunchOperand *operands) {
  for (int i = 0; i < count; i++) {
    MlirValue value = mlirOperationGetOperand(op, first + i);
    bool is_known = true;
    operands[i] = (LaunchOperand){.parameter = LAUNCH_CONSTANT};
    if (mlirValueIsABlockArgument(value) || mlirTypeIsAMemRef(mlirValueGetType(value)))
      is_known = device_read_base(reading, value, &operands[i]);
    else if (!device_read_constant(value, &operands[i].offset)) {
      operands[i] = (LaunchOperand){.parameter = LAUNCH_NUMBER,
                                    .index = device_number_of(reading->numbers, value)};
      is_known = operands[i].index >= 0;
    }
    if (!is_known)
      return refuse(reading, op, "takes a value that the host would compute");
  }
  return STATUS_OK;
}

// The blocks where they are no constant; with a condition, none unless that is above 0.
static int read_blocks(DeviceReading *reading, MlirOperation op) {
  DeviceNumbers *numbers = reading->numbers;
  int blocks = device_number_of(numbers, mlirOperationGetOperand(op, 0));
  return reading->condition < 0 || blocks < 0
             ? blocks
             : device_number_where(numbers, reading->condition, blocks);
}

static Status read_sizes(DeviceReading *reading, MlirOperation op, LaunchStep *step) {
  int64_t sizes[6] = {1};
  bool is_known =
      reading->condition < 0 && device_read_constant(mlirOperationGetOperand(op, 0), sizes);
  if (!is_known && (step->number = read_blocks(reading, op)) < 0)
    return refuse(reading, op, "has a grid that the host would compute");
  for (int i = is_known ? 0 : 1; i < 6; i++)
    if (!device_read_constant(mlirOperationGetOperand(op, i), &sizes[i]) || sizes[i] < 1 ||
        sizes[i] > INT32_MAX)
      return refuse(reading, op, "has a grid that the host would compute");
  for (int i = 0; i < 3; i++) {
    step->grid[i] = (int32_t)sizes[i];
    step->block[i] = (int32_t)sizes[3 + i];
  }
  return STATUS_OK;
}

static Status read_launch(DeviceReading *reading, MlirOperation op) {
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
  if (dynamic > 0 && !device_read_constant(mlirOperationGetOperand(op, 6), &shared))
    return refuse(reading, op, "has shared memory that the host would compute");
  LaunchStep *step = add_step(reading->function, count);
  step->shared_bytes = (int32_t)shared;
  step->kernel = find_kernel(reading->program, &kernel);
  DeviceKernel *known = &reading->program->kernels[step->kernel];
  known->shared_bytes = known->shared_bytes < shared ? (int32_t)shared : known->shared_bytes;
  TRY(read_sizes(reading, op, step));
  TRY(read_arguments(reading, op, 6 + dynamic, count, (LaunchOperand *)step->operands));
  if (!device_maps_read(op, 6 + dynamic, count, (LaunchMap **)&step->maps, &step->map_count))
    TRY(refuse(reading, op, "has tensor maps that are not known"));
cleanup:
  return status;
}

// --- functions

// Whether the op does nothing by itself; what it computes is kept.
static bool is_followed(const DeviceReading *reading, MlirOperation op) {
  bool computes = ir_op_begins(op, "arith.") || ir_op_is(op, "memref.dim");
  if (computes)
    device_numbers_read(reading->numbers, reading->c_function, op);
  return computes || ir_op_is(op, "memref.get_global") || ir_op_is(op, "memref.alloc") ||
         ir_op_is(op, "memref.view") || device_is_plain_view(op) || ir_op_is(op, "memref.dealloc");
}

static bool is_empty(MlirRegion region) {
  MlirBlock block = mlirRegionGetFirstBlock(region);
  return mlirBlockIsNull(block) ||
         mlirOperationEqual(mlirBlockGetFirstOperation(block), mlirBlockGetTerminator(block));
}

// The number that has to be above 0 for the branch to be taken; -1: it asks for something else, or
// does not only that.
static int read_condition(DeviceReading *reading, MlirOperation branch) {
  MlirValue value = mlirOperationGetOperand(branch, 0);
  int64_t predicate, zero;
  if (!ir_is_made_by(value, "arith.cmpi") || mlirOperationGetNumResults(branch) > 0 ||
      !is_empty(mlirOperationGetRegion(branch, 1)))
    return -1;
  MlirOperation op = mlirOpResultGetOwner(value);
  predicate = mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(op, ir_string("predicate")));
  bool is_above = predicate == INTEGER_NOT_EQUAL || predicate == INTEGER_GREATER ||
                  predicate == INTEGER_UNSIGNED_GREATER;
  return is_above && ir_constant_integer(mlirOperationGetOperand(op, 1), &zero) && zero == 0
             ? device_number_of(reading->numbers, mlirOperationGetOperand(op, 0))
             : -1;
}

// A launch of what may have no blocks, with what it is given.
static Status read_branch(DeviceReading *reading, MlirOperation branch) {
  Status status = STATUS_OK;
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 0));
  reading->condition = read_condition(reading, branch);
  if (reading->condition < 0)
    return refuse(reading, branch, "stays on the host");
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !ir_op_is(op, "scf.yield") && status == STATUS_OK; op = mlirOperationGetNextInBlock(op))
    status = ir_op_is(op, "gpu.launch_func") ? read_launch(reading, op)
             : is_followed(reading, op)      ? STATUS_OK
                                             : refuse(reading, op, "stays on the host");
  reading->condition = -1;
  return status;
}

static Status read_op(DeviceReading *reading, MlirOperation op) {
  if (ir_op_is(op, "scf.if"))
    return read_branch(reading, op);
  if (ir_op_is(op, "gpu.launch_func"))
    return read_launch(reading, op);
  if (ir_op_is(op, "memref.copy"))
    return read_copy(reading, op);
  if (is_followed(reading, op) ||
      (ir_op_is(op, "func.return") && mlirOperationGetNumOperands(op) == 0))
    return STATUS_OK;
  return refuse(reading, op, "stays on the host");
}

static Status read_function(DeviceReading *reading, MlirOperation function) {
  Status status = STATUS_OK;
  MlirBlock block = ir_function_body(function);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op) && status == STATUS_OK; op = mlirOperationGetNextInBlock(op))
    status = read_op(reading, op);
  return status;
}

static void count_elements(const DeviceReading *reading) {
  const Signature *signature = &reading->c_function->signature;
  int count = signature->symbol_count + signature->argument_count + signature->result_count;
  DeviceFunction *function = reading->function;
  const DeviceNumbers *numbers = &function->numbers;
  function->elements =
      ir_zeroed((size_t)(count + numbers->temporary_count) + 1, sizeof *function->elements);
  for (int i = 0; i < count; i++)
    function->elements[i] =
        reading->c_function->is_open
            ? device_number_of_elements(&function->numbers, reading->c_function, i)
            : LAUNCH_KNOWN;
  for (int t = 0; t < numbers->temporary_count; t++)
    function->elements[count + t] = numbers->elements[t];
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
    DeviceReading reading = {.module = module, .c_function = c_function, .condition = -1};
    MlirBlock block = ir_function_body(find_function(module, c_function->signature.name));
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      if (mlirOperationGetNumRegions(op) > 0 && !ir_op_is(op, "scf.if"))
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
    DeviceReading reading = {.module = module,
                             .program = &program,
                             .function = &program.functions[i],
                             .weights = &program.weights,
                             .numbers = &program.functions[i].numbers,
                             .c_function = c_function,
                             .condition = -1};
    TRY(read_function(&reading, find_function(module, c_function->signature.name)));
    count_elements(&reading);
  }
  *out_program = program;
  return STATUS_OK;
cleanup:
  device_program_destroy(&program);
  return status;
}

void device_program_destroy(DeviceProgram *program) {
  for (int i = 0; i < program->function_count; i++) {
    for (int s = 0; s < program->functions[i].count; s++) {
      free((LaunchOperand *)program->functions[i].steps[s].operands);
      free((LaunchMap *)program->functions[i].steps[s].maps);
    }
    free(program->functions[i].steps);
    free(program->functions[i].elements);
    device_numbers_destroy(&program->functions[i].numbers);
  }
  free(program->functions);
  free(program->kernels);
  device_weights_destroy(&program->weights);
  *program = (DeviceProgram){0};
}
