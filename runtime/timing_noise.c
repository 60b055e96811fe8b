// Both reasons in one sentence.
#include "runtime/timing_noise.h"

#include <stdio.h>

const char *timing_noise_describe(double minimum, double median, double waited,
                                  char text[TIMING_NOISE_BYTES]) {
  double spread = minimum > 0 ? median / minimum - 1 : 0;
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
