// What a body computes of linalg.index and constants: numbers made of digits.
#include "transforms/element_types.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/ir.h"
#include "transforms/rewrite/split_plan.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Reader {
  const SplitPlan *plan;
  int steps; // of the evaluation of one value
} Reader;
enum { MAX_STEPS = 64 };

static bool evaluate(Reader *reader, MlirValue value, Digits *out);

static bool of_constant(Reader *reader, MlirOperation op, Digits *out) {
  (void)reader;
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string("value"));
  if (!mlirAttributeIsAInteger(value))
    return false;
  *out = (Digits){.constant = mlirIntegerAttrGetValueInt(value)};
  return true;
}

// A counter of a linalg op around this one is none.
static bool of_loop(Reader *reader, MlirOperation op, Digits *out) {
  if (!mlirBlockEqual(mlirOperationGetBlock(op), reader->plan->body))
    return false;
  int64_t dim = mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(op, ir_string("dim")));
  *out = digits_of_loop((int)dim, reader->plan->extents[dim]);
  return true;
}

static bool is_natural(const Digits *digits) {
  int64_t low, high;
  digits_range(digits, &low, &high);
  return low >= 0;
}

static bool of_cast(Reader *reader, MlirOperation op, Digits *out) {
  return evaluate(reader, mlirOperationGetOperand(op, 0), out) && is_natural(out);
}

static bool of_signed_cast(Reader *reader, MlirOperation op, Digits *out) {
  return evaluate(reader, mlirOperationGetOperand(op, 0), out);
}

static bool operands(Reader *reader, MlirOperation op, Digits *left, Digits *right) {
  return evaluate(reader, mlirOperationGetOperand(op, 0), left) &&
         evaluate(reader, mlirOperationGetOperand(op, 1), right);
}

static bool of_sum(Reader *reader, MlirOperation op, Digits *out) {
  Digits left, right;
  return operands(reader, op, &left, &right) &&
         digits_add(&left, &right, ir_op_is(op, "arith.subi") ? -1 : 1, out);
}

static bool of_product(Reader *reader, MlirOperation op, Digits *out) {
  static const Digits zero = {0};
  Digits left, right;
  if (!operands(reader, op, &left, &right))
    return false;
  return right.count == 0 ? digits_add(&zero, &left, right.constant, out)
                          : left.count == 0 && digits_add(&zero, &right, left.constant, out);
}

// The quotient or the rest, by a number that does not depend on the loops, of a natural number:
// where all kinds of rounding are one.
static bool part(Reader *reader, MlirOperation op, bool is_rest, bool is_power, Digits *out) {
  Digits left, right;
  if (!operands(reader, op, &left, &right) || right.count || !is_natural(&left) ||
      (is_power && (right.constant < 0 || right.constant > 40)))
    return false;
  int64_t divisor = is_power ? INT64_C(1) << right.constant : right.constant;
  return is_rest ? digits_modulo(&left, divisor, out) : digits_divide(&left, divisor, out);
}

static bool of_quotient(Reader *reader, MlirOperation op, Digits *out) {
  return part(reader, op, false, false, out);
}

static bool of_rest(Reader *reader, MlirOperation op, Digits *out) {
  return part(reader, op, true, false, out);
}

static bool of_right_shift(Reader *reader, MlirOperation op, Digits *out) {
  return part(reader, op, false, true, out);
}

static bool of_left_shift(Reader *reader, MlirOperation op, Digits *out) {
  static const Digits zero = {0};
  Digits left, right;
  return operands(reader, op, &left, &right) && right.count == 0 && right.constant >= 0 &&
         right.constant <= 40 && digits_add(&zero, &left, INT64_C(1) << right.constant, out);
}

// With the lowest bits, all ones.
static bool of_mask(Reader *reader, MlirOperation op, Digits *out) {
  Digits left, right;
  return operands(reader, op, &left, &right) && right.count == 0 && right.constant >= 0 &&
         right.constant < INT64_MAX && (right.constant & (right.constant + 1)) == 0 &&
         is_natural(&left) && digits_modulo(&left, right.constant + 1, out);
}

static const struct {
  const char *op;
  bool (*evaluate)(Reader *reader, MlirOperation op, Digits *out);
} evaluators[] = {
    {"arith.constant", of_constant},
    {"linalg.index", of_loop},
    {"arith.index_cast", of_signed_cast},
    {"arith.extsi", of_signed_cast},
    {"arith.index_castui", of_cast},
    {"arith.extui", of_cast},
    {"arith.trunci", of_signed_cast},
    {"arith.addi", of_sum},
    {"arith.subi", of_sum},
    {"arith.muli", of_product},
    {"arith.divsi", of_quotient},
    {"arith.divui", of_quotient},
    {"arith.floordivsi", of_quotient},
    {"arith.remsi", of_rest},
    {"arith.remui", of_rest},
    {"arith.shrsi", of_right_shift},
    {"arith.shrui", of_right_shift},
    {"arith.shli", of_left_shift},
    {"arith.andi", of_mask},
};

static bool of_op(Reader *reader, MlirOperation op, Digits *out) {
  for (size_t i = 0; i < sizeof evaluators / sizeof *evaluators; i++)
    if (ir_op_is(op, evaluators[i].op))
      return evaluators[i].evaluate(reader, op, out);
  return false;
}

// No number on the way may wrap around: each lies within its type, read as signed.
static bool evaluate(Reader *reader, MlirValue value, Digits *out) {
  ElementType type = element_type_of(mlirValueGetType(value));
  if (++reader->steps > MAX_STEPS || !mlirValueIsAOpResult(value) || type == ELEMENT_TYPE_COUNT ||
      type == ELEMENT_I1 || element_type_is_float(type) ||
      !of_op(reader, mlirOpResultGetOwner(value), out))
    return false;
  int64_t low, high, bytes = element_type_bytes(type);
  digits_range(out, &low, &high);
  return bytes == 8 ||
         (low >= -(INT64_C(1) << (8 * bytes - 1)) && high < INT64_C(1) << (8 * bytes - 1));
}

static bool is_number(const SplitPlan *plan, MlirOperation op, Digits *out) {
  Reader reader = {.plan = plan};
  return mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumRegions(op) == 0 &&
         evaluate(&reader, mlirOperationGetResult(op, 0), out);
}

static bool depends_on_loops(MlirOperation op) {
  if (ir_op_is(op, "linalg.index"))
    return true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(operand) && depends_on_loops(mlirOpResultGetOwner(operand)))
      return true;
  }
  return false;
}

// Whether an op that is no such number itself reads the value.
static bool is_read_by_others(const SplitPlan *plan, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    Digits digits;
    if (!is_number(plan, mlirOpOperandGetOwner(use), &digits))
      return true;
  }
  return false;
}

bool split_tables_read(SplitPlan *plan) {
  MlirOperation op = mlirBlockGetFirstOperation(plan->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    SplitTable table;
    if (!is_number(plan, op, &table.digits) || !depends_on_loops(op))
      continue;
    table.value = mlirOperationGetResult(op, 0);
    if (!is_read_by_others(plan, table.value))
      continue;
    if (plan->table_count == SPLIT_MAX_TABLES)
      return false;
    plan->tables[plan->table_count++] = table;
  }
  return true;
}
