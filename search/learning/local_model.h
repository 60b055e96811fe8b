// LocalModel: what the measurements of one search say about its other schedules: trees fitted to
// them, on top of a model of other workloads (the global model) that counts less the more there
// are.
#ifndef AUTOTUNE_SEARCH_LEARNING_LOCAL_MODEL_H
#define AUTOTUNE_SEARCH_LEARNING_LOCAL_MODEL_H

#include "costmodel/learned_model.h"
#include "costmodel/ranker_fit.h"

// What candidates are ranked by: the mean of the trees, or also how much trees of resampled
// measurements (bagging) disagree: expected improvement on the best, upper confidence bound.
typedef enum LearningRisk { RISK_MEAN, RISK_EXPECTED_IMPROVEMENT, RISK_UPPER_BOUND } LearningRisk;

enum { LEARNING_MOST_REFIT = 64 };

typedef struct LearningOptions {
  int diversity;      // a batch is picked from so many times as many candidates, new knob values
                      // first (AutoTVM's lambda); 1: the best as they are
  double epsilon;     // part of a batch that is drawn at random, 0 to 1
  LearningRisk risk;  // what candidates are ranked by
  bool is_regression; // the trees learn speeds, not orders
  double discount;    // measurements after which the global model counts half; 0: it always counts
  int refit; // trials from one fit of the trees to the next, in sixteens, as those are asked
             // for at a time; an eighth of all where that is more, LEARNING_MOST_REFIT at
             // most. 0: 16, the first on top of a global model 32
} LearningOptions;

// What docs/tuning.md and lab/results/replay-hard.md found best.
LearningOptions learning_options_default(void);

typedef struct LocalModel LocalModel;

typedef struct LocalModelSetting {
  RankerFit *fit;           // lent, as is the rest
  const LearnedModel *base; // the global model; NULL: none
  double trust;             // in its ranker
  LearningOptions options;
  uint64_t seed; // of the resampling
} LocalModelSetting;

enum { LOCAL_MODEL_BATCH = 128 }; // rows scored at once, at most

// `values` has `count` rows of FEATURE_COUNT; seconds that are infinite failed. No rows: the global
// model alone. Destroy with local_model_destroy.
Status local_model_fit(const LocalModelSetting *setting, const float *values, const double *seconds,
                       size_t count, LocalModel **out_model);
void local_model_destroy(LocalModel *model); // NULL is a no-op

// Higher is better, comparable within the model.
Status local_model_score(const LocalModel *model, const float *values, size_t count,
                         float out_scores[LOCAL_MODEL_BATCH]);

#endif
