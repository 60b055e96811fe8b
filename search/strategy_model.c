// The model strategy: AutoTVM's loop (Chen et al., NeurIPS 2018). Trees learn the order of what was
// measured so far; parallel simulated annealing on them plans the next trials, of which some are
// random: 16 at first, where AutoTVM has 64 from the first on, and more the more is known. With a
// model of other workloads the trees only learn what it gets wrong (transfer), and the first 32
// trials are planned on that model alone. LearningOptions (search/learning) say how.
//
// Whatever fails here (no memory, XGBoost) leaves the strategy without a plan, and it goes on at
// random.
#include "search/learning/diverse_batch.h"
#include "search/scorer.h"
#include "search/strategy.h"

#include "base/array.h"
#include "base/integer.h"
#include "costmodel/features.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  PLAN_SIZE = LEARNING_MOST_REFIT,
  PLAN_STEP = 16, // of the sizes of plans: as many as callers ask for at a time
  REFIT = 16,     // lab/results/replay-hard.md and docs/tuning.md found these best
  GLOBAL_ALONE = 32,
  PLAN_PART = 8, // a plan is for at least this part of what is known
  MOST_DIVERSITY = 8,
  CHAINS = 128,
  STEPS = 500,
  PATIENCE = 50, // steps without a change of the plan
  ATTEMPTS = 200,
  FROM_BEST = 4, // one chain in so many begins at a schedule that was measured
};

typedef struct Learner {
  FeatureContext contexts[RULE_COUNT];
  bool is_prepared[RULE_COUNT];
  LearningOptions options;
  double trust;        // in the model of other workloads, if any: the least of the rules'
  float *values;       // owned: observed_count x FEATURE_COUNT
  double *seconds;     // owned; infinite: failed
  Schedule *schedules; // owned
  size_t observed_count, trained_count;
  PlannedSchedule plan[PLAN_SIZE * MOST_DIVERSITY]; // best first, until a batch is picked
  int plan_count, plan_next;
  int plan_size;           // trials that the plan is for, those at random included
  int64_t proposed;        // since it was made
  Schedule chains[CHAINS]; // go on from plan to plan
  float scores[CHAINS];
  bool has_chains;
} Learner;

// Few rows are learned from soon, because each tells much; many are worth the time of a fit only
// together. A global model ranks better than trees of very few rows: it plans the first ones alone.
static int size_plan(const Strategy *strategy) {
  const Learner *learner = strategy->state;
  int usual = strategy->setting.model && !learner->observed_count ? GLOBAL_ALONE : REFIT;
  int64_t known = (int64_t)learner->observed_count / PLAN_PART / PLAN_STEP * PLAN_STEP;
  int64_t asked =
      integer_round_up(learner->options.refit ? learner->options.refit : usual, PLAN_STEP);
  return (int)integer_min(integer_max(known, asked), PLAN_SIZE);
}

static Status start(Strategy *strategy) {
  Learner *learner = strategy->state;
  const SearchSpace *space = strategy->setting.space;
  if (!strategy->setting.fit)
    return status_fail(STATUS_UNSUPPORTED, "strategy model has nothing to fit its trees with");
  const LearningOptions *options = strategy->setting.learning;
  double trusts[RULE_COUNT];
  learner->options = options ? *options : learning_options_default();
  if (learner->options.diversity < 1 || learner->options.diversity > MOST_DIVERSITY)
    return status_fail(STATUS_USAGE, "a diversity of %d: use 1 to %d", learner->options.diversity,
                       MOST_DIVERSITY);
  if (learner->options.refit < 0 || learner->options.refit > LEARNING_MOST_REFIT)
    return status_fail(STATUS_USAGE, "a fit after every %d trials: use 0 to %d",
                       learner->options.refit, LEARNING_MOST_REFIT);
  learner->plan_size = size_plan(strategy);
  learner->trust = scorer_prepare(space, strategy->setting.model, learner->contexts, trusts).total;
  for (int r = 0; r < space->rule_count; r++)
    learner->is_prepared[space->rules[r].rule->rule] = true;
  return STATUS_OK;
}

static void stop(Strategy *strategy) {
  Learner *learner = strategy->state;
  free(learner->values);
  free(learner->seconds);
  free(learner->schedules);
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
  int room = learner->plan_size * learner->options.diversity;
  bool is_full = learner->plan_count == room;
  if ((is_full && score <= learner->plan[room - 1].score) || seen_has(&strategy->seen, schedule))
    return false;
  for (int n = 0; n < learner->plan_count; n++)
    if (learner->plan[n].score == score &&
        !memcmp(&learner->plan[n].schedule, schedule, sizeof *schedule))
      return false;
  int place = is_full ? room - 1 : learner->plan_count++;
  for (; place > 0 && learner->plan[place - 1].score < score; place--)
    learner->plan[place] = learner->plan[place - 1];
  learner->plan[place] = (PlannedSchedule){*schedule, score};
  return true;
}

// Scores the schedules of all chains; those without features lose.
static Status score_chains(const Strategy *strategy, const LocalModel *model,
                           const Schedule *schedules, float *values, float *out_scores) {
  bool is_legal[CHAINS];
  for (int c = 0; c < CHAINS; c++) {
    float *row = values + (size_t)c * FEATURE_COUNT;
    is_legal[c] = write_features(strategy, &schedules[c], row);
    if (!is_legal[c])
      memset(row, 0, FEATURE_COUNT * sizeof *row);
  }
  Status status = local_model_score(model, values, CHAINS, out_scores);
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

// The place of the fastest that no chain begins at yet; -1: there is none.
static int64_t next_fastest(const Learner *learner, double after) {
  int64_t best = -1;
  for (size_t n = 0; n < learner->observed_count; n++)
    if (learner->seconds[n] > after && isfinite(learner->seconds[n]) &&
        (best < 0 || learner->seconds[n] < learner->seconds[best]))
      best = (int64_t)n;
  return best;
}

// Some chains begin at the fastest so far, which a search that goes on knows from before.
static bool start_chains(Strategy *strategy) {
  Learner *learner = strategy->state;
  double after = 0;
  int c = 0;
  for (; c < CHAINS / FROM_BEST && !learner->has_chains; c++) {
    int64_t best = next_fastest(learner, after);
    if (best < 0)
      break;
    learner->chains[c] = learner->schedules[best];
    after = learner->seconds[best];
  }
  for (; c < CHAINS && !learner->has_chains; c++)
    if (!strategy->moves.random(strategy->moves.context, strategy->rng, &learner->chains[c]))
      return false;
  learner->has_chains = true;
  return true;
}

// One step of every chain. Returns whether the plan changed.
static Status step_chains(Strategy *strategy, const LocalModel *model, double temperature,
                          float *values, Schedule *moved, bool *out_changed) {
  Learner *learner = strategy->state;
  float scores[CHAINS];
  *out_changed = false;
  for (int c = 0; c < CHAINS; c++) {
    moved[c] = learner->chains[c];
    strategy->moves.mutate(strategy->moves.context, strategy->rng, &moved[c]);
  }
  Status status = score_chains(strategy, model, moved, values, scores);
  for (int c = 0; c < CHAINS && status == STATUS_OK; c++) {
    *out_changed |= plan_offer(strategy, &moved[c], scores[c]);
    if (accepts(strategy->rng, learner->scores[c], scores[c], temperature)) {
      learner->chains[c] = moved[c];
      learner->scores[c] = scores[c];
    }
  }
  return status;
}

static Status anneal(Strategy *strategy, const LocalModel *model) {
  Learner *learner = strategy->state;
  Status status = STATUS_OK;
  float *values = malloc(CHAINS * FEATURE_COUNT * sizeof *values);
  Schedule *moved = malloc(CHAINS * sizeof *moved);
  if (!values || !moved)
    TRY(status_fail(STATUS_SYSTEM, "no memory for annealing"));
  if (!start_chains(strategy))
    TRY(status_fail(STATUS_UNSUPPORTED, "no legal schedule to anneal from"));
  TRY(score_chains(strategy, model, learner->chains, values, learner->scores));
  for (int c = 0; c < CHAINS; c++)
    plan_offer(strategy, &learner->chains[c], learner->scores[c]);
  for (int step = 0, last_change = 0; step < STEPS && step - last_change < PATIENCE; step++) {
    bool has_changed;
    TRY(step_chains(strategy, model, 1 - (double)step / STEPS, values, moved, &has_changed));
    last_change = has_changed ? step : last_change;
  }
cleanup:
  free(values);
  free(moved);
  return status;
}

// --- learning

static void make_plan(Strategy *strategy) {
  Learner *learner = strategy->state;
  LocalModel *model = NULL;
  LocalModelSetting setting = {.fit = strategy->setting.fit,
                               .base = strategy->setting.model,
                               .trust = learner->trust,
                               .options = learner->options,
                               .seed = rng_next(&strategy->own_rng)};
  learner->plan_count = learner->plan_next = 0;
  learner->plan_size = size_plan(strategy);
  learner->proposed = 0;
  learner->trained_count = learner->observed_count;
  Status status =
      local_model_fit(&setting, learner->values, learner->seconds, learner->observed_count, &model);
  if (status == STATUS_OK && anneal(strategy, model) != STATUS_OK)
    learner->plan_count = 0;
  diverse_batch_pick(learner->plan, learner->plan_count, learner->plan_size);
  if (learner->plan_count > learner->plan_size)
    learner->plan_count = learner->plan_size;
  local_model_destroy(model);
}

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

// What is known may come from before, and not all that is proposed is observed.
static bool is_plan_due(const Strategy *strategy) {
  const Learner *learner = strategy->state;
  size_t fresh = learner->observed_count - learner->trained_count;
  return (strategy->setting.model && !learner->has_chains) || fresh >= (size_t)learner->plan_size ||
         (fresh > 0 && learner->proposed >= learner->plan_size);
}

static int propose(Strategy *strategy, int count, Schedule *out_schedules) {
  Learner *learner = strategy->state;
  if (is_plan_due(strategy))
    make_plan(strategy);
  int made = 0;
  while (made < count) {
    bool is_random = rng_part(strategy->rng) < learner->options.epsilon;
    if (!(!is_random && propose_planned(strategy, &out_schedules[made])) &&
        !propose_new(strategy, &out_schedules[made]))
      break;
    made++;
  }
  learner->proposed += made;
  return made;
}

static bool reserve(Learner *learner) {
  int64_t count = (int64_t)learner->observed_count;
  return array_grow(&learner->values, count, FEATURE_COUNT * sizeof *learner->values) &&
         array_grow(&learner->seconds, count, sizeof *learner->seconds) &&
         array_grow(&learner->schedules, count, sizeof *learner->schedules);
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
    learner->schedules[learner->observed_count] = schedules[n];
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
