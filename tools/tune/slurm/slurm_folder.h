// The folder STORE.slurm/KEY of a run: what makes another set of tasks has another key, so that no
// command takes the results of another one for its own.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_FOLDER_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_FOLDER_H

#include "tools/tune/slurm/slurm_settings.h"

#include <limits.h>

enum { SLURM_FOLDER_BYTES = PATH_MAX - 64 }; // names within the folder are short

// Makes it where it is missing. The path is absolute.
Status slurm_folder_make(const SlurmSettings *settings, char out_folder[SLURM_FOLDER_BYTES]);
// Two runs of one command would submit everything twice: STATUS_USAGE when there is one. The lock
// is a file, which the caller closes.
Status slurm_folder_lock(const char *folder, int *out_lock);

#endif
