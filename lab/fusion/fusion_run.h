// FusionRun: a program under several partitions, each compiled with marks between its kernels, run
// in turn, and timed as a whole and kernel by kernel.
#ifndef AUTOTUNE_LAB_FUSION_FUSION_RUN_H
#define AUTOTUNE_LAB_FUSION_FUSION_RUN_H

#include "lab/fusion/fusion_file.h"
#include "lab/partitions/partition_task.h"

// Partitions that are measured beside those that are drawn, at most.
enum { FUSION_RUN_OTHERS = 5 };

typedef struct FusionRunOptions {
  int partitions; // at most
  int runs;       // of each, in turn; at most FUSION_MAX_RUNS
  int core;       // that is timed on; -1: where it falls
  int lock;       // a descriptor (base/file/timing_lock.h), -1: none
} FusionRunOptions;

// Measures proposals of the task: the greedy one, those that were drawn or are extremes, and the
// best by prediction of the searches. Partitions whose code does not compile, or whose results are
// not those of the first, are left out. `program` has a name, processor and target; adds to it.
// The task's operands are random.
Status fusion_run(const PartitionTask *task, const FusionRunOptions *options,
                  FusionProgram *program, int *out_failed);

#endif
