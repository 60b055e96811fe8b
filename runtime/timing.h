// Timing: how long a call takes, measured honestly. Iterations grow until one repeat is long
// against the clock, and every repeat is kept.
#ifndef AUTOTUNE_RUNTIME_TIMING_H
#define AUTOTUNE_RUNTIME_TIMING_H

#include "runtime/call.h"

enum { TIMING_MAX_REPEATS = 64 };

// Of a team of threads, from its first call on.
#define TIMING_WARM_UP_SECONDS 0.3

typedef struct TimingOptions {
  int repeats;            // at least 1, at most TIMING_MAX_REPEATS; default 5
  double minimum_seconds; // of one repeat; default 0.005
  double
      budget_seconds; // stop repeating when so much was spent (one repeat is always made); 0: none
  bool flush_cache;   // before every call, which is then timed by itself
} TimingOptions;

typedef struct Timing {
  int repeats;
  int64_t iterations;                 // calls in one repeat
  double waited;                      // part of the time without a processor, as others had it
  double seconds[TIMING_MAX_REPEATS]; // per call, in the order measured
} Timing;

TimingOptions timing_default_options(void);
// Calls the function at least once before the first repeat, and for TIMING_WARM_UP_SECONDS, which
// do not count in the budget, where the OpenMP runtime has several threads: a virtual machine's
// processors may share a core until then. Denormal numbers are flushed to zero meanwhile: a call
// that works in place would otherwise drift into them and be timed for that.
Timing timing_measure(Call *call, const TimingOptions *options);
// Flushes them for this thread; returns what restores it as it was.
unsigned timing_flush_denormals(void);
void timing_restore_denormals(unsigned before);
double timing_minimum(const Timing *timing);
double timing_median(const Timing *timing);
double timing_now(void); // seconds of the monotonic clock
// Seconds that this process has had a processor: what waits for others does not count.
double timing_cpu(void);
// The part of these seconds that the process waited for one.
double timing_waited(double seconds, double cpu_seconds);

#endif
