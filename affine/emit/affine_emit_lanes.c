// Elements of all iterations of a loop at once: a vector where they are contiguous, else collected
// and stored one by one.
#include "affine/emit/affine_emitter.h"

#include "mlir-c/BuiltinTypes.h"

Lanes affine_emit_lanes_open(Emitter *emitter, const AffineStatement *statement) {
  int loop = statement->depth - 1;
  int64_t trip;
  (void)affine_loop_constant_trip(&statement->loops[loop], &trip);
  return (Lanes){.emitter = emitter,
                 .statement = statement,
                 .loop = loop,
                 .count = (int)trip,
                 .first = emitter->ivs[loop],
                 .points = pool_allocate(emitter->pool, (size_t)trip * sizeof(MlirValue))};
}

void affine_emit_lanes_go_to(Lanes *lanes, int lane) {
  Emitter *emitter = lanes->emitter;
  if (!lane)
    lanes->points[0] = lanes->first;
  if (mlirValueIsNull(lanes->points[lane])) {
    MlirAffineExpr dim = mlirAffineDimExprGet(emitter->ir.context, 0);
    MlirAffineExpr shift = mlirAffineConstantExprGet(emitter->ir.context, lane);
    MlirAffineExpr sum = mlirAffineAddExprGet(dim, shift);
    MlirAffineMap map = mlirAffineMapGet(emitter->ir.context, 1, 0, 1, &sum);
    lanes->points[lane] = ir_affine(&emitter->ir, "affine.apply", map, 1, &lanes->first);
  }
  emitter->ivs[lanes->loop] = lanes->points[lane];
}

static MlirValue collect(Lanes *lanes, const AffineAccess *access) {
  Emitter *emitter = lanes->emitter;
  MlirType element = emitter->program->arrays[access->array].element;
  MlirValue *elements = pool_allocate(emitter->pool, (size_t)lanes->count * sizeof *elements);
  for (int lane = 0; lane < lanes->count; lane++) {
    affine_emit_lanes_go_to(lanes, lane);
    elements[lane] = affine_emit_element_load(emitter, access);
  }
  return ir_value(&emitter->ir, "vector.from_elements", ir_vector_type(element, lanes->count),
                  lanes->count, elements, 0, NULL);
}

MlirValue affine_emit_lanes_load(Lanes *lanes, const AffineAccess *access) {
  Emitter *emitter = lanes->emitter;
  MlirType element = emitter->program->arrays[access->array].element;
  MlirValue operands[1 + AFFINE_MAX_RANK];
  affine_emit_lanes_go_to(lanes, 0);
  if (!affine_access_uses(access, lanes->loop))
    return affine_emit_element_load(emitter, access);
  if (!affine_access_is_contiguous(access, lanes->loop))
    return collect(lanes, access);
  affine_emit_element_operands(emitter, access, operands);
  return ir_value(&emitter->ir, "vector.load", ir_vector_type(element, lanes->count),
                  1 + access->rank, operands, 0, NULL);
}

void affine_emit_lanes_store(Lanes *lanes, const AffineAccess *access, MlirValue value) {
  Emitter *emitter = lanes->emitter;
  MlirType element = emitter->program->arrays[access->array].element;
  MlirValue operands[2 + AFFINE_MAX_RANK] = {value};
  affine_emit_lanes_go_to(lanes, 0);
  if (affine_access_is_contiguous(access, lanes->loop)) {
    affine_emit_element_operands(emitter, access, operands + 1);
    ir_op(&emitter->ir, "vector.store", 0, NULL, 2 + access->rank, operands, 0, NULL);
    return;
  }
  for (int64_t lane = 0; lane < lanes->count; lane++) {
    MlirNamedAttribute position = ir_attribute(&emitter->ir, "static_position",
                                               mlirDenseI64ArrayGet(emitter->ir.context, 1, &lane));
    affine_emit_lanes_go_to(lanes, (int)lane);
    MlirValue one = ir_value(&emitter->ir, "vector.extract", element, 1, &value, 1, &position);
    affine_emit_element_store(emitter, access, one);
  }
}
