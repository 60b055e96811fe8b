// Searches on tables. One model is trained for all tables, on data without any of their workloads.
#include "tools/replay.h"

#include "costmodel/metrics.h"
#include "search/strategy_genetic.h"
#include "search/strategy_model.h"
#include "tools/describe.h"
#include "tools/prediction.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_TABLE = 8000, LARGE_TRIALS = 800, BATCH_OF_CHOICE = 64, PROPOSED_AT_ONCE = 16 };

static const double NEAR_BEST = 0.95;

static const struct {
  const char *name, *meaning;
} search_texts[REPLAY_SEARCH_COUNT] =
    {
#define X(name, text, meaning) {text, meaning},
        REPLAY_SEARCHES(X)
#undef X
},
  choice_texts[REPLAY_CHOICE_COUNT] = {
#define X(name, text, meaning) {text, meaning},
      REPLAY_CHOICES(X)
#undef X
};

const char *replay_search_name(ReplaySearch search) { return search_texts[search].name; }
const char *replay_search_meaning(ReplaySearch search) { return search_texts[search].meaning; }
const char *replay_choice_name(ReplayChoice choice) { return choice_texts[choice].name; }
const char *replay_choice_meaning(ReplayChoice choice) { return choice_texts[choice].meaning; }

// --- one search

static void search_at_random(const ReplayTable *table, Rng *rng, int64_t trials,
                             const TrainingData *data, size_t *points, double *out_seconds) {
  size_t count = replay_table_count(table);
  for (size_t n = 0; n < count; n++)
    points[n] = n;
  for (int64_t n = 0; n < trials; n++) {
    size_t other = (size_t)n + (size_t)rng_below(rng, (int64_t)count - n);
    size_t point = points[other];
    points[other] = points[n];
    out_seconds[n] = data->set.seconds[replay_table_row(table, point)];
  }
}

// Lets a strategy propose from the table. What it does not find by itself counts as a failure.
static void search_by_strategy(const ReplayTable *table, const StrategyKind *kind,
                               Strategy *strategy, int64_t trials, double *out_seconds) {
  Schedule batch[PROPOSED_AT_ONCE];
  for (int64_t made = 0; made < trials;) {
    int64_t left = trials - made;
    int count =
        kind->propose(strategy, left < PROPOSED_AT_ONCE ? (int)left : PROPOSED_AT_ONCE, batch);
    for (int n = 0; n < count; n++)
      out_seconds[made + n] = replay_table_seconds(table, &batch[n]);
    if (count == 0) {
      for (; made < trials; made++)
        out_seconds[made] = INFINITY;
      return;
    }
    kind->observe(strategy, batch, out_seconds + made, count);
    made += count;
  }
}

typedef struct Replay {
  const TrainingData *data;
  const ReplayOptions *options;
  ReplayTable *table;     // owned
  SearchSpace *space;     // owned
  size_t *points;         // owned: one per point of the table
  double *seconds, *best; // owned: one per trial
  int64_t trials;
} Replay;

static Status search_table(const Replay *replay, ReplaySearch search, uint64_t seed) {
  Strategy *strategy = NULL;
  Rng rng = {seed};
  SearchMoves moves = replay_table_moves(replay->table);
  Status status = STATUS_OK;
  switch (search) {
  case REPLAY_GENETIC:
    TRY(genetic_create_within(&moves, seed, &strategy));
    search_by_strategy(replay->table, strategy_find("genetic"), strategy, replay->trials,
                       replay->seconds);
    genetic_destroy(strategy);
    break;
  case REPLAY_MODEL:
    TRY(model_create_within(replay->space, &moves, seed, &strategy));
    search_by_strategy(replay->table, strategy_find("model"), strategy, replay->trials,
                       replay->seconds);
    model_destroy(strategy);
    break;
  default:
    search_at_random(replay->table, &rng, replay->trials, replay->data, replay->points,
                     replay->seconds);
  }
cleanup:
  return status;
}

// --- all seeds

static void add_run(const Replay *replay, ReplayRuns *sums) {
  double best = replay_table_best(replay->table);
  metric_best_so_far(replay->seconds, (size_t)replay->trials, replay->best);
  for (int p = 0; p < REPLAY_CURVE_POINTS; p++) {
    int64_t trials = (int64_t)1 << p;
    double part = trials <= replay->trials ? best / replay->best[trials - 1] : NAN;
    sums->curve[p] += part;
    sums->deviation[p] += part * part;
  }
  sums->final += best / replay->best[replay->trials - 1];
  sums->trials +=
      (double)metric_trials_to(replay->seconds, (size_t)replay->trials, best / NEAR_BEST);
}

static Status run_searches(const Replay *replay, ReplayResult *result) {
  int count = replay->options->seed_count;
  for (int s = 0; s < REPLAY_SEARCH_COUNT; s++) {
    ReplayRuns *runs = &result->searches[s];
    for (int n = 0; n < count; n++) {
      Status status = search_table(replay, (ReplaySearch)s, replay->options->seed + (uint32_t)n);
      if (status != STATUS_OK)
        return status;
      add_run(replay, runs);
    }
    for (int p = 0; p < REPLAY_CURVE_POINTS; p++) {
      runs->curve[p] /= count;
      double variance = runs->deviation[p] / count - runs->curve[p] * runs->curve[p];
      runs->deviation[p] = isnan(variance) ? NAN : sqrt(fmax(variance, 0));
    }
    runs->final /= count;
    runs->trials /= count;
  }
  return STATUS_OK;
}

// --- choosing without a search

static Status score_points(const Replay *replay, const RowModels *models, double *learned,
                           double *analytical, double *seconds) {
  const TrainingSet *set = &replay->data->set;
  for (size_t n = 0; n < replay_table_count(replay->table); n++) {
    size_t row = replay_table_row(replay->table, n);
    RowPrediction prediction;
    Status status = predict_rows(set, models, row, 1, &prediction);
    if (status != STATUS_OK)
      return status;
    learned[n] = prediction.both;
    analytical[n] = -training_set_analytical(set, row);
    seconds[n] = set->seconds[row];
  }
  return STATUS_OK;
}

static Status make_choices(const Replay *replay, const RowModels *models, ReplayResult *result) {
  size_t count = replay_table_count(replay->table);
  double *learned = malloc(3 * count * sizeof *learned);
  if (!learned)
    return status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", count);
  double *analytical = learned + count, *seconds = analytical + count;
  Status status = score_points(replay, models, learned, analytical, seconds);
  if (status == STATUS_OK) {
    MetricTask by_model = {seconds, learned, count, 1};
    MetricTask by_analysis = {seconds, analytical, count, 1};
    result->choices[CHOICE_ANALYTICAL] = metric_chosen_ratio(&by_analysis, 1);
    result->choices[CHOICE_FIRST] = metric_chosen_ratio(&by_model, 1);
    result->choices[CHOICE_BATCH] = metric_chosen_ratio(&by_model, BATCH_OF_CHOICE);
  }
  free(learned);
  return status;
}

// --- all tables

static int64_t trials_of(const ReplayOptions *options, size_t points) {
  int64_t trials = options->trials;
  if (trials == 0)
    trials = points >= LARGE_TABLE ? LARGE_TRIALS : (int64_t)points / 10;
  return trials < (int64_t)points ? trials : (int64_t)points;
}

static void describe_table(const TrainingData *data, size_t task, ReplayResult *result) {
  const DatasetWorkload *workload = training_data_workload(data, task);
  char text[72];
  workload_describe(&workload->workload, text, sizeof text);
  snprintf(result->name, sizeof result->name, "%s %s", workload->family, text);
}

// Takes the table.
static Status replay_table(const TrainingData *data, const ReplayOptions *options, size_t task,
                           ReplayTable *table, const RowModels *models, ReplayResult *result) {
  size_t count = replay_table_count(table);
  Replay replay = {.data = data,
                   .options = options,
                   .table = table,
                   .points = malloc(count * sizeof(size_t)),
                   .seconds = malloc(2 * count * sizeof(double)),
                   .trials = trials_of(options, count)};
  Status status = STATUS_OK;
  *result = (ReplayResult){.points = count, .trials = replay.trials};
  if (!replay.points || !replay.seconds)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", count));
  replay.best = replay.seconds + count;
  describe_table(data, task, result);
  TRY(space_create(&training_data_workload(data, task)->workload,
                   &data->dataset.machines[data->machines[task]].parsed, &replay.space));
  TRY(run_searches(&replay, result));
  TRY(make_choices(&replay, models, result));
cleanup:
  free(replay.points);
  free(replay.seconds);
  space_destroy(replay.space);
  replay_table_destroy(table);
  return status;
}

// Trains on what no table has.
static Status train_without(const TrainingData *data, const ReplayOptions *options,
                            ReplayTable *const *tables, TrainedModels *out_models) {
  const TrainingSet *set = &data->set;
  uint8_t *uses = malloc(set->row_count);
  if (!uses)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", set->row_count);
  training_data_uses(data, &(TrainingFilter){0}, options->seed, uses);
  for (size_t t = 0; t < set->task_count; t++)
    for (size_t other = 0; tables[t] && other < set->task_count; other++)
      if (set->tasks[other].workload_key == set->tasks[t].workload_key)
        memset(uses + set->tasks[other].first, ROW_UNUSED, set->tasks[other].count);
  Status status = models_train(set, uses, &options->training, out_models);
  free(uses);
  return status;
}

Status replay_run(const TrainingData *data, const ReplayOptions *options,
                  ReplayResult **out_results, int *out_count) {
  Status status = STATUS_OK;
  size_t task_count = data->set.task_count;
  int found = 0;
  TrainedModels trained = {0};
  ReplayResult *results = NULL;
  ReplayTable **tables = calloc(task_count + 1, sizeof *tables);
  if (!tables)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %zu tables", task_count));
  for (size_t t = 0; t < task_count; t++) {
    TRY(replay_table_create(data, t, &tables[t]));
    found += tables[t] != NULL;
  }
  results = calloc((size_t)found + 1, sizeof *results);
  if (!results)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d tables", found));
  if (found > 0)
    TRY(train_without(data, options, tables, &trained));
  RowModels models = {.trained = &trained, .options = &options->training};
  found = 0;
  for (size_t t = 0; t < task_count; t++)
    if (tables[t]) {
      ReplayTable *table = tables[t];
      tables[t] = NULL;
      TRY(replay_table(data, options, t, table, &models, &results[found++]));
    }
  *out_results = results;
  *out_count = found;
  results = NULL;
cleanup:
  for (size_t t = 0; tables && t < task_count; t++)
    replay_table_destroy(tables[t]);
  free(tables);
  free(results);
  trained_models_destroy(&trained);
  return status;
}
