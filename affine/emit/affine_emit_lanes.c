// Elements of all iterations of a loop at once: a vector where they are contiguous, else collected
// and stored one by one.
#include "affine/emit/affine_emitter.h"
#include "transforms/boolean_vector.h"

#include "mlir-c/BuiltinTypes.h"

// The lanes before the bounds behind the first one; null: there are none.
static MlirValue open_mask(Emitter *emitter, const AffineLoop *lanes, MlirValue first,
                           int64_t count) {
  if (lanes->upper_count == 1)
    return (MlirValue){NULL};
  MlirValue end =
      affine_emit_index_bounds(emitter, lanes->upper + 1, lanes->upper_count - 1, "affine.min");
  MlirValue left = ir_binary(&emitter->ir, "arith.subi", end, first);
  MlirType type = ir_vector_type(mlirIntegerTypeGet(emitter->ir.context, 1), count);
  return ir_value(&emitter->ir, "vector.create_mask", type, 1, &left, 0, NULL);
}

Lanes affine_emit_lanes_open(Emitter *emitter, const AffineStatement *statement) {
  int loop = statement->depth - 1;
  const AffineLoop *lanes = &statement->loops[loop];
  AffineForm trip = affine_form_add(&lanes->upper[0].form, &lanes->lower[0].form, -1);
  int64_t count = trip.constant;
  MlirValue first = emitter->ivs[loop];
  return (Lanes){.emitter = emitter,
                 .statement = statement,
                 .loop = loop,
                 .count = (int)count,
                 .first = first,
                 .mask = open_mask(emitter, lanes, first, count),
                 .points = pool_allocate(emitter->pool, (size_t)count * sizeof(MlirValue))};
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

// --- vectors of i1, see transforms/boolean_vector.h

static bool is_boolean(const Lanes *lanes, const AffineAccess *access) {
  MlirType element = lanes->emitter->program->arrays[access->array].element;
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1;
}

static bool is_vector(const Lanes *lanes, const AffineAccess *access) {
  return affine_access_is_contiguous(access, lanes->loop) &&
         (!is_boolean(lanes, access) || lanes->count <= BOOLEAN_VECTOR_MAX_LANES);
}

// From the buffer and the place of the first element on: the place before it, the numbers of the
// lanes and the mask. Returns how many operands there are.
static int add_boolean_operands(Lanes *lanes, int rank, MlirValue *operands) {
  IrBuilder *ir = &lanes->emitter->ir;
  operands[rank] = ir_binary(ir, "arith.addi", operands[rank], ir_index(ir, -1));
  operands[rank + 1] = boolean_vector_numbers(ir, lanes->count);
  operands[rank + 2] = ir_mask(ir, lanes->count, lanes->count);
  return rank + 3;
}

static MlirValue load_booleans(Lanes *lanes, const AffineAccess *access) {
  IrBuilder *ir = &lanes->emitter->ir;
  MlirType element = lanes->emitter->program->arrays[access->array].element;
  MlirType type = ir_vector_type(element, lanes->count);
  MlirValue operands[4 + AFFINE_MAX_RANK];
  affine_emit_element_operands(lanes->emitter, access, operands);
  int count = add_boolean_operands(lanes, access->rank, operands);
  operands[count++] = ir_splat(ir, type, ir_zero(element));
  return ir_value(ir, "vector.gather", type, count, operands, 0, NULL);
}

static void store_booleans(Lanes *lanes, const AffineAccess *access, MlirValue value) {
  MlirValue operands[4 + AFFINE_MAX_RANK];
  affine_emit_element_operands(lanes->emitter, access, operands);
  int count = add_boolean_operands(lanes, access->rank, operands);
  operands[count++] = value;
  ir_op(&lanes->emitter->ir, "vector.scatter", 0, NULL, count, operands, 0, NULL);
}

// --- vectors and elements

MlirValue affine_emit_lanes_load(Lanes *lanes, const AffineAccess *access) {
  Emitter *emitter = lanes->emitter;
  MlirType element = emitter->program->arrays[access->array].element;
  MlirValue operands[3 + AFFINE_MAX_RANK];
  affine_emit_lanes_go_to(lanes, 0);
  if (!affine_access_uses(access, lanes->loop))
    return affine_emit_element_load(emitter, access);
  if (!is_vector(lanes, access))
    return collect(lanes, access);
  if (is_boolean(lanes, access))
    return load_booleans(lanes, access);
  MlirType type = ir_vector_type(element, lanes->count);
  affine_emit_element_operands(emitter, access, operands);
  if (mlirValueIsNull(lanes->mask))
    return ir_value(&emitter->ir, "vector.load", type, 1 + access->rank, operands, 0, NULL);
  operands[1 + access->rank] = lanes->mask;
  operands[2 + access->rank] = ir_splat(&emitter->ir, type, ir_zero(element));
  return ir_value(&emitter->ir, "vector.maskedload", type, 3 + access->rank, operands, 0, NULL);
}

static void store_masked(Lanes *lanes, const AffineAccess *access, MlirValue value) {
  MlirValue operands[3 + AFFINE_MAX_RANK];
  affine_emit_element_operands(lanes->emitter, access, operands);
  operands[1 + access->rank] = lanes->mask;
  operands[2 + access->rank] = value;
  ir_op(&lanes->emitter->ir, "vector.maskedstore", 0, NULL, 3 + access->rank, operands, 0, NULL);
}

void affine_emit_lanes_store(Lanes *lanes, const AffineAccess *access, MlirValue value) {
  Emitter *emitter = lanes->emitter;
  MlirType element = emitter->program->arrays[access->array].element;
  MlirValue operands[2 + AFFINE_MAX_RANK] = {value};
  affine_emit_lanes_go_to(lanes, 0);
  if (is_vector(lanes, access) && is_boolean(lanes, access)) {
    store_booleans(lanes, access, value);
    return;
  }
  if (is_vector(lanes, access) && !mlirValueIsNull(lanes->mask)) {
    store_masked(lanes, access, value);
    return;
  }
  if (is_vector(lanes, access)) {
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
