// What the files that make the body of a kernel of points share. point_access.c: elements from and
// to memory; point_body.c: the scalar bodies; point_share.c: what the threads of a result join;
// point_turn.c: tiles of an operand in shared memory;
// point_kernel.c: who the thread is and its loops; point_emit.c: the kernel as a symbol.
//
// Every value of a body is a vector of the results of the thread, nest->width lanes.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_POINT_EMITTER_H
#define AUTOTUNE_TRANSFORMS_SIMT_POINT_EMITTER_H

#include "plan/simt/point_nest.h"
#include "transforms/combiner.h"
#include "transforms/fp_mode.h"
#include "transforms/simt/simt_emitter.h"

typedef struct PointEmitter {
  SimtEmitter base; // the builder, the group
  const PointNest *nest;
  MlirValue read[WORKLOAD_MAX_ACCESSES];   // buffers and scalars, arguments of the kernel
  MlirValue pad[WORKLOAD_MAX_ACCESSES];    // what is read outside of them, scalars
  MlirValue written[GROUP_MAX_RESULTS];    // by output
  MlirValue shared[GROUP_MAX_RESULTS];     // by accumulator: an element a thread
  MlirValue tile;                          // of the operand that is turned
  MlirValue tile_at[2];                    // the element of it that the result needs
  MlirValue origin[2];                     // iterations at which the tile begins, along
                                           // nest->order[0] and nest->across
  MlirValue thread;                        // number in its block
  MlirValue share;                         // number among those of its result
  MlirValue place;                         // number of its result in the block
  MlirValue is_inside;                     // its result exists; null: it surely does
  MlirValue at[WORKLOAD_MAX_ITERATORS];    // iterations, of the first lane
  MlirValue first[WORKLOAD_MAX_ITERATORS]; // of reductions: the thread's own
  MlirValue accumulators[GROUP_MAX_RESULTS];
  MlirValue made[WORKLOAD_MAX_STATEMENTS][GROUP_MAX_RESULTS];
} PointEmitter;

// --- point_access.c
MlirValue point_load(PointEmitter *emitter, int access);
void point_store(PointEmitter *emitter, int output, MlirValue vector);
MlirValue point_splat(PointEmitter *emitter, MlirValue scalar);
static inline MlirType point_type(const PointEmitter *emitter, MlirType element) {
  return ir_vector_type(element, emitter->nest->width);
}

// --- point_body.c
// Whether every statement can be computed by a thread, each under its own mode; the reason is told
// otherwise.
Status point_body_is_known(const Group *group);
void point_evaluate(PointEmitter *emitter, Stage stage);
MlirValue point_value(PointEmitter *emitter, const ValueSource *source);
// The scalar type of accumulator k, of the anchor's block argument.
MlirType point_accumulator_type(const Group *group, int k);

// --- point_share.c
// The op that joins two values of accumulator k; null: terms must keep their order.
MlirOperation point_joiner(const Group *group, int k);
MlirValue point_join(PointEmitter *emitter, int k, MlirValue a, MlirValue b);
// Whether the op of the anchor's body adds to what several threads have of a result.
bool point_is_shared(const PointEmitter *emitter, MlirOperation op);
// An attribute of such an op. That sums of integers do not wrap, and that there is no NaN and no
// infinity, the source promises of its own order, and not of what a thread begins from.
MlirNamedAttribute point_without_promises(PointEmitter *emitter, MlirNamedAttribute attribute);
MlirValue point_neutral(PointEmitter *emitter, int k);
// The accumulators of all threads of a result, in the first of them.
void point_share(PointEmitter *emitter);

// --- point_turn.c: all threads of a block fill the tile, and meet; places of result `number` of
// the thread, and whether it exists, null: it surely does
void point_fill_tile(PointEmitter *emitter);
MlirValue point_place_turned(PointEmitter *emitter, int number);

// --- point_kernel.c
void point_kernel(PointEmitter *emitter);

#endif
