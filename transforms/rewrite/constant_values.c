// Numbers are kept as doubles, which hold every float; an op on floats rounds its result to one.
// NaN payloads aside, that is what the instructions do: they are IEEE's as well, and `rsqrt` is
// lowered to 1 / sqrt.
#include "transforms/rewrite/constant_values.h"

#include "transforms/constant_argument.h"
#include "transforms/constant_shim.h"
#include "transforms/extract/extraction.h"
#include "transforms/rewrite/tensor_ops.h"

#include <math.h>
#include <string.h>

enum { MAX_SLOTS = 256 };

MlirValue constant_values_origin(MlirValue value) {
  while (mlirValueIsAOpResult(value) && op_is_reshape(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

bool constant_values_get(MlirValue value, const void **out_data, bool *out_is_splat) {
  StructuredOperand read;
  size_t bytes;
  MlirValue origin = constant_values_origin(value);
  if (!mlirValueIsAOpResult(origin) || structured_operand_read(origin, &read) != STATUS_OK ||
      read.is_scalar || read.type == ELEMENT_I1)
    return false;
  MlirOperation op = mlirOpResultGetOwner(origin);
  return ir_op_is(op, "arith.constant") &&
         constant_get_bytes(mlirOperationGetAttributeByName(op, ir_string("value")), out_data,
                            &bytes, out_is_splat) &&
         (*out_is_splat || bytes == (size_t)structured_operand_bytes(&read));
}

MlirAttribute constant_values_number(MlirValue value) {
  MlirAttribute none = {NULL};
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return none;
  MlirAttribute constant =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value"));
  if (!mlirTypeIsAShaped(mlirValueGetType(value)))
    return constant;
  bool is_splat = mlirAttributeIsADenseElements(constant) && mlirDenseElementsAttrIsSplat(constant);
  return is_splat ? mlirDenseElementsAttrGetSplatValue(constant) : none;
}

MlirAttribute constant_values_filling(MlirValue value) {
  bool is_filled = ir_is_made_by(value, "linalg.fill");
  return is_filled ? constant_values_number(mlirOperationGetOperand(mlirOpResultGetOwner(value), 0))
                   : (MlirAttribute){NULL};
}

// --- operations

typedef double Operation(double left, double right, bool is_single);

#define BINARY(name, sign)                                                                         \
  static double name(double left, double right, bool is_single) {                                  \
    return is_single ? (double)((float)left sign(float) right) : left sign right;                  \
  }
BINARY(add, +)
BINARY(subtract, -)
BINARY(multiply, *)
BINARY(divide, /)
#undef BINARY

static double negate(double value, double unused, bool is_single) {
  (void)unused, (void)is_single;
  return -value;
}

static double root(double value, double unused, bool is_single) {
  (void)unused;
  return is_single ? (double)sqrtf((float)value) : sqrt(value);
}

static double reciprocal_root(double value, double unused, bool is_single) {
  return divide(1, root(value, unused, is_single), is_single);
}

static double convert(double value, double unused, bool is_single) {
  (void)unused;
  return is_single ? (double)(float)value : value;
}

static const struct {
  const char *name;
  int operand_count;
  Operation *run;
} operations[] = {
    {"arith.addf", 2, add},
    {"arith.subf", 2, subtract},
    {"arith.mulf", 2, multiply},
    {"arith.divf", 2, divide},
    {"arith.negf", 1, negate},
    {"math.sqrt", 1, root},
    {"math.rsqrt", 1, reciprocal_root},
    {"arith.extf", 1, convert},
    {"arith.truncf", 1, convert},
};

static int find_operation(MlirOperation op) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (ir_op_is(op, operations[i].name))
      return (int)i;
  return -1;
}

static bool is_known_float(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
}

static bool has_flags(MlirOperation op) {
  IrText flags = {.used = 0}; // "#arith.fastmath<none>"
  MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("fastmath"));
  if (mlirAttributeIsNull(attribute))
    return false;
  mlirAttributePrint(attribute, ir_text_add, &flags);
  return !strstr(flags.bytes, "<none>");
}

bool constant_values_op_is_exact(MlirOperation op) {
  if (ir_op_is(op, "arith.constant"))
    return is_known_float(mlirOperationGetResult(op, 0));
  if (find_operation(op) < 0 || has_flags(op) || !is_known_float(mlirOperationGetResult(op, 0)) ||
      !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string("roundingmode"))))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!is_known_float(mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

// --- the op, read

// A value of the body: an argument, a constant or the result of an op.
typedef struct Slot {
  MlirValue value;
  int operation; // -1: the number is there before the others
  int operands[2];
  bool is_single;
  double number;
} Slot;

typedef struct Input {
  const void *data; // null of a plain number
  bool is_splat;
  int64_t offset, strides[WORKLOAD_MAX_ITERATORS]; // in elements, by loop
} Input;

// Slots are the arguments, then what is computed of them in order.
typedef struct Evaluation {
  StructuredOp op;
  Input inputs[GROUP_MAX_ARGUMENTS];
  int slot_count, result;
  Slot slots[MAX_SLOTS];
  int loops[WORKLOAD_MAX_RANK]; // of the dimensions of the result
  bool is_splat;
} Evaluation;

static Slot *add_slot(Evaluation *evaluation, MlirValue value) {
  if (evaluation->slot_count == MAX_SLOTS)
    return NULL;
  Slot *slot = &evaluation->slots[evaluation->slot_count++];
  *slot = (Slot){.value = value, .operation = -1};
  slot->is_single = mlirTypeIsAF32(mlirValueGetType(value));
  return slot;
}

// The number of an arith.constant, which may stand outside the body.
static bool read_number(MlirValue value, double *out_number) {
  if (!mlirValueIsAOpResult(value) || !is_known_float(value) ||
      !ir_op_is(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  *out_number = mlirFloatAttrGetValueDouble(
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value")));
  return true;
}

static bool add_constant(Evaluation *evaluation, MlirValue value) {
  double number;
  Slot *slot = read_number(value, &number) ? add_slot(evaluation, value) : NULL;
  if (slot)
    slot->number = number;
  return slot != NULL;
}

static int find_slot(Evaluation *evaluation, MlirValue value) {
  for (int i = 0; i < evaluation->slot_count; i++)
    if (mlirValueEqual(evaluation->slots[i].value, value))
      return i;
  return add_constant(evaluation, value) ? evaluation->slot_count - 1 : -1;
}

static bool add_op(Evaluation *evaluation, MlirOperation op) {
  int operands[2] = {0, 0};
  if (!constant_values_op_is_exact(op))
    return false;
  if (ir_op_is(op, "arith.constant"))
    return add_constant(evaluation, mlirOperationGetResult(op, 0));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    operands[i] = find_slot(evaluation, mlirOperationGetOperand(op, i));
    if (operands[i] < 0)
      return false;
  }
  Slot *slot = add_slot(evaluation, mlirOperationGetResult(op, 0));
  if (!slot)
    return false;
  slot->operation = find_operation(op);
  memcpy(slot->operands, operands, sizeof operands);
  return true;
}

// False where the destination is read, of which nobody knows the elements.
static bool read_body(Evaluation *evaluation) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(evaluation->op.op, 0));
  MlirOperation end = mlirBlockGetTerminator(body);
  for (int i = 0; i < evaluation->op.input_count; i++)
    if (!is_known_float(mlirBlockGetArgument(body, i)) ||
        !add_slot(evaluation, mlirBlockGetArgument(body, i)))
      return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op))
    if (!add_op(evaluation, op))
      return false;
  evaluation->result = find_slot(evaluation, mlirOperationGetOperand(end, 0));
  return evaluation->result >= 0;
}

static bool read_input(Evaluation *evaluation, int index) {
  const StructuredOperand *operand = &evaluation->op.operands[index];
  Input *input = &evaluation->inputs[index];
  *input = (Input){.is_splat = true};
  if (operand->is_scalar)
    return read_number(operand->value, &evaluation->slots[index].number);
  if (!constant_values_get(operand->value, &input->data, &input->is_splat))
    return false;
  int64_t stride = 1;
  for (int d = operand->rank; d-- > 0; stride *= operand->shape[d]) {
    input->offset += operand->index[d].constant * stride;
    for (int l = 0; l < evaluation->op.loop_count; l++)
      input->strides[l] += operand->index[d].coefficients[l] * stride;
  }
  return true;
}

static bool read_result(Evaluation *evaluation) {
  const StructuredOp *op = &evaluation->op;
  const StructuredOperand *result = &op->operands[op->input_count];
  unsigned found = 0;
  for (int d = 0; d < result->rank; d++) {
    evaluation->loops[d] = index_only_loop(&result->index[d]);
    if (evaluation->loops[d] < 0)
      return false;
    found |= 1u << evaluation->loops[d];
  }
  return result->rank == op->loop_count && found == (1u << op->loop_count) - 1;
}

static bool read_op(MlirOperation op, Evaluation *out_evaluation) {
  *out_evaluation = (Evaluation){.is_splat = true};
  StructuredOp *read = &out_evaluation->op;
  if (structured_op_read(op, read) != STATUS_OK || read->is_pad || !read->on_tensors ||
      read->operand_count != read->input_count + 1 || !structured_op_is_parallel(read) ||
      !read_result(out_evaluation) || !read_body(out_evaluation))
    return false;
  for (int i = 0; i < read->input_count; i++) {
    if (!read_input(out_evaluation, i))
      return false;
    out_evaluation->is_splat &= out_evaluation->inputs[i].is_splat;
  }
  return true;
}

// --- the elements

static double read_element(const Input *input, int64_t index, bool is_single) {
  float single;
  double wide;
  if (!is_single) {
    memcpy(&wide, (const char *)input->data + index * (int64_t)sizeof wide, sizeof wide);
    return wide;
  }
  memcpy(&single, (const char *)input->data + index * (int64_t)sizeof single, sizeof single);
  return single;
}

static double evaluate_at(Evaluation *evaluation, const int64_t *loops) {
  Slot *slots = evaluation->slots;
  for (int i = 0; i < evaluation->op.input_count; i++) {
    const Input *input = &evaluation->inputs[i];
    int64_t index = input->is_splat ? 0 : input->offset;
    for (int l = 0; l < evaluation->op.loop_count && !input->is_splat; l++)
      index += input->strides[l] * loops[l];
    if (input->data)
      slots[i].number = read_element(input, index, slots[i].is_single);
  }
  for (int s = evaluation->op.input_count; s < evaluation->slot_count; s++)
    if (slots[s].operation >= 0)
      slots[s].number = operations[slots[s].operation].run(slots[slots[s].operands[0]].number,
                                                           slots[slots[s].operands[1]].number,
                                                           slots[s].is_single);
  return slots[evaluation->result].number;
}

static char *write_element(char *to, double number, bool is_single) {
  float single = (float)number;
  size_t bytes = is_single ? sizeof single : sizeof number;
  memcpy(to, is_single ? (const void *)&single : (const void *)&number, bytes);
  return to + bytes;
}

static void fill(void *data, void *user) {
  Evaluation *evaluation = user;
  const StructuredOp *op = &evaluation->op;
  int64_t loops[WORKLOAD_MAX_ITERATORS] = {0};
  bool is_single = evaluation->slots[evaluation->result].is_single;
  char *to = data;
  for (bool more = true; more;) {
    to = write_element(to, evaluate_at(evaluation, loops), is_single);
    more = false;
    for (int d = op->loop_count; d-- > 0 && !more;) {
      int loop = evaluation->loops[d];
      more = ++loops[loop] < op->extents[loop];
      if (!more)
        loops[loop] = 0;
    }
  }
}

MlirValue constant_values_evaluate(IrBuilder *ir, MlirOperation op) {
  Evaluation evaluation;
  if (mlirOperationGetNumResults(op) != 1 || !read_op(op, &evaluation))
    return (MlirValue){NULL};
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  size_t element = evaluation.slots[evaluation.result].is_single ? sizeof(float) : sizeof(double);
  int64_t points = structured_op_points(&evaluation.op);
  const int64_t first[WORKLOAD_MAX_ITERATORS] = {0};
  if (points < 1)
    return (MlirValue){NULL};
  if (!evaluation.is_splat)
    return ir_constant(
        ir, type,
        constant_make_resource(type, "folded", (size_t)points * element, fill, &evaluation));
  char bytes[sizeof(double)];
  write_element(bytes, evaluate_at(&evaluation, first),
                evaluation.slots[evaluation.result].is_single);
  return ir_constant(ir, type, mlirDenseElementsAttrRawBufferGet(type, (intptr_t)element, bytes));
}

MlirValue constant_values_fold(MlirOperation op) {
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue folded = constant_values_evaluate(&ir, op);
  ir_finish(&ir);
  if (mlirValueIsNull(folded))
    return folded;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), folded);
  tensor_ops_erase_dead(op);
  return folded;
}

MlirValue constant_values_settle(MlirValue value, bool reads_argument) {
  MlirOperation made = mlirOpResultGetOwner(value);
  MlirValue folded = constant_values_fold(made);
  if (!mlirValueIsNull(folded))
    return folded;
  if (reads_argument)
    constant_result_mark(made);
  return value;
}
