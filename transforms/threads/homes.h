// Homes: which threads wrote a tensor or use a buffer, read off the IR.
#ifndef AUTOTUNE_TRANSFORMS_THREADS_HOMES_H
#define AUTOTUNE_TRANSFORMS_THREADS_HOMES_H

#include "plan/thread_homes.h"
#include "transforms/group.h"

// Of the operands of a group: what kernels left, seen through reshapes. An op that is no kernel yet
// is taken to be cut as its first operand is, which is what it will be. Of a result HOME_ONE where
// a kernel on one thread reads it.
void homes_read(const Group *group, ThreadHomes *out_homes);

#endif
