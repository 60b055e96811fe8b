// Vector math: exp, log, tanh, erf and powf on vectors as plain arithmetic. Each function is the
// textbook one: reduce the argument, evaluate a polynomial, undo the reduction. The tables are
// printed by scripts/fit_polynomials.py, highest power first.
//
// Nothing here depends on fused multiply-add: where a target has none, the reductions lose nothing
// because their products are exact. No NaN reaches an integer conversion; NaN comes out as NaN.
#include "transforms/lowering/math/vector_math.h"

#include "transforms/lowering/math/exponential.h"
#include "transforms/lowering/math/integer_power.h"
#include "transforms/lowering/math/vector_power.h"

#include <stdlib.h>

static const double tanh_f32[] = {-0.0066102278311147345141, 0.021309388664443473807,
                                  -0.053909428827460545439, 0.1333311372902087191,
                                  -0.33333332007976979681};
static const double tanh_f64[] = {0.000053906420141721768931, -0.00021454222089075102965,
                                  0.00058177244078681312721,  -0.001454118043617458278,
                                  0.0035919044131928017982,   -0.0088632176632691230455,
                                  0.021869487712363183354,    -0.053968253948899143871,
                                  0.13333333333315646285,     -0.33333333333333306598};
static const double erf_f32[] = {0.000078758750626854883411, -0.00080168642871658695293,
                                 0.0051890874234339739861,   -0.026854212010626412443,
                                 0.11283594715160217732,     -0.37612626666720331023,
                                 1.128379165848350946};
static const double erfc_tail_f32[] = {0.00018560151398740975663, -0.0029398673206213010925,
                                       0.021806329686424566629,   -0.10303944357500042015,
                                       -0.63822330791822245677,   -1.1270414633516508848,
                                       -0.00035336547473082246951};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static MlirValue make_log2(const Lanes *lanes, MlirValue x) {
  return mul_number(lanes, lanes_log(lanes, x), 1.4426950408889634074);
}

static MlirValue make_log10(const Lanes *lanes, MlirValue x) {
  return mul_number(lanes, lanes_log(lanes, x), 0.43429448190325182765);
}

static MlirValue make_tanh(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x);
  MlirValue z = mul(lanes, x, x);
  MlirValue small = lanes->format == &double_format
                        ? polynomial(lanes, z, tanh_f64, COUNT(tanh_f64))
                        : polynomial(lanes, z, tanh_f32, COUNT(tanh_f32));
  small = multiply_add(lanes, x, mul(lanes, z, small), x);
  MlirValue divisor = add_number(lanes, lanes_exp(lanes, add(lanes, magnitude, magnitude)), 1.0);
  MlirValue one = number(lanes, 1.0), two = number(lanes, 2.0);
  MlirValue large = sub(lanes, one, divide(lanes, two, divisor));
  large = with_sign_of(lanes, large, x);
  return choose(lanes, compare_number(lanes, LESS, magnitude, 0.55), small, large);
}

// f32 only: 1 - exp(p(|x|)) beyond 1, where p fits log(erfc).
static MlirValue make_erf(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x);
  MlirValue z = mul(lanes, x, x), one = number(lanes, 1.0);
  MlirValue small = mul(lanes, x, polynomial(lanes, z, erf_f32, COUNT(erf_f32)));
  MlirValue at = clamped(lanes, magnitude, 0.0, 4.0);
  MlirValue tail = lanes_exp(lanes, polynomial(lanes, at, erfc_tail_f32, COUNT(erfc_tail_f32)));
  MlirValue large = with_sign_of(lanes, sub(lanes, one, tail), x);
  return choose(lanes, compare(lanes, LESS, magnitude, one), small, large);
}

typedef struct Function {
  const char *name;
  MlirValue (*make)(const Lanes *lanes, MlirValue x); // null: powf, which has two operands
  bool has_double;
} Function;

static const Function functions[] = {
    {"math.exp", lanes_exp, true},    {"math.exp2", lanes_exp2, true},
    {"math.log", lanes_log, true},    {"math.log2", make_log2, true},
    {"math.log10", make_log10, true}, {"math.tanh", make_tanh, true},
    {"math.erf", make_erf, false},    {"math.powf", NULL, true},
};

static const Function *find_function(MlirOperation op) {
  for (int i = 0; i < COUNT(functions); ++i)
    if (ir_op_is(op, functions[i].name))
      return &functions[i];
  return NULL;
}

static void expand(MlirOperation op) {
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
  MlirValue operands[2];
  intptr_t count = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < count && i < 2; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (is_narrow)
      operands[i] = ir_unary(&ir, "arith.extf", lanes.type, operands[i]);
  }
  MlirValue value = function->make ? function->make(&lanes, operands[0])
                                   : vector_power(&lanes, operands[0], operands[1],
                                                  mlirOperationGetOperand(op, 1));
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

void vector_math_expand(MlirOperation root) {
  IrOps found = ir_collect(root, is_expandable);
  for (int i = 0; i < found.count; ++i)
    expand(found.ops[i]);
  free(found.ops);
  found = ir_collect(root, integer_power_is_expandable);
  for (int i = 0; i < found.count; ++i)
    integer_power_expand(found.ops[i]);
  free(found.ops);
}
