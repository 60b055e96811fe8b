// ThreadSplit: the iterations of a LoopNest cut into pieces that several threads work on.
//
// Up to three parallel iterators are cut, outside all loops of the nest. Invariant: a piece starts
// where a register tile starts, and at a tile where vector code and scalar code of one statement
// may differ, so every element is computed by the same instructions as on one thread and no
// reduction is taken apart: the results are the same bits for every number of threads.
#ifndef AUTOTUNE_CORE_SCHEDULE_THREAD_SPLIT_H
#define AUTOTUNE_CORE_SCHEDULE_THREAD_SPLIT_H

#include "core/loop_nest.h"
#include "core/thread_homes.h"

enum {
  THREAD_SPLIT_MAX_LOOPS = 3,
  THREADS_MAX = 1024, // that can be asked for
};

typedef struct SplitLoop {
  int iterator;
  int64_t step;   // iterations of one piece; the last one may have fewer
  int64_t pieces; // ceil(extent / step), >= 2
} SplitLoop;

typedef struct ThreadSplit {
  int threads;                             // that share the pieces
  int count;                               // 0: one thread does all
  SplitLoop loops[THREAD_SPLIT_MAX_LOOPS]; // outermost first
} ThreadSplit;

// Pieces in all; 1 when nothing is split.
int64_t thread_split_pieces(const ThreadSplit *split);

// What the pieces cost when the threads take equal runs of neighbouring pieces. Work is
// counted in evaluations of the body by one lane set; packing is part of it.
typedef struct SplitWork {
  double serial;  // before the pieces, by one thread: operands packed whole, patches
  double total;   // of one thread that does everything, `serial` included
  double largest; // of the thread with the most, without `serial`
  double mean;    // over all threads, without `serial`
} SplitWork;

void thread_split_work(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                       const ThreadSplit *split, SplitWork *out_work);

// Bytes that a thread uses and that others used before or use afterwards, of the thread with the
// most of them. What is packed whole, and what the rule makes, is written by one thread. Of
// constants two fifths of what a thread reads beyond an even share of them.
double thread_split_far_bytes(const Workload *workload, const Schedule *schedule,
                              const LoopNest *loops, const ThreadHomes *homes,
                              const ThreadSplit *split);

// Where the operands are, and what a byte costs that another thread wrote: in units of work.
typedef struct SplitTraffic {
  const ThreadHomes *homes; // NULL: nobody knows, and it costs nothing
  double work_per_byte;
} SplitTraffic;

// The split with the least work for the busiest thread, traffic included, among those that are
// about as even as the most even one; of equal ones the one with fewer pieces. count is 0 when no
// iterator can be cut. `loops` are what the schedule gives for the workload, which is that of the
// op; the split speaks of the iterators of the rule's workload.
void thread_split_choose(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                         int threads, const SplitTraffic *traffic, ThreadSplit *out_split);

#endif
