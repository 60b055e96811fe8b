// Emitter: what the files that build an AffineProgram share. See affine_program.h for the way in.
#ifndef AUTOTUNE_PASSES_AFFINE_EMITTER_H
#define AUTOTUNE_PASSES_AFFINE_EMITTER_H

#include "passes/affine_program.h"
#include "transforms/ir.h"

// The buffer of a factor that is multiplied beforehand; null: there is none.
typedef struct Scaled {
  MlirValue buffer;
  bool is_whole; // of the whole array, made before the nest
  bool is_owned; // else another statement's
} Scaled;

typedef enum KeptKind {
  KEPT_SAME,    // loaded before the loop
  KEPT_UPDATED, // the same, and stored behind it
  KEPT_NEXT,    // stored by `maker` one iteration before
  KEPT_BODY,    // loaded or stored in the body at hand
} KeptKind;

// An element, or a vector of them where its statement has lanes.
typedef struct KeptElement {
  KeptKind kind;
  const AffineStatement *statement, *maker;
  int access;
  MlirValue value, next; // now (null: memory knows better), for the next iteration
} KeptElement;

enum { KEPT_ELEMENTS = 64 };

// What an innermost loop has in registers. Its iter_args are those updated and next, in order.
typedef struct Kept {
  int level;
  AffineStatement *const *statements; // of the loop
  int statement_count;
  MlirValue lane; // first iteration of the loop over the lanes
  int count, carried;
  KeptElement elements[KEPT_ELEMENTS];
  MlirValue values[KEPT_ELEMENTS];
} Kept;

typedef struct Builder {
  IrBuilder ir;
  const AffineProgram *program;
  bool has_stack; // small buffers may live on it
  MlirValue memrefs[AFFINE_MAX_ARRAYS];
  Scaled scaled[AFFINE_MAX_STATEMENTS]; // per statement
  MlirValue ivs[AFFINE_MAX_DEPTH];
  Kept *kept; // of the innermost loop at hand; null: there is none
} Builder;

// How an op of a node is built again: as it is, or for scalar code, where products may be fused
// with sums and, in updates, sums reassociated, so that LLVM may do what a kernel would.
typedef enum Looseness { LOOSE_NOT, LOOSE_FUSED, LOOSE_SUM } Looseness;

// --- affine_emit.c
MlirValue affine_emit_form(Builder *b, const AffineForm *form);
MlirValue affine_emit_load(Builder *b, const AffineAccess *access);
void affine_emit_store(Builder *b, const AffineAccess *access, MlirValue value);
// The memref and the subscripts of an access: 1 + rank values.
void affine_emit_access(Builder *b, const AffineAccess *access, MlirValue *out);
// The op of a node on these operands; `type` is that of its result.
MlirValue affine_emit_op(Builder *b, const AffineNode *node, MlirType type,
                         const MlirValue *operands, Looseness looseness);
// One statement as scalar code in the loops b->ivs.
void affine_emit_scalar(Builder *b, const AffineStatement *s);

// --- affine_emit_lanes.c
// All iterations of the innermost loop, whose first is b->ivs[s->depth - 1].
void affine_emit_lanes(Builder *b, const AffineStatement *s);
// One access of theirs; what does not depend on the loop is a scalar.
MlirValue affine_emit_lanes_load(Builder *b, const AffineStatement *s, int access);
void affine_emit_lanes_store(Builder *b, const AffineStatement *s, int access, MlirValue value);

// --- affine_emit_kept.c
// Before the loop at `level` of the statements from..to: fills kept->values with the initial
// iter_args, kept->carried many. `low` is the first iteration.
void affine_kept_start(Builder *b, Kept *kept, int from, int to, int level, MlirValue low);
void affine_kept_enter(Kept *kept);              // values are the block arguments
void affine_kept_leave(Builder *b, Kept *kept);  // values are to be what the loop yields
void affine_kept_finish(Builder *b, Kept *kept); // values are the results
// Inside: whether an access is known; that it has been loaded; that the statement stores a value,
// true: without a store in memory.
bool affine_kept_find(Builder *b, const AffineAccess *access, MlirValue *out_value);
void affine_kept_loaded(Builder *b, const AffineStatement *s, int access, MlirValue value);
bool affine_kept_stored(Builder *b, const AffineStatement *s, MlirValue value);

#endif
