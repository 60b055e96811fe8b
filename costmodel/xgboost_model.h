// XgboostModel: boosted trees, trained and asked through XGBoost 1.7.4. Only xgboost_calls.h
// includes its API.
//
// A model is plain bytes (costmodel/model_file.h). The same rows, options and seed give the same
// bytes; everything runs in one thread. Whatever is wrong with the bytes is STATUS_MODEL and one
// line.
#ifndef AUTOTUNE_COSTMODEL_XGBOOST_MODEL_H
#define AUTOTUNE_COSTMODEL_XGBOOST_MODEL_H

#include "costmodel/model_file.h"

// Rows to train on or to stop by. Nothing is kept.
typedef struct ModelRows {
  const float *values; // row_count x schema count; NAN: missing
  size_t row_count;
  const float *labels;      // one per row; ranker: higher is better, comparable inside a group
  const float *base_margin; // one per row, what the trees are added to; NULL: 0
  const float *weights;     // regressor: one per row, ranker: one per group; NULL: 1
  const uint32_t
      *group_sizes; // consecutive rows of one task, for the ranker; they sum to row_count
  size_t group_count;
} ModelRows;

typedef struct ModelOptions {
  ModelKind kind;
  uint32_t seed;
  int max_rounds; // trees at most
  int patience;   // rounds without a better value on the held-out rows before training ends
  int depth;
  double learning_rate, min_child_weight, gamma, lambda, alpha;
  double row_sample, column_sample; // part drawn for each tree, in (0, 1]
} ModelOptions;

typedef struct ModelTraining {
  int rounds;      // that were run
  int best_rounds; // that the model keeps
  // On the held-out rows: mean pairwise accuracy of the groups, or root of the mean squared error.
  // NAN without held-out rows.
  double held_out;
} ModelTraining;

typedef struct XgboostModel XgboostModel;

ModelOptions model_options_default(ModelKind kind);

// Trains on `rows`. `held_out` decides how many trees are kept; NULL: all max_rounds. The model is
// bound to `schema`; destroy it with xgboost_model_destroy. out_training may be NULL.
Status xgboost_model_train(const ModelOptions *options, ModelSchema schema, const ModelRows *rows,
                           const ModelRows *held_out, XgboostModel **out_model,
                           ModelTraining *out_training);

// Adds `options->max_rounds` trees, trained on `rows`, to those of `base` (a model file), whose
// predictions are multiplied by `factor` first. `base` has the features of `schema` in its order,
// else STATUS_MODEL.
Status xgboost_model_extend(const void *base, size_t base_size, double factor,
                            const ModelOptions *options, ModelSchema schema, const ModelRows *rows,
                            XgboostModel **out_model);

// Reads a model, copying what it needs, and binds it to `schema`: its features are found there by
// name, whatever their place. A feature that the schema does not have is STATUS_MODEL.
Status xgboost_model_load(const void *bytes, size_t size, ModelSchema schema,
                          XgboostModel **out_model);

void xgboost_model_destroy(XgboostModel *model); // NULL is a no-op

// The bytes of the model, lent.
const void *xgboost_model_bytes(const XgboostModel *model, size_t *out_size);
ModelKind xgboost_model_kind(const XgboostModel *model);
size_t xgboost_model_feature_count(const XgboostModel *model); // that it was trained on

// Sum of the trees for each of `row_count` rows of the schema; the caller adds the base margin. One
// thread at a time for one model.
Status xgboost_model_predict(XgboostModel *model, const float *values, size_t row_count,
                             float *out_predictions);

// What every column of the schema adds to the prediction of one row (exact SHAP values), and the
// bias: together the prediction. Columns that the model does not know add 0.
Status xgboost_model_explain(XgboostModel *model, const float *row, float *out_contributions,
                             float *out_bias);

#endif
