// See vector_math.h. Each function is the textbook one: reduce the argument, evaluate a polynomial,
// undo the reduction. The tables are printed by scripts/fit_polynomials.py, highest power first.
//
// Nothing here depends on fused multiply-add: where a target has none, the reductions lose nothing
// because their products are exact. No NaN reaches an integer conversion; NaN comes out as NaN.
#include "transforms/lowering/vector_math.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include "transforms/lowering/integer_power.h"

#include <math.h>
#include <stdlib.h>

static const double exp_f32[] = {0.001392617611993558258, 0.0083631730745137109028,
                                 0.041666554662050533926, 0.1666657702559798819, 0.5};
static const double exp_f64[] = {2.0914617318070627105e-9,
                                 2.5105206373957011116e-8,
                                 2.7557273866335009556e-7,
                                 2.7557255425746434282e-6,
                                 0.000024801587325287148017,
                                 0.00019841269874800491981,
                                 0.0013888888888883881802,
                                 0.008333333333326140884,
                                 0.041666666666666669474,
                                 0.16666666666666670986,
                                 0.5};
static const double log_f32[] = {0.23330467216303836299, 0.28550820815960663296,
                                 0.40000121839806126714, 0.66666666554497091551};
static const double log_f64[] = {
    0.1461644968504340586,  0.15331721600556041269, 0.1818288912526172208, 0.22222211134795079855,
    0.28571428625975484921, 0.3999999999989950449,  0.66666666666666696862};
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

// What a float format needs to be taken apart.
typedef struct Format {
  int bits, mantissa_bits;
  double round_magic; // adding it leaves a float's integer part in its low bits
  double exp_low, exp_high, exp2_low, exp2_high; // beyond these the result is 0 or infinite
  double ln2_high, ln2_low;                      // ln2_high has trailing zeros
  double smallest_normal, denormal_scale;
  int denormal_exponent;  // of denormal_scale
  int64_t sqrt_half_bits; // of sqrt(1/2)
  int64_t one_bits;
  const double *exp, *log, *tanh;
  int exp_count, log_count, tanh_count;
} Format;

static const Format single_format = {
    .bits = 32,
    .mantissa_bits = 23,
    .round_magic = 12582912.0, // 1.5 * 2^23
    .exp_low = -104.0,
    .exp_high = 89.0,
    .exp2_low = -151.0,
    .exp2_high = 129.0,
    .ln2_high = 0.693359375,
    .ln2_low = -2.1219444005469058277e-4,
    .smallest_normal = 0x1p-126,
    .denormal_scale = 0x1p24,
    .denormal_exponent = 24,
    .sqrt_half_bits = 0x3F3504F3,
    .one_bits = 0x3F800000,
    .exp = exp_f32,
    .log = log_f32,
    .tanh = tanh_f32,
    .exp_count = COUNT(exp_f32),
    .log_count = COUNT(log_f32),
    .tanh_count = COUNT(tanh_f32),
};

static const Format double_format = {
    .bits = 64,
    .mantissa_bits = 52,
    .round_magic = 6755399441055744.0, // 1.5 * 2^52
    .exp_low = -746.0,
    .exp_high = 710.0,
    .exp2_low = -1076.0,
    .exp2_high = 1025.0,
    .ln2_high = 6.93147180369123816490e-01,
    .ln2_low = 1.90821492927058770002e-10,
    .smallest_normal = 0x1p-1022,
    .denormal_scale = 0x1p54,
    .denormal_exponent = 54,
    .sqrt_half_bits = 0x3FE6A09E667F3BCD,
    .one_bits = 0x3FF0000000000000,
    .exp = exp_f64,
    .log = log_f64,
    .tanh = tanh_f64,
    .exp_count = COUNT(exp_f64),
    .log_count = COUNT(log_f64),
    .tanh_count = COUNT(tanh_f64),
};

// The vector type that is being computed on, and where the ops go.
typedef struct Lanes {
  IrBuilder *ir;
  const Format *format;
  MlirType element, type, integer_element, integers, flags;
} Lanes;

typedef enum Compare {
  EQUAL = 1,
  GREATER = 2,
  LESS = 4,
  UNEQUAL = 13,
  NOT_GREATER = 12,
  NOT_LESS = 10
} Compare;

static MlirType shaped_like(MlirType vector, MlirType element) {
  int64_t shape[16];
  intptr_t rank = mlirShapedTypeGetRank(vector);
  for (intptr_t i = 0; i < rank; ++i)
    shape[i] = mlirShapedTypeGetDimSize(vector, i);
  return mlirVectorTypeGet(rank, shape, element);
}

static Lanes lanes_of(IrBuilder *ir, MlirType vector, bool is_double) {
  Lanes lanes = {.ir = ir, .format = is_double ? &double_format : &single_format};
  lanes.element = is_double ? mlirF64TypeGet(ir->context) : mlirF32TypeGet(ir->context);
  lanes.integer_element = mlirIntegerTypeGet(ir->context, (unsigned)lanes.format->bits);
  lanes.type = shaped_like(vector, lanes.element);
  lanes.integers = shaped_like(vector, lanes.integer_element);
  lanes.flags = shaped_like(vector, mlirIntegerTypeGet(ir->context, 1));
  return lanes;
}

static MlirValue number(const Lanes *l, double value) {
  return ir_splat(l->ir, l->type, mlirFloatAttrDoubleGet(l->ir->context, l->element, value));
}

static MlirValue integer(const Lanes *l, int64_t value) {
  return ir_splat(l->ir, l->integers, mlirIntegerAttrGet(l->integer_element, value));
}

static MlirValue add(const Lanes *l, MlirValue a, MlirValue b) {
  return ir_binary(l->ir, "arith.addf", a, b);
}
static MlirValue sub(const Lanes *l, MlirValue a, MlirValue b) {
  return ir_binary(l->ir, "arith.subf", a, b);
}
static MlirValue mul(const Lanes *l, MlirValue a, MlirValue b) {
  return ir_binary(l->ir, "arith.mulf", a, b);
}
static MlirValue divide(const Lanes *l, MlirValue a, MlirValue b) {
  return ir_binary(l->ir, "arith.divf", a, b);
}
static MlirValue multiply_add(const Lanes *l, MlirValue a, MlirValue b, MlirValue c) {
  MlirValue operands[3] = {a, b, c};
  return ir_value(l->ir, "vector.fma", l->type, 3, operands, 0, NULL);
}
static MlirValue absolute(const Lanes *l, MlirValue a) {
  return ir_unary(l->ir, "math.absf", l->type, a);
}
static MlirValue root(const Lanes *l, MlirValue a) {
  return ir_unary(l->ir, "math.sqrt", l->type, a);
}
static MlirValue with_sign_of(const Lanes *l, MlirValue magnitude, MlirValue sign) {
  return ir_binary(l->ir, "math.copysign", magnitude, sign);
}
static MlirValue bits(const Lanes *l, MlirValue a) {
  return ir_unary(l->ir, "arith.bitcast", l->integers, a);
}
static MlirValue from_bits(const Lanes *l, MlirValue a) {
  return ir_unary(l->ir, "arith.bitcast", l->type, a);
}
static MlirValue both(const Lanes *l, MlirValue a, MlirValue b) {
  return ir_binary(l->ir, "arith.andi", a, b);
}

static MlirValue compare(const Lanes *l, Compare predicate, MlirValue a, MlirValue b) {
  MlirValue operands[2] = {a, b};
  MlirNamedAttribute attribute = ir_attribute(
      l->ir, "predicate", mlirIntegerAttrGet(mlirIntegerTypeGet(l->ir->context, 64), predicate));
  return ir_value(l->ir, "arith.cmpf", l->flags, 2, operands, 1, &attribute);
}

static MlirValue choose(const Lanes *l, MlirValue flags, MlirValue yes, MlirValue no) {
  MlirValue operands[3] = {flags, yes, no};
  return ir_value(l->ir, "arith.select", mlirValueGetType(yes), 3, operands, 0, NULL);
}

// low <= x <= high; NaN stays NaN.
static MlirValue clamped(const Lanes *l, MlirValue x, double low, double high) {
  x = choose(l, compare(l, NOT_GREATER, x, number(l, high)), x, number(l, high));
  return choose(l, compare(l, NOT_LESS, x, number(l, low)), x, number(l, low));
}

static MlirValue polynomial(const Lanes *l, MlirValue x, const double *coefficients, int count) {
  MlirValue sum = number(l, coefficients[0]);
  for (int i = 1; i < count; ++i)
    sum = multiply_add(l, sum, x, number(l, coefficients[i]));
  return sum;
}

// y * 2^n for the n whose integer sits in the low bits of `shifted` = n + round_magic. Two factors,
// because one would overflow for the largest and underflow for denormal results.
static MlirValue scaled(const Lanes *l, MlirValue y, MlirValue shifted) {
  IrBuilder *ir = l->ir;
  MlirValue mantissa = integer(l, l->format->mantissa_bits);
  MlirValue n =
      ir_binary(ir, "arith.subi", bits(l, shifted), bits(l, number(l, l->format->round_magic)));
  MlirValue half = ir_binary(ir, "arith.shrsi", n, integer(l, 1));
  MlirValue rest = ir_binary(ir, "arith.subi", n, half);
  MlirValue exponents[2] = {half, rest};
  for (int i = 0; i < 2; ++i) {
    MlirValue power = ir_binary(ir, "arith.shli", exponents[i], mantissa);
    power = ir_binary(ir, "arith.addi", power, integer(l, l->format->one_bits));
    y = mul(l, y, from_bits(l, power));
  }
  return y;
}

// exp of |r| <= ln(2) / 2.
static MlirValue exp_reduced(const Lanes *l, MlirValue r) {
  MlirValue q = polynomial(l, r, l->format->exp, l->format->exp_count);
  MlirValue tail = multiply_add(l, mul(l, r, r), q, r);
  return add(l, tail, number(l, 1.0));
}

static MlirValue make_exp(const Lanes *l, MlirValue x) {
  const Format *f = l->format;
  x = clamped(l, x, f->exp_low, f->exp_high);
  MlirValue shifted =
      multiply_add(l, x, number(l, 1.4426950408889634074), number(l, f->round_magic));
  MlirValue n = sub(l, shifted, number(l, f->round_magic));
  MlirValue r = multiply_add(l, n, number(l, -f->ln2_high), x);
  r = multiply_add(l, n, number(l, -f->ln2_low), r);
  return scaled(l, exp_reduced(l, r), shifted);
}

static MlirValue make_exp2(const Lanes *l, MlirValue x) {
  const Format *f = l->format;
  x = clamped(l, x, f->exp2_low, f->exp2_high);
  MlirValue shifted = add(l, x, number(l, f->round_magic));
  MlirValue r = sub(l, x, sub(l, shifted, number(l, f->round_magic)));
  return scaled(l, exp_reduced(l, mul(l, r, number(l, 0.69314718055994530942))), shifted);
}

// log(x) = k ln(2) + log(m), sqrt(1/2) <= m < sqrt(2), log(m) through s = (m - 1) / (m + 1).
static MlirValue make_log(const Lanes *l, MlirValue x) {
  const Format *f = l->format;
  IrBuilder *ir = l->ir;
  MlirValue zero = number(l, 0.0);
  MlirValue is_small = compare(l, LESS, x, number(l, f->smallest_normal));
  MlirValue normal = choose(l, is_small, mul(l, x, number(l, f->denormal_scale)), x);
  MlirValue above = ir_binary(ir, "arith.subi", bits(l, normal), integer(l, f->sqrt_half_bits));
  MlirValue mantissa_bits = integer(l, f->mantissa_bits);
  MlirValue exponent = ir_binary(ir, "arith.shrsi", above, mantissa_bits);
  MlirValue m = from_bits(l, ir_binary(ir, "arith.subi", bits(l, normal),
                                       ir_binary(ir, "arith.shli", exponent, mantissa_bits)));
  MlirValue k = ir_unary(ir, "arith.sitofp", l->type, exponent);
  k = sub(l, k, choose(l, is_small, number(l, f->denormal_exponent), zero));
  MlirValue fraction = sub(l, m, number(l, 1.0));
  MlirValue s = divide(l, fraction, add(l, fraction, number(l, 2.0)));
  MlirValue z = mul(l, s, s);
  MlirValue tail = mul(l, z, polynomial(l, z, f->log, f->log_count));
  MlirValue half_square = mul(l, mul(l, fraction, fraction), number(l, 0.5));
  MlirValue low = multiply_add(l, s, add(l, half_square, tail), mul(l, k, number(l, f->ln2_low)));
  MlirValue value = sub(l, fraction, sub(l, half_square, low));
  value = multiply_add(l, k, number(l, f->ln2_high), value);
  // log(inf) = inf and NaN stays: both are what fails "x < inf".
  value = choose(l, compare(l, LESS, x, number(l, INFINITY)), value, x);
  value = choose(l, compare(l, LESS, x, zero), number(l, NAN), value);
  return choose(l, compare(l, EQUAL, x, zero), number(l, -INFINITY), value);
}

static MlirValue make_log2(const Lanes *l, MlirValue x) {
  return mul(l, make_log(l, x), number(l, 1.4426950408889634074));
}

static MlirValue make_log10(const Lanes *l, MlirValue x) {
  return mul(l, make_log(l, x), number(l, 0.43429448190325182765));
}

static MlirValue make_tanh(const Lanes *l, MlirValue x) {
  MlirValue magnitude = absolute(l, x);
  MlirValue z = mul(l, x, x);
  MlirValue small = mul(l, z, polynomial(l, z, l->format->tanh, l->format->tanh_count));
  small = multiply_add(l, x, small, x);
  MlirValue power = make_exp(l, add(l, magnitude, magnitude));
  MlirValue large =
      sub(l, number(l, 1.0), divide(l, number(l, 2.0), add(l, power, number(l, 1.0))));
  return choose(l, compare(l, LESS, magnitude, number(l, 0.55)), small, with_sign_of(l, large, x));
}

// f32 only: 1 - exp(p(|x|)) beyond 1, where p fits log(erfc).
static MlirValue make_erf(const Lanes *l, MlirValue x) {
  MlirValue magnitude = absolute(l, x);
  MlirValue z = mul(l, x, x);
  MlirValue small = mul(l, x, polynomial(l, z, erf_f32, COUNT(erf_f32)));
  MlirValue at = clamped(l, magnitude, 0.0, 4.0);
  MlirValue tail = make_exp(l, polynomial(l, at, erfc_tail_f32, COUNT(erfc_tail_f32)));
  MlirValue large = with_sign_of(l, sub(l, number(l, 1.0), tail), x);
  return choose(l, compare(l, LESS, magnitude, number(l, 1.0)), small, large);
}

static MlirValue floor_of(const Lanes *l, MlirValue x) {
  return ir_unary(l->ir, "math.floor", l->type, x);
}

// x^y by exp(y log|x|), then the special cases of C's pow.
static MlirValue make_pow(const Lanes *l, MlirValue x, MlirValue y) {
  MlirValue zero = number(l, 0.0), one = number(l, 1.0);
  MlirValue magnitude = absolute(l, x);
  MlirValue value = make_exp(l, mul(l, y, make_log(l, magnitude)));
  value =
      choose(l, both(l, compare(l, EQUAL, magnitude, one), compare(l, EQUAL, y, y)), one, value);
  MlirValue half = mul(l, y, number(l, 0.5));
  MlirValue is_whole = compare(l, EQUAL, floor_of(l, y), y);
  MlirValue is_odd = both(l, is_whole, compare(l, UNEQUAL, floor_of(l, half), half));
  value = choose(l, is_odd, with_sign_of(l, value, x), value);
  MlirValue is_undefined =
      both(l, compare(l, LESS, x, zero), compare(l, UNEQUAL, floor_of(l, y), y));
  is_undefined = both(l, is_undefined, compare(l, GREATER, x, number(l, -INFINITY)));
  value = choose(l, is_undefined, number(l, NAN), value);
  value = choose(l, compare(l, EQUAL, y, zero), one, value);
  return choose(l, compare(l, EQUAL, x, one), one, value);
}

static MlirValue make_pow_single(const Lanes *l, MlirValue x, MlirValue y) {
  Lanes wide = lanes_of(l->ir, l->type, true); // y log|x| needs more digits than f32 has
  MlirValue value = make_pow(&wide, ir_unary(l->ir, "arith.extf", wide.type, x),
                             ir_unary(l->ir, "arith.extf", wide.type, y));
  return ir_unary(l->ir, "arith.truncf", l->type, value);
}

// Powers that square roots and products give. `matched` tells whether `exponent` is one of them.
static MlirValue make_constant_pow(const Lanes *l, MlirValue x, double exponent, bool *matched) {
  double size = fabs(exponent);
  MlirValue value = x;
  *matched = true;
  if (size == 2.0) {
    value = mul(l, x, x);
  } else if (size == 3.0) {
    value = mul(l, mul(l, x, x), x);
  } else if (size == 0.5 || size == 0.25 || size == 0.75) {
    MlirValue first = root(l, add(l, x, number(l, 0.0))); // pow(-0, .) is +0
    MlirValue second = size == 0.5 ? first : root(l, first);
    value = size == 0.75 ? mul(l, first, second) : second;
    value = choose(l, compare(l, EQUAL, x, number(l, -INFINITY)), number(l, INFINITY), value);
  } else if (size != 1.0) {
    *matched = false;
    return x;
  }
  return exponent < 0 ? divide(l, number(l, 1.0), value) : value;
}

// Whether every lane of `value` is the same known number.
static bool is_constant_splat(MlirValue value, double *out_number) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (ir_op_is(op, "vector.broadcast"))
    return is_constant_splat(mlirOperationGetOperand(op, 0), out_number);
  if (!ir_op_is(op, "arith.constant"))
    return false;
  MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("value"));
  if (mlirAttributeIsADenseElements(attribute) && mlirDenseElementsAttrIsSplat(attribute))
    attribute = mlirDenseElementsAttrGetSplatValue(attribute);
  if (!mlirAttributeIsAFloat(attribute))
    return false;
  *out_number = mlirFloatAttrGetValueDouble(attribute);
  return true;
}

typedef struct Function {
  const char *name;
  MlirValue (*make)(const Lanes *lanes, MlirValue x); // null: powf, which has two operands
  bool has_double;
} Function;

static const Function functions[] = {
    {"math.exp", make_exp, true},     {"math.exp2", make_exp2, true},
    {"math.log", make_log, true},     {"math.log2", make_log2, true},
    {"math.log10", make_log10, true}, {"math.tanh", make_tanh, true},
    {"math.erf", make_erf, false},    {"math.powf", NULL, true},
};

static const Function *find_function(MlirOperation op) {
  for (int i = 0; i < COUNT(functions); ++i)
    if (ir_op_is(op, functions[i].name))
      return &functions[i];
  return NULL;
}

static MlirValue expand_pow(const Lanes *l, MlirValue x, MlirValue y, MlirValue original) {
  double exponent;
  bool matched = false;
  MlirValue value = x;
  if (is_constant_splat(original, &exponent))
    value = make_constant_pow(l, x, exponent, &matched);
  if (matched)
    return value;
  return l->format == &double_format ? make_pow(l, x, y) : make_pow_single(l, x, y);
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
  MlirValue value =
      function->make ? function->make(&lanes, operands[0])
                     : expand_pow(&lanes, operands[0], operands[1], mlirOperationGetOperand(op, 1));
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
