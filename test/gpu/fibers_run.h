// What the files of the fibers share. fibers.c: threads, barriers and shared memory; fibers_copy.c:
// asynchronous copies; fibers_bulk.c: those by tensor maps; fibers_warp.c: instructions of a warp;
// fibers_group.c: those of a warpgroup.
#ifndef AUTOTUNE_TEST_GPU_FIBERS_RUN_H
#define AUTOTUNE_TEST_GPU_FIBERS_RUN_H

#include "fibers.h"

#include <stdbool.h>
#include <ucontext.h>

enum {
  FIBER_MAX_THREADS = 1024,
  FIBER_BUFFERS = 4,
  FIBER_ELEMENTS = 227 << 10,
  FIBER_LANES = 32,
  FIBER_GROUP = 128, // threads of a warpgroup
  FIBER_GROUPS = FIBER_MAX_THREADS / FIBER_GROUP,
  FIBER_COPIES = 512,
};

typedef enum FiberState {
  FIBER_READY,
  FIBER_WAITING,
  FIBER_SHUFFLING,
  FIBER_AT_MATRICES,
  FIBER_AT_GROUP,
  FIBER_AT_PHASE,
  FIBER_DONE
} FiberState;

// What a thread has of the matrices of a warp.
typedef struct FiberMatrices {
  FiberType type[2];
  int terms;
  int32_t left[4], right[2], sums[4];
  int loaded; // matrices that are loaded; 0: these are multiplied
  bool is_transposed;
  const char *line; // of shared memory, 16 bytes
  int32_t words[4];
} FiberMatrices;
// What a thread gives to its warp, and then has of another one.
typedef struct FiberShuffle {
  int32_t word, mask;
} FiberShuffle;

// A product that a warpgroup is asked for.
typedef struct FiberProduct {
  FiberType type[2];
  int64_t columns;
  bool is_turned[2]; // rows or columns lie side by side, not terms
  uint64_t descriptor[2];
  void *sums; // of the thread
} FiberProduct;

// A copy that was asked for, of a group that a thread numbers.
typedef struct FiberCopy {
  int64_t buffer, offset, bytes, group; // offset in bytes
  const char *from;
} FiberCopy;

// What a thread waits for: that the phase of that parity is over.
typedef struct FiberPhase {
  int64_t place;
  int32_t parity;
} FiberPhase;

typedef struct Fiber {
  ucontext_t context;
  char *stack;
  FiberState state;
  FiberMatrices matrices;
  FiberShuffle shuffle;
  FiberPhase phase;
  FiberCopy copies[FIBER_COPIES];
  int copy_count;
  int64_t group; // of the next copy
  FiberProduct product;
  int64_t groups, groups_done;      // of products: closed, waited for
  bool has_open, is_ordered;        // products of no group yet; registers are theirs
  int64_t published, published_met; // how often, and how often before the last barrier
} Fiber;

// Who used an element since the last barrier; written: ever in this block.
typedef struct FiberElement {
  bool is_written, is_copied; // copied: a copy to it was asked for and has not been waited for
  int64_t reading, writing;   // numbers of the interval between barriers
  int reader, writer;
  int64_t published;           // how often the writer had when it wrote
  int32_t group[FIBER_GROUPS]; // of products that read it last, by warpgroup, from 1 on
} FiberElement;

// Of shared memory: where it begins there, and its elements.
typedef struct FiberMemory {
  char *base;
  int64_t place, bytes, element_bytes;
} FiberMemory;

extern Fiber fibers[FIBER_MAX_THREADS];
extern FiberMemory fiber_buffers[FIBER_BUFFERS];
extern FiberElement fiber_elements[FIBER_BUFFERS][FIBER_ELEMENTS];
extern int fiber_current;
extern int64_t fiber_interval; // from 1 on, so that no element is of it

void fiber_fail(const char *what, int64_t a, int64_t b);
void fiber_leave(FiberState state);
// The buffer that has `bytes` at an address of shared memory, and where in it they begin.
int64_t fiber_locate(int64_t address, int64_t bytes, int64_t *out_offset);
static inline FiberElement *fiber_element(int64_t buffer, int64_t offset) {
  return &fiber_elements[buffer][offset / fiber_buffers[buffer].element_bytes];
}

bool fiber_is_memory(const char *from, int64_t bytes); // that fibers_memory has named

// fibers_bulk.c: at the begin of a block; whether a thread that waits can go on, or a copy was
// carried out.
void fiber_bulk_start(void);
bool fiber_bulk_run(int threads);

// fibers_warp.c: factor `number` of those that lie side by side at a place.
int fiber_bytes_of(FiberType type);
float fiber_float_of(const void *place, FiberType type, int number);
uint32_t fiber_integer_of(const void *place, FiberType type, int number);
// A warp, all of whose threads are at the same instruction.
void fiber_load(Fiber *warp);
void fiber_multiply(Fiber *warp);
void fiber_exchange(Fiber *warp, int lanes);

// fibers_group.c: a warpgroup, all of whose threads are at a product.
void fiber_group_multiply(int first);
// Whether products may read the element yet; those of all warpgroups before the last barrier.
bool fiber_group_reads(const FiberElement *element);
void fiber_group_start(int threads); // at the begin of a block
void fiber_group_meet(int threads);  // at a barrier

#endif
