// Training boosted trees.
#include "costmodel/xgboost_model_parts.h"

#include "costmodel/metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
  return values ? xgboost_call(XGDMatrixSetFloatInfo(matrix, field, values, count), field)
                : STATUS_OK;
}

static Status matrix_create(ModelKind kind, size_t columns, const ModelRows *rows,
                            DMatrixHandle *out_matrix) {
  Status status = STATUS_OK;
  bool ranks = kind == MODEL_RANKER;
  TRY(check_rows(kind, rows));
  TRY(xgboost_call(
      XGDMatrixCreateFromMat_omp(rows->values, rows->row_count, columns, NAN, out_matrix, 1),
      "reading rows"));
  TRY(matrix_set(*out_matrix, "label", rows->labels, rows->row_count));
  TRY(matrix_set(*out_matrix, "base_margin", rows->base_margin, rows->row_count));
  if (ranks)
    TRY(xgboost_call(
        XGDMatrixSetUIntInfo(*out_matrix, "group", rows->group_sizes, rows->group_count), "group"));
  TRY(matrix_set(*out_matrix, "weight", rows->weights,
                 ranks ? rows->group_count : rows->row_count));
cleanup:
  return status;
}

static Status booster_configure(BoosterHandle booster, const ModelOptions *options) {
  Status status = STATUS_OK;
  const XgboostSetting fixed[] = {
      {"booster", "gbtree"},
      {"objective", options->kind == MODEL_RANKER ? "rank:pairwise" : "reg:squarederror"},
      {"tree_method", "hist"},
      {"base_score", "0"},
      {"disable_default_eval_metric", "1"},
  };
  TRY(xgboost_set_common(booster));
  TRY(xgboost_set(booster, fixed, sizeof(fixed) / sizeof(fixed[0])));
  TRY(xgboost_set_number(booster, "seed", options->seed));
  TRY(xgboost_set_number(booster, "max_depth", options->depth));
  TRY(xgboost_set_number(booster, "eta", options->learning_rate));
  TRY(xgboost_set_number(booster, "min_child_weight", options->min_child_weight));
  TRY(xgboost_set_number(booster, "gamma", options->gamma));
  TRY(xgboost_set_number(booster, "lambda", options->lambda));
  TRY(xgboost_set_number(booster, "alpha", options->alpha));
  TRY(xgboost_set_number(booster, "subsample", options->row_sample));
  TRY(xgboost_set_number(booster, "colsample_bytree", options->column_sample));
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
      xgboost_call(XGBoosterPredictFromDMatrix(booster, matrix, how, &shape, &dimensions, &margins),
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
    TRY(xgboost_call(XGBoosterUpdateOneIter(booster, out->rounds, train), "adding a tree"));
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
  TRY(xgboost_call(XGBoosterSlice(booster, 0, rounds, 1, &kept), "keeping the best trees"));
  TRY(xgboost_call(XGBoosterSaveModelToBuffer(kept, "{\"format\":\"ubj\"}", &trees_bytes, &trees),
                   "writing trees"));
  TRY(model_file_write(options->kind, schema, trees, trees_bytes, &bytes, &size));
  TRY(xgboost_model_open(bytes, size, schema, out_model));
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
  TRY(xgboost_call(XGBoosterBoostedRounds(model->booster, &rounds), "counting trees"));
  for (int n = 0; n < options->max_rounds; n++)
    TRY(xgboost_call(XGBoosterUpdateOneIter(model->booster, rounds + n, matrix), "adding a tree"));
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
  TRY(xgboost_check_library());
  TRY(matrix_create(options->kind, schema.count, rows, &matrices[0]));
  if (held_out)
    TRY(matrix_create(options->kind, schema.count, held_out, &matrices[1]));
  // Matrices that a booster is created with keep their margins from round to round.
  TRY(xgboost_call(XGBoosterCreate(matrices, held_out ? 2 : 1, &booster), "creating a model"));
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
