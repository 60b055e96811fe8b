// See gpu_learning.h.
#include "lab/gpu/gpu_learning.h"

#include "base/text.h"
#include "costmodel/metrics.h"
#include "costmodel/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 600, PATIENCE = 40, DEPTH = 5 };
static const double LEARNING_RATE = 0.05;

// A workload on whatever card is on one side of every split.
static uint64_t key_of(const GpuRows *rows, int row) {
  const char *name = rows->tasks[rows->rows[row].task].workload;
  return text_hash(TEXT_HASH_START, name, strlen(name));
}

typedef struct Part {
  float *values, *labels; // owned
  size_t count;
} Part;

// Rows of that use in a training without the fold; fold -1: there is none.
static Status list_part(const GpuRows *rows, int fold, RowUse use, uint32_t seed, Part *part) {
  size_t width = (size_t)rows->feature_count, room = (size_t)rows->count + 1;
  *part = (Part){.values = malloc(room * (width + 1) * sizeof(float)),
                 .labels = malloc(room * sizeof(float))};
  if (!part->values || !part->labels)
    return status_fail(STATUS_SYSTEM, "no memory for the features of %d rows", rows->count);
  for (int r = 0; r < rows->count; r++) {
    const GpuRow *row = &rows->rows[r];
    uint64_t key = key_of(rows, r);
    if (contraction_fold(key, seed, GPU_FOLDS) == fold || training_use(key, seed + 1) != use)
      continue;
    memcpy(&part->values[part->count * width], row->features, width * sizeof(float));
    part->labels[part->count++] = (float)log(row->seconds / row->predicted);
  }
  return STATUS_OK;
}

static void part_destroy(Part *part) {
  free(part->values);
  free(part->labels);
}

static ModelRows model_rows(const Part *part) {
  return (ModelRows){.values = part->values, .row_count = part->count, .labels = part->labels};
}

static Status train(const GpuRows *rows, int fold, uint32_t seed, XgboostModel **out_model) {
  Status status = STATUS_OK;
  Part trained = {0}, stops = {0};
  const char *names[GPU_MAX_FEATURES];
  for (int f = 0; f < rows->feature_count; f++)
    names[f] = rows->names[f];
  ModelOptions options = model_options_default(MODEL_REGRESSOR);
  options.seed = seed;
  options.max_rounds = ROUNDS;
  options.patience = PATIENCE;
  options.depth = DEPTH;
  options.learning_rate = LEARNING_RATE;
  TRY(list_part(rows, fold, ROW_TRAIN, seed, &trained));
  TRY(list_part(rows, fold, ROW_STOP, seed, &stops));
  if (trained.count == 0)
    TRY(status_fail(STATUS_USAGE, "there are too few workloads to learn from: %d",
                    rows->task_count));
  ModelRows learned = model_rows(&trained), held_out = model_rows(&stops);
  ModelSchema schema = {names, (size_t)rows->feature_count};
  TRY(xgboost_model_train(&options, schema, &learned, stops.count > 0 ? &held_out : NULL, out_model,
                          NULL));
cleanup:
  part_destroy(&trained);
  part_destroy(&stops);
  return status;
}

static Status predict_fold(const GpuRows *rows, int fold, uint32_t seed, double *out_seconds) {
  Status status = STATUS_OK;
  XgboostModel *model = NULL;
  TRY(train(rows, fold, seed, &model));
  for (int r = 0; r < rows->count && status == STATUS_OK; r++) {
    const GpuRow *row = &rows->rows[r];
    float correction = 0;
    if (contraction_fold(key_of(rows, r), seed, GPU_FOLDS) != fold)
      continue;
    status = xgboost_model_predict(model, row->features, 1, &correction);
    out_seconds[r] = row->predicted * exp(correction);
  }
cleanup:
  xgboost_model_destroy(model);
  return status;
}

Status gpu_learning_predict(const GpuRows *rows, uint32_t seed, double *out_seconds) {
  Status status = STATUS_OK;
  for (int fold = 0; fold < GPU_FOLDS && status == STATUS_OK; fold++)
    status = predict_fold(rows, fold, seed, out_seconds);
  return status;
}

Status gpu_learning_train(const GpuRows *rows, uint32_t seed, XgboostModel **out_model) {
  return train(rows, -1, seed, out_model);
}

// --- judging

// The figures of one task, added.
static Status judge_task(const double *seconds, const double *predicted, double *scores, int count,
                         GpuFigures *figures) {
  PairCounts pairs;
  for (int r = 0; r < count; r++)
    scores[r] = -predicted[r];
  MetricTask task = {.seconds = seconds, .scores = scores, .count = (size_t)count, .weight = 1};
  Status status = metric_task_pairs(&task, &pairs);
  if (status != STATUS_OK)
    return status;
  double tau = metric_kendall_tau(&pairs);
  figures->tasks++;
  figures->top1 += 100 * metric_chosen_ratio(&task, 1);
  figures->top8 += 100 * metric_chosen_ratio(&task, 8);
  figures->tau += isnan(tau) ? 0 : tau; // an order of equal things
  return STATUS_OK;
}

Status gpu_learning_judge(const GpuRows *rows, const double *seconds, const double *predicted,
                          GpuFigures *out_figures) {
  Status status = STATUS_OK;
  GpuFigures figures = {.rows = rows->count};
  double *scores = malloc(((size_t)rows->count + 1) * sizeof *scores);
  if (!scores)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d scores", rows->count));
  for (int first = 0, end; first < rows->count; first = end) {
    for (end = first; end < rows->count && rows->rows[end].task == rows->rows[first].task; end++)
      ;
    if (end - first > 1)
      TRY(judge_task(seconds + first, predicted + first, scores, end - first, &figures));
  }
  figures.top1 /= figures.tasks; // NAN of none
  figures.top8 /= figures.tasks;
  figures.tau /= figures.tasks;
  figures.ape = metric_mape(predicted, seconds, (size_t)rows->count);
  figures.log_ape = metric_log_mape(predicted, seconds, (size_t)rows->count);
  *out_figures = figures;
cleanup:
  free(scores);
  return status;
}
