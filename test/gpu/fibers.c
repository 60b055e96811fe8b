// See fibers.h.
#define _GNU_SOURCE
#include "fibers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MAX_THREADS = 1024, STACK_BYTES = 64 << 10, BUFFERS = 4, ELEMENTS = 227 << 10, LANES = 32 };
enum { COPIES = 512, MEMORIES = 16, BUFFER_SHIFT = 24 };
enum { SEVERAL = -1 };

typedef enum State { READY, WAITING, SHUFFLING, AT_MATRICES, DONE } State;

// What a thread has of the matrices of a warp.
typedef struct Matrices {
  FiberType type[2];
  int terms;
  int32_t left[4], right[2], sums[4];
  int loaded; // matrices that are loaded; 0: these are multiplied
  bool is_transposed;
  const char *line; // of shared memory, 16 bytes
  int32_t words[4];
} Matrices;
// What a thread gives to its warp, and then has of another one.
typedef struct Shuffle {
  int32_t word, mask;
} Shuffle;

// A copy that was asked for, of a group that a thread numbers.
typedef struct AsyncCopy {
  int64_t buffer, offset, bytes, group; // offset in bytes
  const char *from;
} AsyncCopy;

typedef struct Fiber {
  ucontext_t context;
  char *stack;
  State state;
  Matrices matrices;
  Shuffle shuffle;
  AsyncCopy copies[COPIES];
  int copy_count;
  int64_t group; // of the next copy
} Fiber;

// Who used an element since the last barrier; written: ever in this block.
typedef struct Element {
  bool is_written, is_copied; // copied: a copy to it was asked for and has not been waited for
  int64_t reading, writing;   // numbers of the interval between barriers
  int reader, writer;
} Element;

typedef struct Memory {
  char *base;
  int64_t bytes; // of an element, where it is shared
} Memory;

static Fiber fibers[MAX_THREADS];
static Memory shared[BUFFERS], memories[MEMORIES];
static int memory_count;
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

int32_t fiber_shuffle_i32(int32_t value, int32_t mask) {
  fibers[current].shuffle = (Shuffle){value, mask};
  leave(SHUFFLING);
  return fibers[current].shuffle.word;
}

float fiber_shuffle_f32(float value, int32_t mask) {
  int32_t word;
  memcpy(&word, &value, sizeof word);
  word = fiber_shuffle_i32(word, mask);
  memcpy(&value, &word, sizeof value);
  return value;
}

void fiber_index(int64_t index, int64_t count, int64_t size) {
  if (index < 0 || index + count > size)
    fail("index %lld is outside of %lld", index, size);
}

static void use(Element *element, int64_t buffer, int64_t at, bool is_write) {
  bool is_written_now = element->writing == interval && element->writer != current;
  bool is_read_now = element->reading == interval && element->reader != current;
  if (is_written_now || (is_write && is_read_now))
    fail("a race at element %lld of shared buffer %lld", at, buffer);
  if (element->is_copied)
    fail("element %lld of shared buffer %lld is used before a copy to it was waited for", at,
         buffer);
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

// --- asynchronous copies

void fibers_shared(int64_t buffer, void *base, int64_t element_bytes) {
  shared[buffer] = (Memory){base, element_bytes};
}

void fibers_memory(const void *base, int64_t bytes) {
  memories[memory_count++ % MEMORIES] = (Memory){(char *)base, bytes};
}

static bool is_known(const char *from, int64_t bytes) {
  for (int m = 0; m < MEMORIES && m < memory_count; m++)
    if (from >= memories[m].base && from + bytes <= memories[m].base + memories[m].bytes)
      return true;
  return false;
}

static Element *elements_of(const AsyncCopy *copy, int64_t *out_count) {
  *out_count = copy->bytes / shared[copy->buffer].bytes;
  return &elements[copy->buffer][copy->offset / shared[copy->buffer].bytes];
}

void fiber_copy(int64_t to, int64_t from, int64_t bytes) {
  Fiber *fiber = &fibers[current];
  AsyncCopy copy = {.buffer = to >> BUFFER_SHIFT,
                    .offset = to & ((1 << BUFFER_SHIFT) - 1),
                    .bytes = bytes,
                    .group = fiber->group,
                    .from = (const char *)(intptr_t)from};
  int64_t count;
  fiber_index(copy.buffer, 1, BUFFERS);
  fiber_index(fiber->copy_count, 1, COPIES);
  if (!is_known(copy.from, bytes))
    fail("%lld bytes are copied from outside of every buffer to %lld", bytes, copy.offset);
  if (copy.offset % bytes != 0 || from % bytes != 0)
    fail("a copy of %lld bytes to %lld is not aligned", bytes, copy.offset);
  int64_t size = shared[copy.buffer].bytes;
  fiber_shared(copy.buffer, copy.offset / size, bytes / size, true);
  Element *first = elements_of(&copy, &count);
  for (int64_t e = 0; e < count; e++)
    first[e].is_copied = true;
  fiber->copies[fiber->copy_count++] = copy;
}

void fiber_commit(void) { fibers[current].group++; }

static void carry_out(const AsyncCopy *copy) {
  int64_t count;
  Element *first = elements_of(copy, &count);
  memcpy(shared[copy->buffer].base + copy->offset, copy->from, (size_t)copy->bytes);
  for (int64_t e = 0; e < count; e++) {
    first[e].is_copied = false;
    first[e].writing = interval;
    first[e].writer = current;
  }
}

void fiber_wait(int64_t left) {
  Fiber *fiber = &fibers[current];
  int kept = 0;
  for (int c = 0; c < fiber->copy_count; c++)
    if (fiber->copies[c].group < fiber->group - left)
      carry_out(&fiber->copies[c]);
    else
      fiber->copies[kept++] = fiber->copies[c];
  fiber->copy_count = kept;
}

// --- products of matrices

int32_t fiber_tf32(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (int32_t)((bits + (1u << 12)) & ~((1u << 13) - 1));
}

void fiber_mma(int64_t left_type, int64_t right_type, int64_t terms, int32_t a0, int32_t a1,
               int32_t a2, int32_t a3, int32_t b0, int32_t b1, int32_t c0, int32_t c1, int32_t c2,
               int32_t c3) {
  fibers[current].matrices = (Matrices){{(FiberType)left_type, (FiberType)right_type},
                                        (int)terms,
                                        {a0, a1, a2, a3},
                                        {b0, b1},
                                        {c0, c1, c2, c3},
                                        .loaded = 0};
  leave(AT_MATRICES);
}

int32_t fiber_sum(int64_t number) { return fibers[current].matrices.sums[number]; }

static int bytes_of(FiberType type) {
  return type == FIBER_TF32 ? 4 : type == FIBER_F16 || type == FIBER_BF16 ? 2 : 1;
}

static float float_of(const int32_t *word, FiberType type, int number) {
  float value;
  _Float16 half;
  const char *place = (const char *)word + (ptrdiff_t)number * bytes_of(type);
  uint16_t upper;
  uint32_t bits;
  if (type == FIBER_F16) {
    memcpy(&half, place, sizeof half);
    return (float)half;
  }
  memcpy(&upper, place, sizeof upper);
  bits = (uint32_t)upper << 16;
  memcpy(&value, type == FIBER_BF16 ? (const void *)&bits : (const void *)word, sizeof value);
  return value;
}

static uint32_t integer_of(const int32_t *word, FiberType type, int number) {
  uint8_t byte = ((const uint8_t *)word)[number];
  return type == FIBER_S8 ? (uint32_t)(int8_t)byte : byte;
}

// Sum `number` of the thread in `lane`, whose row and column its place in the warp says.
static int32_t sum_of(const Fiber *warp, int lane, int number) {
  const Matrices *own = &warp[lane].matrices;
  int row = lane / 4 + number / 2 * 8, column = lane % 4 * 2 + number % 2;
  int each = 4 / bytes_of(own->type[0]); // terms of a register
  bool is_integer = own->type[0] == FIBER_S8 || own->type[0] == FIBER_U8;
  int32_t bits = own->sums[number];
  uint32_t whole = (uint32_t)bits;
  float sum;
  memcpy(&sum, &bits, sizeof sum);
  for (int k = 0; k < own->terms; k++) {
    int part = k % (4 * each) / each, last = k / (4 * each);
    const int32_t *x = &warp[row % 8 * 4 + part].matrices.left[2 * last + row / 8];
    const int32_t *y = &warp[column * 4 + part].matrices.right[last];
    if (is_integer)
      whole += integer_of(x, own->type[0], k % each) * integer_of(y, own->type[1], k % each);
    else
      sum += float_of(x, own->type[0], k % each) * float_of(y, own->type[1], k % each);
  }
  memcpy(&bits, is_integer ? (const void *)&whole : (const void *)&sum, sizeof bits);
  return bits;
}

void fiber_ldmatrix(int64_t line, int64_t count, int64_t is_transposed) {
  enum { LINE = 16 };
  int64_t buffer = line >> BUFFER_SHIFT, offset = line & ((1 << BUFFER_SHIFT) - 1);
  fiber_index(buffer, 1, BUFFERS);
  if (offset % LINE != 0)
    fail("a line of %lld bytes at %lld is not aligned", LINE, offset);
  if (current % LANES < 8 * count)
    fiber_shared(buffer, offset / shared[buffer].bytes, LINE / shared[buffer].bytes, false);
  fibers[current].matrices = (Matrices){.loaded = (int)count,
                                        .is_transposed = is_transposed != 0,
                                        .line = shared[buffer].base + offset};
  leave(AT_MATRICES);
}

int32_t fiber_word(int64_t number) { return fibers[current].matrices.words[number]; }

static void load(Fiber *warp) {
  for (int lane = 0; lane < LANES; lane++) {
    Matrices *own = &warp[lane].matrices;
    for (int m = 0; m < own->loaded; m++)
      for (int e = 0; e < 2; e++) {
        int row = own->is_transposed ? lane % 4 * 2 + e : lane / 4;
        int column = own->is_transposed ? lane / 4 : lane % 4 * 2 + e;
        memcpy((char *)&own->words[m] + (ptrdiff_t)2 * e,
               warp[8 * m + row].matrices.line + (ptrdiff_t)2 * column, 2);
      }
    warp[lane].state = READY;
  }
}

static void multiply(Fiber *warp) {
  int32_t sums[LANES][4];
  for (int lane = 0; lane < LANES; lane++)
    for (int s = 0; s < 4; s++)
      sums[lane][s] = sum_of(warp, lane, s);
  for (int lane = 0; lane < LANES; lane++) {
    memcpy(warp[lane].matrices.sums, sums[lane], sizeof sums[lane]);
    warp[lane].state = READY;
  }
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
    fiber->copy_count = 0;
  }
  for (int b = 0; b < BUFFERS; b++) {
    for (int64_t e = 0; e < used[b]; e++)
      elements[b][e].is_written = elements[b][e].is_copied = false;
    used[b] = 0;
  }
  interval++; // nothing is of the interval that begins
}

static int count_of(State state, int first, int count) {
  int found = 0;
  for (int t = first; t < first + count; t++)
    found += fibers[t].state == state;
  return found;
}

static void exchange(Fiber *warp, int lanes) {
  int32_t words[LANES];
  for (int lane = 0; lane < lanes; lane++) {
    int other = lane ^ warp[lane].shuffle.mask;
    words[lane] = other >= 0 && other < lanes ? warp[other].shuffle.word : 0;
  }
  for (int lane = 0; lane < lanes; lane++) {
    warp[lane].shuffle.word = words[lane];
    warp[lane].state = READY;
  }
}

// Whether some warp has all of its threads at the same instruction of its own; matrices take a
// whole warp.
static bool run_warps(int threads) {
  bool has_run = false;
  for (int t = 0; t < threads; t += LANES) {
    int lanes = threads - t < LANES ? threads - t : LANES;
    bool shuffles = count_of(SHUFFLING, t, lanes) == lanes;
    if (shuffles)
      exchange(&fibers[t], lanes);
    else if (count_of(AT_MATRICES, t, lanes) == LANES)
      (fibers[t].matrices.loaded ? load : multiply)(&fibers[t]);
    else
      continue;
    has_run = true;
  }
  return has_run;
}

static void run_block(int threads, const int *order) {
  for (;;) {
    for (int o = 0; o < threads; o++) {
      current = order[o];
      if (fibers[current].state == READY)
        swapcontext(&scheduler, &fibers[current].context);
    }
    if (run_warps(threads))
      continue;
    int done = count_of(DONE, 0, threads), waiting = count_of(WAITING, 0, threads);
    if (done == threads)
      return;
    if (waiting < threads)
      fail("%lld threads end or wait for their warp while %lld are at a barrier", threads - waiting,
           waiting);
    for (int t = 0; t < threads; t++)
      fibers[t].state = READY;
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
