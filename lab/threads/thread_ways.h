// ThreadWays: which schedules and splits of a kernel are measured.
//
// Three schedules of the same bits at most: the choice on one thread, the choice on several, and
// one that is drawn. Each on one thread, with the split that is predicted to be the best, and with
// some that are drawn from all legal ones, so that what is wrong with the prediction is seen.
#ifndef AUTOTUNE_LAB_THREADS_THREAD_WAYS_H
#define AUTOTUNE_LAB_THREADS_THREAD_WAYS_H

#include "plan/threads/thread_split.h"
#include "tools/ops/op_list.h"

typedef struct PlannedWay {
  Schedule schedule;
  ThreadSplit split; // without loops: one thread
} PlannedWay;

enum { PLANNED_WAYS_MAX = 12 };

// Writes the ways of an entry that was chosen for one thread; what is drawn depends on the entry
// and the seed alone. Ways of one schedule follow each other, the one on one thread first. Returns
// how many; 0: nothing of it can be cut.
int thread_ways_plan(const OpEntry *entry, int threads, uint64_t seed,
                     PlannedWay out_ways[PLANNED_WAYS_MAX]);

#endif
