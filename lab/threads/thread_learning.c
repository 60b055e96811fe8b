// ThreadLearning: what boosted trees make of the features of splits, beyond the model of threads.
// How many trees there are is found on contractions that are not trained on.
#include "lab/threads/thread_learning.h"

#include "costmodel/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 600, PATIENCE = 40, DEPTH = 4 };
static const double LEARNING_RATE = 0.05;

typedef struct Rows {
  float *values, *labels; // owned
  size_t count;
} Rows;

// Measured over predicted: what the seconds on several threads are to be multiplied by, were the
// kernel predicted rightly on one.
static float label_of(const ThreadTable *table, int way) {
  const TableWay *found = &table->ways[way];
  double predicted_gain = found->serial_seconds / found->price.seconds;
  return (float)log(predicted_gain / table_way_gain(table, way));
}

// The splits of kernels of that use.
static Status list_rows(const ThreadTable *table, const uint8_t *uses, RowUse use, Rows *rows) {
  size_t room = (size_t)table->way_count + 1;
  *rows = (Rows){.values = malloc(room * THREAD_FEATURE_COUNT * sizeof(float)),
                 .labels = malloc(room * sizeof(float))};
  if (!rows->values || !rows->labels)
    return status_fail(STATUS_SYSTEM, "no memory for the features of %zu ways", room);
  for (int w = 0; w < table->way_count; w++) {
    const TableWay *way = &table->ways[w];
    if (table_way_is_alone(table, w) || uses[way->kernel] != use)
      continue;
    memcpy(&rows->values[rows->count * THREAD_FEATURE_COUNT], way->features, sizeof way->features);
    rows->labels[rows->count++] = label_of(table, w);
  }
  return STATUS_OK;
}

static void rows_destroy(Rows *rows) {
  free(rows->values);
  free(rows->labels);
}

static ModelRows model_rows(const Rows *rows) {
  return (ModelRows){.values = rows->values, .row_count = rows->count, .labels = rows->labels};
}

static Status train(const Rows *rows, const Rows *stops, uint32_t seed, XgboostModel **out_model) {
  const ModelSchema schema = {thread_feature_names(), THREAD_FEATURE_COUNT};
  ModelOptions options = model_options_default(MODEL_REGRESSOR);
  ModelRows trained = model_rows(rows), held_out = model_rows(stops);
  options.seed = seed;
  options.max_rounds = ROUNDS;
  options.patience = PATIENCE;
  options.depth = DEPTH;
  options.learning_rate = LEARNING_RATE;
  return xgboost_model_train(&options, schema, &trained, stops->count > 0 ? &held_out : NULL,
                             out_model, NULL);
}

static Status correct(XgboostModel *model, const ThreadTable *table, double *out_seconds) {
  for (int w = 0; w < table->way_count; w++) {
    float correction = 0;
    Status status = table_way_is_alone(table, w)
                        ? STATUS_OK
                        : xgboost_model_predict(model, table->ways[w].features, 1, &correction);
    if (status != STATUS_OK)
      return status;
    out_seconds[w] = table->ways[w].price.seconds * exp(correction);
  }
  return STATUS_OK;
}

Status thread_learning_predict(const ThreadTable *table, const uint8_t *is_judged, uint32_t seed,
                               double *out_seconds) {
  Status status = STATUS_OK;
  Rows rows = {0}, stops = {0};
  XgboostModel *model = NULL;
  uint8_t *uses = calloc((size_t)table->file.count + 1, 1);
  if (!uses)
    TRY(status_fail(STATUS_SYSTEM, "no memory for %d kernels", table->file.count));
  for (int k = 0; k < table->file.count; k++)
    uses[k] = is_judged[k] ? ROW_UNUSED : training_use(table->kernels[k].contraction, seed);
  TRY(list_rows(table, uses, ROW_TRAIN, &rows));
  TRY(list_rows(table, uses, ROW_STOP, &stops));
  if (rows.count == 0)
    TRY(status_fail(STATUS_USAGE, "every kernel judges, there is none to learn from"));
  TRY(train(&rows, &stops, seed, &model));
  TRY(correct(model, table, out_seconds));
cleanup:
  xgboost_model_destroy(model);
  rows_destroy(&rows);
  rows_destroy(&stops);
  free(uses);
  return status;
}
