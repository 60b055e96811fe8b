// Conversions between f32 and the two 16-bit formats by bit manipulation.
#include "base/half.h"

#include <string.h>

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

float half_from_f16(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000) << 16;
  uint32_t exponent = (half >> 10) & 0x1f;
  uint32_t fraction = half & 0x3ff;
  if (exponent == 0x1f)
    return float_of(sign | 0x7f800000u | fraction << 13);
  if (exponent == 0) // zero and denormals: fraction * 2^-24
    return float_of(sign | bits_of((float)fraction * 0x1p-24f));
  return float_of(sign | (exponent + 112) << 23 | fraction << 13);
}

// Drops the low `shift` bits of `value`, rounding to nearest, ties to even.
static uint32_t shift_round(uint32_t value, int shift) {
  uint32_t rest = value & ((1u << shift) - 1);
  uint32_t tie = 1u << (shift - 1);
  uint32_t kept = value >> shift;
  return kept + (rest > tie || (rest == tie && (kept & 1)));
}

uint16_t half_to_f16(float value) {
  uint32_t bits = bits_of(value);
  uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return sign | 0x7e00;
  if (magnitude >= 0x47800000u) // 2^16 and above, infinity
    return sign | 0x7c00;
  if (magnitude >= 0x38800000u) // normal: rounding may carry up to infinity
    return (uint16_t)(sign + shift_round(magnitude - 0x38000000u, 13));
  int shift = 126 - (int)(magnitude >> 23);
  if (shift > 24)
    return sign;
  return (uint16_t)(sign + shift_round((magnitude & 0x7fffffu) | 0x800000u, shift));
}

float half_from_bf16(uint16_t bits) { return float_of((uint32_t)bits << 16); }

uint16_t half_to_bf16(float value) {
  uint32_t bits = bits_of(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)shift_round(bits, 16);
}
