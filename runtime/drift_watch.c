// DriftWatch: the same work timed again and again between other measurements, to see whether the
// machine is as fast as it was. The work is arithmetic on a stream of two megabytes, so that a
// slower clock, another process on the core and a busy memory all show.
#include "runtime/drift_watch.h"

#include "base/file/timing_lock.h"
#include "base/file/timing_turn.h"
#include "runtime/timing.h"

#include <stdlib.h>
#include <unistd.h>

enum { VALUES = 1 << 19, REPEATS = 3, FORGETTING = 1024 };

struct DriftWatch {
  DriftShare *share;
  int core, lock; // lock: a descriptor, -1: none
  volatile float sink;
  float values[VALUES];
};

DriftWatch *drift_watch_create(DriftShare *share, int core, const char *lock) {
  DriftWatch *watch = malloc(sizeof *watch);
  if (!watch)
    return NULL;
  watch->share = share;
  watch->core = core;
  watch->lock = lock ? timing_lock_open(lock) : -1;
  for (int n = 0; n < VALUES; n++)
    watch->values[n] = 0.5f + (float)(n % 97) / 256;
  return watch;
}

void drift_watch_destroy(DriftWatch *watch) {
  if (watch && watch->lock >= 0)
    close(watch->lock);
  free(watch);
}

static void work(DriftWatch *watch) {
  float sums[8] = {0};
  for (int n = 0; n < VALUES; n += 8)
    for (int k = 0; k < 8; k++)
      sums[k] = sums[k] * 0.999f + watch->values[n + k];
  watch->sink = sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}

double drift_share_note(DriftShare *share, int64_t nanoseconds) {
  int64_t fastest = share->fastest_nanoseconds;
  if (fastest == 0 || nanoseconds < fastest)
    fastest = nanoseconds;
  else
    fastest += (fastest / FORGETTING < nanoseconds - fastest) ? fastest / FORGETTING
                                                              : nanoseconds - fastest;
  double drift = (double)nanoseconds / (double)fastest - 1;
  int64_t permil = (int64_t)(1000 * drift);
  share->fastest_nanoseconds = fastest;
  share->looks++;
  share->slow_looks += drift > DRIFT_LIMIT;
  if (permil > share->worst_permil)
    share->worst_permil = permil;
  return drift;
}

double drift_watch_look(DriftWatch *watch) {
  TimingTurn turn;
  double best = 1e9;
  timing_turn_begin(watch->lock, watch->core, &turn);
  work(watch); // into the caches
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    double start = timing_now();
    work(watch);
    double seconds = timing_now() - start;
    best = seconds < best ? seconds : best;
  }
  timing_turn_end(&turn);
  return drift_share_note(watch->share, (int64_t)(best * 1e9));
}
