// The formats of floats: f32, f16 and bf16, pairs of which share a register, and tf32, whose lower
// bits are zeros.
#include "ptx_run.h"

#include <math.h>
#include <string.h>

static float float_of_bits(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static uint32_t bits_of_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

bool ptx_is_real(PtxType type) { return type.kind == 'f' || type.kind == 'h' || type.kind == 't'; }

float ptx_widen(uint64_t bits, PtxType type) {
  if (type.kind == 'h')
    return float_of_bits((uint32_t)bits << 16);
  if (type.kind != 'f' || type.bits != 16)
    return float_of_bits((uint32_t)bits);
  uint16_t low = (uint16_t)bits;
  _Float16 half;
  memcpy(&half, &low, sizeof half);
  return (float)half;
}

// Towards the float whose last bit is one, so that rounding it again is as rounding once.
static uint32_t round_to_odd(double value) {
  float near = (float)value;
  uint32_t bits = bits_of_float(near);
  if (isnan(value) || isinf(near) || (double)near == value)
    return bits;
  if (fabs((double)near) > fabs(value))
    bits--;
  return bits | 1;
}

static uint16_t to_half(double value) {
  _Float16 half = (_Float16)value;
  uint16_t bits;
  memcpy(&bits, &half, sizeof bits);
  return bits;
}

uint64_t ptx_narrow(double value, PtxType type) {
  if (type.kind == 't')
    return (bits_of_float((float)value) + 0x1000) & ~(uint32_t)0x1fff;
  if (type.kind == 'f')
    return type.bits == 16 ? to_half(value) : bits_of_float((float)value);
  if (isnan(value))
    return 0x7fff;
  uint32_t bits = round_to_odd(value);
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
