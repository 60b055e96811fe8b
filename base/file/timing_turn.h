// TimingTurn: the time in which a process may trust its clock: alone among those who measure, on
// one core, in real time where the system permits it.
#ifndef AUTOTUNE_BASE_FILE_TIMING_TURN_H
#define AUTOTUNE_BASE_FILE_TIMING_TURN_H

#include <sched.h>
#include <stdbool.h>

typedef struct TimingTurn {
  int lock; // a descriptor (timing_lock.h), -1: none
  bool has_before;
  cpu_set_t before; // the cores that are allowed outside of the turn
} TimingTurn;

// Waits for the lock. `core` -1: wherever it falls.
void timing_turn_begin(int lock, int core, TimingTurn *out_turn);
void timing_turn_end(const TimingTurn *turn);

#endif
