// The files by which a run and its jobs know of each other, in a folder that all nodes see. A job
// array is a submission, counted from 1; what it is to do is a plan that never changes, so a job
// that was given up and lives on cannot take what is meant for its successor. A store is written by
// the jobs of one submission after the other; once one was lost it is only read, though it may be
// that the lost job lives on and writes.
//
//     N.plan            a line per shard of submission N
//     SHARD.N.records   the store that submission N began
//     SHARD.N.end       how the shard ended in submission N
//     SHARD.N.log       what its job printed
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_FILES_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_FILES_H

#include "tools/tune/tune_run.h"

#include <limits.h>

enum { SLURM_MAX_SHARDS = 1000 }; // Slurm's MaxArraySize is 1001 unless it is told otherwise

// What a job is to do.
typedef struct SlurmPlan {
  int64_t shard;
  int64_t store;     // the submission that began it
  int64_t trials;    // of the store, as --trials counts them; 0: no limit
  double seconds;    // the same
  bool has_tests;    // the paired tests at the end
  StoreSpent before; // by lost stores of the shard, beside this one
} SlurmPlan;

typedef struct SlurmEnd {
  Status status;
  char failure[400];
  TuneResult result; // owned
} SlurmEnd;

void slurm_store_path(const char *folder, int64_t shard, int64_t store, char path[PATH_MAX]);
void slurm_log_path(const char *folder, int64_t shard, int64_t submission, char path[PATH_MAX]);
void slurm_plan_path(const char *folder, int64_t submission, char path[PATH_MAX]);

Status slurm_plan_write(const char *folder, int64_t submission, const SlurmPlan *plans, int count);
// The plan of a shard in the file. False: there is none.
bool slurm_plan_read(const char *path, int64_t shard, SlurmPlan *out_plan);

Status slurm_end_write(const char *folder, int64_t shard, int64_t submission, const SlurmEnd *end);
// False: it has not ended, or nobody knows how.
bool slurm_end_read(const char *folder, int64_t shard, int64_t submission, SlurmEnd *out_end);
void slurm_end_destroy(SlurmEnd *end);

#endif
