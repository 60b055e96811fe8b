// ProfileKernel: what a profile knows of one kernel.
#ifndef AUTOTUNE_TOOLS_PROFILE_PROFILE_KERNEL_H
#define AUTOTUNE_TOOLS_PROFILE_PROFILE_KERNEL_H

#include "plan/schedule.h"
#include "transforms/group.h"

// A tuned op with those that are fused with it, or an op that stayed as it was.
typedef struct ProfileKernel {
  bool is_tuned;
  char name[64];              // of the op that it was made from
  int ops[GROUP_MAX_OPS + 1]; // numbers of all of them, that one first
  int op_count;
  char work[256], words[512];         // what it computes, and how, in words
  char schedule[SCHEDULE_TEXT_BYTES]; // "" where it is not tuned
  char source[96];                    // of the schedule: title of the model, "default", "forced"
  char threads[160];                  // how it is split; "" = it was not asked for
  char reason[256];                   // why it is not tuned, or what became of it
  char runner_up[SCHEDULE_TEXT_BYTES];
  double runner_up_seconds;
  int64_t candidates;
  double flops, bytes;      // of one run; bytes of all buffers, each once; 0: not known
  double peak_flops;        // in a second, of all threads at best; 0: not known
  double predicted_seconds; // of one run; 0: not predicted
  double roof_seconds;      // of one run at best; 0: not known
  char limit[16];           // what sets it: "arithmetic", "L2", "memory"
  int runs;                 // in one call of the function
  double seconds;           // of all of them, in the call whose time is the median
  double untuned_seconds;   // the same of its ops in the untouched function; -1: not measured, or
                            // other kernels were made of the same op
} ProfileKernel;

#endif
