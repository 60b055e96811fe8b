// Hyperbolic functions of lanes and their inverses. The tables are printed by
// scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/hyperbolic.h"

#include "transforms/lowering/math/exponential.h"

#include <math.h>

static const double sinh_f32[] = {0.0083572001484456671076, 0.16666630825186784315};
static const double cosh_f32[] = {0.001393364103198670115, 0.041666465006040048761,
                                  0.5000000013457727153};
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

// log(1 + small), or log(2 large) for `large` from 2^28 on, where squares might overflow.
static MlirValue log_of_either(const Lanes *lanes, MlirValue large, MlirValue small) {
  MlirValue is_large = compare_number(lanes, NOT_LESS, large, 0x1p28);
  MlirValue value = lanes_log1p(lanes, choose(lanes, is_large, large, small));
  return add(lanes, value, number_where(lanes, is_large, LN2, number(lanes, 0.0)));
}

// |x| + sqrt(x^2 + 1) = 1 + |x| + x^2 / (1 + sqrt(x^2 + 1))
MlirValue lanes_asinh(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x), z = mul(lanes, x, x);
  MlirValue divisor = add_number(lanes, root(lanes, add_number(lanes, z, 1.0)), 1.0);
  MlirValue small = add(lanes, magnitude, quotient(lanes, z, divisor));
  return with_sign_of(lanes, log_of_either(lanes, magnitude, small), x);
}

// x + sqrt(x^2 - 1) = 1 + t + sqrt(t^2 + 2 t), t = x - 1
MlirValue lanes_acosh(const Lanes *lanes, MlirValue x) {
  MlirValue t = sub_number(lanes, x, 1.0);
  MlirValue square = mul(lanes, t, add_number(lanes, t, 2.0));
  MlirValue value = log_of_either(lanes, x, add(lanes, t, root(lanes, square)));
  return number_where(lanes, compare_number(lanes, LESS, x, 1.0), NAN, value);
}

// (1 + x) / (1 - x) = 1 + 2 x / (1 - x)
MlirValue lanes_atanh(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x);
  MlirValue divisor = sub(lanes, number(lanes, 1.0), magnitude);
  MlirValue ratio = quotient(lanes, add(lanes, magnitude, magnitude), divisor);
  MlirValue is_one = compare_number(lanes, EQUAL, magnitude, 1.0);
  ratio = number_where(lanes, is_one, INFINITY, ratio);
  MlirValue is_outside = compare_number(lanes, GREATER, magnitude, 1.0);
  ratio = number_where(lanes, is_outside, NAN, ratio);
  MlirValue value = mul_number(lanes, lanes_log1p(lanes, ratio), 0.5);
  return with_sign_of(lanes, value, x);
}

// -t / (t + 2) with t = exp(-2 |x|) - 1. At the bound the result is 1.
static MlirValue tanh_single(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = clamped(lanes, absolute(lanes, x), 0.0, 9.02);
  MlirValue t = lanes_expm1_of_negative(lanes, mul_number(lanes, magnitude, -2.0));
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
