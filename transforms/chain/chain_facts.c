// Facts go through a body from its first op to its last. Infinities of both signs that meet, and
// NaN, are left out: an element that a mask takes away is taken for a finite number.
#include "transforms/chain/chain_facts.h"

#include "transforms/chain/chain_body.h"
#include "transforms/element_types.h"
#include "transforms/rewrite/constant_values.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"

#include <math.h>
#include <string.h>

enum { MAX_BODY_OPS = 48, MAX_ELEMENTS = 1 << 20 };

// --- constants

static Fact of_kind(FactKind kind) { return (Fact){.kind = kind}; }

static Fact fact_of_float(double number) {
  FactKind kind = number == 0                      ? FACT_ZERO
                  : number == -INFINITY            ? FACT_LOWEST
                  : isfinite(number) && number > 0 ? FACT_POSITIVE
                                                   : FACT_NONE;
  return of_kind(kind);
}

static Fact fact_of_integer(int64_t number) { return (Fact){FACT_INTEGER, number, number}; }

static Fact fact_of_attribute(MlirAttribute value) {
  if (mlirAttributeIsAFloat(value))
    return fact_of_float(mlirFloatAttrGetValueDouble(value));
  if (mlirAttributeIsAInteger(value))
    return fact_of_integer(mlirIntegerAttrGetValueInt(value));
  return of_kind(FACT_NONE);
}

static Fact fact_of_number(MlirValue value) {
  MlirAttribute number = constant_values_number(value);
  return mlirAttributeIsNull(number) ? of_kind(FACT_NONE) : fact_of_attribute(number);
}

// One that holds for either.
static Fact either(Fact a, Fact b) {
  if (a.kind != b.kind)
    return of_kind(FACT_NONE);
  a.low = b.low < a.low ? b.low : a.low;
  a.high = b.high > a.high ? b.high : a.high;
  return a;
}

static Fact fact_of_element(ElementType type, const void *data, int64_t at) {
  const char *bytes = data;
  double f64 = 0;
  float f32 = 0;
  int64_t i64 = 0;
  int32_t i32 = 0;
  switch (type) {
  case ELEMENT_F32:
    memcpy(&f32, bytes + 4 * at, 4);
    return fact_of_float((double)f32);
  case ELEMENT_F64:
    memcpy(&f64, bytes + 8 * at, 8);
    return fact_of_float(f64);
  case ELEMENT_I32:
    memcpy(&i32, bytes + 4 * at, 4);
    return fact_of_integer(i32);
  case ELEMENT_I64:
    memcpy(&i64, bytes + 8 * at, 8);
    return fact_of_integer(i64);
  default:
    return of_kind(FACT_NONE);
  }
}

// The part of a constant that the steps read: all of its dimensions, the innermost last.
typedef struct Part {
  int rank;
  int64_t strides[WORKLOAD_MAX_RANK];
  Range dims[WORKLOAD_MAX_RANK];
} Part;

static bool read_part(const SizedOp *op, int operand, const Range *loops, Part *out) {
  MlirAffineMap map = sized_op_map(op, operand);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  int64_t stride = 1, count = 1;
  out->rank = (int)mlirAffineMapGetNumResults(map);
  for (int d = out->rank - 1; d >= 0; d--) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, d);
    out->strides[d] = stride;
    stride *= mlirShapedTypeGetDimSize(type, d);
    if (mlirAffineExprIsADim(index)) {
      out->dims[d] = loops[mlirAffineDimExprGetPosition(index)];
    } else if (mlirAffineExprIsAConstant(index)) {
      int64_t place = mlirAffineConstantExprGetValue(index);
      out->dims[d] = (Range){place, place + 1};
    } else {
      return false;
    }
    count *= out->dims[d].high - out->dims[d].low;
    if (count > MAX_ELEMENTS)
      return false;
  }
  return true;
}

// To the next place; false after the last one.
static bool next_place(const Part *part, int64_t *place) {
  for (int d = part->rank - 1; d >= 0; d--) {
    if (++place[d] < part->dims[d].high)
      return true;
    place[d] = part->dims[d].low;
  }
  return false;
}

static Fact fact_of_part(const Part *part, ElementType type, const void *data) {
  int64_t place[WORKLOAD_MAX_RANK];
  Fact fact = of_kind(FACT_NONE);
  bool is_first = true;
  for (int d = 0; d < part->rank; d++)
    place[d] = part->dims[d].low;
  do {
    int64_t at = 0;
    for (int d = 0; d < part->rank; d++)
      at += place[d] * part->strides[d];
    Fact element = fact_of_element(type, data, at);
    fact = is_first ? element : either(fact, element);
    is_first = false;
  } while (fact.kind != FACT_NONE && next_place(part, place));
  return fact;
}

Fact chain_fact_of_operand(const SizedOp *op, int operand, const Range *loops) {
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  MlirType type = mlirValueGetType(value);
  const void *data;
  bool is_splat;
  Part part;
  if (!mlirTypeIsAShaped(type) || !constant_values_get(value, &data, &is_splat) || is_splat)
    return fact_of_number(value);
  ElementType element = element_type_of(mlirShapedTypeGetElementType(type));
  if (mlirTypeIsAIndex(mlirShapedTypeGetElementType(type)))
    element = ELEMENT_I64;
  return read_part(op, operand, loops, &part) ? fact_of_part(&part, element, data)
                                              : of_kind(FACT_NONE);
}

// --- ops of a body

typedef struct Body {
  MlirOperation op;
  const Fact *operands;
  const Range *loops;
  int count;
  MlirValue values[MAX_BODY_OPS];
  Fact facts[MAX_BODY_OPS];
} Body;

static bool is_kind(Fact fact, FactKind kind) { return fact.kind == kind; }

static Fact keep(Fact fact, bool holds) { return holds ? fact : of_kind(FACT_NONE); }

static bool is_any(MlirOperation op, const char *const *names, int count) {
  bool is = false;
  for (int i = 0; i < count; i++)
    is |= ir_op_is(op, names[i]);
  return is;
}

#define IS_ANY(op, ...)                                                                            \
  is_any(op, (const char *const[]){__VA_ARGS__},                                                   \
         (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)))

// As an integer of one bit with a sign.
static Fact fact_of_flag(bool is_true, bool is_false) {
  return is_true != is_false ? fact_of_integer(-(int64_t)is_true) : of_kind(FACT_NONE);
}

static bool is_true(Fact fact) {
  return is_kind(fact, FACT_INTEGER) && (fact.low > 0 || fact.high < 0);
}

static bool is_false(Fact fact) {
  return is_kind(fact, FACT_INTEGER) && fact.low == 0 && fact.high == 0;
}

static Fact compare(MlirOperation op, Fact a, Fact b) {
  if (!is_kind(a, FACT_INTEGER) || !is_kind(b, FACT_INTEGER))
    return of_kind(FACT_NONE);
  bool natural = a.low >= 0 && b.low >= 0;
  bool less = a.high<b.low, greater = a.low> b.high;
  bool not_less = a.low >= b.high, not_greater = a.high <= b.low;
  switch (mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(op, ir_string("predicate")))) {
  case INTEGER_EQUAL:
    return fact_of_flag(not_less && not_greater, less || greater);
  case INTEGER_NOT_EQUAL:
    return fact_of_flag(less || greater, not_less && not_greater);
  case INTEGER_UNSIGNED_LESS:
    return keep(fact_of_flag(less, not_less), natural);
  case INTEGER_LESS:
    return fact_of_flag(less, not_less);
  case INTEGER_UNSIGNED_LESS_EQUAL:
    return keep(fact_of_flag(not_greater, greater), natural);
  case INTEGER_LESS_EQUAL:
    return fact_of_flag(not_greater, greater);
  case INTEGER_UNSIGNED_GREATER:
    return keep(fact_of_flag(greater, not_greater), natural);
  case INTEGER_GREATER:
    return fact_of_flag(greater, not_greater);
  case INTEGER_UNSIGNED_GREATER_EQUAL:
    return keep(fact_of_flag(not_less, less), natural);
  case INTEGER_GREATER_EQUAL:
    return fact_of_flag(not_less, less);
  default:
    return of_kind(FACT_NONE);
  }
}

static int64_t most_of(MlirOperation op) {
  int bits = type_bits(mlirValueGetType(mlirOperationGetResult(op, 0)));
  return bits >= 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1;
}

// An integer that the result's type has as well.
static Fact cast(MlirOperation op, Fact a) {
  int64_t most = most_of(op);
  return keep(a, is_kind(a, FACT_INTEGER) && a.low >= -most - 1 && a.high <= most);
}

// A sum or difference of integers that does not wrap around in its type.
static Fact add(MlirOperation op, Fact a, Fact b) {
  Fact sum = {FACT_INTEGER, 0, 0};
  if (ir_op_is(op, "arith.subi")) {
    int64_t low = b.low;
    if (b.low == INT64_MIN || b.high == INT64_MIN)
      return of_kind(FACT_NONE);
    b.low = -b.high;
    b.high = -low;
  }
  bool fits = is_kind(a, FACT_INTEGER) && is_kind(b, FACT_INTEGER) &&
              !__builtin_add_overflow(a.low, b.low, &sum.low) &&
              !__builtin_add_overflow(a.high, b.high, &sum.high);
  return fits ? cast(op, sum) : of_kind(FACT_NONE);
}

static Fact join(MlirOperation op, Fact a, Fact b) {
  FactKind neutral = ir_op_is(op, "arith.addf") ? FACT_ZERO : FACT_LOWEST;
  if (is_kind(a, FACT_SUM) || is_kind(b, FACT_SUM))
    return keep(of_kind(FACT_SUM), is_kind(a, neutral) || is_kind(b, neutral));
  bool is_lowest = is_kind(a, FACT_LOWEST) || is_kind(b, FACT_LOWEST);
  return keep(of_kind(FACT_LOWEST), ir_op_is(op, "arith.addf") && is_lowest);
}

static Fact multiply(MlirOperation op, Fact a, Fact b) {
  if (is_kind(a, FACT_ZERO) || (is_kind(b, FACT_ZERO) && ir_op_is(op, "arith.mulf")))
    return of_kind(FACT_ZERO);
  return keep(of_kind(FACT_LOWEST), (is_kind(a, FACT_LOWEST) && is_kind(b, FACT_POSITIVE)) ||
                                        (is_kind(a, FACT_POSITIVE) && is_kind(b, FACT_LOWEST) &&
                                         ir_op_is(op, "arith.mulf")));
}

static Fact choose(const Fact *in) {
  return is_true(in[0]) ? in[1] : is_false(in[0]) ? in[2] : either(in[1], in[2]);
}

static Fact fact_of_counter(const Body *body, MlirOperation op) {
  MlirAttribute dim = mlirOperationGetAttributeByName(op, ir_string("dim"));
  Range range = body->loops[mlirIntegerAttrGetValueInt(dim)];
  return (Fact){FACT_INTEGER, range.low, range.high - 1};
}

static Fact fact_of_op(const Body *body, MlirOperation op, const Fact *in) {
  if (ir_op_is(op, "linalg.index"))
    return fact_of_counter(body, op);
  if (ir_op_is(op, "arith.constant"))
    return fact_of_number(mlirOperationGetResult(op, 0));
  if (ir_op_is(op, "arith.select"))
    return choose(in);
  if (ir_op_is(op, "arith.cmpi"))
    return compare(op, in[0], in[1]);
  if (IS_ANY(op, "arith.addi", "arith.subi"))
    return add(op, in[0], in[1]);
  if (ir_op_is(op, "arith.ori"))
    return fact_of_flag(is_true(in[0]) || is_true(in[1]), is_false(in[0]) && is_false(in[1]));
  if (ir_op_is(op, "arith.andi"))
    return fact_of_flag(is_true(in[0]) && is_true(in[1]), is_false(in[0]) || is_false(in[1]));
  if (IS_ANY(op, "arith.index_cast", "arith.extsi"))
    return cast(op, in[0]);
  if (IS_ANY(op, "arith.extf", "arith.truncf"))
    return keep(in[0], is_kind(in[0], FACT_LOWEST) || is_kind(in[0], FACT_ZERO));
  if (IS_ANY(op, "math.exp", "math.exp2"))
    return keep(of_kind(FACT_ZERO), is_kind(in[0], FACT_LOWEST));
  if (IS_ANY(op, "arith.addf", "arith.maximumf", "arith.maxnumf"))
    return join(op, in[0], in[1]);
  if (ir_op_is(op, "arith.subf"))
    return keep(in[0], is_kind(in[0], FACT_LOWEST) && !is_kind(in[1], FACT_LOWEST));
  if (IS_ANY(op, "arith.mulf", "arith.divf"))
    return multiply(op, in[0], in[1]);
  return of_kind(FACT_NONE);
}

static Fact fact_of_value(const Body *body, MlirValue value) {
  if (chain_is_read(body->op, value))
    return body->operands[mlirBlockArgumentGetArgNumber(value)];
  for (int i = 0; i < body->count; i++)
    if (mlirValueEqual(body->values[i], value))
      return body->facts[i];
  return fact_of_number(value);
}

// Bits of and, or: the numbers of integers that are no flags are not looked into.
static bool is_wide_logic(MlirOperation op) {
  return IS_ANY(op, "arith.andi", "arith.ori") &&
         type_bits(mlirValueGetType(mlirOperationGetResult(op, 0))) != 1;
}

Fact chain_fact_of_result(const SizedOp *op, const Fact *operands, const Range *loops) {
  enum { MAX_INPUTS = 3 };
  Body body = {.op = op->op, .operands = operands, .loops = loops};
  MlirBlock block = ir_body(op->op);
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation at = mlirBlockGetFirstOperation(block); !mlirOperationEqual(at, end);
       at = mlirOperationGetNextInBlock(at)) {
    Fact in[MAX_INPUTS] = {{.kind = FACT_NONE}};
    int count = (int)mlirOperationGetNumOperands(at);
    if (body.count == MAX_BODY_OPS)
      return of_kind(FACT_NONE);
    if (mlirOperationGetNumResults(at) != 1 || count > MAX_INPUTS || is_wide_logic(at))
      continue;
    for (int i = 0; i < count; i++)
      in[i] = fact_of_value(&body, mlirOperationGetOperand(at, i));
    body.values[body.count] = mlirOperationGetResult(at, 0);
    body.facts[body.count++] = fact_of_op(&body, at, in);
  }
  return fact_of_value(&body, chain_yielded(op->op));
}
