// TimingTurn: the time in which a process may trust its clock: alone among those who measure, on
// one core, in real time where the system permits it.
#include "base/file/timing_turn.h"

#include <sys/file.h>

enum { REAL_TIME_PRIORITY = 50 };

void timing_turn_begin(int lock, int core, TimingTurn *out_turn) {
  cpu_set_t own;
  out_turn->lock = lock;
  out_turn->has_before = sched_getaffinity(0, sizeof out_turn->before, &out_turn->before) == 0;
  if (lock >= 0)
    flock(lock, LOCK_EX);
  if (core >= 0 && core < CPU_SETSIZE) {
    CPU_ZERO(&own);
    CPU_SET(core, &own);
    sched_setaffinity(0, sizeof own, &own);
  }
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = REAL_TIME_PRIORITY});
}

void timing_turn_end(const TimingTurn *turn) {
  sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
  if (turn->has_before)
    sched_setaffinity(0, sizeof turn->before, &turn->before);
  if (turn->lock >= 0)
    flock(turn->lock, LOCK_UN);
}
