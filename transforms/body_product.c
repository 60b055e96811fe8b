#include "transforms/body_product.h"

#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"

static const char *const cast_ops[FACTOR_CAST_COUNT] = {[FACTOR_SIGNED] = "arith.extsi",
                                                        [FACTOR_UNSIGNED] = "arith.extui",
                                                        [FACTOR_FLOAT] = "arith.extf"};

const char *factor_cast_op(FactorCast cast) { return cast_ops[cast]; }

typedef struct Body {
  MlirBlock block;
  int input_count;
} Body;

// The op of the body that defines the value; null: it is defined elsewhere.
static MlirOperation definition(const Body *body, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return (MlirOperation){NULL};
  MlirOperation op = mlirOpResultGetOwner(value);
  return mlirBlockEqual(mlirOperationGetBlock(op), body->block) ? op : (MlirOperation){NULL};
}

static bool is(MlirOperation op, const char *integer, const char *floating) {
  return !mlirOperationIsNull(op) && (ir_op_is(op, integer) || ir_op_is(op, floating));
}

// The input that the value is, which nothing else reads; -1: it is none.
static int input_of(const Body *body, MlirValue value) {
  if (!mlirValueIsABlockArgument(value) || !ir_has_one_use(value) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(value), body->block))
    return -1;
  int argument = (int)mlirBlockArgumentGetArgNumber(value);
  return argument < body->input_count ? argument : -1;
}

// Whether the value is the same at every point as far as the body shows: an argument, which the
// caller looks at, or from outside.
static bool is_zero_point(const Body *body, MlirValue value) {
  MlirOperation op = definition(body, value);
  return mlirOperationIsNull(op) || ir_op_is(op, "arith.constant");
}

// What lies in the lowest four bits after a shift by an input; else null.
static MlirValue shifted_value(const Body *body, MlirOperation mask, int *out_shift) {
  enum { HALF_MASK = 15 };
  MlirValue value = mlirOperationGetOperand(mask, 0), number = mlirOperationGetOperand(mask, 1);
  MlirOperation shift = definition(body, value);
  MlirAttribute bits = mlirAttributeGetNull();
  if (mlirValueIsAOpResult(number))
    bits = mlirOperationGetAttributeByName(mlirOpResultGetOwner(number), ir_string("value"));
  if (mlirOperationIsNull(shift) || !ir_op_is(shift, "arith.shrui") || !ir_has_one_use(value) ||
      mlirAttributeIsNull(bits) || !mlirAttributeIsAInteger(bits) ||
      mlirIntegerAttrGetValueInt(bits) != HALF_MASK)
    return (MlirValue){NULL};
  *out_shift = input_of(body, mlirOperationGetOperand(shift, 1));
  return *out_shift < 0 ? (MlirValue){NULL} : mlirOperationGetOperand(shift, 0);
}

static bool read_factor(const Body *body, MlirValue value, BodyFactor *out) {
  MlirOperation op = definition(body, value);
  *out = (BodyFactor){.argument = -1, .shift = -1};
  if (!mlirOperationIsNull(op) && ir_op_is(op, "arith.subi") && ir_has_one_use(value) &&
      is_zero_point(body, mlirOperationGetOperand(op, 1))) {
    out->zero = mlirOperationGetOperand(op, 1);
    value = mlirOperationGetOperand(op, 0);
    op = definition(body, value);
  }
  if (mlirOperationIsNull(op) || !ir_has_one_use(value))
    return false;
  if (ir_op_is(op, "arith.andi")) {
    value = shifted_value(body, op, &out->shift);
    op = mlirValueIsNull(value) ? (MlirOperation){NULL} : definition(body, value);
    if (mlirOperationIsNull(op) || !ir_op_is(op, "arith.extui") || !ir_has_one_use(value))
      return false;
  }
  for (int cast = FACTOR_NONE + 1; cast < FACTOR_CAST_COUNT; cast++)
    if (ir_op_is(op, cast_ops[cast])) {
      out->cast = (FactorCast)cast;
      out->argument = input_of(body, mlirOperationGetOperand(op, 0));
    }
  return out->argument >= 0;
}

// The integer that the value is a multiple of, as the left operand of each product; else null.
static MlirValue scaled_integer(const Body *body, MlirValue value) {
  MlirOperation op = definition(body, value);
  while (!mlirOperationIsNull(op) && ir_op_is(op, "arith.mulf") && ir_has_one_use(value)) {
    value = mlirOperationGetOperand(op, 0);
    op = definition(body, value);
  }
  bool is_cast = !mlirOperationIsNull(op) && ir_op_is(op, "arith.sitofp") && ir_has_one_use(value);
  return is_cast ? mlirOperationGetOperand(op, 0) : (MlirValue){NULL};
}

bool body_product_read(MlirOperation op, int input_count, int result, BodyProduct *out) {
  if (mlirOperationGetNumRegions(op) != 1)
    return false;
  Body body = {mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)), input_count};
  MlirValue accumulator = mlirBlockGetArgument(body.block, input_count + result);
  MlirOperation sum =
      definition(&body, mlirOperationGetOperand(mlirBlockGetTerminator(body.block), result));
  if (!is(sum, "arith.addi", "arith.addf"))
    return false;
  int added = mlirValueEqual(mlirOperationGetOperand(sum, 0), accumulator) ? 1 : 0;
  MlirValue value = mlirOperationGetOperand(sum, added), integer = scaled_integer(&body, value);
  out->is_scaled = !mlirValueIsNull(integer);
  out->value = out->is_scaled ? integer : value;
  MlirOperation product = definition(&body, out->value);
  return mlirValueEqual(mlirOperationGetOperand(sum, 1 - added), accumulator) &&
         is(product, "arith.muli", "arith.mulf") && ir_has_one_use(out->value) &&
         read_factor(&body, mlirOperationGetOperand(product, 0), &out->factors[0]) &&
         read_factor(&body, mlirOperationGetOperand(product, 1), &out->factors[1]);
}
