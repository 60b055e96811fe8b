// SearchMoves: how a strategy walks a set of schedules: a whole space, or a table of those that
// were measured before.
#ifndef AUTOTUNE_SEARCH_MOVES_H
#define AUTOTUNE_SEARCH_MOVES_H

#include "search/space.h"

typedef struct SearchMoves {
  const void *context; // lent
  int knob_count;      // roughly: how many knobs a schedule has to change
  // Each writes a legal schedule of the set and returns whether one was found.
  bool (*random)(const void *context, Rng *rng, Schedule *out_schedule);
  // Changes one knob.
  bool (*mutate)(const void *context, Rng *rng, Schedule *schedule);
  // Some knobs of `a`, the others of `b`.
  bool (*cross)(const void *context, Rng *rng, const Schedule *a, const Schedule *b,
                Schedule *out_child);
} SearchMoves;

// The legal schedules of a space, which is lent.
SearchMoves moves_of_space(const SearchSpace *space);

// Schedules that were met, as keys.
typedef struct ScheduleMemory {
  uint64_t *slots; // owned; 0: free
  uint64_t slot_count, used;
} ScheduleMemory;

// Whether the schedule is new to the memory, which starts as {0}; it no longer is afterwards.
// STATUS_SYSTEM: no memory.
Status schedule_memory_add(ScheduleMemory *memory, const Schedule *schedule, bool *out_is_new);
bool schedule_memory_has(const ScheduleMemory *memory, const Schedule *schedule);
void schedule_memory_destroy(ScheduleMemory *memory);

#endif
