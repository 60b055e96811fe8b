// TimingNoise: whether a time can be trusted.
#ifndef AUTOTUNE_RUNTIME_TIMING_NOISE_H
#define AUTOTUNE_RUNTIME_TIMING_NOISE_H

#include "runtime/timing.h"

// Parts: of the minimum that the median is above it, and of the time that the process waited for a
// core. Beyond one of them a time is not reliable.
#define TIMING_NOISE_SPREAD 0.2
#define TIMING_NOISE_WAIT 0.1

enum { TIMING_NOISE_BYTES = 160 };

// Why times of this minimum and median are not reliable, "" where they are, as the rest of a line.
// Returns `text`.
const char *timing_noise_describe(double minimum, double median, double waited,
                                  char text[TIMING_NOISE_BYTES]);
const char *timing_noise_of(const Timing *timing, char text[TIMING_NOISE_BYTES]);

// Of many times: sums over them. Zeros at first.
typedef struct TimingNoise {
  int64_t count;
  double spread, waited;
} TimingNoise;

void timing_noise_add(TimingNoise *noise, const Timing *timing);
void timing_noise_join(TimingNoise *noise, const TimingNoise *other);
// The same text of their means; "" of no times.
const char *timing_noise_of_all(const TimingNoise *noise, char text[TIMING_NOISE_BYTES]);

#endif
