// Evolution: children of the best schedules, by changed knobs and by crossover.
//
// Where a model scores, the parents are the pool of that search, and every child is scored at once.
// Where measurements score, a trial is dear and the model is not always right: there are two
// populations, what the analytical model likes best and was not measured yet, and what measured
// best. Proposals mix the first of the one with children of the other, the children screened by
// the model. Both add a little that is random; the rates differ.
#include "search/model_search.h"

#include <math.h>

enum {
  RANDOM_PERCENT = 5,
  CROSS_PERCENT = 25,
  PREDICTED_PERCENT = 40,     // of what is measured
  MEASURED_ROOM = 24,         // parents
  MEASURED_LEAST = 4,         // before there are children of them
  CHILDREN_PER_PROPOSAL = 12, // screened by prediction
  PREDICTIONS = 6000,
  PREDICTED_NICHE_LIMIT = 2,
};

typedef struct Rates {
  int cross_only_percent;   // of the crossed, which then change no knob; 0: not even drawn
  int mutate_again_percent; // after each changed knob
} Rates;

static const Rates predicted_rates = {50, 35}, measured_rates = {0, 30};

// Where measurements score.
typedef struct Evolution {
  ModelSearch *predicted; // owned
  int next_predicted;     // place in its pool
  ScoredPool measured;
} Evolution;

// --- children

// Better places are drawn more often.
static const Schedule *draw_parent(const ScoredPool *parents, Rng *rng) {
  int64_t a = rng_below(rng, parents->count);
  int64_t b = rng_below(rng, parents->count);
  return &parents->items[a < b ? a : b].schedule;
}

static void make_child(const SearchSpace *space, const ScoredPool *parents, const Rates *rates,
                       Rng *rng, Schedule *out_child) {
  *out_child = *draw_parent(parents, rng);
  if (rng_chance(rng, CROSS_PERCENT)) {
    Schedule first = *out_child;
    space_crossover(space, rng, &first, draw_parent(parents, rng), out_child);
    if (rates->cross_only_percent > 0 && rng_chance(rng, rates->cross_only_percent))
      return;
  }
  do
    space_mutate(space, rng, out_child);
  while (rng_chance(rng, rates->mutate_again_percent));
}

// --- where a model scores

static bool propose_to_model(Strategy *strategy, Schedule *out_schedule) {
  const SearchSpace *space = strategy->setting.space;
  const ScoredPool *pool = strategy->setting.pool;
  if (pool->count == 0 || rng_chance(strategy->rng, RANDOM_PERCENT))
    space_random(space, strategy->rng, out_schedule);
  else
    make_child(space, pool, &predicted_rates, strategy->rng, out_schedule);
  return true;
}

// --- where measurements score

static Status start(Strategy *strategy) {
  Evolution *evolution = strategy->state;
  const SearchSpace *space = strategy->setting.space;
  if (strategy->setting.pool)
    return STATUS_OK;
  evolution->measured = (ScoredPool){.space = space, .capacity = MEASURED_ROOM};
  Status status =
      model_search_create(space, NULL, strategy->setting.seed, PREDICTIONS, &evolution->predicted);
  if (status != STATUS_OK)
    return status;
  ModelSearch *search = evolution->predicted;
  search->pool.niche_limit = PREDICTED_NICHE_LIMIT;
  model_search_seed(search, PREDICTIONS / 3);
  model_search_run(search, &strategy_random, PREDICTIONS / 6);
  model_search_run(search, &strategy_evolution, PREDICTIONS / 2);
  return search->status;
}

static void stop(Strategy *strategy) {
  Evolution *evolution = strategy->state;
  model_search_destroy(evolution->predicted);
}

static bool propose_predicted(Strategy *strategy, Schedule *out_schedule) {
  Evolution *evolution = strategy->state;
  const ScoredPool *pool = &evolution->predicted->pool;
  while (evolution->next_predicted < pool->count) {
    *out_schedule = pool->items[evolution->next_predicted++].schedule;
    if (seen_add(&strategy->seen, out_schedule))
      return true;
  }
  return false;
}

// The child with the best prediction among some that are new.
static bool propose_child(Strategy *strategy, Schedule *out_schedule) {
  const SearchSpace *space = strategy->setting.space;
  const ScoredPool *parents = &((Evolution *)strategy->state)->measured;
  double best = INFINITY;
  int legal = 0;
  if (parents->count == 0)
    return false;
  for (int n = 0; n < STRATEGY_ATTEMPTS && legal < CHILDREN_PER_PROPOSAL; n++) {
    Schedule child;
    double seconds;
    make_child(space, parents, &measured_rates, strategy->rng, &child);
    if (space_score(space, &child, &seconds, NULL) != REJECT_NONE)
      continue;
    legal++;
    // A child may be predicted worse and still be tried: the model is not always right.
    seconds *= 1 + 0.3 * (double)rng_below(strategy->rng, 1024) / 1024;
    if (seconds < best && seen_add(&strategy->seen, &child)) {
      best = seconds;
      *out_schedule = child;
    }
  }
  return best < INFINITY;
}

static bool propose_to_measure(Strategy *strategy, Schedule *out_schedule) {
  const Evolution *evolution = strategy->state;
  int64_t ticket = rng_below(strategy->rng, 100);
  bool is_made = false;
  if (ticket < RANDOM_PERCENT)
    is_made = strategy_draw(strategy, out_schedule);
  else if (ticket < RANDOM_PERCENT + PREDICTED_PERCENT ||
           evolution->measured.count < MEASURED_LEAST)
    is_made = propose_predicted(strategy, out_schedule);
  return is_made || propose_child(strategy, out_schedule) ||
         propose_predicted(strategy, out_schedule) || strategy_draw(strategy, out_schedule);
}

static void observe(Strategy *strategy, const Schedule *schedules, const double *costs, int count) {
  Evolution *evolution = strategy->state;
  for (int n = 0; n < count && !strategy->setting.pool; n++)
    if (isfinite(costs[n]) && costs[n] > 0 && space_rule_of(strategy->setting.space, &schedules[n]))
      scored_pool_insert(
          &evolution->measured,
          &(Scored){.schedule = schedules[n], .seconds = costs[n], .cost = costs[n]});
}

static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  bool (*propose_one)(Strategy *, Schedule *) =
      strategy->setting.pool ? propose_to_model : propose_to_measure;
  int made = 0;
  while (made < count && propose_one(strategy, &out_schedules[made]))
    made++;
  return made;
}

const StrategyKind strategy_evolution = {
    .name = "evolution",
    .meaning = "constructed schedules, random ones, and children of the best",
    .is_for = {[STRATEGY_PREDICTS] = true, [STRATEGY_MEASURES] = true},
    .candidates = 2000,
    .first = {.seeds = 2, .random = 8, .own = 4},
    .state_bytes = sizeof(Evolution),
    .start = start,
    .propose = propose,
    .observe = observe,
    .stop = stop,
};
