// Floats of 16 bits and less without a call of a runtime library, which may lack it: libgcc has no
// __truncsfbf2 before its release 13. Before and after, where there are no instructions for f16:
//
//   %c = arith.addf %a, %b : f16        %x = arith.extf %a : f16 to f32    // half_casts.h
//                                       %y = arith.extf %b : f16 to f32
//                                       %z = arith.addf %x, %y : f32
//                                       %c = arith.truncf %z : f32 to f16
//
// For sums, differences, products, quotients and roots that is the correctly rounded result: f32
// has more than twice the bits.
#include "transforms/lowering/floats/small_floats.h"

#include "transforms/function_target.h"
#include "transforms/ir.h"
#include "transforms/lowering/floats/half_casts.h"
#include "transforms/lowering/floats/half_rounding.h"
#include "transforms/lowering/floats/small_floats_shim.h"
#include "transforms/lowering/math/integer_power.h"
#include "transforms/lowering/math/lanes.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool is_one_of(MlirOperation op, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (ir_op_is(op, names[i]))
      return true;
  return false;
}

static bool is_bf16(MlirType type) { return mlirTypeIsABF16(element_of(type)); }

static bool is_half(MlirType type) {
  bool is_fixed = !mlirTypeIsAVector(type) || !mlirVectorTypeIsScalable(type);
  return is_fixed && (mlirTypeIsAF16(element_of(type)) || is_bf16(type));
}

// Whether an operand or a result is one.
static bool has_type(MlirOperation op, bool (*is_one)(MlirType type)) {
  bool has = false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    has |= is_one(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    has |= is_one(mlirValueGetType(mlirOperationGetResult(op, i)));
  return has;
}

// What moves bits, and of f16 what only looks at them: bf16 is held as integers.
static bool is_exact_in_place(MlirOperation op) {
  static const char *const moves[] = {"arith.constant", "arith.bitcast", "arith.select"};
  static const char *const looks[] = {"arith.negf",    "math.absf",  "math.copysign", "math.isnan",
                                      "math.isfinite", "math.isinf", "math.isnormal"};
  return is_one_of(op, moves, COUNT(moves)) ||
         (is_one_of(op, looks, COUNT(looks)) && !has_type(op, is_bf16));
}

static bool computes(MlirOperation op) {
  static const char *const vector_ops[] = {"vector.contract",        "vector.fma",
                                           "vector.multi_reduction", "vector.outerproduct",
                                           "vector.reduction",       "vector.scan"};
  return ir_op_begins(op, "arith.") || ir_op_begins(op, "math.") ||
         is_one_of(op, vector_ops, COUNT(vector_ops));
}

static bool is_half_op(MlirOperation op) {
  return computes(op) && !is_exact_in_place(op) && has_type(op, is_half);
}

// --- arithmetic

static bool is_fma(MlirOperation op) {
  return ir_op_is(op, "math.fma") || ir_op_is(op, "vector.fma");
}

// A product of two of these is exact in f32, but its sum with a third would be rounded twice. That
// of f16 is exact in f64, as far as it is finite; that of bf16 is none of these (bf16_fma_lower).
static MlirType wide_type(MlirOperation op, MlirType type) {
  MlirContext context = mlirOperationGetContext(op);
  return shaped_like(type, is_fma(op) ? mlirF64TypeGet(context) : mlirF32TypeGet(context));
}

static void widen(MlirOperation op) {
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirType type = mlirValueGetType(operand);
    if (is_half(type))
      mlirOperationSetOperand(op, i, ir_unary(&ir, "arith.extf", wide_type(op, type), operand));
  }
  ir_finish(&ir);
  ir_start(&ir, mlirOperationGetNextInBlock(op), mlirOperationGetLocation(op));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType type = mlirValueGetType(result);
    if (!is_half(type))
      continue;
    mlirValueSetType(result, wide_type(op, type));
    MlirValue rounded = ir_unary(&ir, "arith.truncf", type, result);
    MlirOperation cast = mlirOpResultGetOwner(rounded);
    mlirValueReplaceAllUsesExcept(result, rounded, 1, &cast);
  }
  ir_finish(&ir);
}

// --- the larger and the smaller number

static bool is_extremum(MlirOperation op) {
  return ir_op_is(op, "arith.maxnumf") || ir_op_is(op, "arith.minnumf");
}

static MlirValue compared(IrBuilder *ir, FloatPredicate predicate, MlirValue a, MlirValue b) {
  MlirContext context = ir->context;
  MlirNamedAttribute attribute =
      ir_attribute(ir, "predicate", mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), predicate));
  MlirValue operands[2] = {a, b};
  MlirType flags = shaped_like(mlirValueGetType(a), mlirIntegerTypeGet(context, 1));
  return ir_value(ir, "arith.cmpf", flags, 2, operands, 1, &attribute);
}

// Of those of f32 on widened operands LLVM makes some of f16 again, and of these calls of fmaxf and
// fminf, lane by lane. So: the first where it is larger, or where the second is no number.
static void extremum_lower(MlirOperation op) {
  IrBuilder ir;
  MlirValue first = mlirOperationGetOperand(op, 0), second = mlirOperationGetOperand(op, 1);
  bool is_larger = ir_op_is(op, "arith.maxnumf");
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirType wide = wide_type(op, mlirValueGetType(first));
  MlirValue a = ir_unary(&ir, "arith.extf", wide, first);
  MlirValue b = ir_unary(&ir, "arith.extf", wide, second);
  MlirValue leads = compared(&ir, is_larger ? FLOAT_ORDERED_GREATER : FLOAT_ORDERED_LESS, a, b);
  MlirValue is_chosen = ir_binary(&ir, "arith.ori", leads, compared(&ir, FLOAT_UNORDERED, b, b));
  MlirValue value = ir_select(&ir, is_chosen, first, second);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
}

// --- ops one by one

static bool is_cast(MlirOperation op) {
  return ir_op_is(op, "arith.extf") || ir_op_is(op, "arith.truncf");
}

static bool is_from_integer(MlirOperation op) {
  return ir_op_is(op, "arith.sitofp") || ir_op_is(op, "arith.uitofp");
}

static void lower_op(MlirOperation op, HalfInstructions has) {
  if (is_cast(op))
    half_cast_lower(op, has.has_casts);
  else if (has.has_arithmetic && !has_type(op, is_bf16))
    return;
  else if (is_from_integer(op))
    half_from_integer_lower(op);
  else if (is_extremum(op) && !has_type(op, is_bf16))
    extremum_lower(op);
  else if (is_fma(op) && has_type(op, is_bf16))
    bf16_fma_lower(op);
  else
    widen(op);
}

static void lower_all(MlirOperation root, bool casts) {
  IrOps found = ir_collect(root, is_half_op);
  MlirOperation asked = {NULL}; // the function that `has` is of; null has none
  HalfInstructions has = {false, false};
  for (int i = 0; i < found.count; i++) {
    MlirOperation function = enclosing_function(found.ops[i], root);
    if (!mlirOperationEqual(function, asked))
      has = half_instructions_of(function, function_target(function).architecture);
    asked = function;
    if (is_cast(found.ops[i]) == casts)
      lower_op(found.ops[i], has);
  }
  free(found.ops);
}

// Powers are products that are rounded one by one, as LLVM makes them of constant exponents.
static bool is_half_power(MlirOperation op) {
  return integer_power_is_expandable(op) &&
         is_half(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static void expand_powers(MlirOperation root) {
  IrOps found = ir_collect(root, is_half_power);
  for (int i = 0; i < found.count; i++)
    integer_power_expand(found.ops[i]);
  free(found.ops);
}

// Of wider floats it is LLVM's, as of those that name none.
static bool is_half_rounding(MlirOperation op) {
  if (!half_rounding_is_named(op) || !is_half(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return false;
  MlirType from = element_of(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  return mlirTypeIsAF32(from) || mlirTypeIsAF64(from);
}

static void lower_roundings(MlirOperation root) {
  IrOps found = ir_collect(root, is_half_rounding);
  for (int i = 0; i < found.count; i++)
    half_rounding_lower(found.ops[i]);
  free(found.ops);
}

void small_floats_lower(MlirOperation root) {
  lower_roundings(root);
  small_floats_expand(root);
  expand_powers(root);
  lower_all(root, false);
  lower_all(root, true);
  small_floats_expand(root); // the casts that were made meanwhile
}
