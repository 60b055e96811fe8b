// What the files that make the body of a kernel share. simt_index.c: where elements are;
// simt_copy.c, simt_async.c and simt_bulk.c: tiles to shared memory; simt_value.c: types;
// simt_mma.c and simt_wgmma.c: products of matrices; simt_results.c: results from and to memory;
// simt_kernel.c: the loops; simt_emit.c: the kernel as a symbol, and its launch.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_SIMT_EMITTER_H
#define AUTOTUNE_TRANSFORMS_SIMT_SIMT_EMITTER_H

#include "plan/simt/simt_nest.h"
#include "plan/simt/simt_view.h"
#include "transforms/group.h"
#include "transforms/ir.h"

typedef struct SimtEmitter {
  IrBuilder ir; // in the body of the kernel
  const Group *group;
  const SimtView *view;
  const Workload *work; // of the view: the product
  const SimtNest *nest;
  MlirType factor, sum, result; // of the factors, the sums, and the results as consumers read them
  MlirValue buffers[SIMT_OPERANDS]; // arguments of the kernel
  MlirValue output;
  MlirValue extra[WORKLOAD_MAX_ACCESSES]; // what consumers read, by access
  MlirValue initial;                      // what sums start from: a buffer of results, or one
  MlirValue shared[SIMT_OPERANDS];        // lines of shared_role's neighbours, buffer by buffer
  MlirValue barriers;                     // of bulk copies, buffer by buffer
  MlirValue buffer;                       // number of the buffer of the stage; null: there is one
  MlirValue extent;                       // the one that only the run knows; null: none
  MlirValue thread;                       // number in its block
  MlirValue part[2];                      // of the thread, or the warp, along M and N
  MlirValue lane[2];   // of the thread in matrices: row of 8, of a warpgroup of 64; group of 4
  MlirValue loader[2]; // the same where it names a row to load: row of 8, matrix
  MlirValue first[SIMT_ROLES];          // iteration at which the block or the stage begins
  MlirValue at[WORKLOAD_MAX_ITERATORS]; // batches of the block, by iterator of the product
} SimtEmitter;

// Where all threads of a block meet.
void simt_barrier(IrBuilder *ir);

// --- simt_index.c: the number of the thread in its block, or of the block: "gpu.thread_id",
// "gpu.block_id". Below, numbers are folded where they are 0 or 1
MlirValue simt_identity(IrBuilder *ir, const char *op);
MlirValue simt_add(SimtEmitter *emitter, MlirValue value, int64_t constant);
MlirValue simt_sum(SimtEmitter *emitter, MlirValue a, MlirValue b);
MlirValue simt_multiply(SimtEmitter *emitter, MlirValue value, int64_t factor);
// value / divisor and value % divisor of what is not negative and less than `bound`.
MlirValue simt_quotient(SimtEmitter *emitter, MlirValue value, int64_t divisor, int64_t bound);
MlirValue simt_rest(SimtEmitter *emitter, MlirValue value, int64_t divisor, int64_t bound);
// value < limit; null where it `is_sure` to be.
MlirValue simt_below(SimtEmitter *emitter, MlirValue value, int64_t limit, bool is_sure);
// at < the extent of an iterator of the group, or of a role, which the run may know alone; null
// where it surely is.
MlirValue simt_below_extent(SimtEmitter *emitter, MlirValue at, int iterator, bool is_sure);
MlirValue simt_below_role(SimtEmitter *emitter, MlirValue at, int role);
// Both; null stands for true.
MlirValue simt_both(SimtEmitter *emitter, MlirValue a, MlirValue b);
// The element of an access at iterations `at` of the roles: its index in the buffer of the IR.
int simt_index(SimtEmitter *emitter, int access, const MlirValue at[SIMT_ROLES],
               MlirValue *out_index);
// The same at iterations of the group's iterators.
int simt_element(SimtEmitter *emitter, int access, const MlirValue *iterations,
                 MlirValue *out_index);
// Whether the element at an index is in the buffer of an operand with padding; null: it surely is.
MlirValue simt_in_shape(SimtEmitter *emitter, int access, const MlirValue *index);
// The tensor or memref behind an access; a tensor of results that nothing is read of has the type
// of the result.
MlirType simt_access_type(const Group *group, int access);
// Elements from a buffer at an index, of rank 0 its only one: neighbours in memory of which the
// first is at a multiple of `width`.
MlirValue simt_load(SimtEmitter *emitter, MlirValue buffer, int rank, const MlirValue *index,
                    int width);
void simt_store(SimtEmitter *emitter, MlirValue vector, MlirValue buffer, int rank,
                const MlirValue *index, int width);

// --- simt_value.c
int64_t simt_type_bytes(MlirType element);
MlirValue simt_zeros(SimtEmitter *emitter, MlirType element, int width);
MlirValue simt_lane(SimtEmitter *emitter, MlirValue vector, int lane);
MlirValue simt_splat(SimtEmitter *emitter, MlirValue scalar, int width);
MlirValue simt_vector(SimtEmitter *emitter, const MlirValue *lanes, int width);
// Scalars or vectors of factors of an operand, or of results, as sums; sums as results.
MlirValue simt_factor(SimtEmitter *emitter, int operand, MlirValue value);
MlirValue simt_as_sum(SimtEmitter *emitter, MlirValue value);
MlirValue simt_as_result(SimtEmitter *emitter, MlirValue value);
// sum + left * right, of vectors.
MlirValue simt_multiply_add(SimtEmitter *emitter, MlirValue left, MlirValue right, MlirValue sum);

// --- simt_copy.c
void simt_copy_tile(SimtEmitter *emitter, int operand);
// The index of an element of an operand in shared memory, in the buffer of the stage.
void simt_shared_index(SimtEmitter *emitter, int operand, MlirValue row, MlirValue step,
                       MlirValue out_index[2]);
// Of what lies in panels the line of an element: `along` is its place along a whole line, `line`
// the place of that.
MlirValue simt_panel_line(SimtEmitter *emitter, int operand, MlirValue along, MlirValue line);

// --- simt_async.c: copies of `width` elements that go on while threads do, from an operand at an
// index to shared memory at an index. Those of a stage are a group; waits until all but the last
// `left` groups of the thread are there.
void simt_async_copy(SimtEmitter *emitter, int operand, int rank, const MlirValue *from,
                     const MlirValue to[2], int width);
// A pointer to an element of an operand in shared memory; its address there, an i32.
MlirValue simt_shared_pointer(SimtEmitter *emitter, int operand, const MlirValue index[2]);
MlirValue simt_shared_address(SimtEmitter *emitter, int operand, const MlirValue index[2]);
// A pointer to the first element of a buffer in memory.
MlirValue simt_generic_pointer(SimtEmitter *emitter, MlirValue buffer);
void simt_async_commit(SimtEmitter *emitter);
void simt_async_wait(SimtEmitter *emitter, int left);

// --- simt_bulk.c: copies by the device of the operands that are bulk. At the begin of the kernel;
// asks for those of a stage; waits for them, after a barrier of the block.
void simt_bulk_begin(SimtEmitter *emitter);
void simt_bulk_copy(SimtEmitter *emitter);
void simt_bulk_wait(SimtEmitter *emitter);

// --- simt_group.c: the access that sums start from, of the destination or of what is broadcast to
// it; -1: they start from a scalar. Whether it has the elements of the results at their places.
int simt_start_access(const Group *group);
bool simt_start_is_result(const Group *group, int access, int output);

// --- simt_epilogue.c: what the fused consumers make of a result, of iterations `at`
MlirValue simt_epilogue(SimtEmitter *emitter, MlirValue result, const MlirValue at[SIMT_ROLES]);

// --- simt_mma.c: products of matrices by the warps. The part of the thread; where results are that
// a thread has of them; the products of nest->mma->k terms from `step` of the stage on.
void simt_mma_place(SimtEmitter *emitter);
MlirValue simt_mma_position(SimtEmitter *emitter, int role, int number);
void simt_mma_add(SimtEmitter *emitter, MlirValue step, MlirValue *results);
// What instructions of warps and of warpgroups are made with: an attribute of a text; the type of
// an operand's factors as an attribute of NVVM, "mma_type" or "wgmma_type"; a member of a
// structure.
MlirNamedAttribute simt_parsed(SimtEmitter *emitter, const char *name, const char *text);
MlirNamedAttribute simt_factor_type(SimtEmitter *emitter, const char *name, const char *attribute,
                                    int operand);
MlirValue simt_part_of(SimtEmitter *emitter, MlirValue structure, int number, MlirType type);

// --- simt_wgmma.c: the same by warpgroups. How many structures hold the sums, which `results` are
// between begin and end, vectors else; end waits for all products. Those of a stage begin with
// open, and are a group from commit on; waits until all but the last `left` groups are done.
int simt_wgmma_count(const SimtNest *nest);
void simt_wgmma_begin(SimtEmitter *emitter, MlirValue *results);
void simt_wgmma_end(SimtEmitter *emitter, MlirValue *results);
void simt_wgmma_open(SimtEmitter *emitter);
void simt_wgmma_add(SimtEmitter *emitter, MlirValue step, MlirValue *sums);
void simt_wgmma_commit(SimtEmitter *emitter);
void simt_wgmma_wait(SimtEmitter *emitter, int left);
// Before a barrier: lets products read what the thread has written to shared memory.
void simt_wgmma_publish(SimtEmitter *emitter);

// --- simt_results.c: vectors of the thread's results, row by row, of sums
int simt_result_count(const SimtNest *nest);
void simt_results_start(SimtEmitter *emitter, MlirValue *out_results);
void simt_results_store(SimtEmitter *emitter, const MlirValue *results);

// --- simt_kernel.c
void simt_kernel(SimtEmitter *emitter);

#endif
