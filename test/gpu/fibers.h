// Fibers: the threads of a GPU's blocks on one thread of a CPU.
//
// The blocks of a grid run one after the other, the threads of a block as fibers, each until it
// waits at a barrier, in an order that a seed shuffles. What a device would leave to luck is an
// error: an index outside a buffer, an element of shared memory that is read before it is written,
// one that two threads use between the same barriers where one of them writes, and a barrier that
// some threads never reach.
#ifndef AUTOTUNE_TEST_GPU_FIBERS_H
#define AUTOTUNE_TEST_GPU_FIBERS_H

#include <stdint.h>

// Runs `body(argument)` as `threads` threads (at most 1024) of each of `blocks` blocks. Exits with
// one line and status 3 where something is wrong; `name` begins it. Seed 0: threads in their order.
void fibers_launch(const char *name, int64_t blocks, int64_t threads, unsigned seed,
                   void (*body)(void *), void *argument);

// Called by the code of a kernel.
int64_t fiber_thread(void);
int64_t fiber_block(void);
void fiber_barrier(void);
// `count` neighbours at `index` of a dimension of that size.
void fiber_index(int64_t index, int64_t count, int64_t size);
// Elements first to first + count - 1 of shared buffer `buffer` (0 to 3, at most 12,288 elements).
void fiber_shared(int64_t buffer, int64_t first, int64_t count, int64_t is_write);

#endif
