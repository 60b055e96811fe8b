// RowSampling: the part of the rows that an ablation trains on. What is compared has as many rows.
#ifndef AUTOTUNE_LAB_EVALUATE_ROW_SAMPLING_H
#define AUTOTUNE_LAB_EVALUATE_ROW_SAMPLING_H

#include "tools/train/training_data.h"

typedef enum RowSampling {
  SAMPLING_ALL,
  // A quarter of the rows, whole tasks at random: of networks and their perturbations, as they
  // were drawn; of all, every family and size (octave of points) as often as every other.
  SAMPLING_PRIOR_TASKS,
  SAMPLING_UNIFORM_TASKS,
  // As many rows as the tasks of networks have: of those and the perturbed ones, or of those alone.
  SAMPLING_PERTURBED_TASKS,
  SAMPLING_NETWORK_TASKS,
  // As many rows of every task as it has of either kind: of a search's history, or drawn uniformly.
  SAMPLING_EXPLORED_SCHEDULES,
  SAMPLING_RANDOM_SCHEDULES,
} RowSampling;

// Marks the rows in use that are not in the sample as ROW_UNUSED.
Status row_sampling_apply(const TrainingData *data, RowSampling sampling, uint32_t seed,
                          uint8_t *uses);

#endif
