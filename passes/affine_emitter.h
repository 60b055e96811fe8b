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

typedef struct Builder {
  IrBuilder ir;
  const AffineProgram *program;
  MlirValue memrefs[AFFINE_MAX_ARRAYS];
  Scaled scaled[AFFINE_MAX_STATEMENTS]; // per statement
  MlirValue ivs[AFFINE_MAX_DEPTH];
} Builder;

// How an op of a node is built again: as it is, or for scalar code, where products may be fused
// with sums and, in updates, sums reassociated, so that LLVM may do what a kernel would.
typedef enum Looseness { LOOSE_NOT, LOOSE_FUSED, LOOSE_SUM } Looseness;

// --- affine_emit.c
MlirValue affine_emit_form(Builder *b, const AffineForm *form);
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

#endif
