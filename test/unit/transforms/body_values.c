// The numbers that bodies of linalg ops are tried on, and how far two results are apart. An element
// is moved as its bits, and looked at as a number only to be drawn or printed.
#include "test/unit/transforms/body_values.h"

#include "base/half.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const BodyType types[] = {
    {"f64", BODY_FLOAT, 64, 8, 11},          {"f32", BODY_FLOAT, 32, 4, 8},
    {"f16", BODY_FLOAT, 16, 2, 5},           {"bf16", BODY_FLOAT, 16, 2, 8},
    {"i64", BODY_INTEGER, 64, 8, 0},         {"i32", BODY_INTEGER, 32, 4, 0},
    {"i16", BODY_INTEGER, 16, 2, 0},         {"i8", BODY_INTEGER, 8, 1, 0},
    {"i1", BODY_INTEGER, 1, 1, 0},           {"index", BODY_INTEGER, 64, 8, 0},
    {"f8E5M2", BODY_SMALL_FLOAT, 8, 1, 0},   {"f8E4M3FN", BODY_SMALL_FLOAT, 8, 1, 0},
    {"f8E4M3", BODY_SMALL_FLOAT, 8, 1, 0},   {"f8E4M3FNUZ", BODY_SMALL_FLOAT, 8, 1, 0},
    {"f8E3M4", BODY_SMALL_FLOAT, 8, 1, 0},   {"f8E5M2FNUZ", BODY_SMALL_FLOAT, 8, 1, 0},
    {"f4E2M1FN", BODY_SMALL_FLOAT, 4, 1, 0}, {"f8E8M0FNU", BODY_SMALL_FLOAT, 8, 1, 0},
};

const BodyType *body_type_find(const char *name, int length) {
  for (int i = 0; i < COUNT(types); i++)
    if ((int)strlen(types[i].name) == length && !memcmp(types[i].name, name, (size_t)length))
      return &types[i];
  return NULL;
}

static uint64_t bits_mask(const BodyType *type) {
  return type->bits == 64 ? UINT64_MAX : (UINT64_C(1) << type->bits) - 1;
}

static uint64_t bits_at(const BodyType *type, const void *values, int64_t position) {
  uint64_t bits = 0;
  memcpy(&bits, (const char *)values + position * type->bytes, (size_t)type->bytes);
  return bits;
}

static uint64_t random_bits(uint64_t seed, int64_t position) {
  uint64_t x = seed * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)position;
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

// --- drawing

static uint64_t float_bits(const BodyType *type, double value) {
  uint64_t bits = 0;
  float single = (float)value;
  if (type->bits == 64)
    memcpy(&bits, &value, 8);
  else if (type->bits == 32)
    memcpy(&bits, &single, 4);
  else
    bits = type->exponent_bits == 5 ? half_to_f16(single) : half_to_bf16(single);
  return bits;
}

// Zeros, infinities, a NaN, the smallest and the largest numbers, powers of two.
static uint64_t special_float(const BodyType *type, uint64_t random) {
  int mantissa = type->bits - 1 - type->exponent_bits;
  uint64_t infinity = ((UINT64_C(1) << type->exponent_bits) - 1) << mantissa;
  uint64_t one = ((UINT64_C(1) << (type->exponent_bits - 1)) - 1) << mantissa;
  const uint64_t magnitudes[] = {0,
                                 infinity,
                                 infinity | UINT64_C(1) << (mantissa - 1),
                                 1,
                                 UINT64_C(1) << mantissa,
                                 infinity - 1,
                                 one,
                                 one + (UINT64_C(1) << mantissa)};
  return magnitudes[random % COUNT(magnitudes)] | (random >> 20 & 1) << (type->bits - 1);
}

static uint64_t special_integer(const BodyType *type, uint64_t random) {
  uint64_t lowest = UINT64_C(1) << (type->bits - 1);
  const uint64_t values[] = {0, 1, UINT64_MAX, lowest, lowest - 1, 2};
  return values[random % COUNT(values)];
}

static void domain_range(char domain, double *low, double *high) {
  static const struct {
    char domain;
    double low, high;
  } ranges[] = {{'f', -7, 7}, {'n', 0, 7}, {'p', 0.0625, 8}, {'u', -1, 1},
                {'g', 1, 9},  {'z', 0, 1}, {'m', -1, 0},     {'x', -7, 7}};
  for (int i = 0; i < COUNT(ranges); i++)
    if (ranges[i].domain == domain) {
      *low = ranges[i].low;
      *high = ranges[i].high;
    }
}

static uint64_t draw_float(const BodyType *type, char domain, uint64_t random) {
  double low = 0, high = 1;
  if (domain == 'x' && random % 4 == 0)
    return special_float(type, random >> 8);
  domain_range(domain, &low, &high);
  double value = low + (high - low) * (double)(random >> 11) * 0x1p-53;
  return float_bits(type, domain == 'z' || domain == 'm' ? round(value) : value);
}

static uint64_t draw_integer(const BodyType *type, char domain, uint64_t random) {
  double low = 0, high = 0;
  if (domain == 'x')
    return random % 4 == 0 ? special_integer(type, random >> 8) : random >> 3;
  if (domain == 's')
    return random % (uint64_t)type->bits;
  if (domain == 'd') {
    uint64_t divisor = random >> (8 + random % 40);
    uint64_t seen = divisor & bits_mask(type);
    return seen == 0 || seen == bits_mask(type) ? 1 : divisor;
  }
  domain_range(domain, &low, &high);
  low = ceil(low);
  return (uint64_t)((int64_t)low + (int64_t)(random % (uint64_t)(high - low + 1)));
}

void body_values_fill(const BodyType *type, char domain, uint64_t seed, int64_t count,
                      void *values) {
  for (int64_t i = 0; i < count; i++) {
    uint64_t random = random_bits(seed, i);
    uint64_t bits = type->kind == BODY_FLOAT     ? draw_float(type, domain, random)
                    : type->kind == BODY_INTEGER ? draw_integer(type, domain, random)
                                                 : random >> 7;
    bits &= bits_mask(type);
    memcpy((char *)values + i * type->bytes, &bits, (size_t)type->bytes);
  }
}

// --- comparing

static bool is_nan(const BodyType *type, uint64_t bits) {
  int mantissa = type->bits - 1 - type->exponent_bits;
  uint64_t infinity = ((UINT64_C(1) << type->exponent_bits) - 1) << mantissa;
  return (bits & (bits_mask(type) >> 1)) > infinity;
}

// Floats in order, so that neighbours differ by one.
static int64_t ordinal(const BodyType *type, uint64_t bits) {
  int64_t magnitude = (int64_t)(bits & (bits_mask(type) >> 1));
  return bits >> (type->bits - 1) ? -magnitude : magnitude;
}

static int64_t distance(const BodyType *type, uint64_t expected, uint64_t actual) {
  if (expected == actual)
    return 0;
  if (type->kind != BODY_FLOAT)
    return INT64_MAX;
  if (is_nan(type, expected) || is_nan(type, actual))
    return is_nan(type, expected) && is_nan(type, actual) ? 0 : INT64_MAX;
  if (((expected | actual) & (bits_mask(type) >> 1)) == 0) // 0 and -0
    return 1;
  int64_t left = ordinal(type, expected), right = ordinal(type, actual);
  return (left < 0) != (right < 0) ? INT64_MAX : left < right ? right - left : left - right;
}

int64_t body_values_distance(const BodyType *type, const void *expected, const void *actual,
                             int64_t count, int64_t *out_position) {
  int64_t largest = 0;
  for (int64_t i = 0; i < count; i++) {
    int64_t apart = distance(type, bits_at(type, expected, i), bits_at(type, actual, i));
    if (apart > largest) {
      largest = apart;
      *out_position = i;
    }
  }
  return largest;
}

bool body_values_vary(const BodyType *type, const void *values, int64_t count) {
  for (int64_t i = 1; i < count; i++)
    if (bits_at(type, values, i) != bits_at(type, values, 0))
      return true;
  return false;
}

void body_value_print(const BodyType *type, const void *values, int64_t position, char text[32]) {
  uint64_t bits = bits_at(type, values, position);
  double value;
  float single;
  memcpy(&value, &bits, 8);
  memcpy(&single, &bits, 4);
  if (type->kind != BODY_FLOAT)
    snprintf(text, 32, "0x%" PRIx64, bits);
  else if (type->bits == 64)
    snprintf(text, 32, "%.17g", value);
  else if (type->bits == 32)
    snprintf(text, 32, "%.9g", (double)single);
  else
    snprintf(text, 32, "%.6g",
             (double)(type->exponent_bits == 5 ? half_from_f16((uint16_t)bits)
                                               : half_from_bf16((uint16_t)bits)));
}
