// LocalModel: what the measurements of one search say about its other schedules: trees fitted to
// them, on top of a model of other workloads (the global model) that counts less the more there
// are.
#include "search/learning/local_model.h"

#include "base/rng.h"
#include "costmodel/features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BAGS = 5 };

// Standard deviations that the upper bound adds.
static const double CONFIDENCE = 1;

struct LocalModel {
  LocalModelSetting setting;
  Forest *forests[BAGS]; // owned
  int forest_count;
  double base_weight; // of the global model
  // Of a regression: speed = scale * rank + offset, as the measurements have it.
  double base_scale, base_offset;
  double best_score; // of what was measured
};

LearningOptions learning_options_default(void) {
  return (LearningOptions){.diversity = 2, .epsilon = 0.05};
}

// --- the global model

// What it says, as far as it is trusted and counts beside so many measurements.
static Status rank_by_base(const LocalModel *model, const float *values, size_t count,
                           float *out_scores) {
  const LocalModelSetting *setting = &model->setting;
  memset(out_scores, 0, count * sizeof *out_scores);
  if (!setting->base)
    return STATUS_OK;
  Status status = learned_model_rank(setting->base, values, count, out_scores);
  for (size_t n = 0; n < count && status == STATUS_OK; n++) {
    double rank = model->base_weight * trusted_rank(setting->trust, (double)out_scores[n]);
    out_scores[n] = (float)(model->base_scale * rank + model->base_offset);
  }
  return status;
}

// Least squares of the labels by the ranks: what the trees of a regression are added to.
static void fit_scale(LocalModel *model, const float *ranks, const float *labels, size_t count) {
  double x = 0, y = 0, xx = 0, xy = 0, n = (double)count;
  for (size_t i = 0; i < count; i++) {
    x += (double)ranks[i];
    y += (double)labels[i];
    xx += (double)ranks[i] * (double)ranks[i];
    xy += (double)ranks[i] * (double)labels[i];
  }
  double variance = xx - x * x / n;
  model->base_scale = variance > 1e-12 ? fmax(0, (xy - x * y / n) / variance) : 0;
  model->base_offset = (y - model->base_scale * x) / n;
}

// --- fitting

static void write_labels(const double *seconds, size_t count, float *out_labels) {
  double best = INFINITY;
  for (size_t n = 0; n < count; n++)
    best = fmin(best, seconds[n]);
  for (size_t n = 0; n < count; n++)
    out_labels[n] = isfinite(best) ? (float)(best / seconds[n]) : 0;
}

static Status fit_all(LocalModel *model, const float *values, const float *labels,
                      const float *margins, size_t count) {
  model->forest_count = 1;
  return model->setting.fit(values, labels, margins, count, model->setting.options.is_regression,
                            &model->forests[0]);
}

// Every forest sees as many measurements, drawn with replacement.
static Status fit_bags(LocalModel *model, const float *values, const float *labels,
                       const float *margins, size_t count) {
  Status status = STATUS_OK;
  Rng rng = {model->setting.seed};
  float *rows = malloc(count * (FEATURE_COUNT + 2) * sizeof *rows);
  if (!rows)
    return status_fail(STATUS_SYSTEM, "no memory to train on %zu rows", count);
  float *drawn_labels = rows + count * FEATURE_COUNT, *drawn_margins = drawn_labels + count;
  while (model->forest_count < BAGS && status == STATUS_OK) {
    for (size_t n = 0; n < count; n++) {
      size_t row = (size_t)rng_below(&rng, (int64_t)count);
      memcpy(rows + n * FEATURE_COUNT, values + row * FEATURE_COUNT, FEATURE_COUNT * sizeof *rows);
      drawn_labels[n] = labels[row];
      drawn_margins[n] = margins[row];
    }
    status = model->setting.fit(rows, drawn_labels, drawn_margins, count,
                                model->setting.options.is_regression,
                                &model->forests[model->forest_count]);
    model->forest_count += status == STATUS_OK;
  }
  free(rows);
  return status;
}

// The mean of what is measured as the model sees it: improvement is counted from there, because
// scores are not seconds.
static Status find_best_score(LocalModel *model, const float *values, size_t count) {
  float scores[LOCAL_MODEL_BATCH];
  LearningRisk risk = model->setting.options.risk;
  double best = -INFINITY;
  Status status = STATUS_OK;
  model->setting.options.risk = RISK_MEAN;
  for (size_t n = 0; n < count && status == STATUS_OK; n += LOCAL_MODEL_BATCH) {
    size_t part = count - n < LOCAL_MODEL_BATCH ? count - n : LOCAL_MODEL_BATCH;
    status = local_model_score(model, values + n * FEATURE_COUNT, part, scores);
    for (size_t i = 0; i < part && status == STATUS_OK; i++)
      best = fmax(best, (double)scores[i]);
  }
  model->setting.options.risk = risk;
  model->best_score = best;
  return status;
}

static Status fit(LocalModel *model, const float *values, const double *seconds, size_t count) {
  Status status = STATUS_OK;
  const LearningOptions *options = &model->setting.options;
  float *labels = malloc(2 * count * sizeof *labels);
  if (!labels)
    return status_fail(STATUS_SYSTEM, "no memory to train on %zu rows", count);
  float *margins = labels + count;
  write_labels(seconds, count, labels);
  TRY(rank_by_base(model, values, count, margins));
  if (options->is_regression) {
    fit_scale(model, margins, labels, count);
    TRY(rank_by_base(model, values, count, margins));
  }
  if (options->risk == RISK_MEAN) {
    TRY(fit_all(model, values, labels, margins, count));
  } else {
    TRY(fit_bags(model, values, labels, margins, count));
    TRY(find_best_score(model, values, count));
  }
cleanup:
  free(labels);
  return status;
}

Status local_model_fit(const LocalModelSetting *setting, const float *values, const double *seconds,
                       size_t count, LocalModel **out_model) {
  double discount = setting->options.discount;
  LocalModel *model = malloc(sizeof *model);
  if (!model)
    return status_fail(STATUS_SYSTEM, "no memory for a model of %zu rows", count);
  *model = (LocalModel){.setting = *setting,
                        .base_weight = discount > 0 ? discount / (discount + (double)count) : 1,
                        .base_scale = 1};
  Status status = count > 0 ? fit(model, values, seconds, count) : STATUS_OK;
  if (status == STATUS_OK)
    *out_model = model;
  else
    local_model_destroy(model);
  return status;
}

void local_model_destroy(LocalModel *model) {
  if (!model)
    return;
  for (int f = 0; f < BAGS; f++)
    forest_destroy(model->forests[f]);
  free(model);
}

// --- scoring

// Expected improvement on `best` of a normal distribution.
static double expect_improvement(double mean, double deviation, double best) {
  double gain = mean - best;
  if (deviation <= 0)
    return fmax(gain, 0);
  double z = gain / deviation;
  double density = exp(-z * z / 2) / sqrt(2 * M_PI), part = erfc(-z / sqrt(2)) / 2;
  return gain * part + deviation * density;
}

static double weigh(const LocalModel *model, double mean, double deviation) {
  switch (model->setting.options.risk) {
  case RISK_EXPECTED_IMPROVEMENT:
    return expect_improvement(mean, deviation, model->best_score);
  case RISK_UPPER_BOUND:
    return mean + CONFIDENCE * deviation;
  default:
    return mean;
  }
}

Status local_model_score(const LocalModel *model, const float *values, size_t count,
                         float out_scores[LOCAL_MODEL_BATCH]) {
  float base[LOCAL_MODEL_BATCH], trees[BAGS][LOCAL_MODEL_BATCH];
  Status status = rank_by_base(model, values, count, base);
  for (int f = 0; f < model->forest_count && status == STATUS_OK; f++)
    status = forest_predict(model->forests[f], values, count, trees[f]);
  if (status != STATUS_OK || model->forest_count <= 1) {
    for (size_t n = 0; n < count && status == STATUS_OK; n++)
      out_scores[n] = model->forest_count ? trees[0][n] + base[n] : base[n];
    return status;
  }
  for (size_t n = 0; n < count; n++) {
    double sum = 0, squares = 0;
    for (int f = 0; f < model->forest_count; f++) {
      sum += (double)trees[f][n];
      squares += (double)trees[f][n] * (double)trees[f][n];
    }
    double mean = sum / model->forest_count;
    double deviation = sqrt(fmax(0, squares / model->forest_count - mean * mean));
    out_scores[n] = (float)weigh(model, mean + (double)base[n], deviation);
  }
  return STATUS_OK;
}
