// All stores of a folder of jobs, joined.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_MERGE_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_MERGE_H

#include "records/record_lines.h"

typedef struct SlurmMerged {
  int stores;
  int64_t rows; // added
  double seconds;
} SlurmMerged;

Status slurm_merge_all(const char *folder, const char *store, SlurmMerged *out_merged);
// Adds what is in `from`, which may be missing, to the store.
Status slurm_merge_one(const char *from, const char *store, RecordCounts *out_counts);

#endif
