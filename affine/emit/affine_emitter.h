// Emitter: what the files that build an AffineProgram share. See affine_emit.h for the way in.
//
// The files are in the order in which they use one another: each uses only those above it.
#ifndef AUTOTUNE_AFFINE_EMIT_AFFINE_EMITTER_H
#define AUTOTUNE_AFFINE_EMIT_AFFINE_EMITTER_H

#include "affine/affine_program.h"
#include "base/pool.h"
#include "transforms/ir.h"

// The buffer of a factor that is multiplied beforehand; null: there is none.
typedef struct PremultipliedFactor {
  MlirValue buffer;
  bool is_whole; // of the whole array, made before the nest
  bool is_owned; // else another statement's
} PremultipliedFactor;

typedef struct Promoted Promoted;

typedef struct Emitter {
  IrBuilder ir;
  Pool *pool; // of everything below
  const AffineProgram *program;
  bool has_stack;                  // small buffers may live on it
  MlirValue *memrefs;              // per array; null: nobody uses it
  PremultipliedFactor *factors;    // per statement
  MlirValue ivs[AFFINE_MAX_DEPTH]; // of the loops at hand
  Promoted *promoted;              // of the innermost loop at hand; null: there is none
  bool is_behind_condition;        // the innermost loop at hand: it runs at least once
} Emitter;

// --- affine_emit_index.c: values of forms and bounds
// The form as an affine expression; loop d is dimension dims[d].
MlirAffineExpr affine_emit_index_expression(Emitter *emitter, const AffineForm *form,
                                            const int *dims);
// The extreme of several bounds; `op` is affine.max or affine.min.
MlirValue affine_emit_index_bounds(Emitter *emitter, const AffineBound *bounds, int count,
                                   const char *op);
MlirValue affine_emit_index(Emitter *emitter, const AffineForm *form);
// Of what may have no elements: at least 0.
MlirValue affine_emit_size(Emitter *emitter, const AffineForm *size);

// --- affine_emit_element.c: one element of an array
// The memref and the subscripts of an access: 1 + rank values.
void affine_emit_element_operands(Emitter *emitter, const AffineAccess *access, MlirValue *out);
MlirValue affine_emit_element_load(Emitter *emitter, const AffineAccess *access);
void affine_emit_element_store(Emitter *emitter, const AffineAccess *access, MlirValue value);

// --- affine_emit_lanes.c: elements of all iterations of the innermost loop at once
typedef struct Lanes {
  Emitter *emitter;
  const AffineStatement *statement;
  int loop, count;
  MlirValue first;   // of the loop
  MlirValue mask;    // of the lanes that run; null: all do
  MlirValue *points; // of the loop, made when needed
} Lanes;
// Lanes of a statement; the first one is emitter->ivs[depth - 1].
Lanes affine_emit_lanes_open(Emitter *emitter, const AffineStatement *statement);
// The loop stands at this lane.
void affine_emit_lanes_go_to(Lanes *lanes, int lane);
// A vector, or a scalar where the access does not depend on the loop.
MlirValue affine_emit_lanes_load(Lanes *lanes, const AffineAccess *access);
void affine_emit_lanes_store(Lanes *lanes, const AffineAccess *access, MlirValue value);

// --- affine_emit_promoted.c: elements in registers
// Whether the loop at `level` of the statements from..to is to stand behind a condition that it
// runs: parameters may say that it does not, and then elements need not exist that it would have
// loaded.
bool affine_emit_promoted_asks(const Emitter *emitter, int from, int to, int level);
// Before the loop at `level` of the statements from..to, whose first iteration is `low`.
Promoted *affine_emit_promoted_start(Emitter *emitter, int from, int to, int level, MlirValue low);
// The iter_args of the loop: before it what they begin with, then what it passes in, then what it
// yields, then its results.
int affine_emit_promoted_count(const Promoted *promoted);
MlirValue *affine_emit_promoted_values(Promoted *promoted);
void affine_emit_promoted_enter(Promoted *promoted);
void affine_emit_promoted_leave(Emitter *emitter, Promoted *promoted);
void affine_emit_promoted_finish(Emitter *emitter, Promoted *promoted);
// Inside: whether an access is known; that it has been loaded; that the statement stores a value,
// true: without a store in memory.
bool affine_emit_promoted_find(Emitter *emitter, const AffineAccess *access, MlirValue *out_value);
void affine_emit_promoted_loaded(Emitter *emitter, const AffineStatement *statement, int access,
                                 MlirValue value);
bool affine_emit_promoted_stored(Emitter *emitter, const AffineStatement *statement,
                                 MlirValue value);

// --- affine_emit_scalar.c: a statement as scalar code
// The fast-math flags of an op that is built again: its own, or for loops under `reassoc`, where
// LLVM may do what a kernel would, contract on additions, subtractions and products, and reassoc on
// those of sums.
typedef enum FastMath { FAST_MATH_OWN, FAST_MATH_CONTRACT, FAST_MATH_REASSOCIATE } FastMath;
FastMath affine_emit_scalar_flags(const Emitter *emitter, const AffineStatement *statement);
// Whether ops carry the flags of those whose place they take. Else flags say nothing: the mode
// allows more than they do.
bool affine_emit_scalar_keeps_flags(const Emitter *emitter);
// The op of a node on these operands; `type` is that of its result.
MlirValue affine_emit_scalar_op(Emitter *emitter, const AffineNode *node, MlirType type,
                                const MlirValue *operands, FastMath fast_math);
// Node n on the values of those before it.
MlirValue affine_emit_scalar_node(Emitter *emitter, const AffineStatement *statement, int n,
                                  FastMath fast_math, const MlirValue *values);
void affine_emit_scalar(Emitter *emitter, const AffineStatement *statement);

// --- affine_emit_vector.c: a statement with lanes
void affine_emit_vector(Emitter *emitter, const AffineStatement *statement);

// --- affine_emit_view.c: a part of an array
// From `base` on, `sizes` elements per dimension; dimensions that are not kept have one element and
// are left out.
typedef struct View {
  AffineForm base[AFFINE_MAX_RANK];
  AffineForm sizes[AFFINE_MAX_RANK];
  bool is_kept[AFFINE_MAX_RANK];
} View;
// The array itself where the view is all of it.
MlirValue affine_emit_view(Emitter *emitter, int array, const View *view);

// --- affine_emit_buffers.c: memory that exists only for the nest
MlirValue affine_emit_buffers_new(Emitter *emitter, MlirType type, bool is_on_stack);
// As many elements as an array from outside has, row by row.
MlirValue affine_emit_buffers_like(Emitter *emitter, const AffineArray *array);
// Memrefs of all arrays, before the nest.
void affine_emit_buffers_allocate(Emitter *emitter);
// After the nest: values and copies that outlive it, and the end of the buffers.
void affine_emit_buffers_release(Emitter *emitter);

#endif
