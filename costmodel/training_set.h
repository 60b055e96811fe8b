// TrainingSet: measured schedules as rows of features, those of one task together.
//
// A task is one workload on one machine. Learning and evaluation read nothing but this; which rows
// they use is said by a mark per row, so that one set serves every split.
#ifndef AUTOTUNE_COSTMODEL_TRAINING_SET_H
#define AUTOTUNE_COSTMODEL_TRAINING_SET_H

#include "costmodel/features.h"

typedef struct TrainingTask {
  uint64_t workload_key;
  uint64_t contraction_key; // what is seen and unseen is told by it, whatever is fused
  size_t first, count;      // of its rows
} TrainingTask;

typedef struct TrainingSet {
  float *values;   // row_count x FEATURE_COUNT
  double *seconds; // measured, > 0; one per row
  double *least;   // features_least_seconds of each row
  TrainingTask *tasks;
  size_t row_count, task_count;
} TrainingSet;

// Opens a task, to which the next rows belong. The set starts as {0}.
Status training_set_begin(TrainingSet *set, const Workload *workload);
// Adds a row to the open task. out_is_kept is false when the schedule has no loops on this workload
// (rules change), or `seconds` is not a time.
Status training_set_add(TrainingSet *set, const Workload *workload, const Schedule *schedule,
                        const Target *target, double seconds, bool *out_is_kept);
void training_set_destroy(TrainingSet *set);

// What the analytical model says about a row, in seconds.
double training_set_analytical(const TrainingSet *set, size_t row);

// A number in 0 .. count - 1 that depends on the contraction and the seed alone: all tasks that
// compute the same fall on one side of every split.
int contraction_fold(uint64_t contraction_key, uint32_t seed, int count);

#endif
