// Strategies of measured search: the table of all, and evolution, random, grid.
//
// Evolution keeps two populations: what the analytical model likes best and was not measured yet,
// and what measured best. A batch mixes the first of the one with children of the other, the
// children screened by the model; a little of it is random.
#include "search/strategy.h"
#include "search/explore.h"
#include "search/strategy_genetic.h"
#include "search/strategy_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MEASURED_POOL = 24,         // parents
  CHILDREN_PER_PROPOSAL = 12, // screened by prediction
  ATTEMPTS = 2000,            // drawn for one proposal, before the space counts as exhausted
};

struct Strategy {
  const SearchSpace *space; // lent
  Rng rng;
  Explorer *explorer; // owned; what was seen, and for evolution the predicted pool
  int next_predicted; // place in the explorer's pool
  uint64_t grid_index, grid_stride, grid_size;
  int measured_count;
  Scored measured[MEASURED_POOL]; // best first
  Explorer *proposed;             // owned; remembers what was proposed
};

static void strategy_destroy(Strategy *strategy) {
  if (!strategy)
    return;
  explorer_destroy(strategy->explorer);
  explorer_destroy(strategy->proposed);
  free(strategy);
}

static Status strategy_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                              int64_t predictions, Strategy **out_strategy) {
  Status status = STATUS_OK;
  Strategy *strategy = calloc(1, sizeof(*strategy));
  if (!strategy)
    return status_fail(STATUS_SYSTEM, "no memory for a search strategy");
  strategy->space = space;
  strategy->rng.state = seed;
  TRY(explorer_create(space, NULL, seed, predictions, &strategy->explorer));
  TRY(explorer_create(space, NULL, seed, 16 * trials, &strategy->proposed));
  *out_strategy = strategy;
  strategy = NULL;
cleanup:
  strategy_destroy(strategy);
  return status;
}

static bool is_legal(const Strategy *strategy, const Schedule *schedule) {
  double seconds;
  return space_score(strategy->space, schedule, &seconds, NULL) == REJECT_NONE;
}

static void observe_nothing(Strategy *strategy, const Schedule *schedules, const double *seconds,
                            int count) {
  (void)strategy;
  (void)schedules;
  (void)seconds;
  (void)count;
}

// --- random

static Status random_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                            Strategy **out_strategy) {
  return strategy_create(space, seed, trials, 1, out_strategy);
}

static bool propose_random(Strategy *strategy, Schedule *out_schedule) {
  for (int n = 0; n < ATTEMPTS; n++) {
    space_random(strategy->space, &strategy->rng, out_schedule);
    if (explorer_is_new(strategy->proposed, out_schedule) && is_legal(strategy, out_schedule))
      return true;
  }
  return false;
}

static int random_propose(Strategy *strategy, int count, Schedule *out_schedules) {
  int made = 0;
  while (made < count && propose_random(strategy, &out_schedules[made]))
    made++;
  return made;
}

// --- grid

// Reads one digit of a number in mixed radix.
static int64_t digit(uint64_t *index, int64_t radix) {
  int64_t value = (int64_t)(*index % (uint64_t)radix);
  *index /= (uint64_t)radix;
  return value;
}

enum { GRID_SIZES = 6, GRID_TILES = 4 };

// A coarse grid: powers of two for blocks, quarters for tiles, each vector width, packs on or off.
static void grid_point(const Strategy *strategy, uint64_t index, Schedule *out) {
  const SearchSpace *space = strategy->space;
  int r = (int)digit(&index, space->rule_count);
  const RuleSpace *rule_space = &space->rules[r];
  const Workload *workload = &rule_space->workload;
  space_default(space, r, out);
  int vector = rule_space->vector_iterators ? __builtin_ctz(rule_space->vector_iterators) : -1;
  int lanes = rule_space->max_lanes >> digit(&index, 2);
  if (vector >= 0 && lanes > 1) {
    out->vector_iterator = (int8_t)vector;
    out->lanes = (uint8_t)lanes;
  }
  for (int i = 0; i < workload->iterator_count; i++) {
    int64_t unit = i == out->vector_iterator ? out->lanes : 1;
    int64_t block = unit << digit(&index, GRID_SIZES);
    bool is_window = (rule_space->windows & (1u << i)) != 0;
    int64_t extent = workload->extents[i];
    out->block[i] = (int32_t)(is_window && block >= 8 ? extent : block < extent ? block : extent);
    int64_t parts = (int64_t)1 << digit(&index, GRID_TILES);
    out->tile[0][i] = out->tile[1][i] = (int32_t)((extent + parts - 1) / parts);
  }
  int depth = (int)digit(&index, 3) - 1;
  for (int a = 0; a < workload->access_count; a++)
    if ((rule_space->panels & (1u << a)) && depth >= 0)
      out->pack[a] = (int8_t)depth;
  out->pad_mode =
      rule_space->has_border ? (digit(&index, 2) ? PAD_BORDER : PAD_PACK) : out->pad_mode;
  out->remainder = (uint8_t)digit(&index, REMAINDER_COUNT);
  space_normalize(space, out);
}

static uint64_t grid_size(const SearchSpace *space) {
  uint64_t size = (uint64_t)space->rule_count * 2 * 3 * 2 * REMAINDER_COUNT;
  for (int i = 0; i < space->workload.iterator_count; i++)
    size *= GRID_SIZES * GRID_TILES;
  return size;
}

// Walks the grid in steps without a common divisor with its size: evenly at any length.
static Status grid_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                          Strategy **out_strategy) {
  Status status = strategy_create(space, seed, trials, 1, out_strategy);
  if (status != STATUS_OK)
    return status;
  Strategy *strategy = *out_strategy;
  strategy->grid_size = grid_size(space);
  strategy->grid_index = seed % strategy->grid_size;
  // The size has the divisors 2, 3 and those of rule_count (at most 3).
  strategy->grid_stride = (uint64_t)((double)strategy->grid_size * 0.6180339887498949);
  while (strategy->grid_stride % 2 == 0 || strategy->grid_stride % 3 == 0)
    strategy->grid_stride++;
  return STATUS_OK;
}

static int grid_propose(Strategy *strategy, int count, Schedule *out_schedules) {
  int made = 0;
  for (int n = 0; made < count && n < ATTEMPTS * count; n++) {
    Schedule *schedule = &out_schedules[made];
    grid_point(strategy, strategy->grid_index, schedule);
    strategy->grid_index = (strategy->grid_index + strategy->grid_stride) % strategy->grid_size;
    made += explorer_is_new(strategy->proposed, schedule) && is_legal(strategy, schedule);
  }
  return made;
}

// --- evolution

static Status evolution_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                               Strategy **out_strategy) {
  enum { PREDICTIONS = 6000, NICHE_LIMIT = 2 };
  Status status = strategy_create(space, seed, trials, PREDICTIONS, out_strategy);
  if (status != STATUS_OK)
    return status;
  Explorer *explorer = (*out_strategy)->explorer;
  explorer->niche_limit = NICHE_LIMIT;
  explorer_seed(explorer, PREDICTIONS / 3);
  explorer_sample(explorer, PREDICTIONS / 6);
  explorer_evolve(explorer, PREDICTIONS / 2);
  return STATUS_OK;
}

static bool propose_predicted(Strategy *strategy, Schedule *out_schedule) {
  const Explorer *explorer = strategy->explorer;
  while (strategy->next_predicted < explorer->pool_count) {
    *out_schedule = explorer->pool[strategy->next_predicted++].schedule;
    if (explorer_is_new(strategy->proposed, out_schedule))
      return true;
  }
  return false;
}

static const Schedule *draw_measured(Strategy *strategy) {
  int64_t a = rng_below(&strategy->rng, strategy->measured_count);
  int64_t b = rng_below(&strategy->rng, strategy->measured_count);
  return &strategy->measured[a < b ? a : b].schedule;
}

// The child with the best prediction among some that are new.
static bool propose_child(Strategy *strategy, Schedule *out_schedule) {
  Rng *rng = &strategy->rng;
  double best = INFINITY;
  if (strategy->measured_count == 0)
    return false;
  int legal = 0;
  for (int n = 0; n < ATTEMPTS && legal < CHILDREN_PER_PROPOSAL; n++) {
    Schedule child = *draw_measured(strategy);
    if (rng_chance(rng, 25)) {
      Schedule first = child;
      space_crossover(strategy->space, rng, &first, draw_measured(strategy), &child);
    }
    do
      space_mutate(strategy->space, rng, &child);
    while (rng_chance(rng, 30));
    double seconds;
    if (space_score(strategy->space, &child, &seconds, NULL) != REJECT_NONE)
      continue;
    legal++;
    // A child may be predicted worse and still be tried: the model is not always right.
    seconds *= 1 + 0.3 * (double)rng_below(rng, 1024) / 1024;
    if (seconds < best && explorer_is_new(strategy->proposed, &child)) {
      best = seconds;
      *out_schedule = child;
    }
  }
  return best < INFINITY;
}

static int evolution_propose(Strategy *strategy, int count, Schedule *out_schedules) {
  int made = 0;
  while (made < count) {
    Schedule *schedule = &out_schedules[made];
    int64_t ticket = rng_below(&strategy->rng, 100);
    bool is_made = false;
    if (ticket < 5)
      is_made = propose_random(strategy, schedule);
    else if (ticket < 45 || strategy->measured_count < 4)
      is_made = propose_predicted(strategy, schedule);
    if (!is_made && !propose_child(strategy, schedule) && !propose_predicted(strategy, schedule) &&
        !propose_random(strategy, schedule))
      break;
    made++;
  }
  return made;
}

static bool is_better(double seconds, const Scored *scored) { return seconds < scored->seconds; }

static void evolution_observe(Strategy *strategy, const Schedule *schedules, const double *seconds,
                              int count) {
  for (int n = 0; n < count; n++) {
    explorer_is_new(strategy->proposed, &schedules[n]);
    if (!isfinite(seconds[n]) || seconds[n] <= 0 || !space_rule_of(strategy->space, &schedules[n]))
      continue;
    int place = strategy->measured_count;
    if (place == MEASURED_POOL) {
      if (!is_better(seconds[n], &strategy->measured[MEASURED_POOL - 1]))
        continue;
      place--;
    } else {
      strategy->measured_count++;
    }
    for (; place > 0 && is_better(seconds[n], &strategy->measured[place - 1]); place--)
      strategy->measured[place] = strategy->measured[place - 1];
    strategy->measured[place] = (Scored){.schedule = schedules[n], .seconds = seconds[n]};
  }
}

static const StrategyKind kinds[] = {
    {"evolution", "children of the best measured, and the best predicted", evolution_create,
     evolution_propose, evolution_observe, strategy_destroy},
    {"random", "random schedules", random_create, random_propose, observe_nothing,
     strategy_destroy},
    {"grid", "a coarse grid over all knobs", grid_create, grid_propose, observe_nothing,
     strategy_destroy},
    {"genetic", "a genetic algorithm on measured speeds alone", genetic_create, genetic_propose,
     genetic_observe, genetic_destroy},
    {"model", "trees trained on the way, annealing on their predictions", model_create,
     model_propose, model_observe, model_destroy},
};

const StrategyKind *strategy_kind(int index) {
  int count = sizeof(kinds) / sizeof(kinds[0]);
  return index >= 0 && index < count ? &kinds[index] : NULL;
}

const StrategyKind *strategy_find(const char *name) {
  for (int n = 0; strategy_kind(n); n++)
    if (strcmp(kinds[n].name, name) == 0)
      return &kinds[n];
  return NULL;
}
