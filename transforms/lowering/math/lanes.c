// What the two float formats are made of, and products of all digits.
#include "transforms/lowering/math/lanes.h"

const Format single_format = {
    .bits = 32,
    .mantissa_bits = 23,
    .round_magic = 12582912.0, // 1.5 * 2^23
    .exp_low = -104.0,
    .exp_high = 89.0,
    .exp2_low = -151.0,
    .exp2_high = 129.0,
    .ln2_high = 0.693359375,
    .ln2_low = -2.1219444005469058277e-4,
    .smallest_normal = 0x1p-126,
    .denormal_scale = 0x1p24,
    .denormal_exponent = 24,
    .sqrt_half_bits = 0x3F3504F3,
    .one_bits = 0x3F800000,
};

const Format double_format = {
    .bits = 64,
    .mantissa_bits = 52,
    .round_magic = 6755399441055744.0, // 1.5 * 2^52
    .exp_low = -746.0,
    .exp_high = 710.0,
    .exp2_low = -1076.0,
    .exp2_high = 1025.0,
    .ln2_high = 6.93147180369123816490e-01,
    .ln2_low = 1.90821492927058770002e-10,
    .smallest_normal = 0x1p-1022,
    .denormal_scale = 0x1p54,
    .denormal_exponent = 54,
    .sqrt_half_bits = 0x3FE6A09E667F3BCD,
    .one_bits = 0x3FF0000000000000,
};

// The upper half of the digits, and the rest.
static MlirValue upper(const Lanes *lanes, MlirValue a) {
  MlirValue mask = integer(lanes, -(INT64_C(1) << (lanes->format->mantissa_bits + 2) / 2));
  return from_bits(lanes, both(lanes, bits(lanes, a), mask));
}

MlirValue exact_multiply_add(const Lanes *lanes, MlirValue a, MlirValue b, MlirValue c) {
  if (lanes->is_fused)
    return multiply_add(lanes, a, b, c);
  MlirValue product = mul(lanes, a, b);
  MlirValue high_a = upper(lanes, a), high_b = upper(lanes, b);
  MlirValue low_a = sub(lanes, a, high_a), low_b = sub(lanes, b, high_b);
  // Products of halves are exact.
  MlirValue error = sub(lanes, mul(lanes, high_a, high_b), product);
  error = add(lanes, error, mul(lanes, high_a, low_b));
  error = add(lanes, error, mul(lanes, low_a, high_b));
  error = add(lanes, error, mul(lanes, low_a, low_b));
  return add(lanes, add(lanes, product, c), error);
}
