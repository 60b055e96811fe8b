// Stopwatch: when compiled code passes the marks in it. A mark is a call of STOPWATCH_SYMBOL with a
// number, which the jit knows.
#ifndef AUTOTUNE_RUNTIME_STOPWATCH_H
#define AUTOTUNE_RUNTIME_STOPWATCH_H

#include "base/status.h"
#include "runtime/call.h"

#include <stdint.h>

#define STOPWATCH_SYMBOL "autotune_stopwatch_note"

typedef struct Lap {
  int64_t mark;
  double seconds; // since the call began
} Lap;

typedef struct Laps {
  Lap *items; // owned, in order of time
  int64_t count;
  double seconds; // of the whole call
} Laps;

void laps_destroy(Laps *laps);

// Calls once, with denormal numbers flushed to zero as in timing_measure, and releases the arena.
// One thread of the process at a time. The caller owns the laps.
Status stopwatch_call(Call *call, Laps *out_laps);

// What compiled code calls.
void stopwatch_note(int64_t mark);

#endif
