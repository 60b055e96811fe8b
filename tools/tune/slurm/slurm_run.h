// SlurmRun: tunes a module by arrays of jobs, one job per shard of its tasks. In every round each
// shard gets a part of its budget; a shard whose job was lost is submitted again; at the end of a
// round all stores are merged. All state is in the folder STORE.slurm/KEY and in Slurm's queue, so
// the same command goes on from wherever this process ended.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_RUN_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_RUN_H

#include "tools/tune/slurm/slurm_settings.h"
#include "tools/tune/tune_run.h"

// STATUS_USAGE without Slurm's commands. Ctrl-C cancels the jobs and merges what they have
// measured: TUNE_STOPPED.
Status slurm_run(const SlurmSettings *settings, TuneEnd *out_end);

#endif
