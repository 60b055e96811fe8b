// Moves inside a whole space.
#include "search/moves.h"

enum { ATTEMPTS = 200 }; // of a move, until a legal schedule comes out

static bool is_legal(const SearchSpace *space, const Schedule *schedule) {
  double seconds;
  return space_score(space, schedule, &seconds, NULL) == REJECT_NONE;
}

static bool space_move_random(const void *context, Rng *rng, Schedule *out_schedule) {
  for (int n = 0; n < ATTEMPTS; n++) {
    space_random(context, rng, out_schedule);
    if (is_legal(context, out_schedule))
      return true;
  }
  return false;
}

static bool space_move_mutate(const void *context, Rng *rng, Schedule *schedule) {
  for (int n = 0; n < ATTEMPTS; n++) {
    Schedule changed = *schedule;
    space_mutate(context, rng, &changed);
    if (!is_legal(context, &changed))
      continue;
    *schedule = changed;
    return true;
  }
  return false;
}

static bool space_move_cross(const void *context, Rng *rng, const Schedule *a, const Schedule *b,
                             Schedule *out_child) {
  for (int n = 0; n < ATTEMPTS; n++) {
    space_crossover(context, rng, a, b, out_child);
    if (is_legal(context, out_child))
      return true;
  }
  return false;
}

SearchMoves moves_of_space(const SearchSpace *space) {
  // Two tile sizes and a block for each iterator; order, packs, vector, remainder.
  return (SearchMoves){space, 3 * space->workload.iterator_count + 4, space_move_random,
                       space_move_mutate, space_move_cross};
}
