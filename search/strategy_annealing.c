// Simulated annealing as AutoTVM does it (Chen et al., NeurIPS 2018): chains side by side, each
// changes one knob a step; the temperature falls from 1 to 0 in the units of the model's score.
//
// All chains take a step together, so that the model is asked in whole batches: a round is one
// proposal per chain. When fewer candidates are left than the chains would look at, cooling is
// quicker. Three kinds differ in the number of chains and of steps.
#include "search/strategy.h"

#include "base/integer.h"
#include <math.h>
#include <stdlib.h>

enum { EARLY_STOP = 50 }; // steps without a change of the pool

typedef struct Chain {
  Schedule schedule;
  double energy; // lower is better; infinite: nowhere yet
} Chain;

typedef struct Annealing {
  Chain *chains; // owned
  int count;
  int known;     // of the chains, those that start from the pool
  bool is_begun; // the chains that start anywhere were proposed
  int64_t step, steps;
  int64_t changes, changed; // of the pool; step of the last one
} Annealing;

// The score of a ranker is on a logarithmic scale already.
static double energy_of(const Strategy *strategy, double cost) {
  return strategy->setting.costs_are_logarithms || cost == INFINITY ? cost : log2(cost);
}

static Status start_chains(Strategy *strategy, int64_t most_steps) {
  Annealing *annealing = strategy->state;
  int64_t left = strategy->setting.budget, count = strategy->kind->round;
  if (left < 2 * count)
    count = left / 2;
  if (count < 1)
    return STATUS_OK;
  annealing->chains = malloc((size_t)count * sizeof *annealing->chains);
  if (!annealing->chains)
    return status_fail(STATUS_SYSTEM, "no memory for the chains of annealing");
  annealing->count = (int)count;
  annealing->steps = left / count < most_steps ? left / count : most_steps;
  annealing->changes = strategy->setting.pool->changes;
  return STATUS_OK;
}

static Status start(Strategy *strategy) { return start_chains(strategy, INT64_MAX); }
static Status start_500(Strategy *strategy) { return start_chains(strategy, 500); }
static Status start_160(Strategy *strategy) { return start_chains(strategy, 160); }

static void stop(Strategy *strategy) { free(((Annealing *)strategy->state)->chains); }

// Half of the chains start from the best known, the others anywhere.
static int propose_starts(Strategy *strategy, Schedule *out_schedules) {
  Annealing *annealing = strategy->state;
  const ScoredPool *pool = strategy->setting.pool;
  int half = annealing->count / 2;
  annealing->known = (int)integer_min(pool->count, half);
  for (int n = 0; n < annealing->known; n++)
    annealing->chains[n] =
        (Chain){pool->items[n].schedule, energy_of(strategy, pool->items[n].cost)};
  int made = annealing->count - annealing->known;
  for (int n = 0; n < made; n++)
    space_random(strategy->setting.space, strategy->rng, &out_schedules[n]);
  return made;
}

static int propose_steps(Strategy *strategy, Schedule *out_schedules) {
  Annealing *annealing = strategy->state;
  for (int n = 0; n < annealing->count; n++) {
    out_schedules[n] = annealing->chains[n].schedule;
    space_mutate(strategy->setting.space, strategy->rng, &out_schedules[n]);
  }
  return annealing->count;
}

// Whole rounds only: `count` is that of the kind.
static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  const Annealing *annealing = strategy->state;
  (void)count;
  if (annealing->count == 0)
    return 0;
  if (!annealing->is_begun)
    return propose_starts(strategy, out_schedules);
  bool is_over =
      annealing->step >= annealing->steps || annealing->step >= annealing->changed + EARLY_STOP;
  return is_over ? 0 : propose_steps(strategy, out_schedules);
}

static bool is_accepted(Rng *rng, double energy, double proposed, double temperature) {
  double part = rng_part(rng); // drawn in any case: the walk does not depend on rounding
  if (proposed == INFINITY)
    return false;
  return part < exp(fmin((energy - proposed) / (temperature + 1e-5), 1));
}

static void begin_walk(Strategy *strategy, const Schedule *schedules, const double *costs) {
  Annealing *annealing = strategy->state;
  for (int n = annealing->known; n < annealing->count; n++)
    annealing->chains[n] =
        (Chain){schedules[n - annealing->known], energy_of(strategy, costs[n - annealing->known])};
  annealing->is_begun = true;
}

static void end_step(Strategy *strategy, const Schedule *schedules, const double *costs) {
  Annealing *annealing = strategy->state;
  double temperature = 1 - (double)annealing->step / (double)annealing->steps;
  for (int n = 0; n < annealing->count; n++) {
    double energy = energy_of(strategy, costs[n]);
    if (is_accepted(strategy->rng, annealing->chains[n].energy, energy, temperature))
      annealing->chains[n] = (Chain){schedules[n], energy};
  }
  if (strategy->setting.pool->changes != annealing->changes) {
    annealing->changes = strategy->setting.pool->changes;
    annealing->changed = annealing->step;
  }
  annealing->step++;
}

static void observe(Strategy *strategy, const Schedule *schedules, const double *costs, int count) {
  const Annealing *annealing = strategy->state;
  (void)count;
  if (annealing->is_begun)
    end_step(strategy, schedules, costs);
  else
    begin_walk(strategy, schedules, costs);
}

#define ANNEALING(text, words, chains, scored, begin)                                              \
  {.name = text,                                                                                   \
   .meaning = words,                                                                               \
   .is_for = {[STRATEGY_PREDICTS] = true},                                                         \
   .candidates = scored,                                                                           \
   .first = {.seeds = 4},                                                                          \
   .round = chains,                                                                                \
   .state_bytes = sizeof(Annealing),                                                               \
   .start = begin,                                                                                 \
   .propose = propose,                                                                             \
   .observe = observe,                                                                             \
   .stop = stop}

const StrategyKind strategy_annealing =
    ANNEALING("annealing", "64 chains of simulated annealing", 64, 6400, start);
const StrategyKind strategy_annealing_128x500 =
    ANNEALING("annealing-128x500", "128 chains of at most 500 steps", 128, 64000, start_500);
const StrategyKind strategy_annealing_512x160 =
    ANNEALING("annealing-512x160", "512 chains of at most 160 steps", 512, 81920, start_160);
