// The text form of a ThreadSplit, both ways: "i0/88 i2/4 each" cuts iterator 0 into pieces of 88
// and iterator 2 into pieces of 4, and each piece copies for itself, or with "shared" all threads
// share the copies; "-" is one thread.
#ifndef AUTOTUNE_PLAN_THREADS_SPLIT_TEXT_H
#define AUTOTUNE_PLAN_THREADS_SPLIT_TEXT_H

#include "plan/threads/thread_split.h"

enum { SPLIT_TEXT_BYTES = 96 }; // room for the text of any split

void split_print(const ThreadSplit *split, char *text, size_t size);
// Of the iterators of `knobs`, the workload of the schedule's rule. False where the text is none,
// or cuts what is no parallel iterator or is not longer than its pieces.
bool split_parse(const char *text, const Workload *knobs, int threads, ThreadSplit *out_split);

#endif
