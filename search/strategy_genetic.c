// The genetic strategy: AutoTVM's GA baseline (Chen et al., NeurIPS 2018): generations of 100
// genes, 3 elites, a knob mutates with probability 0.1. Parents are drawn in proportion to their
// speed.
#include "search/strategy.h"

#include <math.h>

enum { POPULATION = 100, ELITES = 3, MUTATION_PERCENT = 10, ATTEMPTS = 100 };

typedef struct Gene {
  Schedule schedule;
  double speed; // per second; 0: failed
} Gene;

typedef struct Genetic {
  Gene parents[POPULATION + ELITES]; // of the next generation
  int parent_count;
  Gene children[POPULATION]; // measured of this generation
  int child_count;
  Gene elites[ELITES]; // best first
  int elite_count;
} Genetic;

// --- proposing

static const Schedule *draw_parent(const Genetic *genetic, Rng *rng) {
  double total = 0;
  for (int n = 0; n < genetic->parent_count; n++)
    total += genetic->parents[n].speed;
  double ticket = total * rng_part(rng);
  int found = 0;
  while (found + 1 < genetic->parent_count && ticket >= genetic->parents[found].speed)
    ticket -= genetic->parents[found++].speed;
  return &genetic->parents[found].schedule;
}

static bool make_child(Strategy *strategy, Schedule *out_child) {
  const SearchMoves *moves = &strategy->moves;
  const Genetic *genetic = strategy->state;
  const Schedule *first = draw_parent(genetic, strategy->rng);
  const Schedule *second = draw_parent(genetic, strategy->rng);
  if (!moves->cross(moves->context, strategy->rng, first, second, out_child))
    return false;
  for (int knob = 0; knob < moves->knob_count; knob++)
    if (rng_chance(strategy->rng, MUTATION_PERCENT))
      moves->mutate(moves->context, strategy->rng, out_child);
  return true;
}

// One that was not met before: a child of the parents, or without luck something random.
static bool propose_one(Strategy *strategy, Schedule *out_schedule) {
  const SearchMoves *moves = &strategy->moves;
  const Genetic *genetic = strategy->state;
  for (int n = 0; n < 2 * ATTEMPTS; n++) {
    bool is_made = n < ATTEMPTS && genetic->parent_count > 1
                       ? make_child(strategy, out_schedule)
                       : moves->random(moves->context, strategy->rng, out_schedule);
    if (is_made && seen_add(&strategy->seen, out_schedule))
      return true;
  }
  return false;
}

static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  int made = 0;
  while (made < count && propose_one(strategy, &out_schedules[made]))
    made++;
  return made;
}

// --- observing

static void keep_elite(Genetic *genetic, const Gene *gene) {
  int place = genetic->elite_count;
  if (place == ELITES) {
    if (gene->speed <= genetic->elites[ELITES - 1].speed)
      return;
    place--;
  } else {
    genetic->elite_count++;
  }
  for (; place > 0 && genetic->elites[place - 1].speed < gene->speed; place--)
    genetic->elites[place] = genetic->elites[place - 1];
  genetic->elites[place] = *gene;
}

static void end_generation(Genetic *genetic) {
  genetic->parent_count = 0;
  for (int n = 0; n < genetic->child_count; n++)
    genetic->parents[genetic->parent_count++] = genetic->children[n];
  for (int n = 0; n < genetic->elite_count; n++)
    genetic->parents[genetic->parent_count++] = genetic->elites[n];
  genetic->child_count = 0;
}

static void observe(Strategy *strategy, const Schedule *schedules, const double *costs, int count) {
  Genetic *genetic = strategy->state;
  for (int n = 0; n < count; n++) {
    bool is_time = isfinite(costs[n]) && costs[n] > 0;
    Gene gene = {schedules[n], is_time ? 1 / costs[n] : 0};
    keep_elite(genetic, &gene);
    genetic->children[genetic->child_count++] = gene;
    if (genetic->child_count == POPULATION)
      end_generation(genetic);
  }
}

const StrategyKind strategy_genetic = {
    .name = "genetic",
    .meaning = "a genetic algorithm on measured speeds alone",
    .is_for = {[STRATEGY_MEASURES] = true},
    .state_bytes = sizeof(Genetic),
    .propose = propose,
    .observe = observe,
};
