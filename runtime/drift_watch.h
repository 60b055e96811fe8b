// DriftWatch: the same work timed again and again between other measurements, to see whether the
// machine is as fast as it was. Several processes may share what was seen.
#ifndef AUTOTUNE_RUNTIME_DRIFT_WATCH_H
#define AUTOTUNE_RUNTIME_DRIFT_WATCH_H

#include <stdbool.h>
#include <stdint.h>

// Shared; begins as {0}.
typedef struct DriftShare {
  _Atomic int64_t fastest_nanoseconds; // of the work; slowly forgotten, as clocks settle
  _Atomic int64_t looks;
  _Atomic int64_t slow_looks;   // slower than the fastest by more than DRIFT_LIMIT
  _Atomic int64_t worst_permil; // 50: at worst 5 % slower than the fastest
} DriftShare;

typedef struct DriftWatch DriftWatch;

// Beyond this, what was measured meanwhile is not believed. Two measurements of one schedule on a
// quiet machine differ by 2 % in the median.
#define DRIFT_LIMIT 0.08

// Works on `core` under the lock of the file `lock` (NULL: none), as workers do while the clock
// runs. Lends the share. NULL when there is no memory.
DriftWatch *drift_watch_create(DriftShare *share, int core, const char *lock);
void drift_watch_destroy(DriftWatch *watch); // NULL is a no-op

// Does the work, in about a millisecond: how much slower than the fastest it was, 0.01 = 1 %.
double drift_watch_look(DriftWatch *watch);
// What follows from one more time of the work: the same number, and what the share remembers.
double drift_share_note(DriftShare *share, int64_t nanoseconds);

#endif
