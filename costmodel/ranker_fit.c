#include "costmodel/ranker_fit.h"

#include "costmodel/features.h"
#include "costmodel/xgboost_model.h"

// Few and shallow: a task has some hundred rows, and the trees are fitted anew after every batch.
enum { FIT_ROUNDS = 100, FIT_DEPTH = 3 };

Status ranker_fit(const float *values, const float *labels, const float *margins, size_t count,
                  bool is_regression, Forest **out_forest) {
  Status status = STATUS_OK;
  XgboostModel *model = NULL;
  ModelFile file;
  size_t size;
  const ModelSchema schema = {feature_names(), FEATURE_COUNT};
  const uint32_t group = (uint32_t)count;
  ModelOptions options = model_options_default(is_regression ? MODEL_REGRESSOR : MODEL_RANKER);
  options.max_rounds = FIT_ROUNDS;
  options.depth = FIT_DEPTH;
  options.learning_rate = 0.3;
  const ModelRows rows = {.values = values,
                          .row_count = count,
                          .labels = labels,
                          .base_margin = margins,
                          .group_sizes = &group,
                          .group_count = 1};
  TRY(xgboost_model_train(&options, schema, &rows, NULL, &model, NULL));
  const void *bytes = xgboost_model_bytes(model, &size);
  TRY(model_file_read(bytes, size, &file));
  TRY(forest_create(&file, schema, out_forest));
cleanup:
  xgboost_model_destroy(model);
  return status;
}
