// Integer arithmetic that C does not have: rounding towards minus and plus infinity, extremes,
// divisors. No function checks for overflow unless it says so; a divisor must not be 0.
#ifndef AUTOTUNE_BASE_INTEGER_H
#define AUTOTUNE_BASE_INTEGER_H

#include <stdint.h>

// No process on x86-64 has more.
#define MEMORY_MAX_BYTES (INT64_C(1) << 47)

static inline int64_t integer_min(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t integer_max(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t integer_clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

// floor(a / b), ceil(a / b), for any signs.
static inline int64_t integer_floor_div(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static inline int64_t integer_ceil_div(int64_t a, int64_t b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

// a - b * floor(a / b): between 0 and b - 1 for b > 0.
static inline int64_t integer_floor_mod(int64_t a, int64_t b) {
  return a - b * integer_floor_div(a, b);
}

// The least multiple of b that is not less than a, for b > 0.
static inline int64_t integer_round_up(int64_t a, int64_t b) { return b * integer_ceil_div(a, b); }

// a + b and a * b, at most INT64_MAX; neither may be negative.
static inline int64_t integer_add(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}
static inline int64_t integer_multiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

// The greatest common divisor, never negative; that of 0 and 0 is 0.
static inline int64_t integer_gcd(int64_t a, int64_t b) {
  while (b) {
    int64_t remainder = a % b;
    a = b;
    b = remainder;
  }
  return a < 0 ? -a : a;
}

#endif
