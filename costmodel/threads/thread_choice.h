// ThreadChoice: whether the pieces of a kernel are worth several threads, and which schedule of the
// same bits has the best ones.
#ifndef AUTOTUNE_COSTMODEL_THREADS_THREAD_CHOICE_H
#define AUTOTUNE_COSTMODEL_THREADS_THREAD_CHOICE_H

#include "plan/threads/thread_split.h"

typedef enum ThreadVerdict {
  THREADS_SPLIT,
  THREADS_NO_LOOP,   // no parallel iterator can be cut
  THREADS_TOO_SMALL, // starting the threads costs more than they save
} ThreadVerdict;

// A schedule and its predicted time on one thread, in the seconds of the model that chose it.
typedef struct ThreadCandidate {
  Schedule schedule;
  double seconds; // 0: nobody said; those of the analytical model
} ThreadCandidate;

// What a kernel takes with a split that is given.
typedef struct ThreadPrice {
  SplitWork work;
  double serial_seconds;  // predicted, on one thread, its operands in its own caches
  double alone_seconds;   // the same with operands where they are
  double far_seconds;     // of reading what other threads wrote, with the split
  double meeting_seconds; // of writing beside what other threads write
  double barrier_seconds; // between copies that all threads share and the pieces
  double start_seconds;   // of starting the threads, which a split has to save once more
  double seconds;         // predicted; of a split without loops those on one thread
} ThreadPrice;

typedef struct ThreadChoice {
  ThreadVerdict verdict;
  ThreadSplit split; // without loops unless the verdict is THREADS_SPLIT
  ThreadPrice price; // of the best split, taken or not
  double seconds;    // predicted, as chosen
} ThreadChoice;

// `homes` as for thread_choose. False when the schedule gives no loops.
bool thread_price(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                  const ThreadHomes *homes, const ThreadSplit *split, ThreadPrice *out_price);

// The best split, whether it pays or not, and after it all that there are, it among them: at most
// `room`. Returns how many; 0: nothing can be cut.
int thread_splits(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                  int threads, const ThreadHomes *homes, int room, ThreadSplit *out_splits);

// Decides for `threads` > 1. The schedule is legal for the workload, which is that of the op.
// `homes` of its operands may be NULL: not known. Deterministic: the same arguments give the same
// choice.
void thread_choose(const Workload *workload, const ThreadCandidate *kernel, const Target *target,
                   int threads, const ThreadHomes *homes, ThreadChoice *out_choice);

// Whether `threads` > 1 gain by sharing a loop over `blocks` of any code that takes `seconds` on
// one, where so many of the bytes that it reads and writes lie in the caches of one core.
bool thread_blocks_pay(double seconds, int64_t blocks, double far_bytes, int threads);
// What it takes then.
double thread_blocks_seconds(double seconds, int64_t blocks, double far_bytes, int threads);

// The schedule with the least time of the busiest of `threads` > 1, among `candidates`, of which
// the first is the best on one thread, and register tiles of the first that the threads share more
// evenly. Others than the first have to gain two percent and to give the same bits
// (plan/threads/thread_variants.h). All are legal for the workload, and all have seconds.
void thread_choose_schedule(const Workload *workload, const ThreadCandidate *candidates, int count,
                            const Target *target, int threads, const ThreadHomes *homes,
                            ThreadCandidate *out_chosen);

// Work of the busiest thread, and of one thread before that, over all work.
double thread_choice_share(const ThreadChoice *choice);
// Mean work of a thread over that of the busiest, 1 at best.
double thread_choice_balance(const ThreadChoice *choice);

enum { THREAD_CHOICE_TEXT_BYTES = 160 };
// One line for people: what is split, or why nothing is.
void thread_choice_print(const ThreadChoice *choice, char *text, size_t size);

#endif
