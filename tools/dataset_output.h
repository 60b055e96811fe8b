// DatasetOutput: the file that an action adds rows to, none of them twice.
#ifndef AUTOTUNE_TOOLS_DATASET_OUTPUT_H
#define AUTOTUNE_TOOLS_DATASET_OUTPUT_H

#include "records/dataset.h"
#include "tools/output.h"

// What the file holds already; nothing when it is missing. `out_dropped`: rows that are no longer
// legal.
Status dataset_output_read(const char *path, Dataset *dataset, int64_t *out_dropped);

// Writes the dataset without rows that are there twice, and says how many there are, how many were
// `skipped` before, and how many were known.
Status dataset_output_write(const char *path, Dataset *dataset, int64_t skipped, bool is_json);

#endif
