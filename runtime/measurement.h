// Measurement: how one candidate did, as a worker tells its parent.
#ifndef AUTOTUNE_RUNTIME_MEASUREMENT_H
#define AUTOTUNE_RUNTIME_MEASUREMENT_H

#include "plan/verdict.h"
#include "runtime/timing.h"

typedef struct Measurement {
  Verdict verdict;
  char text[256];   // why it is not ok; "" otherwise
  double max_error; // relative to the largest expected value of the output
  double compile_seconds;
  double cpu_seconds; // of the processor, for all of it; 0: not known, the worker died
  Timing timing;      // no repeats unless ok
} Measurement;

#endif
