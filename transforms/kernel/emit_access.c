// Reading and writing accesses of the workload: in place or packed, with strides, masks and
// padding.
#include "transforms/kernel/emit_place.h"

#include <string.h>

MlirValue emit_pad_value(Emitter *emitter, int access) {
  MlirValue pad = emitter->group->accesses[access].pad_value;
  MlirType element = emit_element_type(emitter, emitter->work->accesses[access].type);
  MlirAttribute constant = emit_constant_of(pad); // may stand inside the tensor.pad
  if (!mlirAttributeIsNull(constant))
    return ir_constant(&emitter->ir, element, constant);
  if (!mlirValueIsNull(pad))
    return pad;
  return ir_constant(&emitter->ir, element, ir_zero(element));
}

static MlirValue pad_splat(Emitter *emitter, int access, int lanes) {
  return emit_broadcast(emitter, emit_pad_value(emitter, access), lanes);
}

static MlirValue read_scalar(Emitter *emitter, const Place *place) {
  MlirValue index[PACK_MAX_RANK];
  place_index(emitter, place, index);
  return emit_read_scalar(emitter, place->buffer, place->rank, index);
}

// A vector from single loads: any stride, any dimension.
static MlirValue read_lanes(Emitter *emitter, int access, const Place *place, const Point *point,
                            int first, int last) {
  MlirValue lanes[64];
  MlirType element = emit_element_type(emitter, place->type);
  MlirValue fill = emitter->work->accesses[access].may_leave_shape
                       ? emit_pad_value(emitter, access)
                       : ir_constant(&emitter->ir, element, ir_zero(element));
  int count = point->segment.lanes;
  for (int lane = 0; lane < count; lane++) {
    lanes[lane] = fill;
    if (lane < first || lane > last)
      continue;
    Place moved = *place;
    place_move(&moved, lane);
    lanes[lane] = read_scalar(emitter, &moved);
  }
  return ir_value(&emitter->ir, "vector.from_elements", ir_vector_type(element, count), count,
                  lanes, 0, NULL);
}

// Contiguous lanes some of which lie outside: a load shifted inside the row, then a shuffle with
// the pad value. Needs a static index in the last dimension.
static MlirValue read_border(Emitter *emitter, int access, const Place *place, const Point *point,
                             int first, int last) {
  const Access *a = &emitter->work->accesses[access];
  int lanes = point->segment.lanes;
  int64_t row = a->shape[a->rank - 1];
  int64_t start = place->dims[place->rank - 1].linear.constant; // of lane 0, maybe negative
  int64_t from = start < 0 ? 0 : start;
  int valid = lanes;
  if (from + lanes > row)
    from = row - lanes;
  if (from < 0) {
    from = 0;
    valid = (int)row;
  }
  Place moved = *place;
  moved.dims[place->rank - 1].linear.constant = from;
  MlirValue index[PACK_MAX_RANK];
  place_index(emitter, &moved, index);
  MlirValue loaded = emit_read_vector(emitter, place->buffer, place->rank, index, lanes, valid);
  int64_t select[64];
  for (int lane = 0; lane < lanes; lane++)
    select[lane] = lane >= first && lane <= last ? start + lane - from : lanes + lane;
  return emit_shuffle(emitter, loaded, pad_splat(emitter, access, lanes), lanes, select);
}

static MlirValue read_strided(Emitter *emitter, const Place *place, Segment segment,
                              int64_t stride) {
  Linear linear[PACK_MAX_RANK];
  for (int d = 0; d < place->rank; d++)
    linear[d] = place->dims[d].linear;
  return emit_read_run(emitter, place->buffer, place->rank, linear, segment.lanes, segment.valid,
                       stride);
}

// What a load stands for: the access, the iterator and number of its lanes, the offsets per
// dimension.
static void load_key(const Emitter *emitter, int access, const Point *point, bool moves,
                     int64_t *out_key) {
  const Access *a = &emitter->work->accesses[access];
  memset(out_key, 0, 12 * sizeof(*out_key));
  out_key[0] = access;
  if (moves)
    out_key[1] = (int64_t)point->segment.lanes << 32 | point->segment.valid << 8 | point->vector;
  for (int d = 0; d < a->rank; d++)
    for (int i = 0; i < emitter->work->iterator_count; i++)
      out_key[2 + d] += a->index[d].coefficients[i] * point->offset[i];
}

// One side of a square: lanes that are neighbours in memory, all of them inside. They may lie along
// a dimension before the last, when those after it have one element; then the compiler joins them.
static MlirValue read_row(Emitter *emitter, int access, const Point *point) {
  Place place;
  MlirValue index[PACK_MAX_RANK];
  int lanes = point->segment.lanes;
  place_of_access(emitter, access, point, &place);
  if (!place.contiguous)
    return read_lanes(emitter, access, &place, point, 0, lanes - 1);
  place_index(emitter, &place, index);
  return emit_read_vector(emitter, place.buffer, place.rank, index, lanes, lanes);
}

// The lanes are far apart, but another iterator of the register tile walks the buffer's elements
// one by one: a square is read along that one and transposed. All its vectors enter the cache.
// Null: there is no such iterator.
static MlirValue read_square(Emitter *emitter, int access, const Place *place, const Point *point) {
  const Access *a = &emitter->work->accesses[access];
  int lanes = point->segment.lanes;
  if (place->packed || a->may_leave_shape || point->segment.valid < lanes ||
      !lanes_make_squares(lanes) || access_stride(a, point->vector) == 1)
    return (MlirValue){NULL};
  for (int x = 0; x < emitter->work->iterator_count; x++) {
    int64_t start = point->offset[x] / lanes * lanes;
    if (x == point->vector || access_stride(a, x) != 1 || start + lanes > emitter->size[x])
      continue;
    MlirValue rows[SQUARE_MOST_LANES];
    Point row = *point, column = *point;
    row.vector = x;
    row.segment.offset = row.offset[x] = start;
    for (int lane = 0; lane < lanes; lane++) {
      row.offset[point->vector] = point->offset[point->vector] + lane;
      rows[lane] = read_row(emitter, access, &row);
    }
    emit_transpose(emitter, rows, lanes);
    for (int lane = 0; lane < lanes; lane++) {
      int64_t key[12];
      column.offset[x] = start + lane;
      load_key(emitter, access, &column, true, key);
      emit_cache_find(emitter, key)->value = rows[lane];
    }
    return rows[point->offset[x] - start];
  }
  return (MlirValue){NULL};
}

static MlirValue read_vector(Emitter *emitter, int access, const Place *place, const Point *point,
                             int first, int last) {
  int lanes = point->segment.lanes;
  const PlaceDim *dim = &place->dims[place->rank - 1];
  bool whole = first == 0 && last == lanes - 1;
  bool inside = first == 0 && last == point->segment.valid - 1;
  if (place->contiguous && place->packed) {
    // Scratch rows are long enough for whole vectors.
    MlirValue index[PACK_MAX_RANK];
    place_index(emitter, place, index);
    return emit_read_vector(emitter, place->buffer, place->rank, index, lanes, lanes);
  }
  if (place->contiguous && inside) {
    MlirValue index[PACK_MAX_RANK];
    place_index(emitter, place, index);
    return emit_read_vector(emitter, place->buffer, place->rank, index, lanes,
                            point->segment.valid);
  }
  if (place->contiguous && dim->linear.count == 0)
    return read_border(emitter, access, place, point, first, last);
  bool only_last = place->last_stride == 1 && dim->kind == DIM_PLAIN;
  for (int d = 0; d + 1 < place->rank; d++)
    only_last &= place->dims[d].vector_step == 0;
  if (inside && only_last && dim->vector_step >= 2 && dim->vector_step <= 4)
    return read_strided(emitter, place, point->segment, dim->vector_step);
  MlirValue column = whole ? read_square(emitter, access, place, point) : (MlirValue){NULL};
  return mlirValueIsNull(column) ? read_lanes(emitter, access, place, point, first, last) : column;
}

MlirValue emit_load_tile_row(Emitter *emitter, int pack, const Point *point, int count) {
  Place place;
  MlirValue index[PACK_MAX_RANK];
  place_in_pack(emitter, pack, point, &place);
  place_index(emitter, &place, index);
  return emit_read_vector(emitter, place.buffer, place.rank, index, count, count);
}

// Where the lanes begin of which the point's value is one; false: it is loaded alone, as those are
// that are fewer than a vector has lanes.
static bool find_lanes(Emitter *emitter, int access, const Point *point, LaneOperand *out_operand,
                       int64_t *out_start) {
  int pack = emitter->pack_of[access];
  const PackedBuffer *packed =
      pack >= 0 && emitter->pack_ready[pack] ? &emitter->nest.packs[pack] : NULL;
  LaneAccess read = lane_access_of(emitter->work, access);
  *out_operand = lane_operand_of(&read, emitter->schedule, &emitter->nest, packed, emitter->target);
  if (out_operand->iterator < 0)
    return false;
  int64_t whole = (int64_t)out_operand->lanes * out_operand->step;
  *out_start = point->offset[out_operand->iterator] / whole * whole;
  return *out_start + whole <= emitter->size[out_operand->iterator];
}

// A value for all lanes, of `count` neighbours, loaded with those beside it, all of which enter the
// cache; `kind`: the second word of their keys, 0 for a scalar. Null: it is loaded alone.
static MlirValue read_as_lane(Emitter *emitter, int access, const Point *point, int count,
                              int64_t kind) {
  LaneOperand operand;
  int64_t start, select[EMIT_MAX_LANES];
  if (!find_lanes(emitter, access, point, &operand, &start))
    return (MlirValue){NULL};
  Point at = *point;
  Place place;
  MlirValue index[PACK_MAX_RANK], found = {NULL};
  at.segment.lanes = at.segment.valid = 1;
  at.offset[operand.iterator] = start;
  place_of_access(emitter, access, &at, &place);
  place_index(emitter, &place, index);
  MlirValue vector = emit_read_vector(emitter, place.buffer, place.rank, index,
                                      operand.lanes * count, operand.lanes * count);
  for (int lane = 0; lane < operand.lanes; lane++) {
    int64_t key[12];
    for (int n = 0; n < count; n++)
      select[n] = lane * count + n;
    MlirValue value = kind == 0 ? emit_extract_lane(emitter, vector, lane)
                                : emit_shuffle(emitter, vector, vector, count, select);
    at.offset[operand.iterator] = start + (int64_t)lane * operand.step;
    load_key(emitter, access, &at, false, key);
    key[1] = kind;
    emit_cache_find(emitter, key)->value = value;
    if (at.offset[operand.iterator] == point->offset[operand.iterator])
      found = value;
  }
  return found;
}

static MlirValue read_one(Emitter *emitter, int access, const Place *place, const Point *point) {
  MlirValue lane = read_as_lane(emitter, access, point, 1, 0);
  return mlirValueIsNull(lane) ? read_scalar(emitter, place) : lane;
}

MlirValue emit_load(Emitter *emitter, int access, const Point *point) {
  const Access *a = &emitter->work->accesses[access];
  int lanes = point->segment.lanes;
  bool moves = lanes > 1 && point->vector >= 0 && access_uses(a, point->vector);
  Place place;
  place_of_access(emitter, access, point, &place);
  int first, last;
  place_lanes_inside(emitter, access, &place, point, &first, &last);
  if (first > last)
    return pad_splat(emitter, access, lanes);

  int64_t key[12];
  load_key(emitter, access, point, moves, key);
  CacheEntry *entry = emit_cache_find(emitter, key);
  MlirValue value = entry->value;
  if (mlirValueIsNull(value)) {
    value = moves ? read_vector(emitter, access, &place, point, first, last)
                  : read_one(emitter, access, &place, point);
    // Reading may have used the cache itself: look the entry up again.
    emit_cache_find(emitter, key)->value = value;
  }
  return moves ? value : emit_broadcast(emitter, value, lanes);
}

// Few of few are loaded one by one: processors mask no small elements.
static MlirValue read_run(Emitter *emitter, const Place *place, int count, int valid) {
  MlirValue index[PACK_MAX_RANK], elements[EMIT_MAX_LANES];
  place_index(emitter, place, index);
  if (valid == count || count > 4)
    return emit_read_vector(emitter, place->buffer, place->rank, index, count, valid);
  MlirType element = emit_element_type(emitter, place->type);
  Place moved = *place;
  for (int n = 0; n < count; n++) {
    elements[n] = n < valid ? read_scalar(emitter, &moved)
                            : ir_constant(&emitter->ir, element, ir_zero(element));
    moved.dims[moved.rank - 1].linear.constant++;
  }
  return ir_value(&emitter->ir, "vector.from_elements", ir_vector_type(element, count), count,
                  elements, 0, NULL);
}

MlirValue emit_load_run(Emitter *emitter, int access, const Point *point, int count, int valid) {
  Point first = *point;
  Place place;
  int inside, last;
  first.segment.lanes = first.segment.valid = 1;
  place_of_access(emitter, access, &first, &place);
  place_lanes_inside(emitter, access, &place, &first, &inside, &last);
  if (inside > last)
    return pad_splat(emitter, access, count);
  int64_t key[12];
  load_key(emitter, access, point, false, key);
  key[1] = (int64_t)count << 32 | valid << 8 | 1;
  MlirValue value = emit_cache_find(emitter, key)->value;
  if (mlirValueIsNull(value)) {
    if (count == emitter->nest.dot.k && valid == count)
      value = read_as_lane(emitter, access, point, count, key[1]);
    if (mlirValueIsNull(value))
      value = read_run(emitter, &place, count, valid);
    emit_cache_find(emitter, key)->value = value;
  }
  return value;
}

MlirValue emit_load_produced(Emitter *emitter, int pack, const Point *point) {
  int access = emitter->nest.packs[pack].access, lanes = point->segment.lanes;
  bool moves = lanes > 1 && point->vector >= 0 &&
               access_uses(&emitter->work->accesses[access], point->vector);
  Place place = {0};
  place_in_pack(emitter, pack, point, &place);
  int64_t key[12];
  load_key(emitter, access, point, moves, key);
  key[0] = WORKLOAD_MAX_ACCESSES + pack;
  MlirValue value = emit_cache_find(emitter, key)->value;
  if (mlirValueIsNull(value)) {
    value = moves ? read_vector(emitter, access, &place, point, 0, point->segment.valid - 1)
                  : read_scalar(emitter, &place);
    emit_cache_find(emitter, key)->value = value;
  }
  return moves ? value : emit_broadcast(emitter, value, lanes);
}

void emit_store(Emitter *emitter, int output, const Point *point, MlirValue value) {
  int access = emitter->group->output_access[output];
  Place place;
  place_of_access(emitter, access, point, &place);
  Slot *slot = &emitter->outputs[output];
  MlirValue index[PACK_MAX_RANK];
  if (place.contiguous && point->segment.lanes > 1) {
    place_index(emitter, &place, index);
    slot->value =
        emit_write_vector(emitter, slot->value, place.rank, index, value, point->segment.valid);
    return;
  }
  for (int lane = 0; lane < point->segment.valid; lane++) {
    Place moved = place;
    place_move(&moved, lane);
    place_index(emitter, &moved, index);
    slot->value = emit_write_scalar(emitter, slot->value, place.rank, index,
                                    emit_extract_lane(emitter, value, lane));
  }
}
