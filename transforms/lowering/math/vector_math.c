// Vector math: functions of floats on vectors as plain arithmetic. Each function is the
// textbook one: reduce the argument, evaluate a polynomial, undo the reduction. The tables are
// printed by scripts/fit_polynomials.py, highest power first.
//
// Nothing here depends on fused multiply-add but by Lanes.is_fused: where a target has none, the
// reductions lose nothing because their products are exact. No NaN reaches an integer conversion;
// NaN comes out as NaN.
#include "transforms/lowering/math/vector_math.h"

#include "machine/architecture.h"
#include "transforms/function_target.h"
#include "transforms/lowering/math/cube_root.h"
#include "transforms/lowering/math/exponential.h"
#include "transforms/lowering/math/float_instructions.h"
#include "transforms/lowering/math/hyperbolic.h"
#include "transforms/lowering/math/integer_power.h"
#include "transforms/lowering/math/library_lanes.h"
#include "transforms/lowering/math/maximum.h"
#include "transforms/lowering/math/short_table.h"
#include "transforms/lowering/math/trigonometry.h"
#include "transforms/lowering/math/vector_power.h"

#include <math.h>
#include <stdlib.h>

static const double erfc_f32[] = {
    9.256579785577940948e-6,   -0.00011764372776157693183, 0.00063284417599103936155,
    -0.0016670379330906076401, 0.0001604034616745851918,   0.019153061546266278279,
    -0.10277783025048175721,   -0.63661938197240058142,    -1.1283791716112112408};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// 1 - erfc(|x|), with log(erfc(x)) = x p(x). At the bound the result is 1.
static MlirValue make_erf(const Lanes *lanes, MlirValue x) {
  MlirValue at = clamped(lanes, absolute(lanes, x), 0.0, 3.95);
  MlirValue logarithm = mul(lanes, at, polynomial(lanes, at, erfc_f32, COUNT(erfc_f32)));
  return with_sign_of(lanes, lanes_expm1_of_negative(lanes, logarithm, 1.0), x);
}

static MlirValue is_large_angle(const Lanes *lanes, const MlirValue *operands) {
  return compare_number(lanes, GREATER, absolute(lanes, operands[0]), TRIGONOMETRY_LARGEST);
}

// x - y trunc(x / y) in f64, which is exact as long as the quotient has no more than 29 digits.
static MlirValue make_remainder(const Lanes *lanes, MlirValue x, MlirValue y) {
  Lanes wide = lanes_of(lanes->ir, lanes->type, true);
  MlirValue dividend = ir_unary(lanes->ir, "arith.extf", wide.type, x);
  MlirValue divisor = ir_unary(lanes->ir, "arith.extf", wide.type, y);
  MlirValue quotient = divide(&wide, dividend, divisor);
  quotient = ir_unary(lanes->ir, "math.trunc", wide.type, quotient);
  MlirValue rest = sub(&wide, dividend, mul(&wide, quotient, divisor));
  rest = ir_unary(lanes->ir, "arith.truncf", lanes->type, rest);
  MlirValue is_endless = compare_number(lanes, EQUAL, absolute(lanes, y), INFINITY);
  MlirValue is_finite = compare_number(lanes, LESS, absolute(lanes, x), INFINITY);
  rest = choose(lanes, both(lanes, is_endless, is_finite), x, rest);
  return with_sign_of(lanes, rest, x);
}

static MlirValue is_large_quotient(const Lanes *lanes, const MlirValue *operands) {
  MlirValue limit = mul_number(lanes, absolute(lanes, operands[1]), 0x1p28);
  return compare(lanes, GREATER, absolute(lanes, operands[0]), limit);
}

typedef struct Function {
  const char *name;
  MlirValue (*make)(const Lanes *lanes, MlirValue x);
  MlirValue (*make_of_two)(const Lanes *lanes, MlirValue x, MlirValue y); // both null: powf
  bool has_double;
  // Of which lanes the C library has to be asked. Null: of none.
  MlirValue (*is_beyond)(const Lanes *lanes, const MlirValue *operands);
} Function;

static const Function functions[] = {
    {"math.exp", lanes_exp, NULL, true, NULL},
    {"math.exp2", lanes_exp2, NULL, true, NULL},
    {"math.expm1", lanes_expm1, NULL, false, NULL},
    {"math.log", lanes_log, NULL, true, NULL},
    {"math.log2", lanes_log2, NULL, true, NULL},
    {"math.log10", lanes_log10, NULL, true, NULL},
    {"math.log1p", lanes_log1p, NULL, false, NULL},
    {"math.tanh", lanes_tanh, NULL, true, NULL},
    {"math.sinh", lanes_sinh, NULL, false, NULL},
    {"math.cosh", lanes_cosh, NULL, false, NULL},
    {"math.asinh", lanes_asinh, NULL, false, NULL},
    {"math.acosh", lanes_acosh, NULL, false, NULL},
    {"math.atanh", lanes_atanh, NULL, false, NULL},
    {"math.sin", lanes_sin, NULL, false, is_large_angle},
    {"math.cos", lanes_cos, NULL, false, is_large_angle},
    {"math.tan", lanes_tan, NULL, false, is_large_angle},
    {"math.asin", lanes_asin, NULL, false, NULL},
    {"math.acos", lanes_acos, NULL, false, NULL},
    {"math.atan", lanes_atan, NULL, false, NULL},
    {"math.atan2", NULL, lanes_atan2, false, NULL},
    {"math.erf", make_erf, NULL, false, NULL},
    {"math.cbrt", lanes_cbrt, NULL, false, NULL},
    {"math.powf", NULL, NULL, true, NULL},
    {"arith.remf", NULL, make_remainder, false, is_large_quotient},
};

static const Function *find_function(MlirOperation op) {
  for (int i = 0; i < COUNT(functions); ++i)
    if (ir_op_is(op, functions[i].name))
      return &functions[i];
  return NULL;
}

static MlirValue make(const Lanes *lanes, const Function *function, MlirOperation op,
                      const MlirValue *operands) {
  if (function->make)
    return function->make(lanes, operands[0]);
  if (function->make_of_two)
    return function->make_of_two(lanes, operands[0], operands[1]);
  return vector_power(lanes, operands[0], operands[1], mlirOperationGetOperand(op, 1));
}

// LLVM takes the intrinsics of whole registers alone.
static const char *intrinsics_of(const Target *target, const Lanes *lanes) {
  if (mlirShapedTypeGetRank(lanes->type) != 1 || !target->has_masks)
    return NULL;
  int64_t bits = mlirShapedTypeGetDimSize(lanes->type, 0) * lanes->format->bits;
  bool is_whole = bits == 128 || bits == 256 || bits == 512;
  return is_whole && bits <= target->vector_bits ? target->architecture->float_intrinsics : NULL;
}

// Instructions that take the place of arithmetic in such vectors.
static void use_instructions(Lanes *lanes, const Target *target, bool is_double) {
  lanes->intrinsics = intrinsics_of(target, lanes);
  if (lanes->intrinsics == NULL)
    return;
  if (!is_double && mlirShapedTypeGetDimSize(lanes->type, 0) == LANES_ENTRIES)
    lanes->table = target->architecture->table_intrinsic;
  lanes->divides = target->vendor == TARGET_VENDOR_AMD;
}

// `target`: of the function, which names it or not.
static void expand(MlirOperation op, const Target *target, bool is_named) {
  const Function *function = find_function(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType element = mlirShapedTypeGetElementType(type);
  bool is_double = mlirTypeIsAF64(element);
  bool is_narrow = mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
  if (!(is_double && function->has_double) && !mlirTypeIsAF32(element) && !is_narrow)
    return;
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  Lanes lanes = lanes_of(&ir, type, is_double);
  bool is_for_target = !ir_is_in_device_code(op);
  if (is_for_target)
    use_instructions(&lanes, target, is_double);
  lanes.is_fused = is_for_target && is_named && target->has_fma;
  MlirValue operands[2] = {{NULL}, {NULL}};
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count && i < 2; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (is_narrow)
      operands[i] = ir_unary(&ir, "arith.extf", lanes.type, operands[i]);
  }
  MlirValue value = make(&lanes, function, op, operands);
  if (function->is_beyond)
    value = library_where(&lanes, function->is_beyond(&lanes, operands), function->name, (int)count,
                          operands, value);
  if (is_narrow)
    value = ir_unary(&ir, "arith.truncf", type, value);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), value);
  mlirOperationDestroy(op);
}

static bool is_expandable(MlirOperation op) {
  if (!find_function(op))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return mlirTypeIsAVector(type) && !mlirVectorTypeIsScalable(type);
}

// The target of the function around an op. It takes as long to read as hundreds of ops to make, and
// the ops of one function follow one another.
typedef struct Asked {
  MlirOperation function;
  Target target;
  bool is_named; // by the function
} Asked;

static Asked ask_nothing(void) {
  Asked asked = {.function = {NULL}};
  asked.target = function_target(asked.function);
  return asked;
}

static void ask_for(Asked *asked, MlirOperation op, MlirOperation root) {
  MlirOperation function = enclosing_function(op, root);
  if (mlirOperationEqual(function, asked->function))
    return;
  asked->function = function;
  asked->target = function_target(function);
  asked->is_named = function_target_is_named(function);
}

static void use_tables(MlirOperation root, Asked *asked) {
  IrOps found = ir_collect(root, short_table_suits);
  for (int i = 0; i < found.count; ++i) {
    ask_for(asked, found.ops[i], root);
    const char *intrinsic = asked->target.architecture->table_intrinsic;
    if (intrinsic != NULL && asked->target.has_masks && asked->target.vector_bits >= 512 &&
        !ir_is_in_device_code(found.ops[i]))
      short_table_use(found.ops[i], intrinsic);
  }
  free(found.ops);
}

static void expand_maxima(MlirOperation root, Asked *asked) {
  IrOps found = ir_collect(root, maximum_is_expandable);
  for (int i = 0; i < found.count; ++i) {
    ask_for(asked, found.ops[i], root);
    if (!ir_is_in_device_code(found.ops[i]))
      maximum_expand(found.ops[i], &asked->target);
  }
  free(found.ops);
}

void vector_math_expand(MlirOperation root) {
  Asked asked = ask_nothing();
  use_tables(root, &asked);
  expand_maxima(root, &asked);
  IrOps found = ir_collect(root, is_expandable);
  for (int i = 0; i < found.count; ++i) {
    ask_for(&asked, found.ops[i], root);
    expand(found.ops[i], &asked.target, asked.is_named);
  }
  free(found.ops);
  found = ir_collect(root, integer_power_is_expandable);
  for (int i = 0; i < found.count; ++i)
    integer_power_expand(found.ops[i]);
  free(found.ops);
}
