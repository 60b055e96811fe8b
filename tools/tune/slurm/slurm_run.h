// SlurmRun: tunes a module by arrays of jobs, one job per shard of its tasks. In every round each
// shard gets a part of its budget; a shard whose job was lost is submitted again; at the end of a
// round all stores are merged. All state is in the folder STORE.slurm/KEY and in Slurm's queue, so
// the same command goes on from wherever this process ended.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_RUN_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_RUN_H

#include "tools/tune/tune_run.h"

typedef struct SlurmSettings {
  const TuneSettings *tune; // store: what is merged into; trials: of all shards together; seconds:
                            // of each; shard_count
  int64_t rounds;
  const char *options;          // more of sbatch's
  const char *target;           // as the user named it
  const char *const *arguments; // of this command, which the jobs repeat; ended by NULL
} SlurmSettings;

// STATUS_USAGE without Slurm's commands. Ctrl-C cancels the jobs and merges what they have
// measured: TUNE_STOPPED.
Status slurm_run(const SlurmSettings *settings, TuneEnd *out_end);

#endif
