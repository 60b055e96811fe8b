// One element of an array: its place, load and store.
#include "affine/emit/affine_emitter.h"

void affine_emit_element_operands(Emitter *emitter, const AffineAccess *access, MlirValue *out) {
  out[0] = emitter->memrefs[access->array];
  for (int d = 0; d < access->rank; d++)
    out[1 + d] = affine_emit_index(emitter, &access->index[d]);
}

MlirValue affine_emit_element_load(Emitter *emitter, const AffineAccess *access) {
  MlirValue operands[1 + AFFINE_MAX_RANK];
  affine_emit_element_operands(emitter, access, operands);
  return ir_value(&emitter->ir, "memref.load", emitter->program->arrays[access->array].element,
                  1 + access->rank, operands, 0, NULL);
}

void affine_emit_element_store(Emitter *emitter, const AffineAccess *access, MlirValue value) {
  MlirValue operands[2 + AFFINE_MAX_RANK] = {value};
  affine_emit_element_operands(emitter, access, operands + 1);
  ir_op(&emitter->ir, "memref.store", 0, NULL, 2 + access->rank, operands, 0, NULL);
}
