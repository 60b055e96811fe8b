// Filling panels of tiles: rows of 64 bytes, as many as a tile has lanes.
//
//   right operand   row r has the neighbours of group r of lane 0, those of lane 1, ...
//   left operand    row r has all neighbours of lane r
//
// A group is as wide as a number of 32 bits, so one is the other transposed.
#include "transforms/kernel/emit_panel.h"

#include <string.h>

// Zeros in place of what does not exist.
static MlirValue keep_valid(Panel *panel, MlirValue vector, int count, int64_t valid) {
  IrBuilder *ir = &panel->emitter->ir;
  MlirType type = mlirValueGetType(vector);
  MlirAttribute zero = ir_zero(mlirShapedTypeGetElementType(type));
  if (valid >= count)
    return vector;
  MlirValue mask = ir_mask(ir, count, valid);
  return ir_select(ir, mask, vector, ir_splat(ir, type, zero));
}

static MlirValue read_valid(Panel *panel, const int64_t *offset, int vector, int count,
                            int64_t valid) {
  MlirType element = emit_element_type(panel->emitter, panel->packed->type);
  if (valid <= 0)
    return ir_splat(&panel->emitter->ir, ir_vector_type(element, count), ir_zero(element));
  Point point = {.segment = {0, count, (int)(valid < count ? valid : count)}, .vector = vector};
  memcpy(point.offset, offset, sizeof(point.offset));
  if (!panel->packed->is_produced)
    return emit_load(panel->emitter, panel->packed->access, &point);
  ValueSource source = {.kind = SOURCE_STATEMENT, .index = panel->access->produces - 1};
  return keep_valid(panel, emit_source(panel->emitter, &source, &point), count, valid);
}

// All neighbours of lane `row`.
static MlirValue read_neighbours(Panel *panel, int row) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0};
  from[panel->lane] = row;
  return read_valid(panel, from, panel->packed->interleave_iterator, panel->packed->interleave,
                    row < panel->lane_size ? panel->group_valid : 0);
}

// Group `row` of every lane.
static MlirValue read_lanes(Panel *panel, int row) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0};
  MlirValue rows[EMIT_MAX_LANES];
  int group = panel->emitter->nest.dot.k, lanes = (int)panel->block;
  for (int n = 0; n < group; n++) {
    from[panel->packed->interleave_iterator] = row * group + n;
    rows[n] = read_valid(panel, from, panel->lane, lanes,
                         row * group + n < panel->group_valid ? panel->lane_size : 0);
  }
  return emit_interleave(panel->emitter, rows, group);
}

static void as_type(Panel *panel, MlirValue *rows, int count, MlirType type) {
  for (int row = 0; row < count; row++)
    rows[row] = ir_unary(&panel->emitter->ir, "vector.bitcast", type, rows[row]);
}

void panel_copy_tile(Panel *panel) {
  static const int64_t nowhere[WORKLOAD_MAX_ITERATORS];
  MlirValue rows[SQUARE_MOST_LANES];
  int count = (int)panel->block, values = panel->packed->interleave;
  bool wants_neighbours = panel->packed->group == values;
  bool has_neighbours = panel_source_stride(panel, panel->lane) != 1;
  for (int row = 0; row < count; row++)
    rows[row] = has_neighbours ? read_neighbours(panel, row) : read_lanes(panel, row);
  if (wants_neighbours != has_neighbours) {
    MlirType type = mlirValueGetType(rows[0]);
    MlirType number = mlirIntegerTypeGet(panel->emitter->ir.context, 32);
    as_type(panel, rows, count, ir_vector_type(number, count));
    emit_transpose(panel->emitter, rows, count);
    as_type(panel, rows, count, type);
  }
  for (int row = 0; row < count; row++) {
    panel->tile_at = row * values;
    panel_write(panel, nowhere, rows[row], values);
  }
  panel->tile_at = 0;
}
