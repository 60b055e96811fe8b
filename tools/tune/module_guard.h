// ModuleGuard: watches a process whose work may crash or never end. The work is in steps; what ends
// the process in one is left in memory that the parent shares.
#ifndef AUTOTUNE_TOOLS_TUNE_MODULE_GUARD_H
#define AUTOTUNE_TOOLS_TUNE_MODULE_GUARD_H

#include "runtime/timing_noise.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum GuardStep {
  GUARD_OTHER,     // our own code, which has no limit
  GUARD_REFERENCE, // the untouched module
  GUARD_VERSION,   // a tuned one
} GuardStep;

// LATE: the step took too long; OVER: the time of all steps together is up.
typedef enum GuardEnd {
  GUARD_UNKNOWN,
  GUARD_CRASHED,
  GUARD_LATE,
  GUARD_OVER,
  GUARD_STOPPED
} GuardEnd;

// Zeros at first.
typedef struct ModuleGuard {
  _Atomic bool stops;            // set by the parent: the process ends soon, whatever it does
  _Atomic int step;              // GuardStep
  _Atomic int end;               // GuardEnd: why the process ended in this step
  _Atomic int64_t until_seconds; // of the monotonic clock; 0: no limit
  int64_t end_seconds;           // of all steps; set by the parent before, the same
  TimingNoise noise;             // of the times of versions
} ModuleGuard;

// In the process that is watched, once. `grace_seconds`: what it is given after `stops`.
void module_guard_start(ModuleGuard *guard, int grace_seconds);
// The step ends with the next one; `seconds` are what it may take, 0: any time.
void module_guard_begin(ModuleGuard *guard, GuardStep step, double seconds);

#endif
