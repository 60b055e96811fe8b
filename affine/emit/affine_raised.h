// Raised statements: those that become a linalg.generic over their innermost loops.
//
// The files are in the order in which they use one another: each uses only those above it.
#ifndef AUTOTUNE_AFFINE_EMIT_AFFINE_RAISED_H
#define AUTOTUNE_AFFINE_EMIT_AFFINE_RAISED_H

#include "affine/emit/affine_emitter.h"

typedef struct RaisedStatement {
  const AffineStatement *statement;
  int factor_node; // a factor that is multiplied beforehand, see affine_emit_factor.c; -1: none
  int factor_operand;
  int first;                          // raised loop
  AffineForm trips[AFFINE_MAX_DEPTH]; // in loops outside
  int operand_count;                  // inputs, then the output
  MlirValue operands[AFFINE_MAX_OPERANDS];
  MlirAffineMap maps[AFFINE_MAX_OPERANDS];
  int operand_of[AFFINE_MAX_OPERANDS]; // per access, -1: a scalar
  MlirValue scalars[AFFINE_MAX_OPERANDS];
} RaisedStatement;

// --- affine_raised.c: what is known before anything is built
RaisedStatement affine_raised_start(const AffineStatement *statement);
// How many subscripts lie between the first and the last one, both included.
AffineForm affine_raised_span(const RaisedStatement *raised, const AffineForm *index);
// Whether the access is one element for all raised loops.
bool affine_raised_is_scalar(const RaisedStatement *raised, const AffineAccess *access);
// Whether the op sums up: the stored element lacks some raised loop.
bool affine_raised_has_reduction(const RaisedStatement *raised);

// --- affine_emit_generic.c: a linalg.generic of raised->operands, the last of which is the output
MlirBlock affine_emit_generic_open(Emitter *emitter, const RaisedStatement *raised);
MlirAttribute affine_emit_generic_iterator(Emitter *emitter, bool is_parallel);
// Yields `result` and makes the op. `is_disjoint`: see DISJOINT_ATTRIBUTE.
void affine_emit_generic_close(Emitter *emitter, const RaisedStatement *raised,
                               MlirAttribute iterators, bool is_disjoint, MlirValue result,
                               MlirBlock block);

// --- affine_emit_factor.c: factors that are multiplied beforehand
// The node of the product and the access of its element; -1: there is none.
int affine_emit_factor_find(const RaisedStatement *raised, int *out_access);
// buffer = scalar * source, where node raised->factor_node has the scalar and reads `access`.
void affine_emit_factor_product(Emitter *emitter, const RaisedStatement *raised, int access,
                                MlirValue source, MlirValue buffer);
// Before the nest, for all statements: buffers, and the products of whole arrays.
void affine_emit_factor_allocate(Emitter *emitter);
void affine_emit_factor_release(Emitter *emitter);

// --- affine_emit_region.c: the body of the op; returns what it yields
MlirValue affine_emit_region(Emitter *emitter, const RaisedStatement *raised, MlirBlock block);

// --- affine_emit_linalg.c
void affine_emit_linalg(Emitter *emitter, const AffineStatement *statement,
                        const PremultipliedFactor *factor);

#endif
