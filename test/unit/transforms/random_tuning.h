// Tunes every anchor of a payload with a schedule drawn at random, for tests.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_RANDOM_TUNING_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_RANDOM_TUNING_H

#include "machine/target.h"
#include "mlir-c/IR.h"
#include <stdint.h>

typedef struct RandomTuning {
  const Target *target;
  uint64_t seed;        // of the fusions and schedules that are drawn
  const char *schedule; // for every anchor that accepts it; NULL: drawn
  int threads;          // > 1: share every kernel whose loops can be split, however small
} RandomTuning;

// What became of the payload.
typedef struct RandomTuned {
  int anchors; // rewritten; -1 when a legal schedule was refused by the builder midway
  int split;   // of them, over threads
  int shared;  // of those, the threads share copies
} RandomTuned;

// Appends what was chosen to `log`.
RandomTuned random_tuning_apply(MlirOperation root, const RandomTuning *tuning, char *log,
                                size_t log_size);

#endif
