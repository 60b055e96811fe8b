// The timing loop.
#include "runtime/timing.h"

#include "base/numbers.h"
#include "runtime/arena.h"
#include "runtime/team_places.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

// Larger than any cache that one core can fill.
enum { FLUSH_BYTES = 64 << 20, FLUSH_STEP = 64, FLUSH_TO_ZERO = 0x8040 };

static double read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double timing_now(void) { return read_clock(CLOCK_MONOTONIC); }
double timing_cpu(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

TimingOptions timing_default_options(void) {
  return (TimingOptions){.repeats = 5, .minimum_seconds = 0.005};
}

unsigned timing_flush_denormals(void) {
#ifdef __SSE__
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | FLUSH_TO_ZERO);
  return before;
#else
  return 0;
#endif
}

void timing_restore_denormals(unsigned before) {
#ifdef __SSE__
  _mm_setcsr(before);
#else
  (void)before;
#endif
}

static double time_calls(Call *call, int64_t iterations) {
  double start = timing_now();
  for (int64_t i = 0; i < iterations; i++) {
    call_invoke(call);
    arena_release();
  }
  return timing_now() - start;
}

static void flush_cache(volatile char *scratch) {
  for (size_t i = 0; i < FLUSH_BYTES; i += FLUSH_STEP)
    scratch[i]++;
}

static double time_flushed(Call *call, int64_t iterations, volatile char *scratch) {
  double sum = 0;
  for (int64_t i = 0; i < iterations; i++) {
    flush_cache(scratch);
    sum += time_calls(call, 1);
  }
  return sum;
}

// A host of virtual machines starts two of its processors on the two hardware threads of one core
// and moves them apart after some time of work (docs/reference/measuring.md). Without this a short
// measurement of two threads says one. Returns the seconds it took.
static double warm_up_team(Call *call, double start) {
  double begin = timing_now();
  if (team_places_threads() > 1)
    while (timing_now() - start < TIMING_WARM_UP_SECONDS)
      time_calls(call, 1);
  return timing_now() - begin;
}

// Calls in one repeat: more of them until the repeat is long enough, and is the first one.
static void find_iterations(Call *call, double minimum_seconds, Timing *timing) {
  int64_t iterations = 1;
  for (;;) {
    double seconds = time_calls(call, iterations);
    if (seconds >= minimum_seconds) {
      timing->iterations = iterations;
      timing->seconds[timing->repeats++] = seconds / (double)iterations;
      return;
    }
    double factor = seconds > 0 ? 1.2 * minimum_seconds / seconds : 10.0;
    factor = factor > 10.0 ? 10.0 : factor < 1.5 ? 1.5 : factor;
    iterations = (int64_t)((double)iterations * factor) + 1;
  }
}

// Several threads have more time of processors than the clock shows.
double timing_waited(double seconds, double cpu_seconds) {
  return seconds > cpu_seconds && seconds > 0 ? 1 - cpu_seconds / seconds : 0;
}

Timing timing_measure(Call *call, const TimingOptions *options) {
  Timing timing = {0};
  TeamPlaces places;
  unsigned denormals = timing_flush_denormals();
  team_places_take(&places);
  char *scratch = options->flush_cache ? calloc(1, FLUSH_BYTES) : NULL;
  double start = timing_now();
  time_calls(call, 1);
  start += warm_up_team(call, start); // the budget is for what is timed
  double begin = timing_now(), cpu_begin = timing_cpu();
  if (scratch)
    timing.iterations = 1;
  else
    find_iterations(call, options->minimum_seconds, &timing);
  int repeats = options->repeats < 1                    ? 1
                : options->repeats > TIMING_MAX_REPEATS ? TIMING_MAX_REPEATS
                                                        : options->repeats;
  while (timing.repeats < repeats && (timing.repeats == 0 || options->budget_seconds <= 0 ||
                                      timing_now() - start < options->budget_seconds)) {
    double seconds = scratch ? time_flushed(call, timing.iterations, scratch)
                             : time_calls(call, timing.iterations);
    timing.seconds[timing.repeats++] = seconds / (double)timing.iterations;
  }
  timing.waited = timing_waited(timing_now() - begin, timing_cpu() - cpu_begin);
  free(scratch);
  team_places_leave(&places);
  timing_restore_denormals(denormals);
  return timing;
}

double timing_median(const Timing *timing) {
  double sorted[TIMING_MAX_REPEATS];
  memcpy(sorted, timing->seconds, sizeof sorted);
  return timing->repeats ? numbers_median(sorted, (size_t)timing->repeats) : 0;
}

double timing_minimum(const Timing *timing) {
  double least = timing->repeats ? timing->seconds[0] : 0;
  for (int i = 1; i < timing->repeats; i++)
    least = timing->seconds[i] < least ? timing->seconds[i] : least;
  return least;
}
