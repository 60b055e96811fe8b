// See fibers.h.
#define _GNU_SOURCE
#include "fibers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MAX_THREADS = 1024, STACK_BYTES = 64 << 10, BUFFERS = 4, ELEMENTS = 12288 };
enum { SEVERAL = -1 };

typedef enum State { READY, WAITING, DONE } State;

typedef struct Fiber {
  ucontext_t context;
  char *stack;
  State state;
} Fiber;

// Who used an element since the last barrier; written: ever in this block.
typedef struct Element {
  bool is_written;
  int64_t reading, writing; // numbers of the interval between barriers
  int reader, writer;
} Element;

static Fiber fibers[MAX_THREADS];
static Element elements[BUFFERS][ELEMENTS];
static int64_t used[BUFFERS]; // elements that a block has used are below
static ucontext_t scheduler;
static int current;
static int64_t block, interval; // from 1 on, so that no element is of it
static const char *kernel;
static void (*run)(void *);
static void *run_argument;

static void fail(const char *what, int64_t a, int64_t b) {
  fprintf(stderr, "%s: block %lld, thread %d: ", kernel, (long long)block, current);
  fprintf(stderr, what, (long long)a, (long long)b);
  fprintf(stderr, "\n");
  exit(3);
}

// --- what kernels call

int64_t fiber_thread(void) { return current; }

int64_t fiber_block(void) { return block; }

static void leave(State state) {
  Fiber *fiber = &fibers[current];
  fiber->state = state;
  swapcontext(&fiber->context, &scheduler);
}

void fiber_barrier(void) { leave(WAITING); }

void fiber_index(int64_t index, int64_t count, int64_t size) {
  if (index < 0 || index + count > size)
    fail("index %lld is outside of %lld", index, size);
}

static void use(Element *element, int64_t buffer, int64_t at, bool is_write) {
  bool is_written_now = element->writing == interval && element->writer != current;
  bool is_read_now = element->reading == interval && element->reader != current;
  if (is_written_now || (is_write && is_read_now))
    fail("a race at element %lld of shared buffer %lld", at, buffer);
  if (!is_write && !element->is_written)
    fail("element %lld of shared buffer %lld is read before it is written", at, buffer);
  if (is_write) {
    element->is_written = true;
    element->writing = interval;
    element->writer = current;
    return;
  }
  element->reader = element->reading == interval && element->reader != current ? SEVERAL : current;
  element->reading = interval;
}

void fiber_shared(int64_t buffer, int64_t first, int64_t count, int64_t is_write) {
  fiber_index(buffer, 1, BUFFERS);
  fiber_index(first, count, ELEMENTS);
  if (used[buffer] < first + count)
    used[buffer] = first + count;
  for (int64_t at = first; at < first + count; at++)
    use(&elements[buffer][at], buffer, at, is_write != 0);
}

// --- the scheduler

static void enter(void) {
  run(run_argument);
  leave(DONE);
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
    fiber->state = READY;
  }
  for (int b = 0; b < BUFFERS; b++) {
    for (int64_t e = 0; e < used[b]; e++)
      elements[b][e].is_written = false;
    used[b] = 0;
  }
  interval++; // nothing is of the interval that begins
}

static void run_block(int threads, const int *order) {
  int done = 0;
  while (done < threads) {
    done = 0;
    for (int o = 0; o < threads; o++) {
      current = order[o];
      if (fibers[current].state != DONE)
        swapcontext(&scheduler, &fibers[current].context);
    }
    for (int t = 0; t < threads; t++)
      done += fibers[t].state == DONE;
    if (done > 0 && done < threads)
      fail("%lld of %lld threads end while others wait at a barrier", done, threads);
    interval++;
  }
}

void fibers_launch(const char *name, int64_t blocks, int64_t threads, unsigned seed,
                   void (*body)(void *), void *argument) {
  int order[MAX_THREADS];
  kernel = name;
  run = body;
  run_argument = argument;
  fiber_index(threads, 1, MAX_THREADS + 1);
  for (int t = 0; t < threads; t++)
    if (fibers[t].stack == NULL && (fibers[t].stack = malloc(STACK_BYTES)) == NULL)
      abort();
  for (block = 0; block < blocks; block++) {
    shuffle(order, (int)threads, &seed);
    start_block((int)threads);
    run_block((int)threads, order);
  }
}
