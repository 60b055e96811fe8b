// RowModels: what the learned models say about rows of a training set, whether they were just
// trained or come from a file.
#ifndef AUTOTUNE_LAB_FIGURES_PREDICTION_H
#define AUTOTUNE_LAB_FIGURES_PREDICTION_H

#include "costmodel/learned_model.h"
#include "costmodel/training.h"

typedef struct RowModels {
  const LearnedModel *learned;    // lent; NULL: `trained`
  const TrainedModels *trained;   // lent
  const TrainingOptions *options; // what they were trained with; lent
} RowModels;

typedef struct RowPrediction {
  double score;   // of the ranker as far as it is trusted, higher is faster
  double seconds; // of the regressor
  double both;    // of both together, higher is faster: what schedules are chosen by
} RowPrediction;

// Predicts rows first .. first + count - 1.
Status predict_rows(const TrainingSet *set, const RowModels *models, size_t first, size_t count,
                    RowPrediction *out_predictions);

#endif
