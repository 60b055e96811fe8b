// TimingNoise: which times are said not to be reliable, and why.
#include "runtime/timing_noise.h"
#include "test/unit/check.h"

int main(void) {
  char text[TIMING_NOISE_BYTES];
  CHECK_TEXT(timing_noise_describe(1.0, 1.19, 0.09, text), "");
  CHECK_TEXT(timing_noise_describe(1.0, 1.5, 0, text),
             "not reliable: the median is 50 % above the minimum");
  CHECK_TEXT(timing_noise_describe(1.0, 1.0, 0.25, text),
             "not reliable: others had the core for 25 % of the time");
  CHECK_TEXT(timing_noise_describe(1.0, 1.5, 0.25, text),
             "not reliable: the median is 50 % above the minimum, others had the core for 25 % of "
             "the time");
  Timing timing = {.repeats = 3, .iterations = 1, .seconds = {3, 1, 2}};
  CHECK_TEXT(timing_noise_of(&timing, text), "not reliable: the median is 100 % above the minimum");
  CHECK(timing_waited(2, 3) == 0);
  CHECK(timing_waited(2, 1) == 0.5);
  return check_result();
}
