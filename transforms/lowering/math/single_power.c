// Powers of f32 by arithmetic of f32 alone: 2^(y log2(x)), where the logarithm has 31 digits, as a
// sum of two numbers. Upper parts have 12 digits, so that their products are exact with and without
// fused multiply-add. The tables are printed by scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/single_power.h"

static const double log2_f32[] = {0.33658749354584083394, 0.41190127604495836728,
                                  0.57707977413242618178, 0.96179669230771070733};
static const double exp2_f32[] = {0.00015455171233629328754, 0.0013393183017765251586,
                                  0.009618078716107145964,   0.055503526776393680717,
                                  0.24022650768731433232,    0.69314718896904320472};
static const double inverse_f32[] = {0.11686289071326848898, -0.25499255050259702287,
                                     0.50031925086618071845};

// 2 / ln(2), and that as 12 digits and the rest.
#define SCALE 2.885390081777926815
#define SCALE_HIGH 2.884765625
#define SCALE_LOW 0.000624456777926774
// Beyond it a power is too close to the ends of the range for one scaling.
#define LARGEST_EXPONENT 125.0

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// high + low, the first of 12 digits.
typedef struct Parts {
  MlirValue high, low;
} Parts;

static MlirValue upper(const Lanes *lanes, MlirValue a) {
  MlirValue mask = integer(lanes, -(INT64_C(1) << 12));
  return from_bits(lanes, both(lanes, bits(lanes, a), mask));
}

// 1 / (2 + f) to all digits but one or two, for sqrt(1/2) <= 1 + f < sqrt(2): 1 / (1 - e) is nearly
// 1 + e + e^2.
static MlirValue inverse_of_sum(const Lanes *lanes, MlirValue fraction, MlirValue minus_sum) {
  MlirValue guess = polynomial(lanes, fraction, inverse_f32, COUNT(inverse_f32));
  MlirValue rest = multiply_add(lanes, minus_sum, guess, number(lanes, 1.0));
  rest = multiply_add(lanes, rest, rest, rest);
  return multiply_add(lanes, guess, rest, guess);
}

// s = f / (2 + f).
static Parts log_quotient(const Lanes *lanes, MlirValue fraction) {
  MlirValue sum = sub(lanes, number(lanes, -2.0), fraction);
  Parts minus = {.high = upper(lanes, sum)}; // -(2 + f)
  minus.low = sub(lanes, sub(lanes, number(lanes, -2.0), minus.high), fraction);
  MlirValue inverse = inverse_of_sum(lanes, fraction, sum);
  Parts s = {.high = upper(lanes, mul(lanes, fraction, inverse))};
  MlirValue rest = multiply_add(lanes, s.high, minus.high, fraction);
  rest = multiply_add(lanes, s.high, minus.low, rest);
  s.low = mul(lanes, rest, inverse);
  return s;
}

// log2 of a normal x > 0 = k + log2((1 + s) / (1 - s)).
static Parts log2_parts(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  IrBuilder *ir = lanes->ir;
  MlirValue pattern = bits(lanes, x);
  MlirValue above = ir_binary(ir, "arith.subi", pattern, integer(lanes, f->sqrt_half_bits));
  MlirValue k = ir_binary(ir, "arith.shrsi", above, integer(lanes, f->mantissa_bits));
  k = ir_unary(ir, "arith.sitofp", lanes->type, k);
  MlirValue whole = integer(lanes, -(INT64_C(1) << f->mantissa_bits));
  MlirValue placed = both(lanes, above, whole);
  MlirValue m = from_bits(lanes, ir_binary(ir, "arith.subi", pattern, placed));
  Parts s = log_quotient(lanes, sub_number(lanes, m, 1.0));
  MlirValue all = add(lanes, s.high, s.low);
  MlirValue z = mul(lanes, all, all);
  MlirValue q = mul(lanes, z, polynomial(lanes, z, log2_f32, COUNT(log2_f32)));
  MlirValue rest = scale_add(lanes, s.high, SCALE_LOW, mul(lanes, all, q));
  rest = scale_add(lanes, s.low, SCALE, rest);
  MlirValue exact = mul_number(lanes, s.high, SCALE_HIGH);
  Parts sum = {.high = upper(lanes, add(lanes, k, exact))};
  sum.low = add(lanes, sub(lanes, exact, sub(lanes, sum.high, k)), rest);
  return sum;
}

// 2^(high + low), the sum not beyond LARGEST_EXPONENT.
static MlirValue power_of_two(const Lanes *lanes, MlirValue high, MlirValue low, MlirValue sum) {
  IrBuilder *ir = lanes->ir;
  MlirValue magic = number(lanes, lanes->format->round_magic);
  MlirValue shifted = add(lanes, sum, magic);
  MlirValue n = sub(lanes, shifted, magic);
  MlirValue r = add(lanes, sub(lanes, high, n), low);
  MlirValue value = mul(lanes, r, polynomial(lanes, r, exp2_f32, COUNT(exp2_f32)));
  value = add_number(lanes, value, 1.0);
  MlirValue mantissa = integer(lanes, lanes->format->mantissa_bits);
  MlirValue placed = ir_binary(ir, "arith.shli", bits(lanes, shifted), mantissa);
  return from_bits(lanes, ir_binary(ir, "arith.addi", bits(lanes, value), placed));
}

SinglePower lanes_single_power(const Lanes *lanes, MlirValue x, MlirValue y) {
  Parts logarithm = log2_parts(lanes, x);
  Parts factor = {.high = upper(lanes, y)};
  factor.low = sub(lanes, y, factor.high);
  MlirValue high = mul(lanes, factor.high, logarithm.high);
  MlirValue low = mul(lanes, y, logarithm.low);
  low = multiply_add(lanes, factor.low, logarithm.high, low);
  MlirValue sum = add(lanes, high, low);
  // Zeros, denormal and negative numbers, infinities and NaN are no normal numbers above zero.
  MlirValue smallest = integer(lanes, INT64_C(1) << lanes->format->mantissa_bits);
  MlirValue count = integer(lanes, INT64_C(0xFE) << lanes->format->mantissa_bits);
  MlirValue place = ir_binary(lanes->ir, "arith.subi", bits(lanes, x), smallest);
  MlirValue is_special = compare_bits(lanes, INTEGER_UNSIGNED_GREATER_EQUAL, place, count);
  MlirValue is_large = compare_number(lanes, NOT_LESS, absolute(lanes, sum), LARGEST_EXPONENT);
  SinglePower power = {.value = power_of_two(lanes, high, low, sum)};
  power.beyond = either(lanes, is_special, is_large);
  return power;
}
