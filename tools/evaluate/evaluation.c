// Predicting the held-out rows, and the figures of every predictor.
#include "tools/evaluate/evaluation.h"

#include "core/rng.h"
#include "tools/report/prediction.h"
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

static Status predict_holdout(const Evaluator *evaluator, int holdout, size_t *trained_rows) {
  TrainedModels trained = {0};
  if (!has_program(evaluator->split, holdout))
    return STATUS_OK;
  Status status = STATUS_OK;
  if (!evaluator->options->model) {
    split_uses(evaluator->split, holdout, evaluator->data, &evaluator->options->filter,
               evaluator->options->seed, evaluator->uses);
    TRY(models_train(&evaluator->data->set, evaluator->uses, &evaluator->options->training,
                     &trained));
    *trained_rows = trained.row_count;
  }
  RowModels models = {evaluator->options->model, &trained, &evaluator->options->training};
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

static Status measure_program(const Evaluator *evaluator, const EvaluationProgram *program,
                              ProgramResult *out) {
  const TrainingSet *set = &evaluator->data->set;
  snprintf(out->name, sizeof out->name, "%s", program->name);
  out->task_count = program->task_count;
  out->row_count = 0;
  for (size_t n = 0; n < program->task_count; n++)
    out->row_count += set->tasks[program->tasks[n].task].count;
  for (int p = 0; p < PREDICTOR_COUNT; p++) {
    Predictor predictor = (Predictor)p;
    Predictions predictions = {
        .scores = scores_of(evaluator, predictor),
        .seconds = predictor == PREDICTOR_RANKER ? NULL : seconds_of(evaluator, predictor),
        .truth = predictor == PREDICTOR_REPEATS ? evaluator->other_half : set->seconds};
    bool is_known = predictor != PREDICTOR_AGAIN || knows_noise(evaluator);
    size_t task_count = is_known ? program->task_count : 0;
    Status status =
        predictor == PREDICTOR_RANDOM
            ? measure_random(evaluator, program, &out->metrics[p])
            : evaluation_measure(set, program->tasks, task_count, &predictions, &out->metrics[p]);
    if (status != STATUS_OK)
      return status;
  }
  return STATUS_OK;
}

static Status average_programs(EvaluationResult *result) {
  EvaluationMetrics *column = malloc(((size_t)result->program_count + 1) * sizeof *column);
  if (!column)
    return status_fail(STATUS_SYSTEM, "no memory for %d programs", result->program_count);
  for (int p = 0; p < PREDICTOR_COUNT; p++) {
    for (int n = 0; n < result->program_count; n++)
      column[n] = result->programs[n].metrics[p];
    result->means[p] = evaluation_mean(column, (size_t)result->program_count);
  }
  free(column);
  return STATUS_OK;
}

Status evaluation_run(const TrainingData *data, const EvaluationSplit *split,
                      const EvaluationOptions *options, EvaluationResult *out_result) {
  Evaluator evaluator;
  EvaluationResult result = {.name = split->name, .meaning = split->meaning};
  Status status = STATUS_OK;
  TRY(evaluator_create(data, split, options, &evaluator));
  if (!options->model && split_leaks(split, data))
    TRY(status_fail(STATUS_SYSTEM, "split by %s: a workload is on both sides", split->name));
  predict_without_models(&evaluator);
  for (int holdout = 0; holdout < split->holdout_count; holdout++)
    TRY(predict_holdout(&evaluator, holdout, &result.trained_rows));
  result.programs = calloc((size_t)split->program_count + 1, sizeof *result.programs);
  if (!result.programs)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d programs", split->program_count));
  for (; result.program_count < split->program_count; result.program_count++)
    TRY(measure_program(&evaluator, &split->programs[result.program_count],
                        &result.programs[result.program_count]));
  TRY(average_programs(&result));
  *out_result = result;
  result = (EvaluationResult){0};
cleanup:
  evaluation_destroy(&result);
  evaluator_destroy(&evaluator);
  return status;
}

void evaluation_destroy(EvaluationResult *result) {
  free(result->programs);
  *result = (EvaluationResult){0};
}
