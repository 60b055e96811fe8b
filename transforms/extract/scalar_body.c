// ScalarBody: what the region of a structured op computes per point, as far as its live results
// need it.
#include "transforms/extract/scalar_body.h"

#include "transforms/combiner.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/predicates.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include <stddef.h>
#include <string.h>

enum { BODY_MAX_OPS = 256 };

// The live ops of one body, found from the yielded values backwards.
typedef struct LiveBody {
  MlirBlock block;
  FpMode fp; // of the structured op
  int count;
  MlirOperation ops[BODY_MAX_OPS];
} LiveBody;

typedef struct OpCountRow {
  const char *name;
  size_t field; // offset in OpCounts
} OpCountRow;

#define FIELD(name) offsetof(OpCounts, name)

// What each op counts as. Not listed: arith.constant counts nothing, other arith ops are casts,
// other math ops are transcendental.
static const OpCountRow op_count_rows[] = {
    {"arith.addf", FIELD(add)},         {"arith.subf", FIELD(add)},
    {"arith.negf", FIELD(add)},         {"arith.addi", FIELD(add)},
    {"arith.subi", FIELD(add)},         {"arith.mulf", FIELD(mul)},
    {"arith.muli", FIELD(mul)},         {"arith.divf", FIELD(div)},
    {"arith.remf", FIELD(div)},         {"arith.divsi", FIELD(div)},
    {"arith.divui", FIELD(div)},        {"arith.remsi", FIELD(div)},
    {"arith.remui", FIELD(div)},        {"arith.ceildivsi", FIELD(div)},
    {"arith.ceildivui", FIELD(div)},    {"arith.floordivsi", FIELD(div)},
    {"arith.cmpf", FIELD(compare)},     {"arith.cmpi", FIELD(compare)},
    {"arith.select", FIELD(compare)},   {"arith.maximumf", FIELD(compare)},
    {"arith.minimumf", FIELD(compare)}, {"arith.maxnumf", FIELD(compare)},
    {"arith.minnumf", FIELD(compare)},  {"arith.maxsi", FIELD(compare)},
    {"arith.maxui", FIELD(compare)},    {"arith.minsi", FIELD(compare)},
    {"arith.minui", FIELD(compare)},    {"arith.andi", FIELD(integer)},
    {"arith.ori", FIELD(integer)},      {"arith.xori", FIELD(integer)},
    {"arith.shli", FIELD(integer)},     {"arith.shrsi", FIELD(integer)},
    {"arith.shrui", FIELD(integer)},    {"math.fma", FIELD(fma)},
    {"vector.fma", FIELD(fma)},         {"math.absf", FIELD(add)},
    {"math.copysign", FIELD(add)},      {"math.absi", FIELD(integer)},
    {"math.sqrt", FIELD(div)},          {"math.floor", FIELD(cast)},
    {"math.ceil", FIELD(cast)},         {"math.round", FIELD(cast)},
    {"math.roundeven", FIELD(cast)},    {"math.trunc", FIELD(cast)},
};

static bool op_has_prefix(MlirOperation op, const char *prefix) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  size_t length = strlen(prefix);
  return name.length > length && memcmp(name.data, prefix, length) == 0;
}

// The op of this block that defines `value`, or null.
static MlirOperation definition_in(MlirBlock block, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return (MlirOperation){NULL};
  MlirOperation op = mlirOpResultGetOwner(value);
  return mlirBlockEqual(mlirOperationGetBlock(op), block) ? op : (MlirOperation){NULL};
}

// Position of `value` among the arguments of the block, or -1.
static int argument_in(MlirBlock block, MlirValue value) {
  if (!mlirValueIsABlockArgument(value) || !mlirBlockEqual(mlirBlockArgumentGetOwner(value), block))
    return -1;
  return (int)mlirBlockArgumentGetArgNumber(value);
}

static Status check_op(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  bool is_known = op_has_prefix(op, "arith.") || op_has_prefix(op, "math.");
  if (!is_known || mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) != 0)
    return status_fail(STATUS_UNSUPPORTED, "the body contains %.*s", (int)name.length, name.data);
  // LLVM ends the process on vectors that are rounded by another rule than the usual one.
  if (!mlirAttributeIsNull(
          mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("roundingmode"))))
    return status_fail(STATUS_UNSUPPORTED, "%.*s in the body names a rounding mode",
                       (int)name.length, name.data);
  bool is_supported =
      element_type_of(mlirValueGetType(mlirOperationGetResult(op, 0))) != ELEMENT_TYPE_COUNT;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    is_supported &=
        element_type_of(mlirValueGetType(mlirOperationGetOperand(op, i))) != ELEMENT_TYPE_COUNT;
  if (!is_supported)
    return status_fail(STATUS_UNSUPPORTED, "%.*s in the body has a type that is not supported",
                       (int)name.length, name.data);
  return STATUS_OK;
}

// What only feeds a dead result is dropped, so it must do nothing else.
static Status check_effects(MlirBlock block) {
  MlirOperation yield = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, yield);
       op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    if (!op_only_computes(op))
      return status_fail(STATUS_UNSUPPORTED, "the body contains %.*s, which has side effects",
                         (int)name.length, name.data);
  }
  return STATUS_OK;
}

static bool is_listed(const LiveBody *live, MlirOperation op) {
  for (int i = 0; i < live->count; ++i) {
    if (mlirOperationEqual(live->ops[i], op))
      return true;
  }
  return false;
}

// Adds what `value` needs: the ops before it, and the arguments that they read.
static Status mark_value(LiveBody *live, MlirValue value, bool *argument_is_read) {
  Status status = STATUS_OK;
  int argument = argument_in(live->block, value);
  if (argument >= 0)
    argument_is_read[argument] = true;
  MlirOperation op = definition_in(live->block, value);
  if (mlirOperationIsNull(op) || is_listed(live, op))
    return STATUS_OK;
  if (live->count == BODY_MAX_OPS)
    return status_fail(STATUS_UNSUPPORTED, "the body has more than %d ops", BODY_MAX_OPS);
  TRY(check_op(op));
  live->ops[live->count++] = op;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    TRY(mark_value(live, mlirOperationGetOperand(op, i), argument_is_read));
cleanup:
  return status;
}

// Marks from the used results; a result whose out argument is read becomes live in turn.
static Status mark_live(const StructuredOp *op, const bool *result_is_used, MlirOperation yield,
                        LiveBody *live, ScalarBody *body) {
  Status status = STATUS_OK;
  int result_count = op->operand_count - op->input_count;
  bool has_changed = true;
  while (has_changed) {
    has_changed = false;
    for (int r = 0; r < result_count; ++r) {
      bool is_needed = result_is_used[r] || body->argument_is_read[op->input_count + r];
      if (!is_needed || body->result_is_live[r])
        continue;
      body->result_is_live[r] = true;
      has_changed = true;
      TRY(mark_value(live, mlirOperationGetOperand(yield, r), body->argument_is_read));
    }
  }
cleanup:
  return status;
}

static int live_use_count(const LiveBody *live, MlirOperation yield, MlirValue value) {
  int count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation owner = mlirOpOperandGetOwner(use);
    count += mlirOperationEqual(owner, yield) || is_listed(live, owner);
  }
  return count;
}

static bool is_multiplication(MlirOperation op) {
  return ir_op_is(op, "arith.mulf") || ir_op_is(op, "arith.muli");
}

static bool is_addition(MlirOperation op) {
  return ir_op_is(op, "arith.addf") || ir_op_is(op, "arith.subf") || ir_op_is(op, "arith.addi");
}

// The multiplication that an addition absorbs into one fused multiply-add, or null.
static MlirOperation absorbed_product(const LiveBody *live, MlirOperation yield, MlirOperation op) {
  for (intptr_t i = 0; is_addition(op) && i < 2; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirOperation product = definition_in(live->block, operand);
    if (!mlirOperationIsNull(product) && is_multiplication(product) &&
        live_use_count(live, yield, operand) == 1 && fp_may_contract(live->fp, product, op))
      return product;
  }
  return (MlirOperation){NULL};
}

// As how many functions it counts. Powers with a constant exponent are mostly products and roots.
static uint16_t functions_of(MlirOperation op) {
  MlirValue last = mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1);
  if (ir_op_is(op, "math.powf"))
    return ir_is_made_by(last, "arith.constant") ? 1 : 5;
  return ir_op_is(op, "math.asinh") || ir_op_is(op, "math.acosh") || ir_op_is(op, "math.atanh") ? 2
                                                                                                : 1;
}

void scalar_body_count_op(OpCounts *ops, MlirOperation op) {
  if (ir_op_is(op, "arith.constant"))
    return;
  size_t field = op_has_prefix(op, "math.") ? FIELD(transcendental) : FIELD(cast);
  for (size_t i = 0; i < sizeof op_count_rows / sizeof *op_count_rows; ++i) {
    if (ir_op_is(op, op_count_rows[i].name))
      field = op_count_rows[i].field;
  }
  if (mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(op, 0))))
    field = FIELD(integer);
  *(uint16_t *)((char *)ops + field) += field == FIELD(transcendental) ? functions_of(op) : 1;
}

static void count_ops(const LiveBody *live, MlirOperation yield, OpCounts *out_ops) {
  for (int i = 0; i < live->count; ++i)
    scalar_body_count_op(out_ops, live->ops[i]);
  for (int i = 0; i < live->count; ++i) {
    if (mlirOperationIsNull(absorbed_product(live, yield, live->ops[i])))
      continue;
    out_ops->fma += 1;
    out_ops->add -= 1;
    out_ops->mul -= 1;
  }
}

CompareOrder scalar_compare_order(MlirOperation compare) {
  static const CompareOrder of_floats[FLOAT_PREDICATE_COUNT] = {
      [FLOAT_ORDERED_GREATER] = COMPARE_GREATER,
      [FLOAT_ORDERED_GREATER_EQUAL] = COMPARE_GREATER_EQUAL,
      [FLOAT_ORDERED_LESS] = COMPARE_LESS,
      [FLOAT_ORDERED_LESS_EQUAL] = COMPARE_LESS_EQUAL,
      [FLOAT_UNORDERED_GREATER] = COMPARE_GREATER,
      [FLOAT_UNORDERED_GREATER_EQUAL] = COMPARE_GREATER_EQUAL,
      [FLOAT_UNORDERED_LESS] = COMPARE_LESS,
      [FLOAT_UNORDERED_LESS_EQUAL] = COMPARE_LESS_EQUAL,
  };
  static const CompareOrder of_integers[INTEGER_PREDICATE_COUNT] = {
      [INTEGER_LESS] = COMPARE_LESS,
      [INTEGER_LESS_EQUAL] = COMPARE_LESS_EQUAL,
      [INTEGER_GREATER] = COMPARE_GREATER,
      [INTEGER_GREATER_EQUAL] = COMPARE_GREATER_EQUAL,
  };
  int64_t predicate = mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(compare, mlirStringRefCreateFromCString("predicate")));
  return ir_op_is(compare, "arith.cmpi") ? of_integers[predicate] : of_floats[predicate];
}

// arith.cmpf or arith.cmpi, and arith.select of the same two values.
static Combiner selection_combiner(MlirOperation select, MlirBlock block) {
  MlirOperation compare = definition_in(block, mlirOperationGetOperand(select, 0));
  if (mlirOperationIsNull(compare) ||
      (!ir_op_is(compare, "arith.cmpf") && !ir_op_is(compare, "arith.cmpi")))
    return COMBINER_OTHER;
  MlirValue left = mlirOperationGetOperand(compare, 0);
  MlirValue right = mlirOperationGetOperand(compare, 1);
  MlirValue chosen = mlirOperationGetOperand(select, 1);
  MlirValue other = mlirOperationGetOperand(select, 2);
  bool is_straight = mlirValueEqual(left, chosen) && mlirValueEqual(right, other);
  bool is_swapped = mlirValueEqual(left, other) && mlirValueEqual(right, chosen);
  if (!is_straight && !is_swapped)
    return COMBINER_OTHER;
  CompareOrder order = scalar_compare_order(compare);
  if (order == COMPARE_GREATER || order == COMPARE_GREATER_EQUAL)
    return is_straight ? COMBINER_MAX : COMBINER_MIN;
  if (order == COMPARE_LESS || order == COMPARE_LESS_EQUAL)
    return is_straight ? COMBINER_MIN : COMBINER_MAX;
  return COMBINER_OTHER;
}

// The other of the two operands that a combining op joins with `accumulator`, or null.
static MlirValue combined_operand(MlirOperation op, MlirValue accumulator) {
  intptr_t first = ir_op_is(op, "arith.select") ? 1 : 0;
  MlirValue left = mlirOperationGetOperand(op, first);
  MlirValue right = mlirOperationGetOperand(op, first + 1);
  if (mlirValueEqual(left, accumulator) != mlirValueEqual(right, accumulator))
    return mlirValueEqual(left, accumulator) ? right : left;
  return (MlirValue){NULL};
}

static Combiner op_combiner(MlirOperation op, MlirBlock block) {
  if (ir_op_is(op, "arith.select"))
    return selection_combiner(op, block);
  const CombinerOp *row = combiner_of(op);
  return row ? row->combiner : COMBINER_OTHER;
}

bool scalar_body_contribution(MlirOperation op, int input_count, int result, MlirValue *out_value) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation yield = mlirBlockGetTerminator(block);
  MlirOperation last = definition_in(block, mlirOperationGetOperand(yield, result));
  if (mlirOperationIsNull(last) || op_combiner(last, block) == COMBINER_OTHER ||
      ir_op_is(last, "arith.maxui") || ir_op_is(last, "arith.minui"))
    return false;
  *out_value = combined_operand(last, mlirBlockGetArgument(block, input_count + result));
  return !mlirValueIsNull(*out_value);
}

// Whether `value` is a product, seen through casts, of two different inputs.
static bool is_product_of_inputs(const StructuredOp *op, MlirBlock block, MlirValue value) {
  MlirOperation product = definition_in(block, value);
  if (mlirOperationIsNull(product) || !is_multiplication(product))
    return false;
  int arguments[2];
  for (int i = 0; i < 2; ++i) {
    MlirValue operand = mlirOperationGetOperand(product, i);
    MlirOperation cast = definition_in(block, operand);
    while (!mlirOperationIsNull(cast) && mlirOperationGetNumOperands(cast) == 1) {
      operand = mlirOperationGetOperand(cast, 0);
      cast = definition_in(block, operand);
    }
    arguments[i] = argument_in(block, operand);
  }
  return arguments[0] >= 0 && arguments[1] >= 0 && arguments[0] != arguments[1] &&
         arguments[0] < op->input_count && arguments[1] < op->input_count;
}

// How result r combines with its own out argument, which nothing else may read.
static Combiner result_combiner(const StructuredOp *op, const LiveBody *live, MlirOperation yield,
                                int r, ScalarBody *body) {
  MlirValue accumulator = mlirBlockGetArgument(live->block, op->input_count + r);
  MlirOperation last = definition_in(live->block, mlirOperationGetOperand(yield, r));
  if (mlirOperationIsNull(last))
    return COMBINER_OTHER;
  Combiner combiner = op_combiner(last, live->block);
  if (combiner == COMBINER_OTHER)
    return COMBINER_OTHER;
  MlirValue operand = combined_operand(last, accumulator);
  int expected_uses = ir_op_is(last, "arith.select") ? 2 : 1;
  if (mlirValueIsNull(operand) || live_use_count(live, yield, accumulator) != expected_uses)
    return COMBINER_OTHER;
  body->is_ordered |= !fp_may_reassociate(live->fp, last);
  body->multiplies_inputs |=
      combiner == COMBINER_ADD && is_product_of_inputs(op, live->block, operand);
  return combiner;
}

static Combiner find_combiner(const StructuredOp *op, const LiveBody *live, MlirOperation yield,
                              ScalarBody *body) {
  Combiner combiner = COMBINER_NONE;
  for (int r = 0; r < op->operand_count - op->input_count; ++r) {
    if (!body->result_is_live[r])
      continue;
    Combiner found = result_combiner(op, live, yield, r, body);
    combiner = combiner == COMBINER_NONE || combiner == found ? found : COMBINER_OTHER;
  }
  return combiner == COMBINER_NONE ? COMBINER_OTHER : combiner;
}

static void find_forward(const StructuredOp *op, MlirBlock block, MlirOperation yield,
                         ScalarBody *body) {
  int first = 0;
  while (first < op->operand_count - op->input_count - 1 && !body->result_is_live[first])
    ++first;
  MlirValue value = mlirOperationGetOperand(yield, first);
  if (!mlirOperationIsNull(definition_in(block, value)))
    return;
  body->is_forward = true;
  body->forward_argument = argument_in(block, value);
  if (body->forward_argument < 0)
    body->forward_value = value;
}

Status scalar_body_read(const StructuredOp *op, const bool *result_is_used, ScalarBody *out_body) {
  Status status = STATUS_OK;
  LiveBody live;
  live.count = 0;
  memset(out_body, 0, sizeof *out_body);
  out_body->combiner = COMBINER_OTHER;
  if (op->is_pad) {
    out_body->result_is_live[0] = out_body->argument_is_read[0] = true;
    out_body->is_forward = true;
    return STATUS_OK;
  }
  live.block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op->op, 0));
  live.fp = fp_mode_of(op->op);
  MlirOperation yield = mlirBlockGetTerminator(live.block);
  TRY(check_effects(live.block));
  TRY(mark_live(op, result_is_used, yield, &live, out_body));
  count_ops(&live, yield, &out_body->ops);
  out_body->combiner = find_combiner(op, &live, yield, out_body);
  find_forward(op, live.block, yield, out_body);
cleanup:
  return status;
}

bool scalar_body_is_cheap(const ScalarBody *body) {
  return body->ops.div == 0 && body->ops.transcendental == 0;
}

bool scalar_body_computes(const ScalarBody *body) {
  const OpCounts *ops = &body->ops;
  return ops->add + ops->mul + ops->fma + ops->div + ops->compare + ops->transcendental +
             ops->cast + ops->integer >
         0;
}
