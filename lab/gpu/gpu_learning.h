// GpuLearning: what boosted trees make of the rows, beyond the model, and how good both are on
// workloads that the trees have not seen.
#ifndef AUTOTUNE_LAB_GPU_GPU_LEARNING_H
#define AUTOTUNE_LAB_GPU_GPU_LEARNING_H

#include "costmodel/xgboost_model.h"
#include "lab/gpu/gpu_rows.h"

enum { GPU_FOLDS = 5 };

// Seconds of every row, predicted by trees that were trained on the workloads of the other folds.
// The trees predict measured over predicted seconds. STATUS_USAGE where a fold has nothing to learn
// from.
Status gpu_learning_predict(const GpuRows *rows, uint32_t seed, double *out_seconds);

// The trees of all rows: a model file (costmodel/model_file.h), which the caller destroys.
Status gpu_learning_train(const GpuRows *rows, uint32_t seed, XgboostModel **out_model);

// Of tasks with two kernels at least. What is not defined is NAN.
typedef struct GpuFigures {
  int tasks, rows;
  double top1, top8; // percent: best over the fastest of the first, of the 8 first; mean over tasks
  double ape, log_ape; // percent, of seconds
  double tau;          // Kendall's, mean over tasks
} GpuFigures;

// `seconds`: measured, `predicted`: by what is judged, of each row.
Status gpu_learning_judge(const GpuRows *rows, const double *seconds, const double *predicted,
                          GpuFigures *out_figures);

#endif
