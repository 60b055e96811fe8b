// See device_numbers.h. Equal numbers are one.
#include "tools/compile/device/device_numbers.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

static int add(DeviceNumbers *numbers, LaunchNumber number) {
  for (int n = 0; n < numbers->count; n++)
    if (!memcmp(&numbers->items[n], &number, sizeof number))
      return n;
  if (numbers->count == numbers->capacity) {
    numbers->capacity = numbers->capacity ? 2 * numbers->capacity : 16;
    numbers->items = ir_resized(numbers->items, (size_t)numbers->capacity * sizeof *numbers->items);
  }
  numbers->items[numbers->count] = number;
  return numbers->count++;
}

static int literal(DeviceNumbers *numbers, int64_t value) {
  return value < 0 ? NONE
                   : add(numbers, (LaunchNumber){.operation = LAUNCH_LITERAL, .value = value});
}

static int binary(DeviceNumbers *numbers, LaunchOperation operation, int left, int right) {
  return left < 0 || right < 0
             ? NONE
             : add(numbers, (LaunchNumber){.operation = operation, .left = left, .right = right});
}

// --- sizes

// Unknown sizes of results are counted through.
static int symbol_of_result(const CFunction *c_function, int result, int dim) {
  int next = 0;
  for (int r = 0; r <= result; r++)
    for (int d = 0; d < c_function->signature.results[r].rank; d++) {
      if (c_function->signature.results[r].shape[d] != OPEN_SIZE)
        continue;
      if (r == result && d == dim)
        return c_function->result_symbols[next];
      next++;
    }
  return NONE;
}

static int size_of_parameter(DeviceNumbers *numbers, const CFunction *c_function, int number,
                             int dim) {
  const Signature *signature = &c_function->signature;
  bool is_argument = number < signature->argument_count;
  int result = number - signature->argument_count;
  if (!is_argument && result >= signature->result_count)
    return NONE;
  const ValueType *value =
      is_argument ? &signature->arguments[number] : &signature->results[result];
  if (value->shape[dim] != OPEN_SIZE)
    return literal(numbers, value->shape[dim]);
  int symbol = is_argument ? value->symbols[dim] : symbol_of_result(c_function, result, dim);
  return symbol < 0 ? NONE
                    : add(numbers, (LaunchNumber){.operation = LAUNCH_SIZE, .value = symbol});
}

// The operand that says the size of the dimension, of an op that has one for each that its type
// does not say.
static MlirValue size_operand(MlirOperation op, MlirType type, int dim, int first) {
  for (int d = 0; d < dim; d++)
    first += mlirShapedTypeIsDynamicDim(type, d);
  return mlirOperationGetOperand(op, first);
}

static int size_of(DeviceNumbers *numbers, const CFunction *c_function, MlirValue buffer, int dim) {
  MlirType type = mlirValueGetType(buffer);
  while (mlirShapedTypeIsDynamicDim(type, dim)) {
    if (mlirValueIsABlockArgument(buffer))
      return size_of_parameter(numbers, c_function, (int)mlirBlockArgumentGetArgNumber(buffer),
                               dim);
    MlirOperation op = mlirOpResultGetOwner(buffer);
    if (ir_op_is(op, "memref.alloc"))
      return device_number_of(numbers, size_operand(op, type, dim, 0));
    if (ir_op_is(op, "memref.expand_shape"))
      return device_number_of(numbers, size_operand(op, type, dim, 1));
    if (!ir_op_is(op, "memref.cast"))
      return NONE;
    buffer = mlirOperationGetOperand(op, 0);
    type = mlirValueGetType(buffer);
  }
  return literal(numbers, mlirShapedTypeGetDimSize(type, dim));
}

// --- values

static int number_of_dim(DeviceNumbers *numbers, const CFunction *c_function, MlirOperation op) {
  MlirValue buffer = mlirOperationGetOperand(op, 0);
  int64_t dim;
  bool is_known = ir_constant_integer(mlirOperationGetOperand(op, 1), &dim) && dim >= 0 &&
                  dim < mlirShapedTypeGetRank(mlirValueGetType(buffer));
  return is_known ? size_of(numbers, c_function, buffer, (int)dim) : NONE;
}

static int number_of_op(DeviceNumbers *numbers, const CFunction *c_function, MlirOperation op) {
  static const struct {
    const char *name;
    LaunchOperation operation;
  } known[] = {{"arith.addi", LAUNCH_ADD},        {"arith.muli", LAUNCH_MULTIPLY},
               {"arith.divui", LAUNCH_DIVIDE},    {"arith.divsi", LAUNCH_DIVIDE},
               {"arith.remui", LAUNCH_REMAINDER}, {"arith.remsi", LAUNCH_REMAINDER},
               {"arith.maxui", LAUNCH_LARGER},    {"arith.maxsi", LAUNCH_LARGER},
               {"arith.minui", LAUNCH_SMALLER},   {"arith.minsi", LAUNCH_SMALLER}};
  if (ir_op_is(op, "memref.dim"))
    return number_of_dim(numbers, c_function, op);
  if (ir_op_is(op, "arith.index_cast") || ir_op_is(op, "arith.index_castui"))
    return device_number_of(numbers, mlirOperationGetOperand(op, 0));
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (ir_op_is(op, known[k].name))
      return binary(numbers, known[k].operation,
                    device_number_of(numbers, mlirOperationGetOperand(op, 0)),
                    device_number_of(numbers, mlirOperationGetOperand(op, 1)));
  return NONE;
}

void device_numbers_read(DeviceNumbers *numbers, const CFunction *c_function, MlirOperation op) {
  if (mlirOperationGetNumResults(op) != 1)
    return;
  if (numbers->value_count == numbers->value_capacity) {
    numbers->value_capacity = numbers->value_capacity ? 2 * numbers->value_capacity : 16;
    size_t room = (size_t)numbers->value_capacity;
    numbers->values = ir_resized(numbers->values, room * sizeof *numbers->values);
    numbers->value_numbers =
        ir_resized(numbers->value_numbers, room * sizeof *numbers->value_numbers);
  }
  numbers->value_numbers[numbers->value_count] = number_of_op(numbers, c_function, op);
  numbers->values[numbers->value_count++] = mlirOperationGetResult(op, 0);
}

int device_number_of(DeviceNumbers *numbers, MlirValue value) {
  int64_t constant;
  if (ir_constant_integer(value, &constant))
    return literal(numbers, constant);
  for (int v = 0; v < numbers->value_count; v++)
    if (mlirValueEqual(numbers->values[v], value))
      return numbers->value_numbers[v];
  return NONE;
}

int device_number_where(DeviceNumbers *numbers, int condition, int number) {
  int is_some = binary(numbers, LAUNCH_SMALLER, condition, literal(numbers, 1));
  return binary(numbers, LAUNCH_MULTIPLY, is_some, number);
}

int device_number_of_bytes(DeviceNumbers *numbers, const CFunction *c_function, MlirValue buffer,
                           int64_t element_bytes) {
  int bytes = literal(numbers, element_bytes);
  for (int d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(buffer)); d++)
    bytes = binary(numbers, LAUNCH_MULTIPLY, bytes, size_of(numbers, c_function, buffer, d));
  return bytes;
}

int device_number_of_elements(DeviceNumbers *numbers, const CFunction *c_function, int parameter) {
  const Signature *signature = &c_function->signature;
  int number = parameter - signature->symbol_count;
  const ValueType *value = number < 0 ? NULL
                           : number < signature->argument_count
                               ? &signature->arguments[number]
                               : &signature->results[number - signature->argument_count];
  if (!value || !value->is_buffer)
    return NONE;
  int count = literal(numbers, 1);
  for (int d = 0; d < value->rank; d++)
    count =
        binary(numbers, LAUNCH_MULTIPLY, count, size_of_parameter(numbers, c_function, number, d));
  return count;
}

// --- buffers

int device_number_of_buffer(DeviceNumbers *numbers, const CFunction *c_function,
                            MlirOperation alloc) {
  MlirValue buffer = mlirOperationGetResult(alloc, 0);
  for (int t = 0; t < numbers->temporary_count; t++)
    if (mlirValueEqual(numbers->temporaries[t], buffer))
      return t;
  int64_t bits = type_bits(mlirShapedTypeGetElementType(mlirValueGetType(buffer)));
  int bytes = device_number_of_bytes(numbers, c_function, buffer, bits < 8 ? 1 : bits / 8);
  int elements = device_number_of_bytes(numbers, c_function, buffer, 1);
  if (bytes < 0 || elements < 0)
    return NONE;
  if (numbers->temporary_count == numbers->temporary_capacity) {
    numbers->temporary_capacity = numbers->temporary_capacity ? 2 * numbers->temporary_capacity : 8;
    size_t room = (size_t)numbers->temporary_capacity;
    numbers->temporaries = ir_resized(numbers->temporaries, room * sizeof *numbers->temporaries);
    numbers->bytes = ir_resized(numbers->bytes, room * sizeof *numbers->bytes);
    numbers->elements = ir_resized(numbers->elements, room * sizeof *numbers->elements);
  }
  numbers->temporaries[numbers->temporary_count] = buffer;
  numbers->bytes[numbers->temporary_count] = bytes;
  numbers->elements[numbers->temporary_count] = elements;
  return numbers->temporary_count++;
}

void device_numbers_destroy(DeviceNumbers *numbers) {
  free(numbers->items);
  free(numbers->values);
  free(numbers->value_numbers);
  free(numbers->temporaries);
  free(numbers->bytes);
  free(numbers->elements);
  *numbers = (DeviceNumbers){0};
}
