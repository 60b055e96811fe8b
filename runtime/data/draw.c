// One number of each kind, by one draw from the generator for plain ones.
#include "runtime/data/draw.h"

#include "base/integer.h"
#include "runtime/data/elements.h"

#include <math.h>
#include <stdbool.h>

Draw draw_join(Draw first, Draw second) {
  if (first.kind != second.kind)
    return first.kind > second.kind ? first : second;
  return (Draw){first.kind, integer_max(first.terms, second.terms),
                integer_min(first.limit, second.limit)};
}

// Nearly N(0,1): the sum of four uniform numbers, centred, by one draw.
static double random_normal(Rng *rng) {
  uint64_t bits = rng_next(rng);
  double sum =
      (double)((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48));
  return (sum / 65535.0 - 2.0) * 1.7320508075688772;
}

// Sums of products stay below 2^11 for millions of terms. A factor of 1 is as good as none, so
// a few are others.
static double draw_power(const Draw *draw, Rng *rng) {
  double sign = rng_chance(rng, 50) ? 1 : -1;
  switch (draw->kind) {
  case DRAW_POSITIVE:
    return rng_chance(rng, 50) ? 1 : 4;
  case DRAW_FACTOR: {
    double part = rng_part(rng) * (double)draw->terms;
    return sign * (part < 2 ? 2 : part < 4 ? 0.5 : 1);
  }
  case DRAW_DIVISOR:
    return sign * (rng_chance(rng, 50) ? 1 : 2);
  default:
    return rng_below(rng, 8) ? 0 : sign;
  }
}

// Factors of a narrow type would be all rounding after some thousand of them.
static double draw_real(const Draw *draw, ElementType type, double scale, Rng *rng) {
  bool is_narrow = element_type_is_half(type);
  if (scale == 0 || (is_narrow && draw->kind == DRAW_FACTOR))
    return draw_power(draw, rng);
  double normal = random_normal(rng), sign = normal < 0 ? -1 : 1;
  switch (draw->kind) {
  case DRAW_POSITIVE:
    return scale * (0.05 + fabs(normal));
  case DRAW_FACTOR: {
    double spread = fmin(0.25, 1 / sqrt((double)draw->terms));
    return (rng_chance(rng, 50) ? 1 : -1) * (1 + spread * normal);
  }
  case DRAW_DIVISOR:
    return sign * (0.5 + fabs(normal));
  default:
    return scale * normal;
  }
}

static int bits_of(ElementType type) {
  return type == ELEMENT_I1 ? 1 : 8 * element_type_bytes(type);
}

// 0 in `terms` draws about once for each of at most 8 bits: one bit of these.
static int64_t draw_rare_bit(int64_t terms, int bits, Rng *rng) {
  int count = bits < 8 ? bits : 8;
  double chance = fmin(0.5, 0.7 * count / (double)terms);
  return rng_part(rng) < chance ? INT64_C(1) << rng_below(rng, count) : 0;
}

// The largest of many is another one each time, though an i8 has few values: large ones are seldom.
static int64_t draw_tail(int bits, Rng *rng) {
  if (bits > 8)
    return rng_below(rng, bits > 16 ? 1 << 20 : 1 << 14);
  uint64_t random = rng_next(rng);
  return integer_min(126,
                     4 * __builtin_ctzll(random | UINT64_C(1) << 62) + (int64_t)(random >> 62));
}

static int64_t draw_plain_integer(ElementType type, Rng *rng) {
  bool has_sign = type == ELEMENT_I16 || type == ELEMENT_I8;
  return type == ELEMENT_I1 ? rng_between(rng, 0, 1)
         : has_sign         ? rng_between(rng, 0, 15) - 8
                            : rng_between(rng, 0, 7);
}

static int64_t draw_boolean(const Draw *draw, Rng *rng) {
  switch (draw->kind) {
  case DRAW_FEW_BITS:
    return draw_rare_bit(draw->terms, 1, rng);
  case DRAW_ALL_BITS:
  case DRAW_FACTOR:
    return !draw_rare_bit(draw->terms, 1, rng);
  case DRAW_DIVISOR:
    return 1;
  case DRAW_SHIFT:
    return 0;
  case DRAW_INDEX:
    return rng_below(rng, integer_min(2, draw->limit));
  default:
    return draw_plain_integer(ELEMENT_I1, rng);
  }
}

static int64_t draw_integer(const Draw *draw, ElementType type, Rng *rng) {
  int bits = bits_of(type);
  switch (draw->kind) {
  case DRAW_SPREAD:
    return (rng_chance(rng, 50) ? 1 : -1) * draw_tail(bits, rng);
  case DRAW_NATURAL:
    return bits > 8 ? 1 + draw_tail(bits, rng)
                    : 64 + (rng_chance(rng, 50) ? 1 : -1) * integer_min(62, draw_tail(bits, rng));
  case DRAW_FEW_BITS:
    return draw_rare_bit(draw->terms, bits, rng);
  case DRAW_ALL_BITS:
    return ~draw_rare_bit(draw->terms, bits, rng);
  case DRAW_FACTOR:
    return 2 * rng_below(rng, 4) + 1;
  case DRAW_DIVISOR:
    return 1 + rng_below(rng, 8);
  case DRAW_SHIFT:
    return rng_below(rng, 8);
  case DRAW_INDEX:
    return rng_below(rng, integer_min(draw->limit, INT64_C(1) << (bits < 32 ? bits - 1 : 31)));
  default:
    return draw_plain_integer(type, rng);
  }
}

static void set_integer(ElementType type, void *values, int64_t i, int64_t value) {
  if (element_type_bytes(type) == 8)
    ((int64_t *)values)[i] = value;
  else
    element_set(type, values, i, (double)value);
}

void draw_fill(const Draw *draw, ElementType type, void *values, int64_t count, double scale,
               Rng *rng) {
  bool is_float = element_type_is_float(type);
  for (int64_t i = 0; i < count; i++)
    if (is_float)
      element_set(type, values, i, draw_real(draw, type, scale, rng));
    else
      set_integer(type, values, i,
                  type == ELEMENT_I1 ? draw_boolean(draw, rng) : draw_integer(draw, type, rng));
}
