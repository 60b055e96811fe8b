// The seed of the day: what random tests draw by it comes beside what they draw by fixed seeds, so
// that every day tries something new. It is printed; AUTOTUNE_TEST_SEED repeats it on another day.
#ifndef AUTOTUNE_TEST_UNIT_BASE_DAILY_SEED_H
#define AUTOTUNE_TEST_UNIT_BASE_DAILY_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Two days are further apart than the numbers that a test counts up from its seed.
static inline uint64_t daily_seed(void) {
  const char *text = getenv("AUTOTUNE_TEST_SEED");
  uint64_t seed = text && *text ? strtoull(text, NULL, 10) : (uint64_t)time(NULL) / 86400 * 1000;
  printf("seed of the day: AUTOTUNE_TEST_SEED=%llu\n", (unsigned long long)seed);
  return seed;
}

#endif
