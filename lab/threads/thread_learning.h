// ThreadLearning: what boosted trees make of the features of splits, beyond the model of threads.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_LEARNING_H
#define AUTOTUNE_LAB_THREADS_THREAD_LEARNING_H

#include "lab/threads/thread_table.h"

// Trains on the splits of kernels for which `is_judged` has a 0: the logarithm of how much less
// they gain than is predicted. Writes the seconds of every way, corrected by that. STATUS_USAGE
// when there is nothing to train on.
Status thread_learning_predict(const ThreadTable *table, const uint8_t *is_judged, uint32_t seed,
                               double *out_seconds);

#endif
