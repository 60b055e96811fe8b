// Powers of lanes, with the special cases of C's pow. x^y = exp(y log|x|), then what C says about
// zeros, infinities and signs.
//
// An error of y log|x| is a relative error of the result. f32 has single_power.h, but where that
// does not reach is computed in f64, where the product has digits to spare. For f64 logarithm and
// product are sums of two numbers, the second of which holds what is below the last digit of the
// first.
#include "transforms/lowering/math/vector_power.h"

#include "transforms/lowering/math/exponential.h"
#include "transforms/lowering/math/library_lanes.h"
#include "transforms/lowering/math/single_power.h"

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
static Pair sum_of(const Lanes *lanes, MlirValue a, MlirValue b) {
  Pair sum = {.high = add(lanes, a, b)};
  sum.low = sub(lanes, b, sub(lanes, sum.high, a));
  return sum;
}

// a * b: exact but for what is below the digits of both numbers.
static Pair product(const Lanes *lanes, MlirValue a, MlirValue b) {
  Pair p = {.high = mul(lanes, a, b)};
  p.low = exact_multiply_add(lanes, a, b, negative(lanes, p.high));
  return p;
}

// a * b for pairs, without the product of what is below the last digits.
static Pair pair_product(const Lanes *lanes, Pair a, Pair b) {
  Pair p = product(lanes, a.high, b.high);
  p.low = add(lanes, p.low, mul(lanes, a.high, b.low));
  p.low = add(lanes, p.low, mul(lanes, a.low, b.high));
  return p;
}

// fraction / (2 + fraction).
static Pair log_quotient(const Lanes *lanes, MlirValue fraction) {
  MlirValue two = number(lanes, 2.0);
  Pair divisor = sum_of(lanes, two, fraction);
  Pair s = {.high = divide(lanes, fraction, divisor.high)};
  MlirValue minus_divisor = negative(lanes, divisor.high);
  MlirValue rest = exact_multiply_add(lanes, s.high, minus_divisor, fraction);
  rest = sub(lanes, rest, mul(lanes, s.high, divisor.low));
  s.low = divide(lanes, rest, divisor.high);
  return s;
}

// log(1 + fraction) to 2^-63 of its size: two terms of the series as pairs, the others as numbers.
static Pair log_of_mantissa(const Lanes *lanes, MlirValue fraction) {
  Pair s = log_quotient(lanes, fraction);
  Pair z = pair_product(lanes, s, s);
  Pair two_thirds = {.high = number(lanes, 0x1.5555555555555p-1)};
  two_thirds.low = number(lanes, 0x1.5555555555555p-55);
  Pair cube = pair_product(lanes, pair_product(lanes, s, z), two_thirds);
  MlirValue rest = polynomial(lanes, z.high, log_rest_f64, COUNT(log_rest_f64));
  rest = mul(lanes, mul(lanes, rest, mul(lanes, z.high, z.high)), s.high);
  Pair value = sum_of(lanes, add(lanes, s.high, s.high), cube.high);
  value.low = add(lanes, value.low, add(lanes, s.low, s.low));
  value.low = add(lanes, value.low, cube.low);
  value.low = add(lanes, value.low, rest);
  return value;
}

// Of x > 0 that is finite.
static Pair log_pair(const Lanes *lanes, MlirValue x) {
  LanesParts parts = lanes_take_apart(lanes, x);
  Pair mantissa = log_of_mantissa(lanes, parts.fraction);
  Pair sum =
      sum_of(lanes, mul_number(lanes, parts.exponent, lanes->format->ln2_high), mantissa.high);
  MlirValue low =
      add(lanes, mantissa.low, mul_number(lanes, parts.exponent, lanes->format->ln2_low));
  return sum_of(lanes, sum.high, add(lanes, sum.low, low));
}

// magnitude^y. Beyond 2^64 y changes nothing: only the logarithm of 1 is smaller than 2^-53.
static MlirValue power_of_pairs(const Lanes *lanes, MlirValue magnitude, MlirValue y) {
  Pair logarithm = log_pair(lanes, magnitude);
  MlirValue factor = clamped(lanes, y, -0x1p64, 0x1p64);
  Pair exponent = product(lanes, factor, logarithm.high);
  exponent.low = add(lanes, exponent.low, mul(lanes, factor, logarithm.low));
  // The logarithms of 0, infinity and NaN.
  MlirValue is_zero = compare_number(lanes, EQUAL, magnitude, 0.0);
  MlirValue is_special = compare_number(lanes, NOT_LESS, magnitude, INFINITY);
  is_special = either(lanes, is_special, is_zero);
  MlirValue special = mul(lanes, y, number_where(lanes, is_zero, -INFINITY, magnitude));
  exponent.high = choose(lanes, is_special, special, exponent.high);
  exponent.low = number_where(lanes, is_special, 0.0, exponent.low);
  return lanes_exp_of_sum(lanes, exponent.high, &exponent.low);
}

// --- C's pow

// `value` is |x|^y.
static MlirValue with_special_cases(const Lanes *lanes, MlirValue x, MlirValue y, MlirValue value) {
  MlirValue is_one = compare_number(lanes, EQUAL, absolute(lanes, x), 1.0);
  is_one = both(lanes, is_one, compare(lanes, EQUAL, y, y));
  value = number_where(lanes, is_one, 1.0, value);
  MlirValue half = mul_number(lanes, y, 0.5);
  MlirValue whole = ir_unary(lanes->ir, "math.floor", lanes->type, y);
  MlirValue whole_half = ir_unary(lanes->ir, "math.floor", lanes->type, half);
  MlirValue is_odd = compare(lanes, EQUAL, whole, y);
  is_odd = both(lanes, is_odd, compare(lanes, UNEQUAL, whole_half, half));
  value = choose(lanes, is_odd, with_sign_of(lanes, value, x), value);
  MlirValue is_undefined = compare_number(lanes, LESS, x, 0.0);
  is_undefined = both(lanes, is_undefined, compare(lanes, UNEQUAL, whole, y));
  is_undefined = both(lanes, is_undefined, compare_number(lanes, GREATER, x, -INFINITY));
  value = number_where(lanes, is_undefined, NAN, value);
  MlirValue is_zero = compare_number(lanes, EQUAL, y, 0.0);
  value = number_where(lanes, is_zero, 1.0, value);
  MlirValue is_base_one = compare_number(lanes, EQUAL, x, 1.0);
  return number_where(lanes, is_base_one, 1.0, value);
}

static MlirValue power_f64(const Lanes *lanes, MlirValue x, MlirValue y) {
  return with_special_cases(lanes, x, y, power_of_pairs(lanes, absolute(lanes, x), y));
}

// For all numbers, by arithmetic of f64.
static MlirValue power_by_f64(const Lanes *lanes, MlirValue x, MlirValue y) {
  Lanes wide = lanes_of(lanes->ir, lanes->type, true);
  wide.is_fused = lanes->is_fused;
  x = ir_unary(lanes->ir, "arith.extf", wide.type, x);
  y = ir_unary(lanes->ir, "arith.extf", wide.type, y);
  MlirValue exponent = mul(&wide, y, lanes_log(&wide, absolute(&wide, x)));
  MlirValue value = with_special_cases(&wide, x, y, lanes_exp(&wide, exponent));
  return ir_unary(lanes->ir, "arith.truncf", lanes->type, value);
}

// What is special is behind a branch. A lane has the value that it has beside any other lanes.
static MlirValue power_f32(const Lanes *lanes, MlirValue x, MlirValue y) {
  IrBuilder *ir = lanes->ir;
  SinglePower power = lanes_single_power(lanes, x, y);
  MlirOperation branch = ir_open_if(ir, library_any_lane(lanes, power.beyond), 1, &lanes->type);
  MlirValue value = choose(lanes, power.beyond, power_by_f64(lanes, x, y), power.value);
  ir_else(ir, branch, 1, &value);
  ir_close_if(ir, branch, 1, &power.value, &value);
  return value;
}

// --- known exponents

// Powers that square roots and products give. `matched` tells whether `exponent` is one of them.
static MlirValue power_of_constant(const Lanes *lanes, MlirValue x, double exponent,
                                   bool *matched) {
  double size = fabs(exponent);
  MlirValue value = x;
  *matched = true;
  if (size == 2.0) {
    value = mul(lanes, x, x);
  } else if (size == 3.0) {
    value = mul(lanes, mul(lanes, x, x), x);
  } else if (size == 0.5 || size == 0.25 || size == 0.75) {
    MlirValue first = root(lanes, add_number(lanes, x, 0.0)); // pow(-0, .) is +0
    MlirValue second = size == 0.5 ? first : root(lanes, first);
    value = size == 0.75 ? mul(lanes, first, second) : second;
    MlirValue is_lowest = compare_number(lanes, EQUAL, x, -INFINITY);
    value = number_where(lanes, is_lowest, INFINITY, value);
  } else if (size != 1.0) {
    *matched = false;
    return x;
  }
  return exponent < 0 ? divide(lanes, number(lanes, 1.0), value) : value;
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

MlirValue vector_power(const Lanes *lanes, MlirValue x, MlirValue y, MlirValue given) {
  double exponent;
  bool matched = false;
  MlirValue value = x;
  if (is_constant_splat(given, &exponent))
    value = power_of_constant(lanes, x, exponent, &matched);
  if (matched)
    return value;
  return lanes->format == &double_format ? power_f64(lanes, x, y) : power_f32(lanes, x, y);
}
