// Asking both models and putting their answers together.
#include "tools/report/prediction.h"

#include <math.h>
#include <stdlib.h>

// Buffers for a batch of rows, owned.
typedef struct Batch {
  float *values;
  double *references, *seconds;
} Batch;

static void batch_destroy(Batch *batch) {
  free(batch->values);
  free(batch->references);
  free(batch->seconds);
}

static Status batch_create(size_t count, Batch *out) {
  *out = (Batch){malloc((count + 1) * sizeof(float)), malloc((count + 1) * sizeof(double)),
                 malloc((count + 1) * sizeof(double))};
  if (out->values && out->references && out->seconds)
    return STATUS_OK;
  batch_destroy(out);
  return status_fail(STATUS_SYSTEM, "no memory to predict %zu rows", count);
}

// Leaves the seconds and the scores in the batch.
static Status ask(const RowModels *models, const float *rows, size_t count, Batch *batch) {
  if (models->learned) {
    Status status =
        learned_model_seconds(models->learned, rows, batch->references, count, batch->seconds);
    return status == STATUS_OK ? learned_model_rank(models->learned, rows, count, batch->values)
                               : status;
  }
  Status status = xgboost_model_predict(models->trained->regressor, rows, count, batch->values);
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    batch->seconds[n] = batch->references[n] * exp((double)batch->values[n]);
  return status == STATUS_OK
             ? xgboost_model_predict(models->trained->ranker, rows, count, batch->values)
             : status;
}

Status predict_rows(const TrainingSet *set, const RowModels *models, size_t first, size_t count,
                    RowPrediction *out_predictions) {
  Batch batch;
  Status status = batch_create(count, &batch);
  if (status != STATUS_OK)
    return status;
  for (size_t n = 0; n < count; n++)
    batch.references[n] = training_reference(set, first + n, models->options);
  status = ask(models, set->values + first * FEATURE_COUNT, count, &batch);
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    out_predictions[n] = (RowPrediction){
        .score = batch.values[n],
        .seconds = batch.seconds[n],
        .both = learned_model_score((double)batch.values[n], batch.seconds[n]),
    };
  batch_destroy(&batch);
  return status;
}
