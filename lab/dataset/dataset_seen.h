// Which ops of modules a model has seen that was trained on a dataset.
#ifndef AUTOTUNE_LAB_DATASET_DATASET_SEEN_H
#define AUTOTUNE_LAB_DATASET_DATASET_SEEN_H

#include "records/dataset.h"
#include <stdio.h>

typedef struct SeenQuery {
  const char *modules; // files and folders, joined by ','
  const char
      *without_networks; // what training left out, as the flags of autotune train; NULL: none
  const char *without_modules;
} SeenQuery;

// Writes a line for every module: its path, how many ops of it are tuned, and of how many of those
// some workload with their contraction was trained on; separated by tabs.
Status dataset_seen(const Dataset *dataset, const SeenQuery *query, FILE *file);

#endif
