// Training, reading and asking boosted trees.
//
// XGBoost aborts or reads out of bounds on trees that it did not write itself, so bytes reach it
// only after their checksum and costmodel/tree_check.c have passed them.
#include "costmodel/xgboost_model.h"

#include "costmodel/metrics.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xgboost/c_api.h>
#include <xgboost/version_config.h>

// Later releases draw the pairs of rank:pairwise in another way: the same data would no longer give
// the same model.
static_assert(XGBOOST_VER_MAJOR == 1 && XGBOOST_VER_MINOR == 7, "written for XGBoost 1.7");

enum { GATHER_ROWS = 256 }; // rows whose columns are gathered at a time

struct XgboostModel {
  unsigned char *bytes; // owned: header, names, trees
  size_t size;
  ModelKind kind;
  size_t feature_count;
  size_t schema_count;
  uint32_t *columns;     // owned: of the schema, one per feature; NULL when they are the same
  float *gathered;       // owned: GATHER_ROWS rows; NULL with columns
  BoosterHandle booster; // owned
};

// --- calls of XGBoost

// Its message is "[time] file:line: what" and a stack trace.
static Status xgboost_failed(const char *step) {
  const char *text = XGBGetLastError(), *place = strstr(text, "] ");
  if (text[0] == '[' && place) {
    const char *colon = strstr(place + 2, ": ");
    text = colon ? colon + 2 : place + 2;
  }
  return status_fail(STATUS_MODEL, "XGBoost, %s: %s", step, text);
}

static Status xgboost(int code, const char *step) {
  return code == 0 ? STATUS_OK : xgboost_failed(step);
}

static Status check_library(void) {
  int major, minor, patch;
  XGBoostVersion(&major, &minor, &patch);
  if (major == XGBOOST_VER_MAJOR && minor == XGBOOST_VER_MINOR)
    return STATUS_OK;
  return status_fail(STATUS_MODEL, "XGBoost %d.%d is installed, models need %d.%d", major, minor,
                     XGBOOST_VER_MAJOR, XGBOOST_VER_MINOR);
}

typedef struct Setting {
  const char *name, *value;
} Setting;

// What holds for every booster.
static const Setting common_settings[] = {
    {"verbosity", "0"}, {"nthread", "1"}, {"predictor", "cpu_predictor"}};

static Status booster_set(BoosterHandle booster, const Setting *settings, size_t count) {
  Status status = STATUS_OK;
  for (size_t n = 0; n < count && status == STATUS_OK; n++)
    status =
        xgboost(XGBoosterSetParam(booster, settings[n].name, settings[n].value), settings[n].name);
  return status;
}

static Status booster_set_common(BoosterHandle booster) {
  return booster_set(booster, common_settings,
                     sizeof(common_settings) / sizeof(common_settings[0]));
}

static Status booster_set_number(BoosterHandle booster, const char *name, double value) {
  char text[40];
  snprintf(text, sizeof(text), "%.17g", value);
  return booster_set(booster, &(Setting){name, text}, 1);
}

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
  TRY(xgboost(XGBoosterCreate(NULL, 0, &model->booster), "creating a model"));
  TRY(booster_set_common(model->booster));
  TRY(xgboost(XGBoosterLoadModelFromBuffer(model->booster, file->trees, file->trees_bytes),
              "reading trees"));
  TRY(booster_set_common(model->booster));
  bst_ulong features;
  TRY(xgboost(XGBoosterGetNumFeature(model->booster, &features), "reading trees"));
  if (features != model->feature_count)
    status = status_fail(STATUS_MODEL, "model file has trees over %llu features and names for %zu",
                         (unsigned long long)features, model->feature_count);
cleanup:
  return status;
}

// Takes `bytes`, also on failure.
static Status model_open(unsigned char *bytes, size_t size, ModelSchema schema,
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
  TRY(check_library());
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
  return model_open(copy, size, schema, out_model);
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
  Status status = xgboost(XGBoosterPredictFromDense(model->booster, where, how, NULL, &shape,
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
  TRY(xgboost(XGDMatrixCreateFromMat_omp(row, 1, model->feature_count, NAN, &matrix, 1),
              "reading rows"));
  TRY(xgboost(
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

// --- training

ModelOptions model_options_default(ModelKind kind) {
  return (ModelOptions){
      .kind = kind,
      .seed = 1,
      .max_rounds = 300,
      .patience = 20,
      .depth = 6,
      .learning_rate = kind == MODEL_RANKER ? 0.2 : 0.1,
      .min_child_weight = 1,
      .gamma = 1e-4,
      .lambda = 1,
      .alpha = 0,
      .row_sample = 1,
      .column_sample = 1,
  };
}

static Status check_rows(ModelKind kind, const ModelRows *rows) {
  if (rows->row_count == 0)
    return status_fail(STATUS_USAGE, "no rows to train a model on");
  for (size_t r = 0; r < rows->row_count; r++)
    if (!isfinite(rows->labels[r]) || (rows->base_margin && !isfinite(rows->base_margin[r])))
      return status_fail(STATUS_USAGE, "row %zu has a label that is not a number", r);
  uint64_t grouped = 0;
  for (size_t g = 0; g < rows->group_count; g++)
    grouped += rows->group_sizes[g];
  if (kind == MODEL_RANKER && grouped != rows->row_count)
    return status_fail(STATUS_USAGE, "groups hold %llu of %zu rows", (unsigned long long)grouped,
                       rows->row_count);
  return STATUS_OK;
}

static Status matrix_set(DMatrixHandle matrix, const char *field, const float *values,
                         size_t count) {
  return values ? xgboost(XGDMatrixSetFloatInfo(matrix, field, values, count), field) : STATUS_OK;
}

static Status matrix_create(ModelKind kind, size_t columns, const ModelRows *rows,
                            DMatrixHandle *out_matrix) {
  Status status = STATUS_OK;
  bool ranks = kind == MODEL_RANKER;
  TRY(check_rows(kind, rows));
  TRY(xgboost(
      XGDMatrixCreateFromMat_omp(rows->values, rows->row_count, columns, NAN, out_matrix, 1),
      "reading rows"));
  TRY(matrix_set(*out_matrix, "label", rows->labels, rows->row_count));
  TRY(matrix_set(*out_matrix, "base_margin", rows->base_margin, rows->row_count));
  if (ranks)
    TRY(xgboost(XGDMatrixSetUIntInfo(*out_matrix, "group", rows->group_sizes, rows->group_count),
                "group"));
  TRY(matrix_set(*out_matrix, "weight", rows->weights,
                 ranks ? rows->group_count : rows->row_count));
cleanup:
  return status;
}

static Status booster_configure(BoosterHandle booster, const ModelOptions *options) {
  Status status = STATUS_OK;
  const Setting fixed[] = {
      {"booster", "gbtree"},
      {"objective", options->kind == MODEL_RANKER ? "rank:pairwise" : "reg:squarederror"},
      {"tree_method", "hist"},
      {"base_score", "0"},
      {"disable_default_eval_metric", "1"},
  };
  TRY(booster_set_common(booster));
  TRY(booster_set(booster, fixed, sizeof(fixed) / sizeof(fixed[0])));
  TRY(booster_set_number(booster, "seed", options->seed));
  TRY(booster_set_number(booster, "max_depth", options->depth));
  TRY(booster_set_number(booster, "eta", options->learning_rate));
  TRY(booster_set_number(booster, "min_child_weight", options->min_child_weight));
  TRY(booster_set_number(booster, "gamma", options->gamma));
  TRY(booster_set_number(booster, "lambda", options->lambda));
  TRY(booster_set_number(booster, "alpha", options->alpha));
  TRY(booster_set_number(booster, "subsample", options->row_sample));
  TRY(booster_set_number(booster, "colsample_bytree", options->column_sample));
cleanup:
  return status;
}

// Mean pairwise accuracy over the groups in which labels differ.
static Status rank_quality(const ModelRows *rows, const float *margins, double *out_quality) {
  Status status = STATUS_OK;
  double sum = 0;
  size_t start = 0, counted = 0;
  double *scores = malloc(2 * rows->row_count * sizeof(*scores)), *labels;
  if (!scores)
    return status_fail(STATUS_SYSTEM, "no memory to compare %zu rows", rows->row_count);
  labels = scores + rows->row_count;
  for (size_t r = 0; r < rows->row_count; r++) {
    scores[r] = margins[r];
    labels[r] = rows->labels[r];
  }
  for (size_t g = 0; g < rows->group_count; start += rows->group_sizes[g++]) {
    PairCounts counts = {0};
    TRY(metric_count_pairs(scores + start, labels + start, rows->group_sizes[g], &counts));
    double accuracy = metric_pairwise_accuracy(&counts);
    if (isnan(accuracy))
      continue;
    sum += accuracy;
    counted++;
  }
  *out_quality = counted > 0 ? sum / (double)counted : 0.5;
cleanup:
  free(scores);
  return status;
}

// Higher is better for both kinds.
static Status held_out_quality(ModelKind kind, BoosterHandle booster, DMatrixHandle matrix,
                               const ModelRows *rows, double *out_quality) {
  static const char how[] = "{\"type\":1,\"training\":false,\"iteration_begin\":0,"
                            "\"iteration_end\":0,\"strict_shape\":false}";
  const bst_ulong *shape;
  bst_ulong dimensions;
  const float *margins;
  Status status =
      xgboost(XGBoosterPredictFromDMatrix(booster, matrix, how, &shape, &dimensions, &margins),
              "predicting held-out rows");
  if (status != STATUS_OK)
    return status;
  if (kind == MODEL_RANKER)
    return rank_quality(rows, margins, out_quality);
  double sum = 0;
  for (size_t r = 0; r < rows->row_count; r++) {
    double error = (double)margins[r] - (double)rows->labels[r];
    sum += error * error;
  }
  *out_quality = -sqrt(sum / (double)rows->row_count);
  return STATUS_OK;
}

// Adds trees until the held-out rows see no progress for `patience` rounds.
static Status booster_train(BoosterHandle booster, const ModelOptions *options, DMatrixHandle train,
                            DMatrixHandle held_out, const ModelRows *rows, ModelTraining *out) {
  Status status = STATUS_OK;
  double best = -INFINITY;
  *out = (ModelTraining){0, 0, NAN};
  while (out->rounds < options->max_rounds) {
    TRY(xgboost(XGBoosterUpdateOneIter(booster, out->rounds, train), "adding a tree"));
    out->rounds++;
    if (!held_out) {
      out->best_rounds = out->rounds;
      continue;
    }
    double quality = 0;
    TRY(held_out_quality(options->kind, booster, held_out, rows, &quality));
    if (quality > best) {
      best = quality;
      out->best_rounds = out->rounds;
    } else if (out->rounds - out->best_rounds >= options->patience) {
      break;
    }
  }
  if (held_out)
    out->held_out = options->kind == MODEL_RANKER ? best : -best;
cleanup:
  return status;
}

// The first `rounds` trees as a model.
static Status model_from_booster(BoosterHandle booster, const ModelOptions *options,
                                 ModelSchema schema, int rounds, XgboostModel **out_model) {
  Status status = STATUS_OK;
  BoosterHandle kept = NULL;
  const char *trees = NULL;
  bst_ulong trees_bytes = 0;
  unsigned char *bytes = NULL;
  size_t size = 0;
  TRY(xgboost(XGBoosterSlice(booster, 0, rounds, 1, &kept), "keeping the best trees"));
  TRY(xgboost(XGBoosterSaveModelToBuffer(kept, "{\"format\":\"ubj\"}", &trees_bytes, &trees),
              "writing trees"));
  TRY(model_file_write(options->kind, schema, trees, trees_bytes, &bytes, &size));
  TRY(model_open(bytes, size, schema, out_model));
cleanup:
  if (kept)
    XGBoosterFree(kept);
  return status;
}

Status xgboost_model_extend(const void *base, size_t base_size, double factor,
                            const ModelOptions *options, ModelSchema schema, const ModelRows *rows,
                            XgboostModel **out_model) {
  Status status = STATUS_OK;
  unsigned char *bytes = NULL;
  XgboostModel *model = NULL;
  DMatrixHandle matrix = NULL;
  int rounds = 0;
  TRY(model_file_scale(base, base_size, factor, &bytes));
  TRY(xgboost_model_load(bytes, base_size, schema, &model));
  if (model->columns || model->kind != options->kind)
    TRY(status_fail(STATUS_MODEL, "the model has other features than this program; train it anew"));
  TRY(matrix_create(options->kind, schema.count, rows, &matrix));
  TRY(booster_configure(model->booster, options));
  TRY(xgboost(XGBoosterBoostedRounds(model->booster, &rounds), "counting trees"));
  for (int n = 0; n < options->max_rounds; n++)
    TRY(xgboost(XGBoosterUpdateOneIter(model->booster, rounds + n, matrix), "adding a tree"));
  TRY(model_from_booster(model->booster, options, schema, rounds + options->max_rounds, out_model));
cleanup:
  xgboost_model_destroy(model);
  if (matrix)
    XGDMatrixFree(matrix);
  free(bytes);
  return status;
}

Status xgboost_model_train(const ModelOptions *options, ModelSchema schema, const ModelRows *rows,
                           const ModelRows *held_out, XgboostModel **out_model,
                           ModelTraining *out_training) {
  Status status = STATUS_OK;
  DMatrixHandle matrices[2] = {NULL, NULL};
  BoosterHandle booster = NULL;
  ModelTraining training;
  if (options->max_rounds < 1 || options->depth < 1 || schema.count == 0 ||
      schema.count > MODEL_MAX_FEATURES)
    return status_fail(STATUS_USAGE, "a model needs at least one round, one level and one feature");
  TRY(check_library());
  TRY(matrix_create(options->kind, schema.count, rows, &matrices[0]));
  if (held_out)
    TRY(matrix_create(options->kind, schema.count, held_out, &matrices[1]));
  // Matrices that a booster is created with keep their margins from round to round.
  TRY(xgboost(XGBoosterCreate(matrices, held_out ? 2 : 1, &booster), "creating a model"));
  TRY(booster_configure(booster, options));
  TRY(booster_train(booster, options, matrices[0], matrices[1], held_out, &training));
  TRY(model_from_booster(booster, options, schema, training.best_rounds, out_model));
  if (out_training)
    *out_training = training;
cleanup:
  if (booster)
    XGBoosterFree(booster);
  for (int n = 1; n >= 0; n--)
    if (matrices[n])
      XGDMatrixFree(matrices[n]);
  return status;
}
