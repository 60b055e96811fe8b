// NoiseFloor: how exact the measurements of a dataset are. No model can be better than they say.
#ifndef AUTOTUNE_LAB_EVALUATE_NOISE_FLOOR_H
#define AUTOTUNE_LAB_EVALUATE_NOISE_FLOOR_H

#include "tools/train/training_data.h"

// Relative differences of two measurements of the same code, in percent of the first. NAN: there
// were none.
typedef struct NoiseDifferences {
  size_t count;
  double median, p90, mean;
  size_t long_count; // kernels of more than 50 microseconds
  double long_mean;
} NoiseDifferences;

typedef struct NoiseFloor {
  NoiseDifferences halves; // every second repeat against the others, within one measurement
  NoiseDifferences again;  // the same schedule measured at another time
  double *again_logs;      // owned: again.count natural logarithms of second over first seconds
} NoiseFloor;

// Median of every second repeat, from the first (half 0) or the second (half 1) on; of all when
// there is but one.
double row_half_seconds(const DatasetRow *row, int half);

// Of the rows of one CPU, that of `machine`.
Status noise_floor(const TrainingData *data, int32_t machine, NoiseFloor *out_floor);
void noise_floor_destroy(NoiseFloor *floor);

#endif
