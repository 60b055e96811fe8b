// Training: the ranker and the time regressor from a TrainingSet.
//
// The same set, uses, options and library give the same bytes. The rounds are found by early
// stopping on workloads that are not trained on; then both models are trained again with so many
// rounds on all rows, those workloads included.
#ifndef AUTOTUNE_COSTMODEL_TRAINING_H
#define AUTOTUNE_COSTMODEL_TRAINING_H

#include "costmodel/support.h"
#include "costmodel/training_set.h"
#include "costmodel/xgboost_model.h"

// What a row is for. All rows of a workload have the same use, unless it is unused.
typedef enum RowUse {
  ROW_UNUSED,
  ROW_TRAIN,
  ROW_STOP, // held out while the rounds are found
} RowUse;

typedef struct TrainingOptions {
  ModelOptions ranker, regressor;
  bool without_analytical;  // no analytical features; seconds are not counted from the estimate
  const char *without;      // features whose names begin so, joined by ','; NULL: none (ablations)
  size_t task_rows;         // of a task at most, taken evenly: no table outweighs everything else
  size_t ranker_least_rows; // tasks of fewer rows teach the regressor alone
  bool is_squared;          // the ranker learns speeds with squared error instead of orders
} TrainingOptions;

typedef struct TrainedModels {
  XgboostModel *ranker, *regressor;                  // owned
  Support *support;                                  // owned: of all rows trained on
  ModelTraining ranker_training, regressor_training; // how the rounds were found
  size_t row_count, task_count;                      // trained on in the end
} TrainedModels;

TrainingOptions training_options_default(uint32_t seed);

// The use of a row of this contraction: one contraction in eight is held out.
RowUse training_use(uint64_t contraction_key, uint32_t seed);

// `uses` has a RowUse for every row. STATUS_USAGE when there is nothing to train on. Destroy the
// models with trained_models_destroy.
Status models_train(const TrainingSet *set, const uint8_t *uses, const TrainingOptions *options,
                    TrainedModels *out_models);
void trained_models_destroy(TrainedModels *models);

// Rows as XGBoost takes them. Owns its arrays.
typedef struct TrainingRows {
  float *values, *labels, *weights;
  size_t *rows; // of the set
  uint32_t *group_sizes;
  size_t row_count, group_count;
} TrainingRows;

// Selects the rows whose use is a bit of `wanted`; `uses` NULL: all are trained on. Destroy with
// training_rows_destroy, whatever the result.
Status training_rows_create(const TrainingSet *set, const uint8_t *uses, unsigned wanted,
                            const TrainingOptions *options, TrainingRows *out_rows);
void training_rows_destroy(TrainingRows *rows);
// Writes what the ranker, or with `is_time` the regressor, is to learn of the rows, whose fast code
// counts for more where times are learned. Lends the arrays until it is called again.
ModelRows training_rows_for(const TrainingSet *set, TrainingRows *rows, bool is_time,
                            const TrainingOptions *options);

// What a row's predicted seconds are counted from: the analytical estimate, or without it a
// nanosecond for every point of the iteration space.
double training_reference(const TrainingSet *set, size_t row, const TrainingOptions *options);

#endif
