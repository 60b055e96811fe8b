// SlurmQueue: Slurm's queue, by its commands sbatch, squeue and scancel. Arrays of jobs are known
// by a name that the caller makes unique, so one that was submitted by a process that died is
// found.
#ifndef AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_QUEUE_H
#define AUTOTUNE_TOOLS_TUNE_SLURM_SLURM_QUEUE_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { SLURM_NAME_BYTES = 64 };

// A job of the queue: waiting, running or ending.
typedef struct SlurmJob {
  int64_t index; // in its array
  bool is_running;
  char reason[48]; // why it waits
} SlurmJob;

typedef struct SlurmArray {
  const char *name;
  const int64_t *indices; // ascending
  int count;
  const char *options;          // more of sbatch's, split at blanks; "" for none
  const char *script;           // path
  const char *const *arguments; // of the script; NULL last
} SlurmArray;

// STATUS_USAGE when one of the commands is not on PATH, or the queue may never be asked;
// STATUS_SYSTEM when it does not answer now. Takes away variables of the environment by which the
// commands would leave jobs out. To be called first.
Status slurm_queue_check(void);
// Jobs that are lost are not started again by Slurm. STATUS_SYSTEM while Slurm does not answer;
// STATUS_USAGE when it refuses.
Status slurm_queue_submit(const SlurmArray *array);
// The jobs of the array that have not ended. STATUS_SYSTEM while Slurm does not answer, whatever
// the reason: that it could be asked was checked.
Status slurm_queue_list(const char *name, SlurmJob **out_jobs, int *out_count);
Status slurm_queue_cancel(const char *name);

#endif
