// Rng: a splitmix64 generator. Its whole state is one number, so what is drawn by a seed is drawn
// again on every machine.
#ifndef AUTOTUNE_BASE_RNG_H
#define AUTOTUNE_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Rng {
  uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng) {
  uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

// A number in 0 .. count - 1; count > 0.
static inline int64_t rng_below(Rng *rng, int64_t count) {
  return (int64_t)((rng_next(rng) >> 32) * (uint64_t)count >> 32);
}

// A number in low .. high. Another sequence than that of rng_below, which has no division.
static inline int64_t rng_between(Rng *rng, int64_t low, int64_t high) {
  return low + (int64_t)(rng_next(rng) % (uint64_t)(high - low + 1));
}

static inline bool rng_chance(Rng *rng, int percent) { return rng_below(rng, 100) < percent; }

// In [0, 1).
static inline double rng_part(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

#endif
