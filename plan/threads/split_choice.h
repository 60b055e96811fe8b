// The choice of a ThreadSplit: which iterators are cut, and where; and what there is to choose
// from.
#ifndef AUTOTUNE_PLAN_THREADS_SPLIT_CHOICE_H
#define AUTOTUNE_PLAN_THREADS_SPLIT_CHOICE_H

#include "plan/threads/thread_split.h"

// Where the operands are, and what it costs, in units of work, that threads read what others wrote
// and write beside each other.
typedef struct SplitTraffic {
  const ThreadHomes *homes; // NULL: nobody knows, and it costs nothing
  double work_per_byte;
  double work_per_meeting; // of the results of two threads (thread_split_meetings)
  double work_per_barrier; // between a copy that all threads share and the pieces
  double own_bytes; // of the caches that a core has for itself: no thread copies more than that
                    // beyond an even share of what is copied
} SplitTraffic;

// The split with the least work for the busiest thread, traffic included, among those that are
// about as even as the most even one; of equal ones the one with fewer pieces. count is 0 when no
// iterator can be cut. `loops` are what the schedule gives for the workload, which is that of the
// op; the split speaks of the iterators of the rule's workload.
void thread_split_choose(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                         int threads, const SplitTraffic *traffic, ThreadSplit *out_split);

// All splits among which that one is chosen, at most `room`; returns how many. `own_bytes` as in
// SplitTraffic.
int thread_split_list(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                      int threads, double own_bytes, int room, ThreadSplit *out_splits);

#endif
