// TimingNoise: which times are said not to be reliable, and why.
#include "runtime/timing_noise.h"
#include "test/unit/base/check.h"

// The mean of many decides: one bad time of ten does not.
static void test_many(void) {
  char text[TIMING_NOISE_BYTES];
  TimingNoise noise = {0}, others = {0};
  const Timing calm = {.repeats = 3, .iterations = 1, .seconds = {2, 2, 2}};
  const Timing bad = {.repeats = 3, .iterations = 1, .waited = 0.5, .seconds = {3, 1, 2}};
  CHECK_TEXT(timing_noise_of_all(&noise, text), "");
  timing_noise_add(&noise, &bad);
  CHECK_TEXT(timing_noise_of_all(&noise, text),
             "not reliable: the median is 100 % above the minimum, others had the core for 50 % of "
             "the time");
  for (int n = 0; n < 9; n++)
    timing_noise_add(&others, &calm);
  timing_noise_join(&noise, &others);
  CHECK_TEXT(timing_noise_of_all(&noise, text), "");
}

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
  test_many();
  return check_result();
}
