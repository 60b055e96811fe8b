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
// Adds what is in `from` to the store. Nothing, with a warning, where `from` cannot be read: one
// bad store must not end a run. Nothing where it is missing.
Status slurm_merge_one(const char *from, const char *store, RecordCounts *out_counts);
// Says that a store is passed over for what status_text says.
void slurm_merge_warn(const char *path);

#endif
