// The numbers that bodies of linalg ops are tried on, and how far two results are apart.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_BODY_VALUES_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_BODY_VALUES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum BodyTypeKind { BODY_INTEGER, BODY_FLOAT, BODY_SMALL_FLOAT } BodyTypeKind;

typedef struct BodyType {
  const char *name;
  BodyTypeKind kind;
  int bits, bytes; // bytes in memory
  int exponent_bits;
} BodyType;

// Null when there is none of that name.
const BodyType *body_type_find(const char *name, int length);

// Values of `type`, by the seed and the position only. Domains:
//   x  anything: infinities, NaN, denormals, both zeros; the extremes of integers
//   f  between -7 and 7        n  between 0 and 7       p  above 0, at most 8
//   u  between -1 and 1        g  between 1 and 9       z  0 or 1      m  0 or -1
//   d  divisors: neither 0 nor -1                       s  shifts: less than the width
// The domains s and d are of integers. Small floats are any bits.
void body_values_fill(const BodyType *type, char domain, uint64_t seed, int64_t count,
                      void *values);

// The largest distance between two elements in units of the last place, and where; two NaN are
// equal. Integers and small floats that differ are INT64_MAX apart.
int64_t body_values_distance(const BodyType *type, const void *expected, const void *actual,
                             int64_t count, int64_t *out_position);

// Whether not all elements are the same.
bool body_values_vary(const BodyType *type, const void *values, int64_t count);

// One element, as text.
void body_value_print(const BodyType *type, const void *values, int64_t position, char text[32]);

#endif
