// Cube roots of lanes: a first x^(-1/3), and its square times x, corrected by what the cube of that
// lacks. The tables are printed by scripts/fit_polynomials.py, highest power first.
#include "transforms/lowering/math/cube_root.h"

#include "transforms/lowering/math/float_instructions.h"

#include <math.h>

static const double inverse_cbrt_f32[] = {0.027782801018584242596, -0.21636185469244388001,
                                          0.68465270773223254731, -1.1623973573078164609,
                                          1.6662787377309156958};
static const float powers[LANES_ENTRIES] = {1.0f, 2.0f, 4.0f};
static const float inverse_roots[LANES_ENTRIES] = {1.0f, 0.793700516f, 0.629960537f};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

// The cube root of `at`, of which r is the inverse.
static MlirValue root_of_inverse(const Lanes *lanes, MlirValue at, MlirValue r) {
  MlirValue square = mul(lanes, r, r);
  MlirValue y = mul(lanes, at, square);
  MlirValue power = mul(lanes, y, y), factor = negative(lanes, y);
  MlirValue rest = multiply_add(lanes, factor, power, at);
  return multiply_add(lanes, rest, mul_number(lanes, square, 1.0 / 3.0), y);
}

// x = 2^(3 n + t) m, 1 <= m < 2: a polynomial of m, and t = 0, 1, 2 as a place of a table. Zeros,
// infinities and NaN are those of n.
static MlirValue cbrt_by_table(const Lanes *lanes, MlirValue x) {
  MlirValue exponent = lanes_exponent(lanes, x);
  MlirValue m = lanes_mantissa(lanes, x, MANTISSA_OF_MAGNITUDE);
  MlirValue n = mul_number(lanes, exponent, 1.0 / 3.0);
  n = ir_unary(lanes->ir, "math.floor", lanes->type, n);
  MlirValue t = add_number(lanes, exponent, lanes->format->round_magic);
  t = bits(lanes, scale_add(lanes, n, -3.0, t)); // in the low bits
  MlirValue r = polynomial(lanes, m, inverse_cbrt_f32, COUNT(inverse_cbrt_f32));
  r = mul(lanes, r, lanes_entry(lanes, inverse_roots, t));
  MlirValue at = mul(lanes, m, lanes_entry(lanes, powers, t));
  return lanes_scaled(lanes, root_of_inverse(lanes, at, r), n);
}

// A third of the exponent, and a step of fourth order towards x^(-1/3). No cube overflows of what
// is scaled.
static MlirValue cbrt_by_steps(const Lanes *lanes, MlirValue x) {
  MlirValue magnitude = absolute(lanes, x);
  MlirValue is_small = compare_number(lanes, LESS, magnitude, 0x1p-120);
  MlirValue scale = number_where(lanes, is_small, 0x1p24, number(lanes, 0x1p-3));
  MlirValue at = mul(lanes, magnitude, scale);
  MlirValue pattern = ir_unary(lanes->ir, "arith.sitofp", lanes->type, bits(lanes, at));
  pattern = scale_add(lanes, pattern, -1.0 / 3.0, number(lanes, 1419900000.0));
  MlirValue r = from_bits(lanes, ir_unary(lanes->ir, "arith.fptosi", lanes->integers, pattern));
  MlirValue cube = mul(lanes, mul(lanes, r, r), r);
  MlirValue product = mul(lanes, at, cube), one = number(lanes, 1.0);
  MlirValue rest = sub(lanes, one, product);
  static const double series[] = {14.0 / 81.0, 2.0 / 9.0, 1.0 / 3.0};
  MlirValue q = mul(lanes, rest, polynomial(lanes, rest, series, COUNT(series)));
  r = multiply_add(lanes, r, q, r);
  MlirValue y = root_of_inverse(lanes, at, r);
  y = mul(lanes, y, number_where(lanes, is_small, 0x1p-8, number(lanes, 2.0)));
  MlirValue is_finite = compare_number(lanes, LESS, magnitude, INFINITY);
  return choose(lanes, is_finite, y, magnitude);
}

MlirValue lanes_cbrt(const Lanes *lanes, MlirValue x) {
  MlirValue y = lanes->table ? cbrt_by_table(lanes, x) : cbrt_by_steps(lanes, x);
  return with_sign_of(lanes, y, x);
}
