// Exponentials and logarithms of lanes, and the parts of them that powers share. reduce the
// argument, evaluate a polynomial, undo the reduction. The tables are printed by
// scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/exponential.h"

#include <math.h>

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

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static bool is_double(const Lanes *lanes) { return lanes->format == &double_format; }

// y * 2^n for the n whose integer sits in the low bits of `shifted` = n + round_magic. Two factors,
// because one would overflow for the largest and underflow for denormal results.
static MlirValue scaled(const Lanes *lanes, MlirValue y, MlirValue shifted) {
  IrBuilder *ir = lanes->ir;
  MlirValue mantissa = integer(lanes, lanes->format->mantissa_bits);
  MlirValue magic = bits(lanes, number(lanes, lanes->format->round_magic));
  MlirValue n = ir_binary(ir, "arith.subi", bits(lanes, shifted), magic);
  MlirValue half = ir_binary(ir, "arith.shrsi", n, integer(lanes, 1));
  MlirValue rest = ir_binary(ir, "arith.subi", n, half);
  MlirValue exponents[2] = {half, rest};
  for (int i = 0; i < 2; ++i) {
    MlirValue power = ir_binary(ir, "arith.shli", exponents[i], mantissa);
    power = ir_binary(ir, "arith.addi", power, integer(lanes, lanes->format->one_bits));
    y = mul(lanes, y, from_bits(lanes, power));
  }
  return y;
}

// exp of |r| <= ln(2) / 2.
static MlirValue exp_reduced(const Lanes *lanes, MlirValue r) {
  MlirValue square = mul(lanes, r, r);
  MlirValue q = is_double(lanes) ? polynomial(lanes, r, exp_f64, COUNT(exp_f64))
                                 : polynomial(lanes, r, exp_f32, COUNT(exp_f32));
  MlirValue tail = multiply_add(lanes, square, q, r);
  return add_number(lanes, tail, 1.0);
}

MlirValue lanes_exp_of_sum(const Lanes *lanes, MlirValue x, const MlirValue *tail) {
  const Format *f = lanes->format;
  MlirValue magic = number(lanes, f->round_magic);
  MlirValue at = clamped(lanes, x, f->exp_low, f->exp_high);
  MlirValue shifted = scale_add(lanes, at, 1.4426950408889634074, magic);
  MlirValue n = sub(lanes, shifted, magic);
  MlirValue r = scale_add(lanes, n, -f->ln2_high, at);
  r = scale_add(lanes, n, -f->ln2_low, r);
  if (tail) { // of what was clamped the tail says nothing
    MlirValue is_inside = compare(lanes, EQUAL, x, at);
    r = add(lanes, r, choose(lanes, is_inside, *tail, number(lanes, 0.0)));
  }
  return scaled(lanes, exp_reduced(lanes, r), shifted);
}

MlirValue lanes_exp(const Lanes *lanes, MlirValue x) { return lanes_exp_of_sum(lanes, x, NULL); }

MlirValue lanes_exp2(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  x = clamped(lanes, x, f->exp2_low, f->exp2_high);
  MlirValue magic = number(lanes, f->round_magic);
  MlirValue shifted = add(lanes, x, magic);
  MlirValue r = sub(lanes, x, sub(lanes, shifted, magic));
  r = mul_number(lanes, r, 0.69314718055994530942);
  return scaled(lanes, exp_reduced(lanes, r), shifted);
}

LanesParts lanes_take_apart(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  IrBuilder *ir = lanes->ir;
  MlirValue is_small = compare_number(lanes, LESS, x, f->smallest_normal);
  MlirValue normal = choose(lanes, is_small, mul_number(lanes, x, f->denormal_scale), x);
  MlirValue pattern = bits(lanes, normal);
  MlirValue above = ir_binary(ir, "arith.subi", pattern, integer(lanes, f->sqrt_half_bits));
  MlirValue mantissa_bits = integer(lanes, f->mantissa_bits);
  MlirValue exponent = ir_binary(ir, "arith.shrsi", above, mantissa_bits);
  MlirValue placed = ir_binary(ir, "arith.shli", exponent, mantissa_bits);
  MlirValue m = from_bits(lanes, ir_binary(ir, "arith.subi", pattern, placed));
  MlirValue added = number_where(lanes, is_small, f->denormal_exponent, number(lanes, 0.0));
  MlirValue k = sub(lanes, ir_unary(ir, "arith.sitofp", lanes->type, exponent), added);
  return (LanesParts){k, sub_number(lanes, m, 1.0)};
}

// log(x) = k ln(2) + log(m), log(m) through s = (m - 1) / (m + 1).
MlirValue lanes_log(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  LanesParts parts = lanes_take_apart(lanes, x);
  MlirValue fraction = parts.fraction;
  MlirValue s = divide(lanes, fraction, add_number(lanes, fraction, 2.0));
  MlirValue z = mul(lanes, s, s);
  MlirValue tail = is_double(lanes) ? polynomial(lanes, z, log_f64, COUNT(log_f64))
                                    : polynomial(lanes, z, log_f32, COUNT(log_f32));
  tail = mul(lanes, z, tail);
  MlirValue half_square = mul_number(lanes, mul(lanes, fraction, fraction), 0.5);
  MlirValue sum = add(lanes, half_square, tail);
  MlirValue low = multiply_add(lanes, s, sum, mul_number(lanes, parts.exponent, f->ln2_low));
  MlirValue value = sub(lanes, fraction, sub(lanes, half_square, low));
  value = scale_add(lanes, parts.exponent, f->ln2_high, value);
  // log(inf) = inf and NaN stays: both are what fails "x < inf".
  MlirValue is_finite = compare_number(lanes, LESS, x, INFINITY);
  value = choose(lanes, is_finite, value, x);
  MlirValue is_negative = compare_number(lanes, LESS, x, 0.0);
  value = number_where(lanes, is_negative, NAN, value);
  MlirValue is_zero = compare_number(lanes, EQUAL, x, 0.0);
  return number_where(lanes, is_zero, -INFINITY, value);
}
