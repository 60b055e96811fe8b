// Evolution: children of the best schedules, by changed knobs and by crossover.
#include "search/explore.h"

// Better places are drawn more often.
static const Scored *draw_parent(Explorer *explorer) {
  int64_t a = rng_below(&explorer->rng, explorer->pool_count);
  int64_t b = rng_below(&explorer->rng, explorer->pool_count);
  return &explorer->pool[a < b ? a : b];
}

static void make_child(Explorer *explorer, Schedule *out_child) {
  Rng *rng = &explorer->rng;
  *out_child = draw_parent(explorer)->schedule;
  if (rng_chance(rng, 25)) {
    Schedule first = *out_child;
    space_crossover(explorer->space, rng, &first, &draw_parent(explorer)->schedule, out_child);
    if (rng_chance(rng, 50))
      return;
  }
  do
    space_mutate(explorer->space, rng, out_child);
  while (rng_chance(rng, 35));
}

void explorer_evolve(Explorer *explorer, int64_t count) {
  int64_t end = explorer_end(explorer, count);
  for (int64_t n = 0; explorer->scored < end && n < EXPLORE_PROPOSALS * count; n++) {
    Schedule child;
    if (explorer->pool_count == 0 || rng_chance(&explorer->rng, 5))
      space_random(explorer->space, &explorer->rng, &child);
    else
      make_child(explorer, &child);
    explorer_offer(explorer, &child);
  }
  explorer_flush(explorer);
}

void explore_evolution(Explorer *explorer, bool is_first, int64_t count) {
  if (!is_first) {
    explorer_evolve(explorer, count);
    return;
  }
  explorer_seed(explorer, count / 2);
  explorer_sample(explorer, count / 8);
  explorer_evolve(explorer, count / 4);
}
