// What a user asks of `autotune tune --slurm`.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_SETTINGS_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_SETTINGS_H

#include "tools/tune/tune_settings.h"

typedef struct SlurmSettings {
  const TuneSettings *tune; // store: what is merged into; trials: of all shards together; seconds:
                            // of each; shard_count
  int64_t rounds;
  const char *options;          // more of sbatch's
  const OptionTexts *texts;     // of the pass, as the user wrote them
  const char *const *arguments; // of this command, which the jobs repeat; ended by NULL
} SlurmSettings;

#endif
