// Asking both models and putting their answers together.
#include "lab/figures/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Buffers for a batch of rows, owned.
typedef struct Batch {
  float *values;
  double *seconds;
  SecondsBasis *bases;
} Batch;

static void batch_destroy(Batch *batch) {
  free(batch->values);
  free(batch->seconds);
  free(batch->bases);
}

static Status batch_create(size_t count, Batch *out) {
  *out = (Batch){malloc((count + 1) * sizeof(float)), malloc((count + 1) * sizeof(double)),
                 malloc((count + 1) * sizeof(SecondsBasis))};
  if (out->values && out->seconds && out->bases)
    return STATUS_OK;
  batch_destroy(out);
  return status_fail(STATUS_SYSTEM, "no memory to predict %zu rows", count);
}

// Leaves the seconds and the scores in the batch.
static Status ask(const RowModels *models, const float *rows, size_t count, Batch *batch) {
  if (models->learned) {
    Status status =
        learned_model_seconds(models->learned, rows, batch->bases, count, batch->seconds);
    return status == STATUS_OK ? learned_model_rank(models->learned, rows, count, batch->values)
                               : status;
  }
  Status status = xgboost_model_predict(models->trained->regressor, rows, count, batch->values);
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    batch->seconds[n] = trusted_seconds(&batch->bases[n], (double)batch->values[n]);
  return status == STATUS_OK
             ? xgboost_model_predict(models->trained->ranker, rows, count, batch->values)
             : status;
}

// Rows of one rule follow each other, so that hardly any is asked about. Returns the least trust:
// scores of one task have a common factor (costmodel/learned_model.h).
static Trust fill_trusts(const RowModels *models, const float *rows, size_t count,
                         SecondsBasis *out) {
  enum { FIRST = FEATURE_TARGET_VECTOR_BITS, NUMBERS = FEATURE_COUNT - FIRST };
  Trust trust = {0}, least = {.total = INFINITY};
  for (size_t n = 0; n < count; n++) {
    const float *row = rows + n * FEATURE_COUNT;
    if (n == 0 || memcmp(row + FIRST, row - FEATURE_COUNT + FIRST, NUMBERS * sizeof *row))
      trust = models->learned ? learned_model_trust(models->learned, row)
                              : support_trust(models->trained->support, row);
    out[n].trust = trust.total;
    if (trust.total < least.total)
      least = trust;
  }
  return least;
}

// The schedule that the search would keep unless another outweighs its head start.
static void give_head_start(const Batch *batch, const Trust *trust, size_t count,
                            RowPrediction *predictions) {
  size_t least = 0;
  for (size_t n = 1; n < count; n++)
    if (batch->bases[n].analytical < batch->bases[least].analytical)
      least = n;
  if (count > 0)
    predictions[least].both += learned_model_head_start(trust);
}

Status predict_rows(const TrainingSet *set, const RowModels *models, size_t first, size_t count,
                    RowPrediction *out_predictions) {
  Batch batch;
  Status status = batch_create(count, &batch);
  if (status != STATUS_OK)
    return status;
  for (size_t n = 0; n < count; n++)
    batch.bases[n] =
        (SecondsBasis){.analytical = training_reference(set, first + n, models->options),
                       .least = set->least[first + n]};
  Trust trust = fill_trusts(models, set->values + first * FEATURE_COUNT, count, batch.bases);
  status = ask(models, set->values + first * FEATURE_COUNT, count, &batch);
  for (size_t n = 0; n < count && status == STATUS_OK; n++) {
    double rank = (double)batch.values[n];
    out_predictions[n] =
        (RowPrediction){.score = trusted_rank(trust.total, rank),
                        .seconds = batch.seconds[n],
                        .both = learned_model_score(&trust, rank, batch.seconds[n])};
  }
  if (status == STATUS_OK && !models->options->without_analytical)
    give_head_start(&batch, &trust, count, out_predictions);
  batch_destroy(&batch);
  return status;
}
