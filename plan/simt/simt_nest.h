// SimtNest: the loops of a schedule as a grid of blocks of threads on a device.
//
// It reads the LoopNest, no knob by itself: of a parallel iterator the loop over outer tiles
// becomes blocks of the grid and the loop over register tiles becomes threads; of the reduction
// they are the stages, of which each is copied to shared memory, and the kernel loop. So the
// schedule
//   direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16])
// of a product is blocks of 16 x 16 threads with 8 x 8 results each, in stages of 16 steps of which
// 4 are unrolled.
#ifndef AUTOTUNE_PLAN_SIMT_SIMT_NEST_H
#define AUTOTUNE_PLAN_SIMT_SIMT_NEST_H

#include "base/status.h"
#include "machine/device.h"
#include "plan/loop_nest.h"

enum {
  SIMT_M, // iterator of the results and the left operand
  SIMT_N, // of the results and the right operand; the results' neighbours in memory where there are
  SIMT_K, // the reduction
  SIMT_ROLES,
  SIMT_LEFT = SIMT_M, // operands by the role that is theirs alone
  SIMT_RIGHT = SIMT_N,
  SIMT_OPERANDS = 2,
  SIMT_MAX_VECTOR = 4,    // elements of a load: 16 bytes
  SIMT_MAX_RESULTS = 256, // of a thread
};

// What the iterators of a product are to it.
typedef struct SimtRoles {
  int iterator[SIMT_ROLES]; // -1: it has none, its extent is 1
  int64_t extent[SIMT_ROLES];
  int batch[WORKLOAD_MAX_ITERATORS], batch_count; // iterators of the results and both operands
  int64_t batches;                                // product of their extents
  int operand[SIMT_OPERANDS], output;             // accesses
  int64_t run[SIMT_OPERANDS + 1]; // neighbours in the innermost dimension of each of them: vectors
                                  // of loads and stores divide it
} SimtRoles;

// How an operand comes to shared memory, or results to memory.
typedef struct SimtCopy {
  int along; // role whose neighbours are neighbours in memory
  int width; // elements a load
} SimtCopy;

typedef struct SimtNest {
  SimtRoles roles;
  int64_t grid[SIMT_ROLES];  // blocks along M and N; stages along K
  int64_t tile[SIMT_ROLES];  // iterations of a block, of a stage
  int64_t block[SIMT_ROLES]; // of a thread; unrolled
  int64_t threads[2];        // along M and N
  int lanes;                 // results of a vector along N
  SimtCopy copy[SIMT_OPERANDS];
  int64_t
      pitch[SIMT_OPERANDS]; // elements from a step of the reduction to the next in shared memory
  int64_t shared_bytes;
  int registers; // of a thread, estimated
} SimtNest;

// The roles of a sum of products of two operands of f32 with one iterator of each role at most, and
// any number of batches. STATUS_UNSUPPORTED with the reason otherwise.
Status simt_roles_read(const Workload *workload, SimtRoles *out_roles);
// Reads the schedule for a device; REJECT_NONE where a kernel can be made of it.
RejectReason simt_nest_build(const Workload *workload, const SimtRoles *roles,
                             const Schedule *schedule, const Device *device, SimtNest *out_nest);

static inline int64_t simt_thread_count(const SimtNest *nest) {
  return nest->threads[SIMT_M] * nest->threads[SIMT_N];
}
// Rows of an operand in shared memory: the tile, up to whole blocks of threads.
static inline int64_t simt_rows(const SimtNest *nest, int operand) {
  return nest->threads[operand] * nest->block[operand];
}
// Elements of an operand in shared memory that a thread reads by one load.
static inline int simt_load_width(const SimtNest *nest, int operand) {
  int width = 1;
  if (operand == SIMT_RIGHT)
    return nest->lanes;
  while (width < SIMT_MAX_VECTOR && nest->block[operand] % (2 * width) == 0)
    width *= 2;
  return width;
}
// Loads by which a thread at most copies its part of an operand in a stage.
int64_t simt_copy_count(const SimtNest *nest, int operand);
static inline int64_t simt_block_count(const SimtNest *nest) {
  return nest->grid[SIMT_M] * nest->grid[SIMT_N] * nest->roles.batches;
}

#endif
