// See vector_power.h: x^y = exp(y log|x|), then what C says about zeros, infinities and signs.
//
// An error of y log|x| is a relative error of the result. f32 is computed in f64, where the product
// has digits to spare. For f64 logarithm and product are sums of two numbers, the second of which
// holds what is below the last digit of the first. Nothing here depends on fused multiply-add: the
// products of halves are exact without it.
#include "transforms/lowering/math/vector_power.h"

#include "transforms/lowering/math/exponential.h"

#include <math.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// Of log((1 + s) / (1 - s)) = 2 s + 2/3 s z + s z^2 q(z), z = s^2, highest power first: printed by
// scripts/fit_polynomials.py.
static const double log_rest_f64[] = {
    0.1172305102809775292,  0.11706248540922385336, 0.13334804238225344523, 0.15384594970895457817,
    0.18181818335314403078, 0.22222222221656231531, 0.2857142857142936567,  0.39999999999999999817};

// --- numbers of twice the digits, f64

// high + low, where low is less than the last digit of high.
typedef struct Pair {
  MlirValue high, low;
} Pair;

// a + b for |a| >= |b| or a = 0: exact.
static Pair sum_of(const Lanes *l, MlirValue a, MlirValue b) {
  Pair sum = {.high = add(l, a, b)};
  sum.low = sub(l, b, sub(l, sum.high, a));
  return sum;
}

// The upper half of the digits, and the rest.
static Pair halves(const Lanes *l, MlirValue a) {
  MlirValue upper = integer(l, -(INT64_C(1) << 27));
  Pair parts;
  parts.high = from_bits(l, both(l, bits(l, a), upper));
  parts.low = sub(l, a, parts.high);
  return parts;
}

// a * b: exact but for what is below the digits of both numbers.
static Pair product(const Lanes *l, MlirValue a, MlirValue b) {
  Pair x = halves(l, a), y = x;
  if (!mlirValueEqual(a, b))
    y = halves(l, b);
  Pair p = {.high = mul(l, a, b)};
  MlirValue error = sub(l, mul(l, x.high, y.high), p.high);
  error = add(l, error, mul(l, x.high, y.low));
  error = add(l, error, mul(l, x.low, y.high));
  p.low = add(l, error, mul(l, x.low, y.low));
  return p;
}

// a * b for pairs, without the product of what is below the last digits.
static Pair pair_product(const Lanes *l, Pair a, Pair b) {
  Pair p = product(l, a.high, b.high);
  p.low = add(l, p.low, mul(l, a.high, b.low));
  p.low = add(l, p.low, mul(l, a.low, b.high));
  return p;
}

// fraction / (2 + fraction).
static Pair log_quotient(const Lanes *l, MlirValue fraction) {
  MlirValue two = number(l, 2.0);
  Pair divisor = sum_of(l, two, fraction);
  Pair s = {.high = divide(l, fraction, divisor.high)};
  Pair back = product(l, s.high, divisor.high);
  MlirValue rest = sub(l, sub(l, fraction, back.high), back.low);
  rest = sub(l, rest, mul(l, s.high, divisor.low));
  s.low = divide(l, rest, divisor.high);
  return s;
}

// log(1 + fraction) to 2^-63 of its size: two terms of the series as pairs, the others as numbers.
static Pair log_of_mantissa(const Lanes *l, MlirValue fraction) {
  Pair s = log_quotient(l, fraction);
  Pair z = pair_product(l, s, s);
  Pair two_thirds = {.high = number(l, 0x1.5555555555555p-1)};
  two_thirds.low = number(l, 0x1.5555555555555p-55);
  Pair cube = pair_product(l, pair_product(l, s, z), two_thirds);
  MlirValue rest = polynomial(l, z.high, log_rest_f64, COUNT(log_rest_f64));
  rest = mul(l, mul(l, rest, mul(l, z.high, z.high)), s.high);
  Pair value = sum_of(l, add(l, s.high, s.high), cube.high);
  value.low = add(l, value.low, add(l, s.low, s.low));
  value.low = add(l, value.low, cube.low);
  value.low = add(l, value.low, rest);
  return value;
}

// Of x > 0 that is finite.
static Pair log_pair(const Lanes *l, MlirValue x) {
  LanesParts parts = lanes_take_apart(l, x);
  Pair mantissa = log_of_mantissa(l, parts.fraction);
  Pair sum = sum_of(l, mul_number(l, parts.exponent, l->format->ln2_high), mantissa.high);
  MlirValue low = add(l, mantissa.low, mul_number(l, parts.exponent, l->format->ln2_low));
  return sum_of(l, sum.high, add(l, sum.low, low));
}

// magnitude^y. Beyond 2^64 y changes nothing: only the logarithm of 1 is smaller than 2^-53.
static MlirValue power_of_pairs(const Lanes *l, MlirValue magnitude, MlirValue y) {
  Pair logarithm = log_pair(l, magnitude);
  MlirValue factor = clamped(l, y, -0x1p64, 0x1p64);
  Pair exponent = product(l, factor, logarithm.high);
  exponent.low = add(l, exponent.low, mul(l, factor, logarithm.low));
  // The logarithms of 0, infinity and NaN.
  MlirValue is_zero = compare_number(l, EQUAL, magnitude, 0.0);
  MlirValue is_special = compare_number(l, NOT_LESS, magnitude, INFINITY);
  is_special = either(l, is_special, is_zero);
  MlirValue special = mul(l, y, number_where(l, is_zero, -INFINITY, magnitude));
  exponent.high = choose(l, is_special, special, exponent.high);
  exponent.low = number_where(l, is_special, 0.0, exponent.low);
  return lanes_exp_of_sum(l, exponent.high, &exponent.low);
}

// --- C's pow

// `value` is |x|^y.
static MlirValue with_special_cases(const Lanes *l, MlirValue x, MlirValue y, MlirValue value) {
  MlirValue is_one = compare_number(l, EQUAL, absolute(l, x), 1.0);
  is_one = both(l, is_one, compare(l, EQUAL, y, y));
  value = number_where(l, is_one, 1.0, value);
  MlirValue half = mul_number(l, y, 0.5);
  MlirValue whole = ir_unary(l->ir, "math.floor", l->type, y);
  MlirValue whole_half = ir_unary(l->ir, "math.floor", l->type, half);
  MlirValue is_odd = compare(l, EQUAL, whole, y);
  is_odd = both(l, is_odd, compare(l, UNEQUAL, whole_half, half));
  value = choose(l, is_odd, with_sign_of(l, value, x), value);
  MlirValue is_undefined = compare_number(l, LESS, x, 0.0);
  is_undefined = both(l, is_undefined, compare(l, UNEQUAL, whole, y));
  is_undefined = both(l, is_undefined, compare_number(l, GREATER, x, -INFINITY));
  value = number_where(l, is_undefined, NAN, value);
  MlirValue is_zero = compare_number(l, EQUAL, y, 0.0);
  value = number_where(l, is_zero, 1.0, value);
  MlirValue is_base_one = compare_number(l, EQUAL, x, 1.0);
  return number_where(l, is_base_one, 1.0, value);
}

static MlirValue power_f64(const Lanes *l, MlirValue x, MlirValue y) {
  return with_special_cases(l, x, y, power_of_pairs(l, absolute(l, x), y));
}

static MlirValue power_f32(const Lanes *l, MlirValue x, MlirValue y) {
  Lanes wide = lanes_of(l->ir, l->type, true);
  x = ir_unary(l->ir, "arith.extf", wide.type, x);
  y = ir_unary(l->ir, "arith.extf", wide.type, y);
  MlirValue exponent = mul(&wide, y, lanes_log(&wide, absolute(&wide, x)));
  MlirValue value = with_special_cases(&wide, x, y, lanes_exp(&wide, exponent));
  return ir_unary(l->ir, "arith.truncf", l->type, value);
}

// --- known exponents

// Powers that square roots and products give. `matched` tells whether `exponent` is one of them.
static MlirValue power_of_constant(const Lanes *l, MlirValue x, double exponent, bool *matched) {
  double size = fabs(exponent);
  MlirValue value = x;
  *matched = true;
  if (size == 2.0) {
    value = mul(l, x, x);
  } else if (size == 3.0) {
    value = mul(l, mul(l, x, x), x);
  } else if (size == 0.5 || size == 0.25 || size == 0.75) {
    MlirValue first = root(l, add_number(l, x, 0.0)); // pow(-0, .) is +0
    MlirValue second = size == 0.5 ? first : root(l, first);
    value = size == 0.75 ? mul(l, first, second) : second;
    MlirValue is_lowest = compare_number(l, EQUAL, x, -INFINITY);
    value = number_where(l, is_lowest, INFINITY, value);
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

MlirValue vector_power(const Lanes *l, MlirValue x, MlirValue y, MlirValue given) {
  double exponent;
  bool matched = false;
  MlirValue value = x;
  if (is_constant_splat(given, &exponent))
    value = power_of_constant(l, x, exponent, &matched);
  if (matched)
    return value;
  return l->format == &double_format ? power_f64(l, x, y) : power_f32(l, x, y);
}
