// Powers of f32 by arithmetic of f32 alone: 2^(y log2(x)), where the logarithm has 31 digits, as a
// sum of two numbers. The tables are printed by scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/single_power.h"

#include "transforms/lowering/math/exponential.h"
#include "transforms/lowering/math/float_instructions.h"

static const double log2_f32[] = {0.33658749354584083394, 0.41190127604495836728,
                                  0.57707977413242618178, 0.96179669230771070733};
static const double exp2_f32[] = {0.00015455171233629328754, 0.0013393183017765251586,
                                  0.009618078716107145964,   0.055503526776393680717,
                                  0.24022650768731433232,    0.69314718896904320472};
static const double inverse_f32[] = {0.11686289071326848898, -0.25499255050259702287,
                                     0.50031925086618071845};

// Of log2(1 + r) from r^3 on, and of 2^r from r on, between places of tables.
static const double log2_short_f32[] = {-0.24060834512391043959, 0.28872091550489524993,
                                        -0.36067374267022830342, 0.48089832690393823162};
static const double exp2_short_f32[] = {0.055505149274383364075, 0.24023401339717820255,
                                        0.69314718055994530942};
// 1 / m in the middles of 16 places of a mantissa, the logarithms of m in units of 2^-17, and what
// those lack.
static const float place_inverses[LANES_ENTRIES] = {
    1.39890707f,  1.34031415f,  1.28643215f,  1.23671496f, 1.19069767f,  1.14798212f,
    1.10822511f,  1.07112968f,  1.03643727f,  1.0f,        0.948148131f, 0.895104885f,
    0.847682118f, 0.805031419f, 0.766467094f, 0.731428564f};
static const float place_logs[LANES_ENTRIES] = {
    -0.484298706f, -0.422569275f,  -0.363372803f,  -0.306510925f, -0.251808167f, -0.19909668f,
    -0.148254395f, -0.0991363525f, -0.0516357422f, 0.0f,          0.0768127441f, 0.159873962f,
    0.23840332f,   0.31288147f,    0.383705139f,   0.451210022f};
static const float place_rests[LANES_ENTRIES] = {
    -1.41602459e-6f, -1.91184176e-6f, -2.56127032e-6f, -2.0977252e-6f, 1.02146782e-6f,
    -3.49294737e-6f, 3.43729084e-6f,  3.19746914e-6f,  2.93749463e-6f, 0.0f,
    2.87843886e-6f,  -2.6095006e-6f,  1.42035617e-6f,  1.53527151e-6f, -9.00430678e-7f,
    1.10531118e-6f};
// The bits of the least m. One place is of all next to 1, with 1 as its middle.
#define LEAST_PLACE 0x3F330000

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

// x = 2^k m for a normal x > 0.
typedef struct Parts {
  MlirValue above, k, m; // the bits of x less those of the least m
} Parts;

static Parts parts_of(const Lanes *lanes, MlirValue x, int64_t least_m_bits) {
  const Format *f = lanes->format;
  IrBuilder *ir = lanes->ir;
  MlirValue pattern = bits(lanes, x);
  Parts parts = {.above = ir_binary(ir, "arith.subi", pattern, integer(lanes, least_m_bits))};
  MlirValue k = ir_binary(ir, "arith.shrsi", parts.above, integer(lanes, f->mantissa_bits));
  parts.k = ir_unary(ir, "arith.sitofp", lanes->type, k);
  MlirValue whole = integer(lanes, -(INT64_C(1) << f->mantissa_bits));
  MlirValue placed = both(lanes, parts.above, whole);
  parts.m = from_bits(lanes, ir_binary(ir, "arith.subi", pattern, placed));
  return parts;
}

// k + rest for a k that is 0 or larger than the rest.
static Pair sum_with(const Lanes *lanes, MlirValue k, Pair rest) {
  Pair sum = {.high = add(lanes, k, rest.high)};
  sum.low = add(lanes, sub(lanes, rest.high, sub(lanes, sum.high, k)), rest.low);
  return sum;
}

// log2 of a normal x > 0.
static Pair log2_pair(const Lanes *lanes, MlirValue x) {
  Parts parts = parts_of(lanes, x, lanes->format->sqrt_half_bits);
  MlirValue fraction = sub_number(lanes, parts.m, 1.0);
  return sum_with(lanes, parts.k, log2_of_quotient(lanes, log_quotient(lanes, fraction)));
}

// log2(1 + high + lost), |high| < 0.03, where `lost` is less than the last digits of `high`. Terms
// from r^3 on are a number, r - r^2 / 2 is a pair.
static Pair log2_of_rest(const Lanes *lanes, MlirValue high, MlirValue lost) {
  MlirValue scale = number(lanes, SCALE / 2), r = add(lanes, high, lost);
  MlirValue half = mul_number(lanes, high, -0.5);
  MlirValue first = multiply_add(lanes, half, high, high);
  MlirValue rest = exact_multiply_add(lanes, half, high, sub(lanes, high, first));
  rest = add(lanes, rest, multiply_add(lanes, negative(lanes, high), lost, lost));
  Pair sum = {.high = mul(lanes, first, scale)};
  sum.low = exact_multiply_add(lanes, first, scale, negative(lanes, sum.high));
  sum.low = scale_add(lanes, first, SCALE_REST / 2, sum.low);
  sum.low = multiply_add(lanes, rest, scale, sum.low);
  MlirValue cube = mul(lanes, mul(lanes, r, r), r);
  MlirValue q = polynomial(lanes, r, log2_short_f32, COUNT(log2_short_f32));
  sum.low = multiply_add(lanes, cube, q, sum.low);
  return sum;
}

// The same as log2_pair, of m by its place: k and the logarithm of a place together are exact.
static Pair log2_by_table(const Lanes *lanes, MlirValue x) {
  Parts parts = parts_of(lanes, x, LEAST_PLACE);
  MlirValue place = integer(lanes, lanes->format->mantissa_bits - 4);
  place = ir_binary(lanes->ir, "arith.shrui", parts.above, place);
  MlirValue inverse = lanes_entry(lanes, place_inverses, place);
  MlirValue product = mul(lanes, parts.m, inverse);
  MlirValue lost = exact_multiply_add(lanes, parts.m, inverse, negative(lanes, product));
  Pair rest = log2_of_rest(lanes, sub_number(lanes, product, 1.0), lost);
  rest.low = add(lanes, rest.low, lanes_entry(lanes, place_rests, place));
  MlirValue whole = add(lanes, parts.k, lanes_entry(lanes, place_logs, place));
  return sum_with(lanes, whole, rest);
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

// The same, where a table has the powers of sixteenths.
static MlirValue power_by_table(const Lanes *lanes, MlirValue high, MlirValue low, MlirValue sum) {
  MlirValue magic = number(lanes, lanes->format->round_magic / LANES_ENTRIES);
  MlirValue shifted = add(lanes, sum, magic);
  MlirValue n = sub(lanes, shifted, magic);
  MlirValue r = add(lanes, sub(lanes, high, n), low);
  MlirValue q = mul(lanes, r, polynomial(lanes, r, exp2_short_f32, COUNT(exp2_short_f32)));
  MlirValue entry = lanes_exp2_entry(lanes, shifted);
  return lanes_scaled(lanes, multiply_add(lanes, q, entry, entry), n);
}

SinglePower lanes_single_power(const Lanes *lanes, MlirValue x, MlirValue y) {
  Pair logarithm = lanes->table ? log2_by_table(lanes, x) : log2_pair(lanes, x);
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
  SinglePower power = {.value = lanes->table ? power_by_table(lanes, high, low, sum)
                                             : power_of_two(lanes, high, low, sum)};
  power.beyond = either(lanes, is_special, is_large);
  return power;
}
