// Predicting the held-out rows, and the figures of every predictor.
#include "lab/evaluate/evaluation.h"

#include "base/rng.h"
#include "plan/family.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  RANDOM_DRAWS = 16,
  AGAIN_MIN = 20, // schedules measured again, from which the noise is known
};

static const struct {
  const char *name, *meaning;
} predictor_texts[PREDICTOR_COUNT] = {
#define X(name, text, meaning) {text, meaning},
    PREDICTORS(X)
#undef X
};

const char *predictor_name(Predictor predictor) { return predictor_texts[predictor].name; }
const char *predictor_meaning(Predictor predictor) { return predictor_texts[predictor].meaning; }

// --- predictions of every row

typedef struct Evaluator {
  const TrainingData *data;
  const EvaluationSplit *split;
  const EvaluationOptions *options;
  double *scores, *seconds;   // owned: PREDICTOR_COUNT x row count
  double *other_half;         // owned: what the other repeats say
  RowPrediction *predictions; // owned: of one task
  uint8_t *uses;              // owned
} Evaluator;

static void evaluator_destroy(Evaluator *evaluator) {
  free(evaluator->scores);
  free(evaluator->seconds);
  free(evaluator->other_half);
  free(evaluator->predictions);
  free(evaluator->uses);
}

static Status evaluator_create(const TrainingData *data, const EvaluationSplit *split,
                               const EvaluationOptions *options, Evaluator *out) {
  size_t rows = data->set.row_count;
  *out = (Evaluator){.data = data,
                     .split = split,
                     .options = options,
                     .scores = calloc(PREDICTOR_COUNT * rows, sizeof(double)),
                     .seconds = calloc(PREDICTOR_COUNT * rows, sizeof(double)),
                     .other_half = calloc(rows, sizeof(double)),
                     .predictions = calloc(rows, sizeof(RowPrediction)),
                     .uses = calloc(rows, 1)};
  bool is_whole = out->scores && out->seconds && out->other_half && out->predictions && out->uses;
  return is_whole ? STATUS_OK : status_fail(STATUS_SYSTEM, "no memory to evaluate %zu rows", rows);
}

static double *scores_of(const Evaluator *evaluator, Predictor predictor) {
  return evaluator->scores + (size_t)predictor * evaluator->data->set.row_count;
}

static double *seconds_of(const Evaluator *evaluator, Predictor predictor) {
  return evaluator->seconds + (size_t)predictor * evaluator->data->set.row_count;
}

static void set_seconds(const Evaluator *evaluator, Predictor predictor, size_t row,
                        double seconds) {
  seconds_of(evaluator, predictor)[row] = seconds;
  scores_of(evaluator, predictor)[row] = -seconds;
}

// Half of the variance between two measurements is the first one's.
static double error_of_one(const NoiseFloor *floor, Rng *rng) {
  double log_ratio = floor->again_logs[rng_below(rng, (int64_t)floor->again.count)];
  return exp((rng_chance(rng, 50) ? log_ratio : -log_ratio) / sqrt(2));
}

static bool knows_noise(const Evaluator *evaluator) {
  return evaluator->options->floor->again.count >= AGAIN_MIN;
}

// What needs no training.
static void predict_without_models(const Evaluator *evaluator) {
  const TrainingData *data = evaluator->data;
  const NoiseFloor *floor = evaluator->options->floor;
  Rng rng = {evaluator->options->seed};
  for (size_t row = 0; row < data->set.row_count; row++) {
    set_seconds(evaluator, PREDICTOR_ANALYTICAL, row, training_set_analytical(&data->set, row));
    set_seconds(evaluator, PREDICTOR_REPEATS, row,
                row_half_seconds(training_data_row(data, row), 0));
    if (knows_noise(evaluator))
      set_seconds(evaluator, PREDICTOR_AGAIN, row,
                  data->set.seconds[row] * error_of_one(floor, &rng));
    evaluator->other_half[row] = row_half_seconds(training_data_row(data, row), 1);
  }
}

static Status predict_task(const Evaluator *evaluator, const RowModels *models,
                           const TrainingTask *task) {
  RowPrediction *predictions = evaluator->predictions;
  Status status =
      predict_rows(&evaluator->data->set, models, task->first, task->count, predictions);
  for (size_t n = 0; n < task->count && status == STATUS_OK; n++) {
    size_t row = task->first + n;
    set_seconds(evaluator, PREDICTOR_REGRESSOR, row, predictions[n].seconds);
    scores_of(evaluator, PREDICTOR_RANKER)[row] = predictions[n].score;
    scores_of(evaluator, PREDICTOR_BOTH)[row] = predictions[n].both;
    seconds_of(evaluator, PREDICTOR_BOTH)[row] = predictions[n].seconds;
  }
  return status;
}

static Status predict_programs(const Evaluator *evaluator, const RowModels *models, int holdout) {
  Status status = STATUS_OK;
  for (int p = 0; p < evaluator->split->program_count && status == STATUS_OK; p++) {
    const EvaluationProgram *program = &evaluator->split->programs[p];
    for (size_t n = 0; program->holdout == holdout && n < program->task_count; n++) {
      const TrainingTask *task = &evaluator->data->set.tasks[program->tasks[n].task];
      if (task->count > 0)
        TRY(predict_task(evaluator, models, task));
    }
  }
cleanup:
  return status;
}

static bool has_program(const EvaluationSplit *split, int holdout) {
  for (int p = 0; p < split->program_count; p++)
    if (split->programs[p].holdout == holdout)
      return true;
  return false;
}

static Status train_holdout(const Evaluator *evaluator, int holdout, TrainedModels *out) {
  const EvaluationOptions *options = evaluator->options;
  Status status = STATUS_OK;
  split_uses(evaluator->split, holdout, evaluator->data, &options->filter, options->seed,
             evaluator->uses);
  TRY(row_sampling_apply(evaluator->data, options->sampling, options->seed, evaluator->uses));
  TRY(models_train(&evaluator->data->set, evaluator->uses, &options->training, out));
cleanup:
  return status;
}

static Status predict_holdout(const Evaluator *evaluator, int holdout, size_t *trained_rows) {
  TrainedModels trained = {0};
  RowModels models = {.trained = &trained, .options = &evaluator->options->training};
  Status status = STATUS_OK;
  if (!has_program(evaluator->split, holdout))
    return STATUS_OK;
  if (evaluator->options->models)
    return predict_programs(evaluator, evaluator->options->models, holdout);
  TRY(train_holdout(evaluator, holdout, &trained));
  *trained_rows = trained.row_count;
  TRY(predict_programs(evaluator, &models, holdout));
cleanup:
  trained_models_destroy(&trained);
  return status;
}

// --- figures

static Status measure_random(const Evaluator *evaluator, const EvaluationProgram *program,
                             EvaluationMetrics *out) {
  const TrainingSet *set = &evaluator->data->set;
  EvaluationMetrics draws[RANDOM_DRAWS];
  double *scores = scores_of(evaluator, PREDICTOR_RANDOM);
  Rng rng = {evaluator->options->seed};
  for (int d = 0; d < RANDOM_DRAWS; d++) {
    for (size_t row = 0; row < set->row_count; row++)
      scores[row] = (double)(rng_next(&rng) >> 12);
    Status status = evaluation_measure(set, program->tasks, program->task_count,
                                       &(Predictions){scores, NULL, set->seconds}, &draws[d]);
    if (status != STATUS_OK)
      return status;
  }
  *out = evaluation_mean(draws, RANDOM_DRAWS);
  return STATUS_OK;
}

static Status measure_tasks(const Evaluator *evaluator, const EvaluationProgram *program,
                            Predictor predictor, EvaluationMetrics *out) {
  const TrainingSet *set = &evaluator->data->set;
  Predictions predictions = {
      .scores = scores_of(evaluator, predictor),
      .seconds = predictor == PREDICTOR_RANKER ? NULL : seconds_of(evaluator, predictor),
      .truth = predictor == PREDICTOR_REPEATS ? evaluator->other_half : set->seconds};
  bool is_known = predictor != PREDICTOR_AGAIN || knows_noise(evaluator);
  size_t task_count = is_known ? program->task_count : 0;
  return predictor == PREDICTOR_RANDOM
             ? measure_random(evaluator, program, out)
             : evaluation_measure(set, program->tasks, task_count, &predictions, out);
}

static Status measure_by_all(const Evaluator *evaluator, const EvaluationProgram *program,
                             EvaluationMetrics *out_metrics) {
  Status status = STATUS_OK;
  for (int p = 0; p < PREDICTOR_COUNT && status == STATUS_OK; p++)
    status = measure_tasks(evaluator, program, (Predictor)p, &out_metrics[p]);
  return status;
}

static Status measure_program(const Evaluator *evaluator, const EvaluationProgram *program,
                              ProgramResult *out) {
  const TrainingSet *set = &evaluator->data->set;
  snprintf(out->name, sizeof out->name, "%s", program->name);
  out->task_count = program->task_count;
  out->row_count = 0;
  for (size_t n = 0; n < program->task_count; n++)
    out->row_count += set->tasks[program->tasks[n].task].count;
  return measure_by_all(evaluator, program, out->metrics);
}

static void average(const ProgramResult *programs, int count, EvaluationMetrics *column,
                    EvaluationMetrics *out_means) {
  for (int p = 0; p < PREDICTOR_COUNT; p++) {
    for (int n = 0; n < count; n++)
      column[n] = programs[n].metrics[p];
    out_means[p] = evaluation_mean(column, (size_t)count);
  }
}

// Measures `count` programs and averages them.
static Status measure_programs(const Evaluator *evaluator, const EvaluationProgram *programs,
                               int count, ProgramResult *out_results,
                               EvaluationMetrics *out_means) {
  Status status = STATUS_OK;
  EvaluationMetrics *column = malloc(((size_t)count + 1) * sizeof *column);
  if (!column)
    return status_fail(STATUS_SYSTEM, "no memory for %d programs", count);
  for (int n = 0; n < count && status == STATUS_OK; n++)
    status = measure_program(evaluator, &programs[n], &out_results[n]);
  average(out_results, count, column, out_means);
  free(column);
  return status;
}

// All tasks of all programs, those of several with the sum of their weights.
static Status pool_programs(const Evaluator *evaluator, EvaluationProgram *out_pool) {
  size_t tasks = evaluator->data->set.task_count;
  double *weights = calloc(tasks + 1, sizeof *weights);
  *out_pool = (EvaluationProgram){.tasks = malloc((tasks + 1) * sizeof(ProgramTask))};
  if (!weights || !out_pool->tasks) {
    free(weights);
    free(out_pool->tasks);
    *out_pool = (EvaluationProgram){0};
    return status_fail(STATUS_SYSTEM, "no memory for %zu tasks", tasks);
  }
  for (int p = 0; p < evaluator->split->program_count; p++) {
    const EvaluationProgram *program = &evaluator->split->programs[p];
    for (size_t n = 0; n < program->task_count; n++)
      weights[program->tasks[n].task] += program->tasks[n].weight;
  }
  for (size_t t = 0; t < tasks; t++)
    if (weights[t] > 0)
      out_pool->tasks[out_pool->task_count++] = (ProgramTask){t, weights[t]};
  free(weights);
  return STATUS_OK;
}

static Status measure_networks(const Evaluator *evaluator, EvaluationResult *result) {
  int count = evaluator->split->network_count;
  ProgramResult *networks = calloc((size_t)count + 1, sizeof *networks);
  if (!networks)
    return status_fail(STATUS_SYSTEM, "no memory for %d networks", count);
  result->network_count = count;
  Status status =
      measure_programs(evaluator, evaluator->split->networks, count, networks, result->networks);
  free(networks);
  return status;
}

static Status measure_types(const Evaluator *evaluator, EvaluationResult *result) {
  int count = evaluator->split->type_count;
  EvaluationMetrics means[PREDICTOR_COUNT];
  result->types = calloc((size_t)count + 1, sizeof *result->types);
  if (!result->types)
    return status_fail(STATUS_SYSTEM, "no memory for %d types", count);
  result->type_count = count;
  return measure_programs(evaluator, evaluator->split->types, count, result->types, means);
}

// --- families

static void take_family(const Evaluator *evaluator, const EvaluationProgram *pool,
                        const char *family, EvaluationProgram *out) {
  snprintf(out->name, sizeof out->name, "%s", family);
  out->task_count = 0;
  for (size_t n = 0; n < pool->task_count; n++)
    if (!strcmp(training_data_workload(evaluator->data, pool->tasks[n].task)->family, family))
      out->tasks[out->task_count++] = pool->tasks[n];
}

static Status measure_families(const Evaluator *evaluator, const EvaluationProgram *pool,
                               EvaluationResult *result) {
  Status status = STATUS_OK;
  EvaluationProgram family = {.tasks = malloc((pool->task_count + 1) * sizeof *family.tasks)};
  result->families = calloc(FAMILY_COUNT, sizeof *result->families);
  if (!family.tasks || !result->families)
    status = status_fail(STATUS_SYSTEM, "no memory for %zu tasks", pool->task_count);
  for (int f = 0; f < FAMILY_COUNT && status == STATUS_OK; f++) {
    take_family(evaluator, pool, workload_family_name((WorkloadFamily)f), &family);
    if (family.task_count > 0)
      status = measure_program(evaluator, &family, &result->families[result->family_count++]);
  }
  free(family.tasks);
  return status;
}

// --- shares of the ranker

double evaluation_share(int n) {
  static const double shares[SHARE_COUNT] = {0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5};
  return shares[n];
}

// The scores of both models stay those of the last share.
static Status measure_share(const Evaluator *evaluator, double share, const EvaluationProgram *pool,
                            EvaluationMetrics *column, ShareResult *out) {
  const EvaluationSplit *split = evaluator->split;
  Status status = STATUS_OK;
  for (size_t row = 0; row < evaluator->data->set.row_count; row++)
    scores_of(evaluator, PREDICTOR_BOTH)[row] =
        learned_model_mixed(share, scores_of(evaluator, PREDICTOR_RANKER)[row],
                            seconds_of(evaluator, PREDICTOR_REGRESSOR)[row]);
  for (int p = 0; p < split->program_count && status == STATUS_OK; p++)
    status = measure_tasks(evaluator, &split->programs[p], PREDICTOR_BOTH, &column[p]);
  if (status == STATUS_OK)
    status = measure_tasks(evaluator, pool, PREDICTOR_BOTH, &out->pooled);
  out->mean = evaluation_mean(column, (size_t)split->program_count);
  return status;
}

static Status measure_shares(const Evaluator *evaluator, const EvaluationProgram *pool,
                             EvaluationResult *result) {
  Status status = STATUS_OK;
  EvaluationMetrics *column = calloc((size_t)evaluator->split->program_count + 1, sizeof *column);
  if (!column)
    return status_fail(STATUS_SYSTEM, "no memory for %d programs", evaluator->split->program_count);
  for (int n = 0; n < SHARE_COUNT && status == STATUS_OK; n++)
    status = measure_share(evaluator, evaluation_share(n), pool, column, &result->shares[n]);
  free(column);
  return status;
}

static Status measure_all(const Evaluator *evaluator, EvaluationResult *result) {
  const EvaluationSplit *split = evaluator->split;
  EvaluationProgram pool = {0};
  Status status = STATUS_OK;
  result->programs = calloc((size_t)split->program_count + 1, sizeof *result->programs);
  if (!result->programs)
    return status_fail(STATUS_SYSTEM, "no memory for %d programs", split->program_count);
  TRY(measure_programs(evaluator, split->programs, split->program_count, result->programs,
                       result->means));
  result->program_count = split->program_count;
  TRY(pool_programs(evaluator, &pool));
  TRY(measure_by_all(evaluator, &pool, result->pooled));
  TRY(measure_networks(evaluator, result));
  TRY(measure_types(evaluator, result));
  if (evaluator->options->compares_families)
    TRY(measure_families(evaluator, &pool, result));
  if (evaluator->options->compares_shares)
    TRY(measure_shares(evaluator, &pool, result));
cleanup:
  free(pool.tasks);
  return status;
}

Status evaluation_run(const TrainingData *data, const EvaluationSplit *split,
                      const EvaluationOptions *options, EvaluationResult *out_result) {
  Evaluator evaluator;
  EvaluationResult result = {.name = split->name, .meaning = split->meaning};
  Status status = STATUS_OK;
  TRY(evaluator_create(data, split, options, &evaluator));
  if (!options->models && split_leaks(split, data))
    TRY(status_fail(STATUS_SYSTEM, "split by %s: a workload is on both sides", split->name));
  predict_without_models(&evaluator);
  for (int holdout = 0; holdout < split->holdout_count; holdout++)
    TRY(predict_holdout(&evaluator, holdout, &result.trained_rows));
  TRY(measure_all(&evaluator, &result));
  *out_result = result;
  result = (EvaluationResult){0};
cleanup:
  evaluation_destroy(&result);
  evaluator_destroy(&evaluator);
  return status;
}

void evaluation_destroy(EvaluationResult *result) {
  free(result->programs);
  free(result->families);
  free(result->types);
  *result = (EvaluationResult){0};
}
