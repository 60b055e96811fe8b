// ThreadFeatures: the numbers that say what several threads may gain on a kernel that is split: by
// arithmetic alone. costmodel/threads/thread_features.def has a row for each.
#ifndef AUTOTUNE_COSTMODEL_THREADS_THREAD_FEATURES_H
#define AUTOTUNE_COSTMODEL_THREADS_THREAD_FEATURES_H

#include "costmodel/threads/thread_choice.h"

typedef enum ThreadFeature {
#define F(enumerator, name, unit, meaning) THREAD_FEATURE_##enumerator,
#include "costmodel/threads/thread_features.def"
#undef F
  THREAD_FEATURE_COUNT
} ThreadFeature;

const char *const *thread_feature_names(void); // in their order; static

// Writes THREAD_FEATURE_COUNT numbers, all finite, of a split with loops; its operands are nowhere
// in particular. False when the schedule gives no loops.
bool thread_features_fill(const Workload *workload, const ThreadCandidate *kernel,
                          const Target *target, const ThreadSplit *split, float *out_row);

#endif
