// The side of a job: tunes its shard as the plan says, and leaves how that ended.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_JOB_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_JOB_H

#include "tools/tune/tune_run.h"

// `plan` is the path FOLDER/N.plan; which shard it is, Slurm says in the environment. Of the
// settings the shard, the store and the budget do not count; shard_count does. Fails as tune_run.
Status slurm_job_run(const TuneSettings *settings, const char *plan, TuneEnd *out_end);

#endif
