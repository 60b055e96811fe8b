// TeamPlaces: the threads of measured code on processors of their own while the clock runs.
//
// The system may start a thread beside the one that creates it, and moves it within the next tens
// of milliseconds: as long as some measurements take, which then show one processor for two
// threads. Programs that keep their threads see nothing of it.
#ifndef AUTOTUNE_RUNTIME_TEAM_PLACES_H
#define AUTOTUNE_RUNTIME_TEAM_PLACES_H

#include <sched.h>
#include <stdbool.h>

typedef struct TeamPlaces {
  bool are_taken;
  cpu_set_t allowed; // the processors of the calling thread before
} TeamPlaces;

// Binds each thread of the OpenMP runtime to one of the processors that the calling thread may
// use, the first processor of every core before the second ones; again from the first where there
// are more threads. Nothing happens in a process that has loaded no LLVM OpenMP runtime, or where
// OMP_PROC_BIND says what the user wants.
void team_places_take(TeamPlaces *out_places);
// Threads of the next parallel region: 1 in a process that has loaded no LLVM OpenMP runtime.
int team_places_threads(void);
// All threads may use all these processors again.
void team_places_leave(const TeamPlaces *places);

#endif
