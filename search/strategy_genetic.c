// Generations of 100: parents are drawn in proportion to their speed.
#include "search/strategy_genetic.h"

#include <math.h>
#include <stdlib.h>

enum { POPULATION = 100, ELITES = 3, MUTATION_PERCENT = 10, ATTEMPTS = 100 };

typedef struct Gene {
  Schedule schedule;
  double speed; // per second; 0: failed
} Gene;

typedef struct Genetic {
  SearchMoves moves;
  Rng rng;
  ScheduleMemory met;
  Gene parents[POPULATION + ELITES]; // of the next generation
  int parent_count;
  Gene children[POPULATION]; // measured of this generation
  int child_count;
  Gene elites[ELITES]; // best first
  int elite_count;
} Genetic;

Status genetic_create_within(const SearchMoves *moves, uint64_t seed, Strategy **out_strategy) {
  Genetic *genetic = calloc(1, sizeof *genetic);
  if (!genetic)
    return status_fail(STATUS_SYSTEM, "no memory for a search strategy");
  genetic->moves = *moves;
  genetic->rng.state = seed;
  *out_strategy = (Strategy *)genetic;
  return STATUS_OK;
}

Status genetic_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                      Strategy **out_strategy) {
  (void)trials;
  SearchMoves moves = moves_of_space(space);
  return genetic_create_within(&moves, seed, out_strategy);
}

void genetic_destroy(Strategy *strategy) {
  Genetic *genetic = (Genetic *)strategy;
  if (genetic)
    schedule_memory_destroy(&genetic->met);
  free(genetic);
}

// --- proposing

static const Schedule *draw_parent(Genetic *genetic) {
  double total = 0;
  for (int n = 0; n < genetic->parent_count; n++)
    total += genetic->parents[n].speed;
  double ticket = total * rng_part(&genetic->rng);
  int found = 0;
  while (found + 1 < genetic->parent_count && ticket >= genetic->parents[found].speed)
    ticket -= genetic->parents[found++].speed;
  return &genetic->parents[found].schedule;
}

static bool make_child(Genetic *genetic, Schedule *out_child) {
  const SearchMoves *moves = &genetic->moves;
  const Schedule *first = draw_parent(genetic), *second = draw_parent(genetic);
  if (!moves->cross(moves->context, &genetic->rng, first, second, out_child))
    return false;
  for (int knob = 0; knob < moves->knob_count; knob++)
    if (rng_chance(&genetic->rng, MUTATION_PERCENT))
      moves->mutate(moves->context, &genetic->rng, out_child);
  return true;
}

// One that was not met before: a child of the parents, or without luck something random.
static bool propose_one(Genetic *genetic, Schedule *out_schedule) {
  const SearchMoves *moves = &genetic->moves;
  for (int n = 0; n < 2 * ATTEMPTS; n++) {
    bool is_made = n < ATTEMPTS && genetic->parent_count > 1
                       ? make_child(genetic, out_schedule)
                       : moves->random(moves->context, &genetic->rng, out_schedule);
    bool is_new = false;
    if (is_made && schedule_memory_add(&genetic->met, out_schedule, &is_new) != STATUS_OK)
      return false;
    if (is_new)
      return true;
  }
  return false;
}

int genetic_propose(Strategy *strategy, int count, Schedule *out_schedules) {
  int made = 0;
  while (made < count && propose_one((Genetic *)strategy, &out_schedules[made]))
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

void genetic_observe(Strategy *strategy, const Schedule *schedules, const double *seconds,
                     int count) {
  Genetic *genetic = (Genetic *)strategy;
  for (int n = 0; n < count; n++) {
    bool is_time = isfinite(seconds[n]) && seconds[n] > 0, is_new;
    Gene gene = {schedules[n], is_time ? 1 / seconds[n] : 0};
    // What is known from elsewhere need not be proposed. Without memory it may be: no harm.
    (void)schedule_memory_add(&genetic->met, &schedules[n], &is_new);
    keep_elite(genetic, &gene);
    genetic->children[genetic->child_count++] = gene;
    if (genetic->child_count == POPULATION)
      end_generation(genetic);
  }
}
