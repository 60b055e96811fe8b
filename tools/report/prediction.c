// Asking both models and putting their answers together.
#include "tools/report/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Buffers for a batch of rows, owned.
typedef struct Batch {
  float *values;
  double *references, *seconds, *trusts;
} Batch;

static void batch_destroy(Batch *batch) {
  free(batch->values);
  free(batch->references);
  free(batch->seconds);
  free(batch->trusts);
}

static Status batch_create(size_t count, Batch *out) {
  *out = (Batch){malloc((count + 1) * sizeof(float)), malloc((count + 1) * sizeof(double)),
                 malloc((count + 1) * sizeof(double)), malloc((count + 1) * sizeof(double))};
  if (out->values && out->references && out->seconds && out->trusts)
    return STATUS_OK;
  batch_destroy(out);
  return status_fail(STATUS_SYSTEM, "no memory to predict %zu rows", count);
}

// Leaves the seconds and the scores in the batch.
static Status ask(const RowModels *models, const float *rows, size_t count, Batch *batch) {
  if (models->learned) {
    Status status = learned_model_seconds(models->learned, rows, batch->references, batch->trusts,
                                          count, batch->seconds);
    return status == STATUS_OK ? learned_model_rank(models->learned, rows, count, batch->values)
                               : status;
  }
  Status status = xgboost_model_predict(models->trained->regressor, rows, count, batch->values);
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    batch->seconds[n] =
        trusted_seconds(batch->references[n], batch->trusts[n], (double)batch->values[n]);
  return status == STATUS_OK
             ? xgboost_model_predict(models->trained->ranker, rows, count, batch->values)
             : status;
}

// Rows of one rule follow each other, so that hardly any is asked about.
static void fill_trusts(const RowModels *models, const float *rows, size_t count, double *out) {
  enum { FIRST = FEATURE_TARGET_VECTOR_BITS, NUMBERS = FEATURE_COUNT - FIRST };
  for (size_t n = 0; n < count; n++) {
    const float *row = rows + n * FEATURE_COUNT;
    if (n > 0 && !memcmp(row + FIRST, row - FEATURE_COUNT + FIRST, NUMBERS * sizeof *row))
      out[n] = out[n - 1];
    else
      out[n] = (models->learned ? learned_model_trust(models->learned, row)
                                : support_trust(models->trained->support, row))
                   .total;
  }
}

// What the models are counted from: the reference of the training, or what their base predicts.
static Status predict_base(const TrainingSet *set, const RowModels *models, size_t first,
                           size_t count, Batch *batch, RowPrediction *out) {
  for (size_t n = 0; n < count; n++)
    batch->references[n] = training_reference(set, first + n, models->options);
  if (!models->base)
    return STATUS_OK;
  Status status = predict_rows(set, models->base, first, count, out);
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    batch->references[n] = out[n].seconds;
  return status;
}

Status predict_rows(const TrainingSet *set, const RowModels *models, size_t first, size_t count,
                    RowPrediction *out_predictions) {
  Batch batch;
  Status status = batch_create(count, &batch);
  if (status != STATUS_OK)
    return status;
  status = predict_base(set, models, first, count, &batch, out_predictions);
  fill_trusts(models, set->values + first * FEATURE_COUNT, count, batch.trusts);
  if (status == STATUS_OK)
    status = ask(models, set->values + first * FEATURE_COUNT, count, &batch);
  for (size_t n = 0; n < count && status == STATUS_OK; n++) {
    double score = trusted_rank(batch.trusts[n], (double)batch.values[n]) +
                   (models->base ? out_predictions[n].score : 0);
    out_predictions[n] = (RowPrediction){.score = score,
                                         .seconds = batch.seconds[n],
                                         .both = learned_model_score(1, score, batch.seconds[n])};
  }
  batch_destroy(&batch);
  return status;
}

static bool is_used(const TrainingTask *task, const uint8_t *uses) {
  for (size_t row = task->first; row < task->first + task->count; row++)
    if (uses[row] != ROW_UNUSED)
      return true;
  return false;
}

Status predict_margins(const TrainingSet *set, const RowModels *models, const uint8_t *uses,
                       float *out_ranker, float *out_regressor) {
  Status status = STATUS_OK;
  RowPrediction *predictions = malloc((set->row_count + 1) * sizeof *predictions);
  if (!predictions)
    return status_fail(STATUS_SYSTEM, "no memory to predict %zu rows", set->row_count);
  for (size_t t = 0; t < set->task_count && status == STATUS_OK; t++) {
    const TrainingTask *task = &set->tasks[t];
    size_t count = is_used(task, uses) ? task->count : 0;
    status = predict_rows(set, models, task->first, count, predictions);
    for (size_t n = 0; n < count && status == STATUS_OK; n++) {
      size_t row = task->first + n;
      out_ranker[row] = (float)predictions[n].score;
      out_regressor[row] = learned_model_label(predictions[n].seconds,
                                               training_reference(set, row, models->options));
    }
  }
  free(predictions);
  return status;
}
