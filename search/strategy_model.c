// Plan, measure, learn: every 64 observations the trees are trained again on all of them.
//
// Whatever fails here (no memory, XGBoost) leaves the strategy without a plan, and it goes on at
// random.
#include "search/strategy_model.h"

#include "costmodel/features.h"
#include "costmodel/forest.h"
#include "costmodel/xgboost_model.h"
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
  MODEL_ROUNDS = 100,
  MODEL_DEPTH = 3,
};

typedef struct Planned {
  Schedule schedule;
  float score;
} Planned;

typedef struct ModelSearch {
  const SearchSpace *space; // lent
  const LearnedModel *base; // lent; NULL: no transfer
  SearchMoves moves;
  FeatureContext contexts[RULE_COUNT];
  bool is_prepared[RULE_COUNT];
  Rng rng;
  ScheduleMemory met; // proposed or observed
  float *values;      // owned: observed_count x FEATURE_COUNT
  double *seconds;    // owned; infinite: failed
  size_t observed_count, observed_room, trained_count;
  Planned plan[PLAN_SIZE]; // best first
  int plan_count, plan_next;
  Schedule chains[CHAINS]; // go on from plan to plan
  float scores[CHAINS];
  bool has_chains;
} ModelSearch;

Status model_create_within(const SearchSpace *space, const SearchMoves *moves,
                           const LearnedModel *base, uint64_t seed, Strategy **out_strategy) {
  ModelSearch *search = calloc(1, sizeof *search);
  if (!search)
    return status_fail(STATUS_SYSTEM, "no memory for a search strategy");
  search->space = space;
  search->base = base;
  search->moves = *moves;
  search->rng.state = seed;
  for (int rule = 0; rule < RULE_COUNT; rule++)
    search->is_prepared[rule] = features_prepare(&space->workload, (ScheduleRule)rule,
                                                 &space->target, &search->contexts[rule]);
  *out_strategy = (Strategy *)search;
  return STATUS_OK;
}

Status model_create(const SearchSpace *space, uint64_t seed, int64_t trials,
                    Strategy **out_strategy) {
  (void)trials;
  SearchMoves moves = moves_of_space(space);
  return model_create_within(space, &moves, NULL, seed, out_strategy);
}

void model_destroy(Strategy *strategy) {
  ModelSearch *search = (ModelSearch *)strategy;
  if (!search)
    return;
  schedule_memory_destroy(&search->met);
  free(search->values);
  free(search->seconds);
  free(search);
}

static bool write_features(const ModelSearch *search, const Schedule *schedule, float *out_row) {
  LoopNest nest;
  if (!search->is_prepared[schedule->rule] ||
      loop_nest_build(&search->space->workload, schedule, &nest) != REJECT_NONE)
    return false;
  features_fill(&search->contexts[schedule->rule], schedule, &nest, out_row);
  return true;
}

// --- planning

// Keeps the schedule in the plan when it is good enough, new, and not in it yet. Returns whether
// the plan changed.
static bool plan_offer(ModelSearch *search, const Schedule *schedule, float score) {
  bool is_full = search->plan_count == PLAN_SIZE;
  if ((is_full && score <= search->plan[PLAN_SIZE - 1].score) ||
      schedule_memory_has(&search->met, schedule))
    return false;
  for (int n = 0; n < search->plan_count; n++)
    if (search->plan[n].score == score &&
        !memcmp(&search->plan[n].schedule, schedule, sizeof *schedule))
      return false;
  int place = is_full ? PLAN_SIZE - 1 : search->plan_count++;
  for (; place > 0 && search->plan[place - 1].score < score; place--)
    search->plan[place] = search->plan[place - 1];
  search->plan[place] = (Planned){*schedule, score};
  return true;
}

// Scores of the trees, which may be NULL, on top of those of the base.
static Status score_rows(const ModelSearch *search, const Forest *forest, const float *values,
                         float *out_scores) {
  float base[CHAINS] = {0};
  Status status = STATUS_OK;
  memset(out_scores, 0, CHAINS * sizeof *out_scores);
  if (forest)
    TRY(forest_predict(forest, values, CHAINS, out_scores));
  if (search->base)
    TRY(learned_model_rank(search->base, values, CHAINS, base));
  for (int c = 0; c < CHAINS; c++)
    out_scores[c] += base[c];
cleanup:
  return status;
}

// Scores the schedules of all chains; those without features lose.
static Status score_chains(const ModelSearch *search, const Forest *forest,
                           const Schedule *schedules, float *values, float *out_scores) {
  bool is_legal[CHAINS];
  for (int c = 0; c < CHAINS; c++) {
    float *row = values + (size_t)c * FEATURE_COUNT;
    is_legal[c] = write_features(search, &schedules[c], row);
    if (!is_legal[c])
      memset(row, 0, FEATURE_COUNT * sizeof *row);
  }
  Status status = score_rows(search, forest, values, out_scores);
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

static bool start_chains(ModelSearch *search) {
  for (int c = 0; c < CHAINS && !search->has_chains; c++)
    if (!search->moves.random(search->moves.context, &search->rng, &search->chains[c]))
      return false;
  search->has_chains = true;
  return true;
}

// One step of every chain. Returns whether the plan changed.
static Status step_chains(ModelSearch *search, const Forest *forest, double temperature,
                          float *values, Schedule *moved, bool *out_changed) {
  float scores[CHAINS];
  *out_changed = false;
  for (int c = 0; c < CHAINS; c++) {
    moved[c] = search->chains[c];
    search->moves.mutate(search->moves.context, &search->rng, &moved[c]);
  }
  Status status = score_chains(search, forest, moved, values, scores);
  for (int c = 0; c < CHAINS && status == STATUS_OK; c++) {
    *out_changed |= plan_offer(search, &moved[c], scores[c]);
    if (accepts(&search->rng, search->scores[c], scores[c], temperature)) {
      search->chains[c] = moved[c];
      search->scores[c] = scores[c];
    }
  }
  return status;
}

static Status anneal(ModelSearch *search, const Forest *forest) {
  Status status = STATUS_OK;
  float *values = malloc(CHAINS * FEATURE_COUNT * sizeof *values);
  Schedule *moved = malloc(CHAINS * sizeof *moved);
  if (!values || !moved)
    TRY(status_fail(STATUS_SYSTEM, "no memory for annealing"));
  if (!start_chains(search))
    TRY(status_fail(STATUS_UNSUPPORTED, "no legal schedule to anneal from"));
  TRY(score_chains(search, forest, search->chains, values, search->scores));
  for (int c = 0; c < CHAINS; c++)
    plan_offer(search, &search->chains[c], search->scores[c]);
  for (int step = 0, last_change = 0; step < STEPS && step - last_change < PATIENCE; step++) {
    bool has_changed;
    TRY(step_chains(search, forest, 1 - (double)step / STEPS, values, moved, &has_changed));
    last_change = has_changed ? step : last_change;
  }
cleanup:
  free(values);
  free(moved);
  return status;
}

// --- learning

static Status train(const ModelSearch *search, Forest **out_forest) {
  Status status = STATUS_OK;
  XgboostModel *model = NULL;
  ModelFile file;
  size_t size, count = search->observed_count;
  const ModelSchema schema = {feature_names(), FEATURE_COUNT};
  const uint32_t group = (uint32_t)count;
  ModelOptions options = model_options_default(MODEL_RANKER);
  options.max_rounds = MODEL_ROUNDS;
  options.depth = MODEL_DEPTH;
  options.learning_rate = 0.3;
  float *labels = malloc(count * sizeof *labels);
  float *margins = search->base ? malloc(count * sizeof *margins) : NULL;
  double best = INFINITY;
  if (!labels || (search->base && !margins))
    TRY(status_fail(STATUS_SYSTEM, "no memory to train on %zu rows", count));
  for (size_t n = 0; n < count; n++)
    best = fmin(best, search->seconds[n]);
  for (size_t n = 0; n < count; n++)
    labels[n] = isfinite(best) ? (float)(best / search->seconds[n]) : 0;
  if (search->base)
    TRY(learned_model_rank(search->base, search->values, count, margins));
  ModelRows rows = {.values = search->values,
                    .row_count = count,
                    .labels = labels,
                    .base_margin = margins,
                    .group_sizes = &group,
                    .group_count = 1};
  TRY(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL));
  const void *bytes = xgboost_model_bytes(model, &size);
  TRY(model_file_read(bytes, size, &file));
  TRY(forest_create(&file, schema, out_forest));
cleanup:
  free(labels);
  free(margins);
  xgboost_model_destroy(model);
  return status;
}

static void make_plan(ModelSearch *search) {
  Forest *forest = NULL;
  search->plan_count = search->plan_next = 0;
  search->trained_count = search->observed_count;
  Status status = search->observed_count ? train(search, &forest) : STATUS_OK;
  if (status == STATUS_OK && anneal(search, forest) != STATUS_OK)
    search->plan_count = 0;
  forest_destroy(forest);
}

// --- as a strategy

static bool propose_new(ModelSearch *search, Schedule *out_schedule) {
  bool is_new = false;
  for (int n = 0; n < ATTEMPTS && !is_new; n++)
    if (!search->moves.random(search->moves.context, &search->rng, out_schedule) ||
        schedule_memory_add(&search->met, out_schedule, &is_new) != STATUS_OK)
      return false;
  return is_new;
}

static bool propose_planned(ModelSearch *search, Schedule *out_schedule) {
  bool is_new = false;
  while (search->plan_next < search->plan_count && !is_new) {
    *out_schedule = search->plan[search->plan_next++].schedule;
    if (schedule_memory_add(&search->met, out_schedule, &is_new) != STATUS_OK)
      return false;
  }
  return is_new;
}

int model_propose(Strategy *strategy, int count, Schedule *out_schedules) {
  ModelSearch *search = (ModelSearch *)strategy;
  bool is_first = search->base && !search->has_chains;
  if (is_first || search->observed_count >= search->trained_count + PLAN_SIZE)
    make_plan(search);
  int made = 0;
  while (made < count) {
    bool is_random = rng_chance(&search->rng, RANDOM_PERCENT);
    if (!(!is_random && propose_planned(search, &out_schedules[made])) &&
        !propose_new(search, &out_schedules[made]))
      break;
    made++;
  }
  return made;
}

static bool reserve(ModelSearch *search) {
  if (search->observed_count < search->observed_room)
    return true;
  size_t room = search->observed_room ? 2 * search->observed_room : 128;
  float *values = realloc(search->values, room * FEATURE_COUNT * sizeof *values);
  if (values)
    search->values = values;
  double *seconds = realloc(search->seconds, room * sizeof *seconds);
  if (seconds)
    search->seconds = seconds;
  if (!values || !seconds)
    return false;
  search->observed_room = room;
  return true;
}

void model_observe(Strategy *strategy, const Schedule *schedules, const double *seconds,
                   int count) {
  ModelSearch *search = (ModelSearch *)strategy;
  for (int n = 0; n < count; n++) {
    bool is_new;
    if (schedule_memory_add(&search->met, &schedules[n], &is_new) != STATUS_OK ||
        !space_rule_of(search->space, &schedules[n]) || !reserve(search))
      continue;
    float *row = search->values + search->observed_count * FEATURE_COUNT;
    if (!write_features(search, &schedules[n], row))
      continue;
    bool is_time = isfinite(seconds[n]) && seconds[n] > 0;
    search->seconds[search->observed_count++] = is_time ? seconds[n] : INFINITY;
  }
}
