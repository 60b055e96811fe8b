// Powers of f32 by arithmetic of f32 alone: 2^(y log2(x)), where the logarithm has 31 digits, as a
// sum of two numbers. The tables are printed by scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/single_power.h"

static const double log2_f32[] = {0.33658749354584083394, 0.41190127604495836728,
                                  0.57707977413242618178, 0.96179669230771070733};
static const double exp2_f32[] = {0.00015455171233629328754, 0.0013393183017765251586,
                                  0.009618078716107145964,   0.055503526776393680717,
                                  0.24022650768731433232,    0.69314718896904320472};
static const double inverse_f32[] = {0.11686289071326848898, -0.25499255050259702287,
                                     0.50031925086618071845};

// 2 / ln(2), and that less what f32 has of it.
#define SCALE 2.885390081777926815
#define SCALE_REST 3.85192598225323e-8
// Beyond it a power is too close to the ends of the range for one scaling.
#define LARGEST_EXPONENT 125.0

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// high + low, where low is less than the last digits of high.
typedef struct Pair {
  MlirValue high, low;
} Pair;

// s = f / (2 + f), for sqrt(1/2) <= 1 + f < sqrt(2). The inverse is good to 19 digits, as is what
// it lacks in `high`.
static Pair log_quotient(const Lanes *lanes, MlirValue fraction) {
  MlirValue minus_two = number(lanes, -2.0);
  MlirValue sum = sub(lanes, minus_two, fraction); // -(2 + f), less its last digits
  MlirValue lost = sub(lanes, sub(lanes, minus_two, sum), fraction);
  MlirValue guess = polynomial(lanes, fraction, inverse_f32, COUNT(inverse_f32));
  MlirValue rest = multiply_add(lanes, sum, guess, number(lanes, 1.0));
  MlirValue inverse = multiply_add(lanes, guess, rest, guess);
  Pair s = {.high = mul(lanes, fraction, inverse)};
  rest = exact_multiply_add(lanes, s.high, sum, fraction);
  s.low = mul(lanes, multiply_add(lanes, s.high, lost, rest), inverse);
  return s;
}

// log2((1 + s) / (1 - s)), which is SCALE (1 + s^2) as steep as s in its first terms.
static Pair log2_of_quotient(const Lanes *lanes, Pair s) {
  MlirValue scale = number(lanes, SCALE), z = mul(lanes, s.high, s.high);
  MlirValue cube = mul(lanes, s.high, z);
  Pair sum = {.high = mul(lanes, s.high, scale)};
  sum.low = exact_multiply_add(lanes, s.high, scale, negative(lanes, sum.high));
  sum.low = scale_add(lanes, s.high, SCALE_REST, sum.low);
  sum.low = multiply_add(lanes, s.low, multiply_add(lanes, z, scale, scale), sum.low);
  MlirValue q = polynomial(lanes, z, log2_f32, COUNT(log2_f32));
  sum.low = multiply_add(lanes, cube, q, sum.low);
  return sum;
}

// log2 of a normal x > 0.
static Pair log2_pair(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  IrBuilder *ir = lanes->ir;
  MlirValue pattern = bits(lanes, x);
  MlirValue above = ir_binary(ir, "arith.subi", pattern, integer(lanes, f->sqrt_half_bits));
  MlirValue k = ir_binary(ir, "arith.shrsi", above, integer(lanes, f->mantissa_bits));
  k = ir_unary(ir, "arith.sitofp", lanes->type, k);
  MlirValue whole = integer(lanes, -(INT64_C(1) << f->mantissa_bits));
  MlirValue placed = both(lanes, above, whole);
  MlirValue m = from_bits(lanes, ir_binary(ir, "arith.subi", pattern, placed));
  Pair rest = log2_of_quotient(lanes, log_quotient(lanes, sub_number(lanes, m, 1.0)));
  Pair sum = {.high = add(lanes, k, rest.high)};
  sum.low = add(lanes, sub(lanes, rest.high, sub(lanes, sum.high, k)), rest.low);
  return sum;
}

// 2^(high + low), the sum not beyond LARGEST_EXPONENT.
static MlirValue power_of_two(const Lanes *lanes, MlirValue high, MlirValue low, MlirValue sum) {
  IrBuilder *ir = lanes->ir;
  MlirValue magic = number(lanes, lanes->format->round_magic);
  MlirValue shifted = add(lanes, sum, magic);
  MlirValue n = sub(lanes, shifted, magic);
  MlirValue r = add(lanes, sub(lanes, high, n), low);
  MlirValue q = polynomial(lanes, r, exp2_f32, COUNT(exp2_f32));
  MlirValue value = multiply_add(lanes, r, q, number(lanes, 1.0));
  MlirValue mantissa = integer(lanes, lanes->format->mantissa_bits);
  MlirValue placed = ir_binary(ir, "arith.shli", bits(lanes, shifted), mantissa);
  return from_bits(lanes, ir_binary(ir, "arith.addi", bits(lanes, value), placed));
}

SinglePower lanes_single_power(const Lanes *lanes, MlirValue x, MlirValue y) {
  Pair logarithm = log2_pair(lanes, x);
  MlirValue high = mul(lanes, y, logarithm.high);
  MlirValue low = exact_multiply_add(lanes, y, logarithm.high, negative(lanes, high));
  low = multiply_add(lanes, y, logarithm.low, low);
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
