// FeatureTable: what models learn from, as files that numerical programs read without this one.
#ifndef AUTOTUNE_LAB_DATASET_FEATURE_TABLE_H
#define AUTOTUNE_LAB_DATASET_FEATURE_TABLE_H

#include "tools/train/training_data.h"

// Writes three files (docs/reference/dataset.md): PATH.npy with the features of every row that was
// measured well, PATH.tsv with what else is known of the row, PATH.names with the names of the
// features. What the filter leaves out is there, too, and marked.
Status feature_table_write(const TrainingData *data, const TrainingFilter *filter,
                           const char *path);
// Whether they can be written, to be asked before the features are computed.
Status feature_table_check(const char *path);

#endif
