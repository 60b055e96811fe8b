// ThreadSplit: the iterations of a LoopNest cut into pieces that several threads work on.
//
// Up to three parallel iterators are cut, outside all loops of the nest. Invariant: a piece starts
// where a register tile starts, and at a tile where vector code and scalar code of one statement
// may differ, so every element is computed by the same instructions as on one thread and no
// reduction is taken apart: the results are the same bits for every number of threads.
#ifndef AUTOTUNE_PLAN_THREADS_THREAD_SPLIT_H
#define AUTOTUNE_PLAN_THREADS_THREAD_SPLIT_H

#include "plan/loop_nest.h"
#include "plan/thread_homes.h"
#include "plan/threads/copy_share.h"

enum {
  THREAD_SPLIT_MAX_LOOPS = 3,
  THREADS_MAX = 1024, // that can be asked for
};

typedef struct SplitLoop {
  int iterator;
  int64_t step;   // iterations of one piece; the last one may have fewer
  int64_t pieces; // ceil(extent / step), >= 2
} SplitLoop;

// Who copies what the schedule packs or gathers whole, those who copy less first. Constants are
// packed at compile time or before the calls, outside the pieces in any case.
typedef enum SplitCopies {
  COPIES_ONE,    // one thread, before the pieces
  COPIES_SHARED, // all threads, each a share of it, and a barrier before the pieces
  COPIES_EACH,   // each piece for itself, as far as it reads it
  COPIES_COUNT,
} SplitCopies;

typedef struct ThreadSplit {
  int threads;                             // that share the pieces
  int count;                               // 0: one thread does all
  SplitLoop loops[THREAD_SPLIT_MAX_LOOPS]; // outermost first
  SplitCopies copies;
} ThreadSplit;

// Pieces in all; 1 when nothing is split.
int64_t thread_split_pieces(const ThreadSplit *split);

// What the pieces cost when the threads take equal runs of neighbouring pieces. Work is
// counted in evaluations of the body by one lane set; packing is part of it.
typedef struct SplitWork {
  double serial;  // before the pieces, by one thread: what is packed or gathered whole
  double total;   // of one thread that does everything, `serial` included
  double largest; // of the thread with the most, without `serial`; a share of each copy that all
                  // share is that of the thread with the most of it
  double mean;    // over all threads, without `serial`
  int barriers;   // one after each copy that all threads share
} SplitWork;

void thread_split_work(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                       const ThreadSplit *split, SplitWork *out_work);

// Of `cost`, a time or an amount of work, by which ways to share a kernel are compared. What goes
// between threads takes more or less by machine and by state, and was measured on two of them; how
// even the work is, the time in which one thread copies for all included, is certain for any
// number. So an uneven way has to gain 15 % over an even one.
double split_weighed(const SplitWork *work, int threads, double cost);

// Bytes that a thread uses and that others used before or use afterwards, of the thread with the
// most of them. What is packed whole, and what the rule makes, is written by one thread unless the
// pieces copy for themselves, or by all where they share it. Of constants two fifths of what a
// thread reads beyond an even share of them.
double thread_split_far_bytes(const Workload *workload, const Schedule *schedule,
                              const LoopNest *loops, const ThreadHomes *homes,
                              const ThreadSplit *split);

// Places in the results where what one thread writes ends and what another writes begins: how many
// of them a thread has. Each costs the time in which lines around it go from core to core: a thread
// fetches ahead of what it writes. Those of short runs count a tenth.
double thread_split_meetings(const Workload *workload, const Schedule *schedule,
                             const ThreadSplit *split);
// Work, or time, together with that of meetings: they overlap in part.
double split_with_meetings(double work, double meetings);

// --- the same for a search, which asks for thousands of splits of a nest that is read once

// A nest and what its pieces are measured by.
typedef struct SplitNest {
  const Workload *op;       // the op's workload
  const Workload *workload; // the rule's
  const Schedule *schedule;
  const LoopNest *loops;
  double prologue_work; // of what the rule makes before the nest
  int made;             // the operand that the rule makes, -1: none
  // How all threads would share what the rule makes, and the copies among the nest's packs.
  CopyShare made_share, pack_shares[LOOP_NEST_MAX_PACKS];
} SplitNest;

// `storage` holds the rule's workload. False when the rule does not apply.
bool split_nest_read(const Workload *workload, const Schedule *schedule, const LoopNest *loops,
                     int threads, Workload *storage, SplitNest *out_nest);

// Where the busiest thread has more work than `limit`, `largest` is anything above that.
void split_measure(const SplitNest *nest, const ThreadSplit *split, double limit,
                   SplitWork *out_work);

// As thread_split_meetings; `knobs` is the rule's workload.
double split_meetings(const Workload *knobs, const ThreadSplit *split);

// As thread_split_far_bytes.
double split_far_bytes(const SplitNest *nest, const ThreadHomes *homes, const ThreadSplit *split);

// Whether anything is packed or gathered whole at run time, and may be copied so. A fused producer
// is evaluated into its copy, which may be vector code or scalar code by the place in it: one
// thread does that.
bool split_can_copy(const SplitNest *nest, SplitCopies copies);

// Whether a thread copies more than `own_bytes` beyond an even share of what is copied: that would
// not stay in its own caches, and goes through those that all share once more for each thread.
bool split_copies_too_much(const SplitNest *nest, const ThreadSplit *split, double own_bytes);

#endif
