// Exponentials and logarithms of lanes, and the parts of them that powers share. reduce the
// argument, evaluate a polynomial, undo the reduction. The tables are printed by
// scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/exponential.h"

#include "transforms/lowering/math/float_instructions.h"

#include <math.h>

static const double exp_f32[] = {0.001392617611993558258, 0.0083631730745137109028,
                                 0.041666554662050533926, 0.1666657702559798819, 0.5};
// Of the same from r^2 on, |r| <= ln(2) / 32.
static const double exp_short_f32[] = {0.16666862555784012147, 0.50000979447779434108};
// 2^(i / 16).
static const float exp2_entries[LANES_ENTRIES] = {
    1.0f,        1.04427373f, 1.09050775f, 1.13878858f, 1.18920708f, 1.24185777f,
    1.29683959f, 1.35425556f, 1.41421354f, 1.47682619f, 1.54221082f, 1.61049032f,
    1.68179286f, 1.75625217f, 1.8340081f,  1.91520655f};
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
static const double log1p_f32[] = {
    0.069716114714511778317, -0.11479733846637635556, 0.11685419923486739308,
    -0.12425687331451106113, 0.14249057645697480404,  -0.16667802319501254074,
    0.20000715748892101743,  -0.24999996957950882045, 0.33333331180030048052};
// Of log(1 + r) from r^2 on, |r| <= 1/32.
static const double log_short_f32[] = {-0.25012213740703953931, 0.33347989438655853878, -0.5};
// 1 / (1 + (i + 1/2) / 16), and log(2) less their logarithms.
static const float log_inverses[LANES_ENTRIES] = {
    0.969696999f, 0.914285719f, 0.864864886f, 0.820512831f, 0.780487776f, 0.744186044f,
    0.711111128f, 0.680851042f, 0.653061211f, 0.627451003f, 0.603773594f, 0.581818163f,
    0.561403513f, 0.542372882f, 0.524590135f, 0.507936537f};
static const float log_entries[LANES_ENTRIES] = {
    0.723918796f, 0.782759309f, 0.838329196f, 0.890972912f, 0.940983355f, 0.9886114f,
    1.03407371f,  1.07755888f,  1.11923158f,  1.15923691f,  1.19770312f,  1.23474455f,
    1.27046251f,  1.30494869f,  1.33828521f,  1.37054598f};
static const double log_f64[] = {
    0.1461644968504340586,  0.15331721600556041269, 0.1818288912526172208, 0.22222211134795079855,
    0.28571428625975484921, 0.3999999999989950449,  0.66666666666666696862};

// From here on a mantissa is halved: twice the square root of 1/2 as the formats have it.
#define SQRT_2_F32 0x1.6a09e6p+0
#define SQRT_2 0x1.6a09e667f3bcdp+0

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static bool is_double(const Lanes *lanes) { return lanes->format == &double_format; }

// The n whose integer sits in the low bits of `shifted` = n + round_magic.
static MlirValue whole_of(const Lanes *lanes, MlirValue shifted) {
  MlirValue magic = bits(lanes, number(lanes, lanes->format->round_magic));
  return ir_binary(lanes->ir, "arith.subi", bits(lanes, shifted), magic);
}

// 2^n for the whole n of normal powers.
static MlirValue power_of_two(const Lanes *lanes, MlirValue n) {
  MlirValue mantissa = integer(lanes, lanes->format->mantissa_bits);
  MlirValue power = ir_binary(lanes->ir, "arith.shli", n, mantissa);
  power = ir_binary(lanes->ir, "arith.addi", power, integer(lanes, lanes->format->one_bits));
  return from_bits(lanes, power);
}

// y * 2^n. Two factors, because one would overflow for the largest and underflow for denormal
// results.
static MlirValue scaled(const Lanes *lanes, MlirValue y, MlirValue n) {
  MlirValue half = ir_binary(lanes->ir, "arith.shrsi", n, integer(lanes, 1));
  MlirValue rest = ir_binary(lanes->ir, "arith.subi", n, half);
  y = mul(lanes, y, power_of_two(lanes, half));
  return mul(lanes, y, power_of_two(lanes, rest));
}

// Adding it leaves n + 2 * bias of a float in its low bits, which is the exponents of two factors
// of 2^n that are as large as one another, added up.
static MlirValue power_magic(const Lanes *lanes) {
  const Format *f = lanes->format;
  return number(lanes, f->round_magic + (double)(2 * (f->one_bits >> f->mantissa_bits)));
}

// y * 2^n of `shifted` = n + power_magic, by two factors as above: the one by a shift, the other is
// what it leaves. Bits above an exponent are shifted out.
static MlirValue scaled_by(const Lanes *lanes, MlirValue y, MlirValue shifted) {
  IrBuilder *ir = lanes->ir;
  MlirValue place = integer(lanes, lanes->format->mantissa_bits), pattern = bits(lanes, shifted);
  MlirValue half = ir_binary(ir, "arith.shrui", pattern, integer(lanes, 1));
  half = ir_binary(ir, "arith.shli", half, place);
  MlirValue rest = ir_binary(ir, "arith.subi", ir_binary(ir, "arith.shli", pattern, place), half);
  y = mul(lanes, y, from_bits(lanes, half));
  return mul(lanes, y, from_bits(lanes, rest));
}

// exp(r) - 1 for |r| <= ln(2) / 2.
static MlirValue expm1_reduced(const Lanes *lanes, MlirValue r) {
  MlirValue square = mul(lanes, r, r);
  MlirValue q = is_double(lanes) ? polynomial(lanes, r, exp_f64, COUNT(exp_f64))
                                 : polynomial(lanes, r, exp_f32, COUNT(exp_f32));
  return multiply_add(lanes, square, q, r);
}

// exp(r) for the same.
static MlirValue exp_reduced(const Lanes *lanes, MlirValue r) {
  MlirValue q = is_double(lanes) ? polynomial(lanes, r, exp_f64, COUNT(exp_f64))
                                 : polynomial(lanes, r, exp_f32, COUNT(exp_f32));
  MlirValue one = number(lanes, 1.0);
  q = multiply_add(lanes, q, r, one);
  return multiply_add(lanes, q, r, one);
}

// x = n ln(2) + r, |r| <= ln(2) / 2.
typedef struct Reduced {
  MlirValue shifted, n, r; // n + magic; whole and a float
} Reduced;

static Reduced reduced_by(const Lanes *lanes, MlirValue x, MlirValue magic) {
  const Format *f = lanes->format;
  Reduced to;
  to.shifted = scale_add(lanes, x, 1.4426950408889634074, magic);
  to.n = sub(lanes, to.shifted, magic);
  to.r = scale_add(lanes, to.n, -f->ln2_high, x);
  to.r = scale_add(lanes, to.n, -f->ln2_low, to.r);
  return to;
}

static Reduced reduced(const Lanes *lanes, MlirValue x) {
  return reduced_by(lanes, x, number(lanes, lanes->format->round_magic));
}

// y * 2^n for an n + power_magic.
static MlirValue scaled_back(const Lanes *lanes, MlirValue y, const Reduced *to) {
  return lanes->intrinsics ? lanes_scaled(lanes, y, to->n) : scaled_by(lanes, y, to->shifted);
}

MlirValue lanes_exp_of_sum(const Lanes *lanes, MlirValue x, const MlirValue *tail) {
  const Format *f = lanes->format;
  MlirValue at = clamped(lanes, x, f->exp_low, f->exp_high);
  Reduced to = reduced_by(lanes, at, power_magic(lanes));
  if (tail) { // of what was clamped the tail says nothing
    MlirValue is_inside = compare(lanes, EQUAL, x, at);
    to.r = add(lanes, to.r, choose(lanes, is_inside, *tail, number(lanes, 0.0)));
  }
  return scaled_back(lanes, exp_reduced(lanes, to.r), &to);
}

MlirValue lanes_exp2_entry(const Lanes *lanes, MlirValue shifted) {
  return lanes_entry(lanes, exp2_entries, bits(lanes, shifted));
}

// x = n ln(2) / 16 + r: the digits of n below the point of n / 16 are a place of a table, those
// above it scale. Where n is too large for that, or infinite or NaN, it alone says what the result
// is: the rest has to be any number above zero, so r is bounded instead of x on both sides.
static MlirValue exp_by_table(const Lanes *lanes, MlirValue x) {
  static const double MOST = 0.02167; // above ln(2) / 32
  MlirValue magic = number(lanes, lanes->format->round_magic / LANES_ENTRIES);
  Reduced to = reduced_by(lanes, x, magic);
  to.r = lanes_bounded(lanes, to.r, MOST);
  MlirValue entry = lanes_exp2_entry(lanes, to.shifted);
  MlirValue q = polynomial(lanes, to.r, exp_short_f32, COUNT(exp_short_f32));
  q = multiply_add(lanes, mul(lanes, to.r, to.r), q, to.r);
  return lanes_scaled(lanes, multiply_add(lanes, entry, q, entry), to.n);
}

MlirValue lanes_exp(const Lanes *lanes, MlirValue x) {
  return lanes->table ? exp_by_table(lanes, x) : lanes_exp_of_sum(lanes, x, NULL);
}

MlirValue lanes_exp2(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  x = clamped(lanes, x, f->exp2_low, f->exp2_high);
  MlirValue magic = power_magic(lanes);
  Reduced to = {.shifted = add(lanes, x, magic)};
  to.n = sub(lanes, to.shifted, magic);
  to.r = mul_number(lanes, sub(lanes, x, to.n), 0.69314718055994530942);
  return scaled_back(lanes, exp_reduced(lanes, to.r), &to);
}

LanesPowers lanes_powers(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  IrBuilder *ir = lanes->ir;
  Reduced to = reduced(lanes, clamped(lanes, x, 0.0, f->exp_high + 0.7));
  MlirValue n = whole_of(lanes, to.shifted);
  MlirValue placed = ir_binary(ir, "arith.shli", n, integer(lanes, f->mantissa_bits));
  MlirValue quarter = integer(lanes, f->one_bits - (INT64_C(2) << f->mantissa_bits));
  MlirValue large = from_bits(lanes, ir_binary(ir, "arith.addi", quarter, placed));
  MlirValue small = ir_binary(ir, "arith.subi", quarter, placed); // may lie below all numbers
  small = from_bits(lanes, ir_binary(ir, "arith.maxsi", small, integer(lanes, 0)));
  LanesPowers powers = {.r = to.r, .sum = add(lanes, large, small)};
  powers.difference = sub(lanes, large, small);
  return powers;
}

// 2^n (exp(r) - 1 + (1 - 2^-n)). Below the bound the result is -1; 2^-64 and less change no sum.
MlirValue lanes_expm1(const Lanes *lanes, MlirValue x) {
  Reduced to = reduced(lanes, clamped(lanes, x, -20.0, lanes->format->exp_high));
  MlirValue whole = whole_of(lanes, to.shifted);
  MlirValue n = ir_binary(lanes->ir, "arith.minsi", whole, integer(lanes, 64));
  MlirValue inverse = power_of_two(lanes, ir_binary(lanes->ir, "arith.subi", integer(lanes, 0), n));
  MlirValue rest = sub(lanes, number(lanes, 1.0), inverse);
  MlirValue sum = add(lanes, expm1_reduced(lanes, to.r), rest);
  return with_sign_of(lanes, scaled(lanes, sum, whole), x);
}

// What the product with ln(2) loses is nothing beside a result that is -0.29 and less.
MlirValue lanes_expm1_of_negative(const Lanes *lanes, MlirValue x, double scale) {
  MlirValue magic = number(lanes, lanes->format->round_magic);
  MlirValue shifted = scale_add(lanes, x, 1.4426950408889634074 * scale, magic);
  MlirValue n = sub(lanes, shifted, magic);
  MlirValue r = scale_add(lanes, n, -0.69314718055994530942, mul_number(lanes, x, scale));
  MlirValue power = lanes->intrinsics ? lanes_scaled(lanes, number(lanes, 1.0), n)
                                      : power_of_two(lanes, whole_of(lanes, shifted));
  MlirValue rest = sub_number(lanes, power, 1.0);
  return multiply_add(lanes, power, expm1_reduced(lanes, r), rest);
}

// The same by instructions. Numbers below zero have no mantissa but NaN; that of -0 is -1.
static LanesParts taken_apart_at_once(const Lanes *lanes, MlirValue x) {
  MlirValue m = lanes_mantissa(lanes, x, MANTISSA_NAN_BELOW_ZERO);
  MlirValue k = lanes_exponent(lanes, x);
  MlirValue is_large = compare_number(lanes, NOT_LESS, m, is_double(lanes) ? SQRT_2 : SQRT_2_F32);
  m = choose(lanes, is_large, mul_number(lanes, m, 0.5), m);
  k = choose(lanes, is_large, add_number(lanes, k, 1.0), k);
  return (LanesParts){k, sub_number(lanes, m, 1.0)};
}

LanesParts lanes_take_apart(const Lanes *lanes, MlirValue x) {
  if (lanes->intrinsics)
    return taken_apart_at_once(lanes, x);
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

// log(x) of x <= 0, infinity and NaN; else `value`.
static MlirValue with_ends(const Lanes *lanes, MlirValue x, MlirValue value) {
  // Infinity and NaN are what fails "x < infinity".
  MlirValue is_finite = compare_number(lanes, LESS, x, INFINITY);
  value = choose(lanes, is_finite, value, x);
  MlirValue is_negative = compare_number(lanes, LESS, x, 0.0);
  value = number_where(lanes, is_negative, NAN, value);
  MlirValue is_zero = compare_number(lanes, EQUAL, x, 0.0);
  return number_where(lanes, is_zero, -INFINITY, value);
}

// log(x) = k ln(2) + log(m), log(m) through s = (m - 1) / (m + 1).
static MlirValue log_by_quotient(const Lanes *lanes, MlirValue x) {
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
  return with_ends(lanes, x, value);
}

// log(1 + fraction), f32, without a division.
static MlirValue log_of_fraction(const Lanes *lanes, MlirValue fraction) {
  MlirValue z = mul(lanes, fraction, fraction);
  MlirValue q = polynomial(lanes, fraction, log1p_f32, COUNT(log1p_f32));
  q = mul(lanes, mul(lanes, z, fraction), q);
  return add(lanes, fraction, scale_add(lanes, z, -0.5, q));
}

// 1 + x is rounded; what that lost goes into the fraction.
MlirValue lanes_log1p_of_finite(const Lanes *lanes, MlirValue x) {
  const Format *f = lanes->format;
  IrBuilder *ir = lanes->ir;
  MlirValue sum = add_number(lanes, x, 1.0);
  MlirValue lost = sub(lanes, x, sub_number(lanes, sum, 1.0));
  MlirValue pattern = bits(lanes, sum);
  MlirValue above = ir_binary(ir, "arith.subi", pattern, integer(lanes, f->sqrt_half_bits));
  MlirValue placed = both(lanes, above, integer(lanes, -(INT64_C(1) << f->mantissa_bits)));
  MlirValue m = from_bits(lanes, ir_binary(ir, "arith.subi", pattern, placed));
  MlirValue k = ir_unary(ir, "arith.sitofp", lanes->type, placed); // times 2^mantissa_bits
  MlirValue one = integer(lanes, f->one_bits);
  // 2^-64 of what was lost is as good as less.
  placed = ir_binary(ir, "arith.minsi", placed, integer(lanes, INT64_C(64) << f->mantissa_bits));
  MlirValue inverse = from_bits(lanes, ir_binary(ir, "arith.subi", one, placed));
  MlirValue fraction = multiply_add(lanes, lost, inverse, sub_number(lanes, m, 1.0));
  double unit = ldexp(1.0, -f->mantissa_bits);
  MlirValue low = scale_add(lanes, k, f->ln2_low * unit, log_of_fraction(lanes, fraction));
  return scale_add(lanes, k, f->ln2_high * unit, low);
}

MlirValue lanes_log_of_double(const Lanes *lanes, MlirValue x) {
  IrBuilder *ir = lanes->ir;
  MlirValue m = lanes_mantissa(lanes, x, MANTISSA_OF_MAGNITUDE);
  MlirValue place = integer(lanes, lanes->format->mantissa_bits - 4);
  place = ir_binary(ir, "arith.shrui", bits(lanes, x), place);
  MlirValue r = lanes_entry(lanes, log_inverses, place);
  r = multiply_add(lanes, m, r, number(lanes, -1.0));
  MlirValue q = polynomial(lanes, r, log_short_f32, COUNT(log_short_f32));
  q = multiply_add(lanes, mul(lanes, r, r), q, r);
  MlirValue entry = lanes_entry(lanes, log_entries, place);
  MlirValue k = lanes_exponent(lanes, x);
  return add(lanes, scale_add(lanes, k, 0.69314718055994530942, entry), q);
}

MlirValue lanes_log1p(const Lanes *lanes, MlirValue x) {
  MlirValue value = lanes_log1p_of_finite(lanes, x);
  return with_sign_of(lanes, with_ends(lanes, add_number(lanes, x, 1.0), value), x);
}

// k + log2(m) and the like, which needs no exact product but that with k. Instructions that take
// numbers apart leave the ends to k, as `high` and `low` have one sign.
static MlirValue log_to_base(const Lanes *lanes, MlirValue x, double scale, double high,
                             double low) {
  LanesParts parts = lanes_take_apart(lanes, x);
  MlirValue rest = log_of_fraction(lanes, parts.fraction);
  if (scale != 1.0)
    rest = mul_number(lanes, rest, scale);
  if (low != 0.0)
    rest = scale_add(lanes, parts.exponent, low, rest);
  MlirValue value = scale_add(lanes, parts.exponent, high, rest);
  return lanes->intrinsics ? value : with_ends(lanes, x, value);
}

MlirValue lanes_log(const Lanes *lanes, MlirValue x) {
  if (is_double(lanes) || !lanes->intrinsics)
    return log_by_quotient(lanes, x);
  return log_to_base(lanes, x, 1.0, 0.693138122558593750, 9.0580013513588e-6);
}

MlirValue lanes_log2(const Lanes *lanes, MlirValue x) {
  if (is_double(lanes))
    return mul_number(lanes, lanes_log(lanes, x), 1.4426950408889634074);
  return log_to_base(lanes, x, 1.4426950408889634074, 1.0, 0.0);
}

MlirValue lanes_log10(const Lanes *lanes, MlirValue x) {
  if (is_double(lanes))
    return mul_number(lanes, lanes_log(lanes, x), 0.43429448190325182765);
  return log_to_base(lanes, x, 0.43429448190325182765, 0.301025390625, 4.6050389811952137389e-6);
}
