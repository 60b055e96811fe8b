// PackedOperands: the operands of a function whose constant arguments another one packs
// (plan/workload.h), made of those of the function as it was.
//
//   packed_operands_create    before the module is lowered
//   packed_operands_bind      when it is compiled
//   packed_operands_update    whenever the unpacked operands have changed
#ifndef AUTOTUNE_RUNTIME_PACKED_OPERANDS_H
#define AUTOTUNE_RUNTIME_PACKED_OPERANDS_H

#include "runtime/executable.h"

typedef struct PackedOperands {
  Signature packing, signature; // of the function that packs; of the one that takes what it packs
  const Operands *unpacked;     // lent
  Operands constants;           // of the first; the items' data is that of `unpacked`
  Operands operands;            // of the second
  Call *call;                   // of the first
} PackedOperands;

// Whether the module has a function that packs for @name.
bool packed_operands_are_needed(MlirModule module, const char *name);
// `unpacked` are of the signature `before` that @name had before the module was tuned; they and
// `placement` as for operands_create. The caller owns the result: packed_operands_destroy.
Status packed_operands_create(MlirModule module, const Signature *before, const Operands *unpacked,
                              OperandPlacement placement, PackedOperands *out_packed);
void packed_operands_destroy(PackedOperands *packed);
// To other operands of the signature `before`, for which it has to be bound again.
Status packed_operands_move(PackedOperands *packed, const Signature *before,
                            const Operands *unpacked, OperandPlacement placement);
Status packed_operands_bind(PackedOperands *packed, Jit *jit);
// Packs once, and copies the other operands.
Status packed_operands_update(PackedOperands *packed);

#endif
