// SimtNest: the loops of a schedule as a grid of blocks of threads on a device.
//
// It reads the LoopNest, no knob by itself: of a parallel iterator the loop over outer tiles
// becomes blocks of the grid and the loop over register tiles becomes threads, or, with an
// instruction that multiplies matrices, warps; of the reduction they are the stages, of which each
// is copied to shared memory, and the kernel loop. So the schedule
//   direct(vector=i1x4, block=[8,8,4], tile0=[128,128,16])
// of a product is blocks of 16 x 16 threads with 8 x 8 results each, in stages of 16 steps of which
// 4 are unrolled, and
//   direct(block=[64,32,32], tile0=[128,128,32], instruction=mma_f16)
// is blocks of 2 x 4 warps with 64 x 32 results each. What an instruction needs beyond the extents
// is zeros. An instruction of a warpgroup has four warps instead of one, and reads its operands in
// shared memory, where they lie in panels: lines of `pitch` elements, 32, 64 or 128 bytes, whose
// pieces of 16 bytes are swizzled.
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
  SIMT_MAX_VECTOR = 4,    // results that are computed at once
  SIMT_COPY_BYTES = 16,   // of a load or a store
  SIMT_MAX_COPY = 16,     // elements of them
  SIMT_MAX_RESULTS = 256, // of a thread
  SIMT_MMA_LANES = 2,     // results that lie side by side in a thread's part of a matrix
  SIMT_MMA_ROWS = 8,      // of matrices in which a thread has one register of an operand
  SIMT_REGISTER_BYTES = 4,
  SIMT_PANEL_BYTES = 1024, // at whose multiple swizzled memory begins: 8 of the longest lines
  SIMT_BARRIER_BYTES = 8,  // of what counts the bytes that bulk copies bring (mbarrier)
  SIMT_MAP_RANK = 5,       // dimensions of a tensor map at most
  SIMT_MAP_BOX = 256,      // elements of a box along one of them
};

// What the iterators of a product are to it.
typedef struct SimtRoles {
  int iterator[SIMT_ROLES]; // -1: it has none, its extent is 1
  int64_t extent[SIMT_ROLES];
  bool is_unknown[SIMT_ROLES];                    // only the run knows the extent
  int batch[WORKLOAD_MAX_ITERATORS], batch_count; // iterators of the results and both operands
  int64_t batches;                                // product of their extents
  int operand[SIMT_OPERANDS], output;             // accesses
  ElementType factor, sum, result; // types: of both operands, of sums, and of the product's
                                   // results, which consumers may make others of
  bool is_unsigned[SIMT_OPERANDS]; // integers
  bool is_relaxed;                 // factors may be rounded
  int64_t run[SIMT_OPERANDS + 1];  // neighbours in the innermost dimension of each of them: vectors
                                   // of loads and stores divide it
  bool is_linear[SIMT_OPERANDS];   // every iterator moves the element by a stride, from the
                                   // first one on, and none leaves the buffer
  double bytes;                    // of all buffers, each once
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
  int64_t block[SIMT_ROLES]; // of a thread or a warp, whole matrices; unrolled
  int64_t threads[2];        // threads or warps along M and N
  int lanes;                 // results of a vector along N
  int stages;                // buffers of shared memory
  const DeviceMma *mma;      // what a warp multiplies matrices with; NULL: threads multiply and add
  SimtCopy copy[SIMT_OPERANDS];
  int shared_role[SIMT_OPERANDS];      // role whose neighbours are neighbours in shared memory
  int64_t lines[SIMT_OPERANDS];        // in a buffer of shared memory, of the other role
  int64_t panel_lines[SIMT_OPERANDS];  // of them in a panel; 0: there are none, a line is whole
  int64_t pitch[SIMT_OPERANDS];        // elements from a line to the next
  bool is_asynchronous[SIMT_OPERANDS]; // copies of threads go on while they do
  bool is_bulk[SIMT_OPERANDS];         // the device copies boxes, of which one thread tells it
  int64_t shared_bytes; // of all buffers, and of what aligns panels; see simt_asks_host
  int registers;        // of a thread, estimated
} SimtNest;

// The roles of a sum of products of two operands of one type with one iterator of each role at
// most, and any number of batches. Sums of f16 and bf16 are kept in f32 (docs/numerics.md).
// STATUS_UNSUPPORTED with the reason otherwise.
Status simt_roles_read(const Workload *workload, SimtRoles *out_roles);
// Reads the schedule for a device; REJECT_NONE where a kernel can be made of it.
RejectReason simt_nest_build(const Workload *workload, const SimtRoles *roles,
                             const Schedule *schedule, const Device *device, SimtNest *out_nest);

enum { SIMT_MAX_PARTS = 128 }; // of the terms of a sum
// simt_parts.c: the nest of a product of `count` parts of the terms, as many batches, whose sums
// are in memory; false where it is none: parts are shorter than a stage or than their copies.
bool simt_nest_parts(const SimtNest *nest, int64_t count, SimtNest *out_nest);
// The same schedule of the product whose outermost iterator is the part.
void simt_schedule_parts(const Workload *parts, const Schedule *schedule, Schedule *out_schedule);

// Threads that multiply matrices together; 1: each multiplies and adds alone.
static inline int64_t simt_team(const SimtNest *nest) {
  return nest->mma ? (int64_t)nest->mma->warps * DEVICE_WARP_LANES : 1;
}
static inline bool simt_has_warpgroups(const SimtNest *nest) {
  return nest->mma && nest->mma->warps > 1;
}
static inline int64_t simt_thread_count(const SimtNest *nest) {
  return nest->threads[SIMT_M] * nest->threads[SIMT_N] * simt_team(nest);
}
// Whether the host asks for the shared memory: it is more than a kernel has by itself, or its begin
// has to be aligned.
static inline bool simt_asks_host(const SimtNest *nest) {
  return nest->shared_bytes > DEVICE_STATIC_SHARED_BYTES || simt_has_warpgroups(nest);
}
// Stages whose copies are under way while one is computed, and products of a stage that are while
// the next one's begin.
static inline int simt_products_ahead(const SimtNest *nest) {
  return simt_has_warpgroups(nest) && nest->stages > 2 ? 1 : 0;
}
static inline int simt_copies_ahead(const SimtNest *nest) {
  return nest->stages - 1 - simt_products_ahead(nest);
}
// Rows of an operand in shared memory: the tile, up to whole blocks of threads.
static inline int64_t simt_rows(const SimtNest *nest, int operand) {
  return nest->threads[operand] * nest->block[operand];
}
static inline int64_t simt_factor_bytes(const SimtNest *nest) {
  return element_type_bytes(nest->roles.factor);
}
// Elements of an operand in shared memory that a thread reads by one load, without matrices.
static inline int simt_load_width(const SimtNest *nest, int operand) {
  int width = 1;
  if (operand == SIMT_RIGHT)
    return nest->lanes;
  while (width < SIMT_MAX_VECTOR && nest->block[operand] % (2 * width) == 0 &&
         2 * width * simt_factor_bytes(nest) <= SIMT_COPY_BYTES)
    width *= 2;
  return width;
}
// Whether lines of 16 bytes of an operand's matrices lie side by side in shared memory: along the
// terms, or, of 2 bytes, along its rows.
static inline bool simt_reads_lines(const SimtNest *nest, int operand) {
  return nest->shared_role[operand] == SIMT_K || simt_factor_bytes(nest) == 2;
}
// Whether tiles cover whole blocks of threads and the extent, so that none reaches beyond it, for
// sure.
bool simt_covers(const SimtNest *nest, int role);
// simt_map.c: an operand as a tensor map, dimensions from the innermost on, of which a bulk copy
// takes a box: a line of a panel by as many lines as one copy has. Sizes are those of the product:
// what a box has beyond them is zeros. CUDA Driver API, "Tensor Map Object Management".
typedef struct SimtMap {
  int rank;
  int iterator[SIMT_MAP_RANK];
  int64_t size[SIMT_MAP_RANK], stride[SIMT_MAP_RANK], box[SIMT_MAP_RANK]; // elements
  int lines;                                                              // the dimension of lines
} SimtMap;
// False where there is none: a stride is no multiple of 16 bytes, lines are turned, an element's
// place is no sum of strides, or only the run knows a size.
bool simt_map_read(const Workload *workload, const SimtNest *nest, int operand, SimtMap *out_map);
static inline bool simt_has_bulk(const SimtNest *nest) {
  return nest->is_bulk[SIMT_LEFT] || nest->is_bulk[SIMT_RIGHT];
}
// Whether threads copy some operand themselves.
static inline bool simt_has_copies(const SimtNest *nest) {
  return !nest->is_bulk[SIMT_LEFT] || !nest->is_bulk[SIMT_RIGHT];
}
// Lines of a panel that one bulk copy brings.
int64_t simt_box_lines(const SimtNest *nest, int operand);
// simt_shared.c: how tiles come to shared memory and lie there.
void simt_add_copies(const Workload *workload, SimtNest *nest);
// Loads by which a thread at most copies its part of an operand in a stage; 0: it copies none.
int64_t simt_copy_count(const SimtNest *nest, int operand);
static inline int64_t simt_block_count(const SimtNest *nest) {
  return nest->grid[SIMT_M] * nest->grid[SIMT_N] * nest->roles.batches;
}

#endif
