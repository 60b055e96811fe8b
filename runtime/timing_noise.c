// Both reasons in one sentence.
#include "runtime/timing_noise.h"

#include <stdio.h>

static double spread_of(double minimum, double median) {
  return minimum > 0 ? median / minimum - 1 : 0;
}

const char *timing_noise_describe(double minimum, double median, double waited,
                                  char text[TIMING_NOISE_BYTES]) {
  double spread = spread_of(minimum, median);
  bool is_spread = spread > TIMING_NOISE_SPREAD, is_shared = waited > TIMING_NOISE_WAIT;
  int used = 0;
  text[0] = '\0';
  if (is_spread)
    used = snprintf(text, TIMING_NOISE_BYTES,
                    "not reliable: the median is %.0f %% above the minimum", spread * 100);
  if (is_shared)
    snprintf(text + used, TIMING_NOISE_BYTES - (size_t)used,
             "%s others had the core for %.0f %% of the time",
             is_spread ? "," : "not reliable:", waited * 100);
  return text;
}

const char *timing_noise_of(const Timing *timing, char text[TIMING_NOISE_BYTES]) {
  return timing_noise_describe(timing_minimum(timing), timing_median(timing), timing->waited, text);
}

void timing_noise_add(TimingNoise *noise, const Timing *timing) {
  noise->count++;
  noise->spread += spread_of(timing_minimum(timing), timing_median(timing));
  noise->waited += timing->waited;
}

void timing_noise_join(TimingNoise *noise, const TimingNoise *other) {
  noise->count += other->count;
  noise->spread += other->spread;
  noise->waited += other->waited;
}

const char *timing_noise_of_all(const TimingNoise *noise, char text[TIMING_NOISE_BYTES]) {
  double count = noise->count > 0 ? (double)noise->count : 1;
  return timing_noise_describe(1, 1 + noise->spread / count, noise->waited / count, text);
}
