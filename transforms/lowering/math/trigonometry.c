// Trigonometric functions of lanes and their inverses, f32. The tables are printed by
// scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/trigonometry.h"

#include <math.h>

static const double sin_f32[] = {-0.00019587890880412385786, 0.0083327482706297494849,
                                 -0.1666666466231437862};
static const double cos_f32[] = {0.000024547942085071572513, -0.0013888303035894866037,
                                 0.041666664659502206772};
static const double asin_f32[] = {0.03808502356109265376, 0.0265545422061613284,
                                  0.045001380069910167569, 0.074988550726008211147,
                                  0.16666672414795305214};
static const double atan_f32[] = {
    -0.0023869973167241132072, 0.01350777142702053539,   -0.035871538982043358002,
    0.062501694447495631538,   -0.086568804301545214717, 0.11033764115313455296,
    -0.1427856874821060189,    0.1999973932983557974,    -0.33333331733063519761};
static const double tan_under_f32[] = {0.0097091505383113580506, -0.42911416991744545806};
#define TAN_OVER -0.095780340982146551687
// pi / 2 as a sum. A product with a whole number below 2^14 is exact for all parts but the last.
static const double half_pi_f32[] = {1.5703125, 0.00048351287841796875, 3.1385570764541625977e-7,
                                     6.0770999343873199905e-11};
// The same for products that are not rounded.
static const double half_pi_fused_f32[] = {1.5707963705062866211, -4.3711388286737928865e-8,
                                           -1.7151245100058818728e-15};

#define HALF_PI 1.57079637050628662109375 // in f32
#define HALF_PI_REST -4.37113900018624283e-8

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// |x| is `quarters` times pi / 2, and r. Only the low bits of `quarters` count.
typedef struct Turn {
  MlirValue quarters, r;
} Turn;

static Turn turn_of(const Lanes *lanes, MlirValue x) {
  const double *parts = lanes->is_fused ? half_pi_fused_f32 : half_pi_f32;
  int count = lanes->is_fused ? COUNT(half_pi_fused_f32) : COUNT(half_pi_f32);
  MlirValue magic = number(lanes, lanes->format->round_magic);
  Turn turn = {.r = absolute(lanes, x)};
  MlirValue shifted = scale_add(lanes, turn.r, 0.63661977236758134308, magic);
  MlirValue n = sub(lanes, shifted, magic);
  for (int i = 0; i < count; ++i)
    turn.r = scale_add(lanes, n, -parts[i], turn.r);
  turn.quarters = bits(lanes, shifted);
  return turn;
}

static MlirValue sine_of(const Lanes *lanes, MlirValue r) {
  MlirValue z = mul(lanes, r, r);
  MlirValue q = mul(lanes, z, polynomial(lanes, z, sin_f32, COUNT(sin_f32)));
  return multiply_add(lanes, r, q, r);
}

static MlirValue cosine_of(const Lanes *lanes, MlirValue r) {
  MlirValue z = mul(lanes, r, r);
  MlirValue q = polynomial(lanes, z, cos_f32, COUNT(cos_f32));
  q = scale_add(lanes, z, -0.5, mul(lanes, mul(lanes, z, z), q));
  return add_number(lanes, q, 1.0);
}

static MlirValue is_odd(const Lanes *lanes, MlirValue quarters) {
  MlirValue low = both(lanes, quarters, integer(lanes, 1));
  return compare_bits(lanes, INTEGER_NOT_EQUAL, low, integer(lanes, 0));
}

// `value` with the other sign where the bit of `pattern` is set.
static MlirValue negated_by(const Lanes *lanes, MlirValue value, MlirValue pattern, int bit) {
  IrBuilder *ir = lanes->ir;
  int top = lanes->format->bits - 1;
  MlirValue sign = pattern;
  if (bit < top)
    sign = ir_binary(ir, "arith.shli", sign, integer(lanes, top - bit));
  sign = both(lanes, sign, bits(lanes, number(lanes, -0.0)));
  return from_bits(lanes, ir_binary(ir, "arith.xori", bits(lanes, value), sign));
}

static MlirValue negated_like(const Lanes *lanes, MlirValue value, MlirValue x) {
  return negated_by(lanes, value, bits(lanes, x), lanes->format->bits - 1);
}

MlirValue lanes_sin(const Lanes *lanes, MlirValue x) {
  Turn turn = turn_of(lanes, x);
  MlirValue odd = is_odd(lanes, turn.quarters), sine = sine_of(lanes, turn.r);
  MlirValue value = choose(lanes, odd, cosine_of(lanes, turn.r), sine);
  value = negated_by(lanes, value, turn.quarters, 1);
  return negated_like(lanes, value, x);
}

MlirValue lanes_cos(const Lanes *lanes, MlirValue x) {
  Turn turn = turn_of(lanes, x);
  MlirValue odd = is_odd(lanes, turn.quarters), sine = sine_of(lanes, turn.r);
  MlirValue value = choose(lanes, odd, sine, cosine_of(lanes, turn.r));
  MlirValue next = ir_binary(lanes->ir, "arith.addi", turn.quarters, integer(lanes, 1));
  return negated_by(lanes, value, next, 1);
}

// r (1 + a z) / (1 + b z + c z^2), z = r^2, or minus its inverse.
MlirValue lanes_tan(const Lanes *lanes, MlirValue x) {
  Turn turn = turn_of(lanes, x);
  MlirValue z = mul(lanes, turn.r, turn.r), odd = is_odd(lanes, turn.quarters);
  MlirValue q = polynomial(lanes, z, tan_under_f32, COUNT(tan_under_f32));
  MlirValue cosine = multiply_add(lanes, z, q, number(lanes, 1.0)); // both a little less
  MlirValue sine = multiply_add(lanes, turn.r, mul_number(lanes, z, TAN_OVER), turn.r);
  MlirValue over = choose(lanes, odd, cosine, sine);
  MlirValue under = choose(lanes, odd, sine, cosine);
  MlirValue value = negated_by(lanes, quotient(lanes, over, under), turn.quarters, 0);
  return negated_like(lanes, value, x);
}

// The arc sine of |x| below 1/2, else of sqrt((1 - |x|) / 2), which is below 1/2 then.
typedef struct Arc {
  MlirValue is_small, value;
} Arc;

static Arc arc_of(const Lanes *lanes, MlirValue magnitude) {
  Arc arc = {.is_small = compare_number(lanes, LESS, magnitude, 0.5)};
  MlirValue rest = scale_add(lanes, magnitude, -0.5, number(lanes, 0.5));
  MlirValue square = mul(lanes, magnitude, magnitude);
  MlirValue z = choose(lanes, arc.is_small, square, rest);
  MlirValue s = choose(lanes, arc.is_small, magnitude, root(lanes, rest));
  MlirValue q = mul(lanes, z, polynomial(lanes, z, asin_f32, COUNT(asin_f32)));
  arc.value = multiply_add(lanes, s, q, s);
  return arc;
}

MlirValue lanes_asin(const Lanes *lanes, MlirValue x) {
  Arc arc = arc_of(lanes, absolute(lanes, x));
  MlirValue large = scale_add(lanes, arc.value, -2.0, number(lanes, HALF_PI));
  return with_sign_of(lanes, choose(lanes, arc.is_small, arc.value, large), x);
}

// pi / 2 less the arc sine; beyond 1/2 twice the arc, for negative x pi less that.
MlirValue lanes_acos(const Lanes *lanes, MlirValue x) {
  Arc arc = arc_of(lanes, absolute(lanes, x));
  MlirValue sine = with_sign_of(lanes, arc.value, x);
  MlirValue rest = sub_number(lanes, sine, HALF_PI_REST);
  MlirValue small = sub(lanes, number(lanes, HALF_PI), rest);
  MlirValue is_negative = compare_number(lanes, LESS, x, 0.0);
  MlirValue start = number_where(lanes, is_negative, 2 * HALF_PI, number(lanes, 0.0));
  MlirValue large = scale_add(lanes, sine, 2.0, start);
  return choose(lanes, arc.is_small, small, large);
}

// The angle between the longer side and the diagonal of a rectangle whose shorter side is `ratio`
// of the longer one; where `is_steep`, the one between the shorter side and the diagonal.
static MlirValue angle(const Lanes *lanes, MlirValue ratio, MlirValue is_steep) {
  MlirValue z = mul(lanes, ratio, ratio);
  MlirValue q = mul(lanes, z, polynomial(lanes, z, atan_f32, COUNT(atan_f32)));
  MlirValue value = multiply_add(lanes, ratio, q, ratio);
  MlirValue rest = sub(lanes, number(lanes, HALF_PI), value);
  return choose(lanes, is_steep, rest, value);
}

MlirValue lanes_atan(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x), one = number(lanes, 1.0);
  MlirValue is_steep = compare(lanes, GREATER, magnitude, one);
  MlirValue ratio = choose(lanes, is_steep, divide(lanes, one, magnitude), magnitude);
  return with_sign_of(lanes, angle(lanes, ratio, is_steep), x);
}

MlirValue lanes_atan2(const Lanes *lanes, MlirValue y, MlirValue x) {
  MlirValue height = absolute(lanes, y), width = absolute(lanes, x);
  MlirValue is_steep = compare(lanes, GREATER, height, width);
  MlirValue small = choose(lanes, is_steep, width, height);
  MlirValue large = choose(lanes, is_steep, height, width);
  // 0 / 0 and infinity / infinity are no numbers.
  MlirValue is_zero = compare_number(lanes, EQUAL, large, 0.0);
  MlirValue ratio = divide(lanes, small, number_where(lanes, is_zero, 1.0, large));
  MlirValue is_endless = compare_number(lanes, EQUAL, small, INFINITY);
  is_endless = both(lanes, is_endless, compare(lanes, EQUAL, small, large));
  ratio = number_where(lanes, is_endless, 1.0, ratio);
  MlirValue value = angle(lanes, ratio, is_steep);
  MlirValue zero = integer(lanes, 0);
  MlirValue is_left = compare_bits(lanes, INTEGER_LESS, bits(lanes, x), zero);
  MlirValue other = sub(lanes, number(lanes, 2 * HALF_PI), value);
  return with_sign_of(lanes, choose(lanes, is_left, other, value), y);
}
