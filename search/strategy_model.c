// The model strategy: AutoTVM's loop (Chen et al., NeurIPS 2018). Trees learn the order of what was
// measured so far; parallel simulated annealing on them plans the next 64 trials, of which 5 % are
// random. With a model of other workloads the trees only learn what it gets wrong (transfer), and
// the first trials are planned on it too.
//
// Whatever fails here (no memory, XGBoost) leaves the strategy without a plan, and it goes on at
// random.
#include "search/scorer.h"
#include "search/strategy.h"

#include "core/array.h"
#include "costmodel/features.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  PLAN_SIZE = 64,
  RANDOM_PERCENT = 5,
  CHAINS = 128,
  STEPS = 500,
  PATIENCE = 50, // steps without a change of the plan
  ATTEMPTS = 200,
};

typedef struct Planned {
  Schedule schedule;
  float score;
} Planned;

typedef struct Learner {
  FeatureContext contexts[RULE_COUNT];
  bool is_prepared[RULE_COUNT];
  double trust;    // in the model of other workloads, if any: the least of the rules'
  float *values;   // owned: observed_count x FEATURE_COUNT
  double *seconds; // owned; infinite: failed
  size_t observed_count, trained_count;
  Planned plan[PLAN_SIZE]; // best first
  int plan_count, plan_next;
  Schedule chains[CHAINS]; // go on from plan to plan
  float scores[CHAINS];
  bool has_chains;
} Learner;

static Status start(Strategy *strategy) {
  Learner *learner = strategy->state;
  const SearchSpace *space = strategy->setting.space;
  if (!strategy->setting.fit)
    return status_fail(STATUS_UNSUPPORTED, "strategy model has nothing to fit its trees with");
  double trusts[RULE_COUNT];
  learner->trust = scorer_prepare(space, strategy->setting.model, learner->contexts, trusts);
  for (int r = 0; r < space->rule_count; r++)
    learner->is_prepared[space->rules[r].rule->rule] = true;
  return STATUS_OK;
}

static void stop(Strategy *strategy) {
  Learner *learner = strategy->state;
  free(learner->values);
  free(learner->seconds);
}

static bool write_features(const Strategy *strategy, const Schedule *schedule, float *out_row) {
  const Learner *learner = strategy->state;
  LoopNest nest;
  if (!learner->is_prepared[schedule->rule] ||
      loop_nest_build(&strategy->setting.space->workload, schedule, &nest) != REJECT_NONE)
    return false;
  features_fill(&learner->contexts[schedule->rule], schedule, &nest, out_row);
  return true;
}

// --- planning

// Keeps the schedule in the plan when it is good enough, new, and not in it yet. Returns whether
// the plan changed.
static bool plan_offer(Strategy *strategy, const Schedule *schedule, float score) {
  Learner *learner = strategy->state;
  bool is_full = learner->plan_count == PLAN_SIZE;
  if ((is_full && score <= learner->plan[PLAN_SIZE - 1].score) ||
      seen_has(&strategy->seen, schedule))
    return false;
  for (int n = 0; n < learner->plan_count; n++)
    if (learner->plan[n].score == score &&
        !memcmp(&learner->plan[n].schedule, schedule, sizeof *schedule))
      return false;
  int place = is_full ? PLAN_SIZE - 1 : learner->plan_count++;
  for (; place > 0 && learner->plan[place - 1].score < score; place--)
    learner->plan[place] = learner->plan[place - 1];
  learner->plan[place] = (Planned){*schedule, score};
  return true;
}

// What the model of other workloads says, as far as it is trusted here.
static Status rank_by_base(const Strategy *strategy, const float *values, size_t count,
                           float *out_scores) {
  const Learner *learner = strategy->state;
  Status status = learned_model_rank(strategy->setting.model, values, count, out_scores);
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    out_scores[n] = (float)trusted_rank(learner->trust, (double)out_scores[n]);
  return status;
}

// Scores of the trees, which may be NULL, on top of those of the base.
static Status score_rows(const Strategy *strategy, const Forest *forest, const float *values,
                         float *out_scores) {
  float base[CHAINS] = {0};
  Status status = STATUS_OK;
  memset(out_scores, 0, CHAINS * sizeof *out_scores);
  if (forest)
    TRY(forest_predict(forest, values, CHAINS, out_scores));
  if (strategy->setting.model)
    TRY(rank_by_base(strategy, values, CHAINS, base));
  for (int c = 0; c < CHAINS; c++)
    out_scores[c] += base[c];
cleanup:
  return status;
}

// Scores the schedules of all chains; those without features lose.
static Status score_chains(const Strategy *strategy, const Forest *forest,
                           const Schedule *schedules, float *values, float *out_scores) {
  bool is_legal[CHAINS];
  for (int c = 0; c < CHAINS; c++) {
    float *row = values + (size_t)c * FEATURE_COUNT;
    is_legal[c] = write_features(strategy, &schedules[c], row);
    if (!is_legal[c])
      memset(row, 0, FEATURE_COUNT * sizeof *row);
  }
  Status status = score_rows(strategy, forest, values, out_scores);
  for (int c = 0; c < CHAINS; c++)
    if (!is_legal[c])
      out_scores[c] = -INFINITY;
  return status;
}

static bool accepts(Rng *rng, float from, float to, double temperature) {
  if (to >= from)
    return true;
  double chance = exp(((double)to - (double)from) / (temperature + 1e-5));
  return rng_part(rng) < chance;
}

static bool start_chains(Strategy *strategy) {
  Learner *learner = strategy->state;
  for (int c = 0; c < CHAINS && !learner->has_chains; c++)
    if (!strategy->moves.random(strategy->moves.context, strategy->rng, &learner->chains[c]))
      return false;
  learner->has_chains = true;
  return true;
}

// One step of every chain. Returns whether the plan changed.
static Status step_chains(Strategy *strategy, const Forest *forest, double temperature,
                          float *values, Schedule *moved, bool *out_changed) {
  Learner *learner = strategy->state;
  float scores[CHAINS];
  *out_changed = false;
  for (int c = 0; c < CHAINS; c++) {
    moved[c] = learner->chains[c];
    strategy->moves.mutate(strategy->moves.context, strategy->rng, &moved[c]);
  }
  Status status = score_chains(strategy, forest, moved, values, scores);
  for (int c = 0; c < CHAINS && status == STATUS_OK; c++) {
    *out_changed |= plan_offer(strategy, &moved[c], scores[c]);
    if (accepts(strategy->rng, learner->scores[c], scores[c], temperature)) {
      learner->chains[c] = moved[c];
      learner->scores[c] = scores[c];
    }
  }
  return status;
}

static Status anneal(Strategy *strategy, const Forest *forest) {
  Learner *learner = strategy->state;
  Status status = STATUS_OK;
  float *values = malloc(CHAINS * FEATURE_COUNT * sizeof *values);
  Schedule *moved = malloc(CHAINS * sizeof *moved);
  if (!values || !moved)
    TRY(status_fail(STATUS_SYSTEM, "no memory for annealing"));
  if (!start_chains(strategy))
    TRY(status_fail(STATUS_UNSUPPORTED, "no legal schedule to anneal from"));
  TRY(score_chains(strategy, forest, learner->chains, values, learner->scores));
  for (int c = 0; c < CHAINS; c++)
    plan_offer(strategy, &learner->chains[c], learner->scores[c]);
  for (int step = 0, last_change = 0; step < STEPS && step - last_change < PATIENCE; step++) {
    bool has_changed;
    TRY(step_chains(strategy, forest, 1 - (double)step / STEPS, values, moved, &has_changed));
    last_change = has_changed ? step : last_change;
  }
cleanup:
  free(values);
  free(moved);
  return status;
}

// --- learning

static Status train(const Strategy *strategy, Forest **out_forest) {
  const Learner *learner = strategy->state;
  const LearnedModel *base = strategy->setting.model;
  Status status = STATUS_OK;
  size_t count = learner->observed_count;
  float *labels = malloc(count * sizeof *labels);
  float *margins = base ? malloc(count * sizeof *margins) : NULL;
  double best = INFINITY;
  if (!labels || (base && !margins))
    TRY(status_fail(STATUS_SYSTEM, "no memory to train on %zu rows", count));
  for (size_t n = 0; n < count; n++)
    best = fmin(best, learner->seconds[n]);
  for (size_t n = 0; n < count; n++)
    labels[n] = isfinite(best) ? (float)(best / learner->seconds[n]) : 0;
  if (base)
    TRY(rank_by_base(strategy, learner->values, count, margins));
  TRY(strategy->setting.fit(learner->values, labels, margins, count, out_forest));
cleanup:
  free(labels);
  free(margins);
  return status;
}

static void make_plan(Strategy *strategy) {
  Learner *learner = strategy->state;
  Forest *forest = NULL;
  learner->plan_count = learner->plan_next = 0;
  learner->trained_count = learner->observed_count;
  Status status = learner->observed_count ? train(strategy, &forest) : STATUS_OK;
  if (status == STATUS_OK && anneal(strategy, forest) != STATUS_OK)
    learner->plan_count = 0;
  forest_destroy(forest);
}

LearningOptions learning_options_default(void) { return (LearningOptions){.epsilon = 0.05}; }

// --- as a strategy

static bool propose_new(Strategy *strategy, Schedule *out_schedule) {
  for (int n = 0; n < ATTEMPTS; n++) {
    if (!strategy->moves.random(strategy->moves.context, strategy->rng, out_schedule))
      return false;
    if (seen_add(&strategy->seen, out_schedule))
      return true;
  }
  return false;
}

static bool propose_planned(Strategy *strategy, Schedule *out_schedule) {
  Learner *learner = strategy->state;
  while (learner->plan_next < learner->plan_count) {
    *out_schedule = learner->plan[learner->plan_next++].schedule;
    if (seen_add(&strategy->seen, out_schedule))
      return true;
  }
  return false;
}

static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  const Learner *learner = strategy->state;
  bool is_first = strategy->setting.model && !learner->has_chains;
  if (is_first || learner->observed_count >= learner->trained_count + PLAN_SIZE)
    make_plan(strategy);
  int made = 0;
  while (made < count) {
    bool is_random = rng_chance(strategy->rng, RANDOM_PERCENT);
    if (!(!is_random && propose_planned(strategy, &out_schedules[made])) &&
        !propose_new(strategy, &out_schedules[made]))
      break;
    made++;
  }
  return made;
}

static bool reserve(Learner *learner) {
  int64_t count = (int64_t)learner->observed_count;
  return array_grow(&learner->values, count, FEATURE_COUNT * sizeof *learner->values) &&
         array_grow(&learner->seconds, count, sizeof *learner->seconds);
}

static void observe(Strategy *strategy, const Schedule *schedules, const double *costs, int count) {
  Learner *learner = strategy->state;
  for (int n = 0; n < count; n++) {
    if (!space_rule_of(strategy->setting.space, &schedules[n]) || !reserve(learner))
      continue;
    float *row = learner->values + learner->observed_count * FEATURE_COUNT;
    if (!write_features(strategy, &schedules[n], row))
      continue;
    bool is_time = isfinite(costs[n]) && costs[n] > 0;
    learner->seconds[learner->observed_count++] = is_time ? costs[n] : INFINITY;
  }
}

const StrategyKind strategy_model = {
    .name = "model",
    .meaning = "trees trained on the way, annealing on their predictions",
    .is_for = {[STRATEGY_MEASURES] = true},
    .state_bytes = sizeof(Learner),
    .start = start,
    .propose = propose,
    .observe = observe,
    .stop = stop,
};
