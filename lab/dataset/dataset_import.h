// Dataset import: the log of measured searches (search/measure/measure_log.h) as rows of a dataset.
#ifndef AUTOTUNE_LAB_DATASET_DATASET_IMPORT_H
#define AUTOTUNE_LAB_DATASET_DATASET_IMPORT_H

#include "records/dataset.h"

// Appends the trials of the log, measured on this machine. Proposed ones get the origin, those of
// the start are choices. A log has the seconds of whole functions, so only workloads that are all
// of their function are taken: of each site those with the fullest fusion, and none without a
// contraction or window, which stand for one op among several. The others are counted.
Status dataset_import_log(const char *path, DatasetOrigin origin, Dataset *dataset,
                          int64_t *out_skipped);

#endif
