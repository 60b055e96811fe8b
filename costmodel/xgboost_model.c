// Reading and asking boosted trees.
//
// XGBoost aborts or reads out of bounds on trees that it did not write itself, so bytes reach it
// only after their checksum and costmodel/tree_check.c have passed them.
#include "costmodel/xgboost_model_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GATHER_ROWS = 256 }; // rows whose columns are gathered at a time

// --- reading

// Finds the columns of the features; `columns` stays NULL when they are those of the schema.
static Status model_bind(XgboostModel *model, const ModelFile *file, ModelSchema schema) {
  Status status = STATUS_OK;
  uint32_t *columns = malloc(model->feature_count * sizeof(*columns));
  if (!columns)
    return status_fail(STATUS_SYSTEM, "no memory for %zu features", model->feature_count);
  TRY(model_file_bind(file, schema, columns));
  model->schema_count = schema.count;
  bool is_same = model->feature_count == schema.count;
  for (size_t n = 0; n < model->feature_count; n++)
    is_same = is_same && columns[n] == n;
  if (is_same)
    goto cleanup;
  model->columns = columns;
  columns = NULL;
  model->gathered = malloc(GATHER_ROWS * model->feature_count * sizeof(float));
  if (!model->gathered)
    status = status_fail(STATUS_SYSTEM, "no memory for %zu features", model->feature_count);
cleanup:
  free(columns);
  return status;
}

static Status model_load_trees(XgboostModel *model, const ModelFile *file) {
  Status status = STATUS_OK;
  TRY(model_file_check_trees(file, NULL, NULL));
  TRY(xgboost_call(XGBoosterCreate(NULL, 0, &model->booster), "creating a model"));
  TRY(xgboost_set_common(model->booster));
  TRY(xgboost_call(XGBoosterLoadModelFromBuffer(model->booster, file->trees, file->trees_bytes),
                   "reading trees"));
  TRY(xgboost_set_common(model->booster));
  bst_ulong features;
  TRY(xgboost_call(XGBoosterGetNumFeature(model->booster, &features), "reading trees"));
  if (features != model->feature_count)
    status = status_fail(STATUS_MODEL, "model file has trees over %llu features and names for %zu",
                         (unsigned long long)features, model->feature_count);
cleanup:
  return status;
}

Status xgboost_model_open(unsigned char *bytes, size_t size, ModelSchema schema,
                          XgboostModel **out_model) {
  Status status = STATUS_OK;
  ModelFile file;
  XgboostModel *model = calloc(1, sizeof(*model));
  if (!model) {
    free(bytes);
    return status_fail(STATUS_SYSTEM, "no memory for a model");
  }
  model->bytes = bytes;
  model->size = size;
  TRY(xgboost_check_library());
  TRY(model_file_read(bytes, size, &file));
  model->kind = file.kind;
  model->feature_count = file.feature_count;
  TRY(model_bind(model, &file, schema));
  TRY(model_load_trees(model, &file));
  *out_model = model;
  model = NULL;
cleanup:
  xgboost_model_destroy(model);
  return status;
}

Status xgboost_model_load(const void *bytes, size_t size, ModelSchema schema,
                          XgboostModel **out_model) {
  unsigned char *copy = malloc(size > 0 ? size : 1);
  if (!copy)
    return status_fail(STATUS_SYSTEM, "no memory for a model of %zu bytes", size);
  if (size > 0)
    memcpy(copy, bytes, size);
  return xgboost_model_open(copy, size, schema, out_model);
}

void xgboost_model_destroy(XgboostModel *model) {
  if (!model)
    return;
  if (model->booster)
    XGBoosterFree(model->booster);
  free(model->gathered);
  free(model->columns);
  free(model->bytes);
  free(model);
}

const void *xgboost_model_bytes(const XgboostModel *model, size_t *out_size) {
  *out_size = model->size;
  return model->bytes;
}

ModelKind xgboost_model_kind(const XgboostModel *model) { return model->kind; }

size_t xgboost_model_feature_count(const XgboostModel *model) { return model->feature_count; }

// --- asking

static Status predict_rows(XgboostModel *model, const float *values, size_t row_count, float *out) {
  static const char how[] = "{\"type\":1,\"training\":false,\"iteration_begin\":0,"
                            "\"iteration_end\":0,\"strict_shape\":false,\"missing\":NaN,"
                            "\"cache_id\":0}";
  char where[160];
  snprintf(where, sizeof(where),
           "{\"data\":[%llu,true],\"shape\":[%zu,%zu],\"typestr\":\"<f4\",\"version\":3}",
           (unsigned long long)(uintptr_t)values, row_count, model->feature_count);
  const bst_ulong *shape;
  bst_ulong dimensions;
  const float *predictions;
  Status status = xgboost_call(XGBoosterPredictFromDense(model->booster, where, how, NULL, &shape,
                                                         &dimensions, &predictions),
                               "predicting");
  if (status != STATUS_OK)
    return status;
  if (dimensions != 1 || shape[0] != row_count)
    return status_fail(STATUS_MODEL, "model does not give one number for a row");
  memcpy(out, predictions, row_count * sizeof(*out));
  return STATUS_OK;
}

Status xgboost_model_predict(XgboostModel *model, const float *values, size_t row_count,
                             float *out_predictions) {
  if (!model->columns)
    return row_count > 0 ? predict_rows(model, values, row_count, out_predictions) : STATUS_OK;
  Status status = STATUS_OK;
  for (size_t start = 0; start < row_count && status == STATUS_OK; start += GATHER_ROWS) {
    size_t rows = row_count - start < GATHER_ROWS ? row_count - start : GATHER_ROWS;
    for (size_t r = 0; r < rows; r++)
      for (size_t n = 0; n < model->feature_count; n++)
        model->gathered[r * model->feature_count + n] =
            values[(start + r) * model->schema_count + model->columns[n]];
    status = predict_rows(model, model->gathered, rows, out_predictions + start);
  }
  return status;
}

// Contributions of the features that the model was trained on, the bias last: lent until the next
// call.
static Status contributions(XgboostModel *model, const float *row, const float **out_numbers) {
  static const char how[] = "{\"type\":2,\"training\":false,\"iteration_begin\":0,"
                            "\"iteration_end\":0,\"strict_shape\":false}";
  Status status = STATUS_OK;
  DMatrixHandle matrix = NULL;
  const bst_ulong *shape;
  bst_ulong dimensions;
  TRY(xgboost_call(XGDMatrixCreateFromMat_omp(row, 1, model->feature_count, NAN, &matrix, 1),
                   "reading rows"));
  TRY(xgboost_call(
      XGBoosterPredictFromDMatrix(model->booster, matrix, how, &shape, &dimensions, out_numbers),
      "explaining"));
  if (dimensions != 2 || shape[1] != model->feature_count + 1)
    status = status_fail(STATUS_MODEL, "model does not explain every feature");
cleanup:
  if (matrix)
    XGDMatrixFree(matrix);
  return status;
}

Status xgboost_model_explain(XgboostModel *model, const float *row, float *out_contributions,
                             float *out_bias) {
  const float *numbers;
  for (size_t n = 0; model->columns && n < model->feature_count; n++)
    model->gathered[n] = row[model->columns[n]];
  Status status = contributions(model, model->columns ? model->gathered : row, &numbers);
  if (status != STATUS_OK)
    return status;
  memset(out_contributions, 0, model->schema_count * sizeof(float));
  for (size_t n = 0; n < model->feature_count; n++)
    out_contributions[model->columns ? model->columns[n] : n] = numbers[n];
  *out_bias = numbers[model->feature_count];
  return STATUS_OK;
}
