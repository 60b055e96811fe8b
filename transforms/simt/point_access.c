// Elements of a thread: one load where neighbours are neighbours in memory, else one a lane;
// outside of a buffer that was padded the value of the padding.
#include "transforms/simt/point_emitter.h"

#include <string.h>

MlirValue point_splat(PointEmitter *emitter, MlirValue scalar) {
  return ir_unary(&emitter->base.ir, "vector.broadcast",
                  point_type(emitter, mlirValueGetType(scalar)), scalar);
}

static MlirNamedAttribute alignment(PointEmitter *emitter, ElementType type, int width) {
  MlirType i64 = mlirIntegerTypeGet(emitter->base.ir.context, 64);
  return ir_attribute(&emitter->base.ir, "alignment",
                      mlirIntegerAttrGet(i64, element_type_bytes(type) * width));
}

// Iterations of one lane.
static void move_to_lane(PointEmitter *emitter, int lane, MlirValue *out_at) {
  memcpy(out_at, emitter->at, sizeof emitter->at);
  if (lane > 0)
    out_at[emitter->nest->lane] = simt_add(&emitter->base, emitter->at[emitter->nest->lane], lane);
}

// An element, or `width` neighbours: a scalar for width 1.
static MlirValue load_there(PointEmitter *emitter, int a, int rank, const MlirValue *index,
                            int width) {
  IrBuilder *ir = &emitter->base.ir;
  MlirValue operands[1 + WORKLOAD_MAX_RANK] = {emitter->read[a]};
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(emitter->read[a]));
  memcpy(operands + 1, index, (size_t)rank * sizeof *index);
  if (width == 1)
    return ir_value(ir, "memref.load", element, 1 + rank, operands, 0, NULL);
  MlirNamedAttribute aligned =
      alignment(emitter, emitter->base.group->workload.accesses[a].type, width);
  return ir_value(ir, "vector.load", ir_vector_type(element, width), 1 + rank, operands, 1,
                  &aligned);
}

static MlirValue load_lane(PointEmitter *emitter, int a, int lane, int width) {
  IrBuilder *ir = &emitter->base.ir;
  MlirValue at[WORKLOAD_MAX_ITERATORS], index[WORKLOAD_MAX_RANK], value;
  move_to_lane(emitter, lane, at);
  int rank = simt_element(&emitter->base, a, at, index);
  MlirValue inside = simt_in_shape(&emitter->base, a, index);
  if (mlirValueIsNull(inside))
    return load_there(emitter, a, rank, index, width);
  MlirValue outside = width == 1 ? emitter->pad[a] : point_splat(emitter, emitter->pad[a]);
  MlirType type = mlirValueGetType(outside);
  MlirOperation branch = ir_open_if(ir, inside, 1, &type);
  value = load_there(emitter, a, rank, index, width);
  ir_else(ir, branch, 1, &value);
  ir_close_if(ir, branch, 1, &outside, &value);
  return value;
}

// Of a buffer whose dimensions were joined, the innermost may be too short for a vector.
static bool is_vector(const PointEmitter *emitter, int a) {
  const Group *group = emitter->base.group;
  int rank = group->accesses[a].collapse_rank;
  const PointNest *nest = emitter->nest;
  return point_is_vector(&group->workload, a, nest->lane, nest->width) &&
         (rank == 0 ||
          mlirShapedTypeGetDimSize(simt_access_type(group, a), rank - 1) % nest->width == 0);
}

MlirValue point_load(PointEmitter *emitter, int a) {
  const Workload *work = &emitter->base.group->workload;
  const PointNest *nest = emitter->nest;
  MlirValue lanes[POINT_MAX_BYTES];
  if (!mlirTypeIsAShaped(mlirValueGetType(emitter->read[a])))
    return point_splat(emitter, emitter->read[a]);
  if (a == nest->turned) {
    MlirValue operands[] = {emitter->tile, emitter->tile_at[0], emitter->tile_at[1]};
    MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(emitter->tile));
    return point_splat(emitter,
                       ir_value(&emitter->base.ir, "memref.load", type, 3, operands, 0, NULL));
  }
  if (nest->width == 1 || !access_uses(&work->accesses[a], nest->lane))
    return point_splat(emitter, load_lane(emitter, a, 0, 1));
  if (is_vector(emitter, a))
    return load_lane(emitter, a, 0, nest->width);
  for (int lane = 0; lane < nest->width; lane++)
    lanes[lane] = load_lane(emitter, a, lane, 1);
  return ir_value(&emitter->base.ir, "vector.from_elements",
                  point_type(emitter, mlirValueGetType(lanes[0])), nest->width, lanes, 0, NULL);
}

static MlirValue lane_of(PointEmitter *emitter, MlirValue vector, int lane) {
  int64_t lanes[] = {lane};
  MlirNamedAttribute at = ir_attribute(&emitter->base.ir, "static_position",
                                       mlirDenseI64ArrayGet(emitter->base.ir.context, 1, lanes));
  return ir_value(&emitter->base.ir, "vector.extract",
                  mlirShapedTypeGetElementType(mlirValueGetType(vector)), 1, &vector, 1, &at);
}

void point_store(PointEmitter *emitter, int output, MlirValue vector) {
  IrBuilder *ir = &emitter->base.ir;
  const Workload *work = &emitter->base.group->workload;
  const PointNest *nest = emitter->nest;
  int a = emitter->base.group->output_access[output];
  MlirValue at[WORKLOAD_MAX_ITERATORS];
  MlirValue operands[2 + WORKLOAD_MAX_RANK] = {vector, emitter->written[output]};
  bool is_whole = nest->width > 1 && is_vector(emitter, a);
  MlirNamedAttribute aligned = alignment(emitter, work->accesses[a].type, nest->width);
  for (int lane = 0; lane < (is_whole ? 1 : nest->width); lane++) {
    move_to_lane(emitter, lane, at);
    int rank = simt_element(&emitter->base, a, at, operands + 2);
    if (!is_whole)
      operands[0] = lane_of(emitter, vector, lane);
    ir_op(ir, is_whole ? "vector.store" : "memref.store", 0, NULL, 2 + rank, operands, is_whole,
          &aligned);
  }
}
