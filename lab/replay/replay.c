// Searches on tables. One model is trained for all tables, on data without any of their
// contractions.
#include "lab/replay/replay.h"

#include "base/integer.h"
#include "costmodel/metrics.h"
#include "lab/figures/prediction.h"
#include "runtime/timing.h"
#include "search/chooser.h"
#include "tools/report/describe.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIALS = 1000, PART_COMPARED = 8, BATCH_OF_CHOICE = 64, PROPOSED_AT_ONCE = 16 };

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
const char *replay_learning_name(ReplayLearning learning) {
  static const char *const names[] = {
#define X(name, text, ...) text,
      REPLAY_LEARNINGS(X)
#undef X
  };
  return names[learning];
}

const char *replay_choice_name(ReplayChoice choice) { return choice_texts[choice].name; }
const char *replay_choice_meaning(ReplayChoice choice) { return choice_texts[choice].meaning; }

// --- one search

static void search_at_random(const ReplayTable *table, Rng *rng, int64_t trials, size_t *points,
                             double *out_seconds, size_t *out_found) {
  size_t count = replay_table_count(table);
  for (size_t n = 0; n < count; n++)
    points[n] = n;
  for (int64_t n = 0; n < trials; n++) {
    size_t other = (size_t)n + (size_t)rng_below(rng, (int64_t)count - n);
    size_t point = points[other];
    points[other] = points[n];
    out_seconds[n] = replay_table_seconds(table, point);
    out_found[n] = point;
  }
}

// Lets a strategy propose from the table. What it does not find by itself counts as a failure.
static void search_by_strategy(const ReplayTable *table, Strategy *strategy, int64_t trials,
                               double *out_seconds, size_t *out_found) {
  Schedule batch[PROPOSED_AT_ONCE];
  for (int64_t made = 0; made < trials;) {
    int64_t left = trials - made;
    int count =
        strategy_propose(strategy, left < PROPOSED_AT_ONCE ? (int)left : PROPOSED_AT_ONCE, batch);
    for (int n = 0; n < count; n++) {
      out_found[made + n] = replay_table_find(table, &batch[n]);
      out_seconds[made + n] = replay_table_seconds(table, out_found[made + n]);
    }
    if (count == 0) {
      for (; made < trials; made++) {
        out_found[made] = SIZE_MAX;
        out_seconds[made] = INFINITY;
      }
      return;
    }
    strategy_observe(strategy, batch, out_seconds + made, count);
    made += count;
  }
}

typedef struct Replay {
  const TrainingData *data;
  const ReplayOptions *options;
  const LearnedModel *model; // lent; that never saw a workload of a table
  ReplayTable *table;        // owned
  SearchSpace *space;        // owned
  size_t *points;            // owned: one per point of the table
  size_t *found;             // owned: per trial its point
  double *seconds, *best;    // owned: one per trial
  double *levels; // owned: one per seed, what REPLAY_LEVEL_TRIALS of the model search found
  int64_t compared, trials;
} Replay;

// One search, or one way of learning, as a row of the report.
typedef struct SearchedWay {
  const StrategyKind *kind;        // NULL: at random
  bool transfers, is_level;        // is_level: what others are to reach
  const LearningOptions *learning; // NULL: as by default
} SearchedWay;

static Status search_table(const Replay *replay, const SearchedWay *way, uint64_t seed) {
  Rng rng = {seed};
  if (!way->kind) {
    search_at_random(replay->table, &rng, replay->trials, replay->points, replay->seconds,
                     replay->found);
    return STATUS_OK;
  }
  SearchMoves moves = replay_table_moves(replay->table);
  StrategySetting setting = {.space = replay->space,
                             .moves = &moves,
                             .model = way->transfers ? replay->model : NULL,
                             .fit = ranker_fit,
                             .learning = way->learning,
                             .seed = seed,
                             .budget = replay->trials};
  Strategy *strategy;
  Status status = strategy_create(way->kind, &setting, &strategy);
  if (status != STATUS_OK)
    return status;
  search_by_strategy(replay->table, strategy, replay->trials, replay->seconds, replay->found);
  strategy_destroy(strategy);
  return STATUS_OK;
}

// --- all seeds

static double fastest_of(const Replay *replay, int64_t trials) {
  double fastest = INFINITY;
  for (int64_t n = 0; n < trials; n++)
    fastest = fmin(fastest, replay->seconds[n]);
  return fastest;
}

// Speed of the fastest of the first trials, judged, as a part of the table's best.
static double judge(const Replay *replay, int64_t trials) {
  int64_t fastest = 0;
  for (int64_t n = 1; n < trials; n++)
    if (replay->seconds[n] < replay->seconds[fastest])
      fastest = n;
  return replay_table_best(replay->table) /
         replay_table_judged(replay->table, replay->found[fastest]);
}

static void add_run(const Replay *replay, int seed, ReplayRuns *sums) {
  double best = replay_table_best(replay->table);
  metric_best_so_far(replay->seconds, (size_t)replay->trials, replay->best);
  for (int p = 0; p < REPLAY_CURVE_POINTS; p++) {
    int64_t trials = (int64_t)1 << p;
    double part = trials <= replay->trials ? best / replay->best[trials - 1] : NAN;
    sums->curve[p] += part;
    sums->deviation[p] += part * part;
  }
  sums->final += judge(replay, replay->compared);
  sums->last += judge(replay, replay->trials);
  sums->to_level +=
      replay->trials < REPLAY_LEVEL_TRIALS
          ? NAN
          : (double)metric_trials_to(replay->seconds, (size_t)replay->trials, replay->levels[seed]);
  sums->trials +=
      (double)metric_trials_to(replay->seconds, (size_t)replay->compared, best / NEAR_BEST);
}

static Status run_way(const Replay *replay, const SearchedWay *way, ReplayRuns *runs) {
  int count = replay->options->seed_count;
  for (int n = 0; n < count; n++) {
    double start = timing_cpu();
    Status status = search_table(replay, way, replay->options->seed + (uint32_t)n);
    if (status != STATUS_OK)
      return status;
    runs->cpu_seconds += timing_cpu() - start;
    if (way->is_level && replay->trials >= REPLAY_LEVEL_TRIALS)
      replay->levels[n] = fastest_of(replay, REPLAY_LEVEL_TRIALS);
    add_run(replay, n, runs);
  }
  for (int p = 0; p < REPLAY_CURVE_POINTS; p++) {
    runs->curve[p] /= count;
    double variance = runs->deviation[p] / count - runs->curve[p] * runs->curve[p];
    runs->deviation[p] = isnan(variance) ? NAN : sqrt(fmax(variance, 0));
  }
  runs->final /= count;
  runs->last /= count;
  runs->trials /= count;
  runs->cpu_seconds /= count;
  runs->to_level /= count;
  return STATUS_OK;
}

static Status run_searches(const Replay *replay, ReplayResult *result) {
  static const SearchedWay ways[REPLAY_SEARCH_COUNT] = {
      [REPLAY_GENETIC] = {.kind = &strategy_genetic},
      [REPLAY_MODEL] = {.kind = &strategy_model, .is_level = true},
      [REPLAY_TRANSFER] = {.kind = &strategy_model, .transfers = true}};
  static const ReplaySearch order[] = {REPLAY_MODEL, REPLAY_RANDOM, REPLAY_GENETIC,
                                       REPLAY_TRANSFER}; // the level comes first
  Status status = STATUS_OK;
  for (int s = 0; s < REPLAY_SEARCH_COUNT && status == STATUS_OK; s++)
    status = run_way(replay, &ways[order[s]], &result->searches[order[s]]);
  return status;
}

static Status run_learnings(const Replay *replay, ReplayResult *result) {
  static const LearningOptions learnings[REPLAY_LEARNING_COUNT] = {
#define X(name, text, ...) {__VA_ARGS__},
      REPLAY_LEARNINGS(X)
#undef X
  };
  Status status = STATUS_OK;
  for (int n = 0; n < 2 * REPLAY_LEARNING_COUNT && status == STATUS_OK; n++) {
    int learning = n / 2;
    SearchedWay way = {
        .kind = &strategy_model, .transfers = n % 2, .learning = &learnings[learning]};
    status = run_way(replay, &way, &result->learnings[n % 2][learning]);
  }
  return status;
}

// --- choosing without a search

// Predicts the whole task at once and picks the points.
static Status score_points(const Replay *replay, const TrainingTask *task, double *learned,
                           double *analytical, double *seconds) {
  const TrainingSet *set = &replay->data->set;
  RowModels models = {.learned = replay->model, .options = &replay->options->training};
  RowPrediction *predictions = malloc(task->count * sizeof *predictions);
  if (!predictions)
    return status_fail(STATUS_SYSTEM, "no memory to predict %zu rows", task->count);
  Status status = predict_rows(set, &models, task->first, task->count, predictions);
  for (size_t n = 0; status == STATUS_OK && n < replay_table_count(replay->table); n++) {
    size_t row = replay_table_row(replay->table, n);
    learned[n] = predictions[row - task->first].both;
    analytical[n] = -training_set_analytical(set, row);
    seconds[n] = set->seconds[row];
  }
  free(predictions);
  return status;
}

static double judge_choice(const Replay *replay, const MetricTask *task, size_t measured) {
  return replay_table_judged(replay->table, metric_chosen(task, measured));
}

static Status make_choices(const Replay *replay, const TrainingTask *task, ReplayResult *result) {
  size_t count = replay_table_count(replay->table);
  double *learned = malloc(3 * count * sizeof *learned);
  if (!learned)
    return status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", count);
  double *analytical = learned + count, *seconds = analytical + count;
  Status status = score_points(replay, task, learned, analytical, seconds);
  if (status == STATUS_OK) {
    MetricTask by_model = {seconds, learned, count, 1};
    MetricTask by_analysis = {seconds, analytical, count, 1};
    double best = replay_table_best(replay->table);
    result->choices[CHOICE_ANALYTICAL] = best / judge_choice(replay, &by_analysis, 1);
    result->choices[CHOICE_FIRST] = best / judge_choice(replay, &by_model, 1);
    result->choices[CHOICE_BATCH] = best / judge_choice(replay, &by_model, BATCH_OF_CHOICE);
    result->choices[CHOICE_ALL] = best / judge_choice(replay, &by_model, count);
    result->choices[CHOICE_FREE] = best / replay_table_free_choice(replay->table);
  }
  free(learned);
  return status;
}

// As the pass would choose with this model, whatever it chooses.
static Status time_choice(const Replay *replay, const Workload *workload, double *out_seconds) {
  Choice choice;
  ChooseOptions options = {.seed = replay->options->seed, .model = replay->model};
  double start = timing_cpu();
  Status status = schedule_choose(workload, NULL, 1, &replay->space->target, &options, &choice);
  *out_seconds = timing_cpu() - start;
  return status;
}

// --- all tables

static double part_near_best(const ReplayTable *table) {
  size_t count = replay_table_count(table), near = 0;
  for (size_t n = 0; n < count; n++)
    near += replay_table_seconds(table, n) <= replay_table_best(table) / NEAR_BEST;
  return (double)near / (double)count;
}

static void describe_table(const TrainingData *data, size_t task, ReplayResult *result) {
  const DatasetWorkload *workload = training_data_workload(data, task);
  char text[72];
  workload_describe(&workload->workload, text, sizeof text);
  snprintf(result->name, sizeof result->name, "%s %s", workload->family, text);
}

// Takes the table.
static Status replay_table(const TrainingData *data, const ReplayOptions *options, size_t task,
                           ReplayTable *table, const LearnedModel *model, ReplayResult *result) {
  size_t count = replay_table_count(table);
  const Workload *workload = &training_data_workload(data, task)->workload;
  Replay replay = {
      .data = data,
      .options = options,
      .model = model,
      .table = table,
      .points = malloc(count * sizeof(size_t)),
      .found = malloc(count * sizeof(size_t)),
      .seconds = malloc(2 * count * sizeof(double)),
      .levels = calloc((size_t)options->seed_count + 1, sizeof(double)),
      .trials = integer_min(options->trials ? options->trials : MOST_TRIALS, (int64_t)count)};
  Status status = STATUS_OK;
  replay.compared = options->trials ? replay.trials
                                    : integer_min(replay.trials, (int64_t)(count / PART_COMPARED));
  *result = (ReplayResult){.points = count,
                           .good = part_near_best(table),
                           .trials = replay.compared,
                           .run_trials = replay.trials,
                           .trial_seconds = replay_table_cost(table)};
  if (!replay.points || !replay.found || !replay.seconds || !replay.levels)
    TRY(status_fail(STATUS_SYSTEM, "no memory for a table of %zu points", count));
  replay.best = replay.seconds + count;
  describe_table(data, task, result);
  TRY(space_create(workload, &data->dataset.machines[data->machines[task]].parsed, &replay.space));
  TRY(run_searches(&replay, result));
  if (options->judges_learning)
    TRY(run_learnings(&replay, result));
  TRY(make_choices(&replay, &data->set.tasks[task], result));
  TRY(time_choice(&replay, workload, &result->choice_seconds));
cleanup:
  free(replay.points);
  free(replay.found);
  free(replay.seconds);
  free(replay.levels);
  space_destroy(replay.space);
  replay_table_destroy(table);
  return status;
}

static Status train_without(const TrainingData *data, const ReplayOptions *options,
                            ReplayTable *const *tables, TrainedModels *out_models) {
  const TrainingSet *set = &data->set;
  uint8_t *uses = malloc(set->row_count);
  if (!uses)
    return status_fail(STATUS_SYSTEM, "no memory for %zu rows", set->row_count);
  training_data_uses(data, &(TrainingFilter){0}, options->seed, uses);
  for (size_t t = 0; t < set->task_count; t++)
    for (size_t other = 0; tables[t] && other < set->task_count; other++)
      if (set->tasks[other].contraction_key == set->tasks[t].contraction_key)
        memset(uses + set->tasks[other].first, ROW_UNUSED, set->tasks[other].count);
  Status status = models_train(set, uses, &options->training, out_models);
  free(uses);
  return status;
}

// A model of what no table has.
static Status make_model(const TrainingData *data, const ReplayOptions *options,
                         ReplayTable *const *tables, LearnedModel **out_model) {
  Status status = STATUS_OK;
  TrainedModels trained = {0};
  void *bytes = NULL;
  size_t size;
  TRY(train_without(data, options, tables, &trained));
  TRY(learned_model_pack(trained.ranker, trained.regressor, trained.support, "without tables",
                         &bytes, &size));
  TRY(learned_model_load(bytes, size, out_model));
cleanup:
  free(bytes);
  trained_models_destroy(&trained);
  return status;
}

Status replay_run(const TrainingData *data, const ReplayOptions *options,
                  ReplayResult **out_results, int *out_count) {
  Status status = STATUS_OK;
  size_t task_count = data->set.task_count;
  int found = 0;
  LearnedModel *model = NULL;
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
    TRY(make_model(data, options, tables, &model));
  found = 0;
  for (size_t t = 0; t < task_count; t++)
    if (tables[t]) {
      ReplayTable *table = tables[t];
      tables[t] = NULL;
      TRY(replay_table(data, options, t, table, model, &results[found++]));
    }
  *out_results = results;
  *out_count = found;
  results = NULL;
cleanup:
  for (size_t t = 0; tables && t < task_count; t++)
    replay_table_destroy(tables[t]);
  free(tables);
  free(results);
  learned_model_destroy(model);
  return status;
}
