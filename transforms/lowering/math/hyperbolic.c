// Hyperbolic functions of lanes and their inverses. The tables are printed by
// scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/hyperbolic.h"

#include "transforms/lowering/math/exponential.h"

#include <math.h>

static const double sinh_f32[] = {0.0083572001484456671076, 0.16666630825186784315};
static const double cosh_f32[] = {0.001393364103198670115, 0.041666465006040048761,
                                  0.5000000013457727153};
static const double asinh_f32[] = {0.0093270224544869506189, -0.020161086494819468515,
                                   0.03008013180361368712,   -0.044623648122012101905,
                                   0.074999544997541836751,  -0.1666666648971581975};
static const double atanh_f32[] = {0.15751780259152603316, 0.064934895676693454591,
                                   0.1146987516161876211,  0.1426397985264627021,
                                   0.20000473309539348944, 0.33333331684794540135};
static const double tanh_f64[] = {0.000053906420141721768931, -0.00021454222089075102965,
                                  0.00058177244078681312721,  -0.001454118043617458278,
                                  0.0035919044131928017982,   -0.0088632176632691230455,
                                  0.021869487712363183354,    -0.053968253948899143871,
                                  0.13333333333315646285,     -0.33333333333333306598};

#define LN2 0.69314718055994530942

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// Half of cosh(r) first + sinh(r) second, whose double is infinite only where the result is. The
// first is exact, so that only small terms are rounded before the last sum.
static MlirValue half_of_sum(const Lanes *lanes, MlirValue r, MlirValue first, MlirValue second) {
  MlirValue z = mul(lanes, r, r);
  MlirValue q = mul(lanes, z, polynomial(lanes, z, sinh_f32, COUNT(sinh_f32)));
  MlirValue sine = multiply_add(lanes, r, q, r);
  MlirValue cosine = mul(lanes, z, polynomial(lanes, z, cosh_f32, COUNT(cosh_f32)));
  MlirValue rest = multiply_add(lanes, cosine, first, mul(lanes, sine, second));
  return add(lanes, first, rest);
}

// The rule for sums of arguments: sinh(n ln(2)) and cosh(n ln(2)) are sums of powers of two.
MlirValue lanes_sinh(const Lanes *lanes, MlirValue x) {
  LanesPowers powers = lanes_powers(lanes, absolute(lanes, x));
  MlirValue half = half_of_sum(lanes, powers.r, powers.difference, powers.sum);
  return with_sign_of(lanes, add(lanes, half, half), x);
}

MlirValue lanes_cosh(const Lanes *lanes, MlirValue x) {
  LanesPowers powers = lanes_powers(lanes, absolute(lanes, x));
  MlirValue half = half_of_sum(lanes, powers.r, powers.sum, powers.difference);
  return add(lanes, half, half);
}

// log(1 + small) for small >= 0, or log(2 large) for `large` from 2^28 on, where squares might
// overflow.
static MlirValue log_of_either(const Lanes *lanes, MlirValue large, MlirValue small) {
  MlirValue is_large = compare_number(lanes, NOT_LESS, large, 0x1p28);
  MlirValue value = lanes_log1p_of_finite(lanes, choose(lanes, is_large, large, small));
  value = choose(lanes, is_large, add_number(lanes, value, LN2), value);
  return choose(lanes, compare_number(lanes, LESS, large, INFINITY), value, large);
}

// log(|x| + sqrt(x^2 + 1)) from 0.53 on, of half of the sum, which does not overflow; below it a
// polynomial.
static MlirValue asinh_by_table(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x), z = mul(lanes, x, x);
  MlirValue half = mul_number(lanes, magnitude, 0.5);
  MlirValue other = root(lanes, multiply_add(lanes, half, half, number(lanes, 0.25)));
  MlirValue is_large = compare_number(lanes, GREATER, magnitude, 0x1p30);
  MlirValue sum = add(lanes, half, choose(lanes, is_large, half, other));
  MlirValue large = lanes_log_of_double(lanes, sum);
  MlirValue q = mul(lanes, magnitude, z);
  MlirValue small = polynomial(lanes, z, asinh_f32, COUNT(asinh_f32));
  small = multiply_add(lanes, q, small, magnitude);
  MlirValue is_small = compare_number(lanes, LESS, magnitude, 0.53);
  return choose(lanes, is_small, small, large);
}

// |x| + sqrt(x^2 + 1) = 1 + |x| + x^2 / (1 + sqrt(x^2 + 1))
static MlirValue asinh_by_log1p(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x), z = mul(lanes, x, x);
  MlirValue divisor = add_number(lanes, root(lanes, add_number(lanes, z, 1.0)), 1.0);
  MlirValue small = add(lanes, magnitude, quotient(lanes, z, divisor));
  return log_of_either(lanes, magnitude, small);
}

MlirValue lanes_asinh(const Lanes *lanes, MlirValue x) {
  MlirValue value = lanes->table ? asinh_by_table(lanes, x) : asinh_by_log1p(lanes, x);
  return with_sign_of(lanes, value, x);
}

// x + sqrt(x^2 - 1) = 1 + t + sqrt(t^2 + 2 t), t = x - 1
MlirValue lanes_acosh(const Lanes *lanes, MlirValue x) {
  MlirValue t = sub_number(lanes, x, 1.0);
  MlirValue square = mul(lanes, t, add_number(lanes, t, 2.0));
  MlirValue value = log_of_either(lanes, x, add(lanes, t, root(lanes, square)));
  return number_where(lanes, compare_number(lanes, LESS, x, 1.0), NAN, value);
}

// What atanh is of: atanh(|x|) = k log(2) / 2 + atanh(over / under), |over / under| < 1/2.
typedef struct Arc {
  MlirValue k, over, under; // k times 2^23
} Arc;

// Below 1/2 that is |x| itself. From there on 1 - |x| is exact, 2^k of it is as large as 1 + |x|
// within a factor of 1.51, as bits are logarithms within 0.09, and so is 1 less that.
static Arc arc_of(const Lanes *lanes, MlirValue magnitude) {
  IrBuilder *ir = lanes->ir;
  MlirValue one = number(lanes, 1.0), more = add(lanes, one, magnitude);
  MlirValue less = bits(lanes, sub(lanes, one, magnitude));
  MlirValue half = integer(lanes, INT64_C(1) << (lanes->format->mantissa_bits - 1));
  MlirValue ratio = ir_binary(ir, "arith.subi", bits(lanes, more), less);
  MlirValue k = ir_binary(ir, "arith.addi", ratio, half);
  k = both(lanes, k, integer(lanes, -(INT64_C(1) << lanes->format->mantissa_bits)));
  MlirValue scaled = from_bits(lanes, ir_binary(ir, "arith.addi", less, k));
  MlirValue is_small = compare_number(lanes, LESS, magnitude, 0.5);
  Arc arc = {.k = ir_unary(ir, "arith.sitofp", lanes->type, k)};
  arc.k = number_where(lanes, is_small, 0.0, arc.k);
  MlirValue over = add(lanes, sub(lanes, one, scaled), magnitude);
  arc.over = choose(lanes, is_small, magnitude, over);
  arc.under = choose(lanes, is_small, one, add(lanes, more, scaled));
  return arc;
}

MlirValue lanes_atanh(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x);
  Arc arc = arc_of(lanes, magnitude);
  MlirValue s = quotient(lanes, arc.over, arc.under), z = mul(lanes, s, s);
  MlirValue q = mul(lanes, z, polynomial(lanes, z, atanh_f32, COUNT(atanh_f32)));
  MlirValue value = scale_add(lanes, arc.k, LN2 / 2 * 0x1p-23, multiply_add(lanes, s, q, s));
  MlirValue is_one = compare_number(lanes, EQUAL, magnitude, 1.0);
  MlirValue end = number_where(lanes, is_one, INFINITY, number(lanes, NAN));
  value = choose(lanes, compare_number(lanes, LESS, magnitude, 1.0), value, end);
  return with_sign_of(lanes, value, x);
}

// -t / (t + 2) with t = exp(-2 |x|) - 1. At the bound the result is 1.
static MlirValue tanh_single(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = clamped(lanes, absolute(lanes, x), 0.0, 9.02);
  MlirValue t = lanes_expm1_of_negative(lanes, magnitude, -2.0);
  return with_sign_of(lanes, quotient(lanes, t, add_number(lanes, t, 2.0)), x);
}

static MlirValue tanh_double(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x);
  MlirValue z = mul(lanes, x, x);
  MlirValue small = polynomial(lanes, z, tanh_f64, COUNT(tanh_f64));
  small = multiply_add(lanes, magnitude, mul(lanes, z, small), magnitude);
  MlirValue divisor = add_number(lanes, lanes_exp(lanes, add(lanes, magnitude, magnitude)), 1.0);
  MlirValue one = number(lanes, 1.0), two = number(lanes, 2.0);
  MlirValue large = sub(lanes, one, divide(lanes, two, divisor));
  MlirValue is_small = compare_number(lanes, LESS, magnitude, 0.55);
  return with_sign_of(lanes, choose(lanes, is_small, small, large), x);
}

MlirValue lanes_tanh(const Lanes *lanes, MlirValue x) {
  return lanes->format == &double_format ? tanh_double(lanes, x) : tanh_single(lanes, x);
}
