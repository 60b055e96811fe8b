// See fibers.h.
#define _GNU_SOURCE
#include "fibers_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 64 << 10, SEVERAL = -1 };

Fiber fibers[FIBER_MAX_THREADS];
FiberMemory fiber_buffers[FIBER_BUFFERS];
FiberElement fiber_elements[FIBER_BUFFERS][FIBER_ELEMENTS];
int fiber_current;
int64_t fiber_interval;
static int64_t used[FIBER_BUFFERS]; // elements that a block has used are below
static ucontext_t scheduler;
static int64_t block;
static const char *kernel;
static void (*run)(void *);
static void *run_argument;

void fiber_fail(const char *what, int64_t a, int64_t b) {
  fprintf(stderr, "%s: block %lld, thread %d: ", kernel, (long long)block, fiber_current);
  fprintf(stderr, what, (long long)a, (long long)b);
  fprintf(stderr, "\n");
  exit(3);
}

// --- what kernels call

int64_t fiber_thread(void) { return fiber_current; }

int64_t fiber_block(void) { return block; }

void fiber_leave(FiberState state) {
  Fiber *fiber = &fibers[fiber_current];
  fiber->state = state;
  swapcontext(&fiber->context, &scheduler);
}

void fiber_barrier(void) { fiber_leave(FIBER_WAITING); }

void fiber_index(int64_t index, int64_t count, int64_t size) {
  if (index < 0 || index + count > size)
    fiber_fail("index %lld is outside of %lld", index, size);
}

void fibers_shared(int64_t buffer, int64_t place, void *base, int64_t bytes,
                   int64_t element_bytes) {
  fiber_buffers[buffer] = (FiberMemory){base, place, bytes, element_bytes};
}

int64_t fiber_locate(int64_t address, int64_t bytes, int64_t *out_offset) {
  for (int b = 0; b < FIBER_BUFFERS; b++) {
    const FiberMemory *memory = &fiber_buffers[b];
    *out_offset = address - memory->place;
    if (*out_offset >= 0 && *out_offset + bytes <= memory->bytes)
      return b;
  }
  fiber_fail("%lld bytes at address %lld are in no shared buffer", bytes, address);
  return 0;
}

static void use(FiberElement *element, int64_t buffer, int64_t at, bool is_write) {
  bool is_written_now = element->writing == fiber_interval && element->writer != fiber_current;
  bool is_read_now = element->reading == fiber_interval && element->reader != fiber_current;
  if (is_written_now || (is_write && is_read_now))
    fiber_fail("a race at element %lld of shared buffer %lld", at, buffer);
  if (element->is_copied)
    fiber_fail("element %lld of shared buffer %lld is used before a copy to it was waited for", at,
               buffer);
  if (!is_write && !element->is_written)
    fiber_fail("element %lld of shared buffer %lld is read before it is written", at, buffer);
  if (is_write && fiber_group_reads(element))
    fiber_fail("element %lld of shared buffer %lld is written while products may read it", at,
               buffer);
  if (is_write) {
    element->is_written = true;
    element->published = fibers[fiber_current].published;
    element->writing = fiber_interval;
    element->writer = fiber_current;
    return;
  }
  element->reader = element->reading == fiber_interval && element->reader != fiber_current
                        ? SEVERAL
                        : fiber_current;
  element->reading = fiber_interval;
}

void fiber_shared(int64_t buffer, int64_t first, int64_t count, int64_t is_write) {
  fiber_index(buffer, 1, FIBER_BUFFERS);
  fiber_index(first, count, FIBER_ELEMENTS);
  if (used[buffer] < first + count)
    used[buffer] = first + count;
  for (int64_t at = first; at < first + count; at++)
    use(&fiber_elements[buffer][at], buffer, at, is_write != 0);
}

// --- the scheduler

static void enter(void) {
  run(run_argument);
  fiber_leave(FIBER_DONE);
}

static void shuffle(int *order, int count, unsigned *seed) {
  for (int i = 0; i < count; i++)
    order[i] = i;
  for (int i = count - 1; *seed != 0 && i > 0; i--) {
    *seed = *seed * 1664525u + 1013904223u;
    int other = (int)((*seed >> 8) % (unsigned)(i + 1)), kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
}

static void start_block(int threads) {
  for (int t = 0; t < threads; t++) {
    Fiber *fiber = &fibers[t];
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = STACK_BYTES;
    fiber->context.uc_link = NULL;
    makecontext(&fiber->context, enter, 0);
    fiber->state = FIBER_READY;
    fiber->copy_count = 0;
  }
  for (int b = 0; b < FIBER_BUFFERS; b++) {
    memset(fiber_elements[b], 0, (size_t)used[b] * sizeof *fiber_elements[b]);
    used[b] = 0;
  }
  fiber_group_start(threads);
  fiber_bulk_start();
  fiber_interval++; // nothing is of the interval that begins
}

static int count_of(FiberState state, int first, int count) {
  int found = 0;
  for (int t = first; t < first + count; t++)
    found += fibers[t].state == state;
  return found;
}

// Whether some warp has all of its threads at the same instruction of its own; matrices take a
// whole warp, those of a warpgroup four.
static bool run_warps(int threads) {
  bool has_run = false;
  for (int t = 0; t < threads; t += FIBER_LANES) {
    int lanes = threads - t < FIBER_LANES ? threads - t : FIBER_LANES;
    bool shuffles = count_of(FIBER_SHUFFLING, t, lanes) == lanes;
    if (shuffles)
      fiber_exchange(&fibers[t], lanes);
    else if (count_of(FIBER_AT_MATRICES, t, lanes) == FIBER_LANES)
      (fibers[t].matrices.loaded ? fiber_load : fiber_multiply)(&fibers[t]);
    else
      continue;
    has_run = true;
  }
  for (int t = 0; t + FIBER_GROUP <= threads; t += FIBER_GROUP)
    if (count_of(FIBER_AT_GROUP, t, FIBER_GROUP) == FIBER_GROUP) {
      fiber_group_multiply(t);
      has_run = true;
    }
  return has_run;
}

static void run_block(int threads, const int *order) {
  for (;;) {
    for (int o = 0; o < threads; o++) {
      fiber_current = order[o];
      if (fibers[fiber_current].state == FIBER_READY)
        swapcontext(&scheduler, &fibers[fiber_current].context);
    }
    if (run_warps(threads) || fiber_bulk_run(threads))
      continue;
    int done = count_of(FIBER_DONE, 0, threads), waiting = count_of(FIBER_WAITING, 0, threads);
    if (done == threads)
      return;
    if (waiting < threads)
      fiber_fail("%lld threads end, or wait for their warp or a phase, while %lld are at a barrier",
                 threads - waiting, waiting);
    for (int t = 0; t < threads; t++)
      fibers[t].state = FIBER_READY;
    fiber_group_meet(threads);
    fiber_interval++;
  }
}

void fibers_launch(const char *name, int64_t blocks, int64_t threads, unsigned seed,
                   void (*body)(void *), void *argument) {
  int order[FIBER_MAX_THREADS];
  kernel = name;
  run = body;
  run_argument = argument;
  fiber_index(threads, 1, FIBER_MAX_THREADS + 1);
  for (int t = 0; t < threads; t++)
    if (fibers[t].stack == NULL && (fibers[t].stack = malloc(STACK_BYTES)) == NULL)
      abort();
  for (block = 0; block < blocks; block++) {
    shuffle(order, (int)threads, &seed);
    start_block((int)threads);
    run_block((int)threads, order);
  }
}
