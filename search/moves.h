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

#endif
