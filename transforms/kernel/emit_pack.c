// Filling scratch buffers: panels (by iterators), images (by buffer dimensions, with padding) and
// the patch matrix of im2col. Vector code wherever the source or a transposition in registers
// allows.
#include "core/integer.h"
#include "transforms/kernel/emitter.h"

#include <string.h>

enum { MAX_TRANSPOSE = 16 };

static int lanes_for(const Emitter *e, const PackedBuffer *packed) {
  // A vector of i1 in memory is bits, an element of a buffer is a byte.
  if (packed->type == ELEMENT_I1)
    return 1;
  // The schedule's vector width in bytes, for this element type; copies gain nothing from more.
  int64_t bytes = element_type_bytes(packed->type);
  int64_t accumulator = element_type_bytes(e->work->accumulator_type);
  int64_t lanes = e->schedule->lanes * accumulator / bytes;
  lanes = lanes < 4 ? 4 : lanes;
  return lanes > MAX_TRANSPOSE ? MAX_TRANSPOSE : (int)lanes;
}

// --- panels

typedef struct Panel {
  Emitter *e;
  int pack;
  const PackedBuffer *packed;
  const Access *access;
  int lane;          // iterator with a LANE dimension, or -1
  int64_t lane_size; // of the current block: iterations that exist
  int64_t lane_end;  // and those to fill; beyond lane_size, copies of the last that exists
  // Where the panel is written. The source is read at the emitter's base, which stays inside the
  // extent where REMAINDER_PAD fills the panel beyond it.
  Position at[WORKLOAD_MAX_ITERATORS];
  int run; // iterator along which the source is contiguous, or -1
  int lanes;
  MlirValue *slot;
} Panel;

static int64_t source_stride(const Panel *p, int iterator) {
  return access_stride(p->access, iterator);
}

// Index into the panel of the current position plus offset.
static void panel_index(Panel *p, const int64_t *offset, MlirValue *out) {
  Emitter *e = p->e;
  for (int d = 0; d < p->packed->rank; d++) {
    const PackDim *dim = &p->packed->dims[d];
    int i = dim->source;
    Linear linear = {0};
    if (dim->kind == PACK_DIM_LANE) {
      linear.constant = offset[i];
      out[d] = emit_linear(e, &linear);
      continue;
    }
    linear_add(&linear, p->at[i], 1);
    linear_add(&linear, e->pack_origin[p->pack][i], -1);
    if (dim->kind == PACK_DIM_ITERATOR)
      linear.constant += offset[i];
    out[d] = dim->kind == PACK_DIM_TILE ? emit_linear_divide(e, &linear, dim->factor, false)
                                        : emit_linear(e, &linear);
  }
}

static MlirValue panel_read(Panel *p, const int64_t *offset, int vector, int lanes) {
  Point point = {.segment = {0, lanes, lanes}, .vector = vector};
  memcpy(point.offset, offset, sizeof(point.offset));
  if (!p->packed->is_produced)
    return emit_load(p->e, p->packed->access, &point);
  ValueSource source = {.kind = SOURCE_STATEMENT, .index = p->access->produces - 1};
  return emit_source(p->e, &source, &point);
}

static void panel_write(Panel *p, const int64_t *offset, MlirValue vector, int valid) {
  MlirValue index[PACK_MAX_RANK];
  panel_index(p, offset, index);
  *p->slot = emit_write_vector(p->e, *p->slot, p->packed->rank, index, vector, valid);
}

// Neighbours along `iterator` in both source and panel: whole vectors, then ever smaller ones. What
// is to be filled beyond `size` gets the last element.
static void copy_run(Panel *p, int iterator, int64_t size, int64_t end) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0}, to[WORKLOAD_MAX_ITERATORS] = {0};
  int lanes = p->lanes;
  for (int64_t at = 0; at < end; at += lanes) {
    bool exists = at < size;
    lanes = at == size ? p->lanes : lanes;
    while (lanes > (exists ? size : end) - at)
      lanes /= 2;
    from[iterator] = exists ? at : size - 1;
    to[iterator] = at;
    panel_write(p, to, panel_read(p, from, exists ? iterator : -1, lanes), lanes);
  }
}

static void copy_single(Panel *p, int iterator, int64_t size, int64_t end) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0}, to[WORKLOAD_MAX_ITERATORS] = {0};
  for (int64_t at = 0; at < end; at++) {
    if (iterator >= 0) {
      from[iterator] = at < size ? at : size - 1;
      to[iterator] = at;
    }
    panel_write(p, to, panel_read(p, from, -1, 1), 1);
  }
}

// A square of the source, read along `run`, written along `lane`: log2(count) rounds of
// interleaving the first half of the rows with the second transpose it.
static void copy_square(Panel *p, int64_t lane_at, int count) {
  MlirValue rows[MAX_TRANSPOSE];
  int64_t offset[WORKLOAD_MAX_ITERATORS] = {0};
  int64_t left = p->lane_end - lane_at;
  for (int i = 0; i < count; i++) {
    int64_t row = lane_at + i;
    offset[p->lane] = row < p->lane_size ? row : p->lane_size - 1;
    rows[i] = panel_read(p, offset, p->run, count);
  }
  emit_transpose(p->e, rows, count);
  for (int i = 0; i < count; i++) {
    offset[p->lane] = lane_at;
    offset[p->run] = i;
    panel_write(p, offset, rows[i], left < count ? (int)left : count);
  }
}

static void panel_body(Panel *p, int run_size) {
  emit_new_scope(p->e);
  if (p->lane >= 0 && source_stride(p, p->lane) == 1)
    copy_run(p, p->lane, p->lane_size, p->lane_end);
  else if (p->lane >= 0 && run_size > 1)
    for (int64_t at = 0; at < p->lane_end; at += run_size)
      copy_square(p, at, run_size);
  else if (p->lane >= 0)
    copy_single(p, p->lane, p->lane_size, p->lane_end);
  else if (p->run >= 0)
    copy_run(p, p->run, run_size, run_size);
  else
    copy_single(p, -1, 1, 1);
}

// Whether the panel is filled beyond the extent of `iterator`.
static bool panel_pads(const Panel *p, int iterator) {
  const Emitter *e = p->e;
  return e->work->kinds[iterator] == ITERATOR_PARALLEL &&
         schedule_pads(e->work, e->schedule, iterator);
}

static bool has_fixed_length(Position low, Position high) {
  return position_is_static(low)
             ? position_is_static(high)
             : !position_is_static(high) && mlirValueEqual(low.value, high.value);
}

// The last of low, low + step, low + 2 step, ... that is not above `high`.
static Position last_step(Emitter *e, Position low, Position high, int64_t step) {
  if (has_fixed_length(low, high))
    return (Position){low.value, low.constant + (high.constant - low.constant) / step * step};
  Linear length = {0}, end = {0};
  linear_add(&length, high, 1);
  linear_add(&length, low, -1);
  linear_add(&end, low, 1);
  linear_add(&end, (Position){emit_linear_divide(e, &length, step, false), 0}, step);
  return (Position){emit_linear(e, &end), 0};
}

static void panel_dims(Panel *p, int d);

// A loop over [low, high) of `iterator` in steps of `step`, around the dimensions from `d` on.
static void panel_steps(Panel *p, int iterator, Position low, Position high, int64_t step, int d) {
  Emitter *e = p->e;
  if (has_fixed_length(low, high) && high.constant <= low.constant)
    return;
  Carried carried = {.count = e->group->on_tensors, .items = {p->slot}};
  Position base = e->base[iterator], at = p->at[iterator];
  e->base[iterator] = p->at[iterator] = (Position){emit_open_for(e, low, high, step, &carried), 0};
  if (iterator != p->lane && step == 1 && panel_pads(p, iterator)) {
    Position last = {{NULL}, e->work->extents[iterator] - 1};
    e->base[iterator] = (Position){emit_minimum(e, p->at[iterator], last), 0};
  }
  if (d == p->packed->rank)
    panel_body(p, (int)step);
  else
    panel_dims(p, d);
  emit_close_for(e, &carried);
  e->base[iterator] = base;
  p->at[iterator] = at;
}

// `step` positions of `iterator` at a time, then single ones.
static void panel_loop(Panel *p, int iterator, int64_t step, int d) {
  Emitter *e = p->e;
  Position low = e->base[iterator], high = e->limit[iterator];
  Position middle = step > 1 ? last_step(e, low, high, step) : low;
  if (panel_pads(p, iterator)) { // up to whole blocks
    int64_t block = e->schedule->block[iterator];
    high.constant += block - 1;
    high = last_step(e, position_at_constant(0), high, block);
  }
  panel_steps(p, iterator, low, middle, step, d);
  panel_steps(p, iterator, middle, high, 1, d);
}

// Loops over the ITERATOR dimensions from `d` on; the source's contiguous iterator goes innermost,
// in steps of a vector.
static void panel_dims(Panel *p, int d) {
  while (d < p->packed->rank &&
         (p->packed->dims[d].kind != PACK_DIM_ITERATOR || p->packed->dims[d].source == p->run))
    d++;
  if (d < p->packed->rank) {
    panel_loop(p, p->packed->dims[d].source, 1, d + 1);
    return;
  }
  if (p->run >= 0)
    panel_loop(p, p->run, p->lanes, p->packed->rank);
  else
    panel_body(p, 1);
}

// Blocks of the lane iterator in [low, high), of which `size` iterations exist.
static void panel_block_loop(Panel *p, Position low, Position high, int64_t size) {
  int64_t block = p->e->schedule->block[p->lane];
  p->lane_size = size;
  p->lane_end = panel_pads(p, p->lane) ? block : size;
  panel_steps(p, p->lane, low, high, block, 0);
}

// The block of the lane iterator: whole blocks in a loop, then the remainder with its static size.
static void panel_blocks(Panel *p) {
  Emitter *e = p->e;
  if (p->lane < 0) {
    panel_dims(p, 0);
    return;
  }
  int i = p->lane;
  int64_t block = e->schedule->block[i];
  int64_t rest = e->work->extents[i] % block, whole = e->work->extents[i] - rest;
  bool has_tile = false;
  for (int d = 0; d < p->packed->rank; d++)
    has_tile |= p->packed->dims[d].kind == PACK_DIM_TILE;
  if (!has_tile && !schedule_pads(e->work, e->schedule, i)) { // the register tile in force
    p->lane_size = p->lane_end = e->size[i];
    panel_dims(p, 0);
    return;
  }
  Position limit = e->limit[i], middle = limit;
  if (position_is_static(limit))
    middle.constant = limit.constant < whole ? limit.constant : whole;
  else if (rest)
    middle = (Position){emit_minimum(e, limit, (Position){{NULL}, whole}), 0};
  panel_block_loop(p, e->base[i], middle, block);
  if (rest)
    panel_block_loop(p, middle, limit, rest);
}

static void emit_panel(Emitter *e, int pack) {
  const PackedBuffer *packed = &e->nest.packs[pack];
  Panel p = {.e = e,
             .pack = pack,
             .packed = packed,
             .access = &e->work->accesses[packed->access],
             .lane = -1,
             .run = -1,
             .slot = &e->packs[pack].value};
  memcpy(p.at, e->base, sizeof(p.at));
  p.lanes = lanes_for(e, packed);
  for (int d = 0; d < packed->rank; d++)
    if (packed->dims[d].kind == PACK_DIM_LANE)
      p.lane = packed->dims[d].source;
  // The contiguous iterator: needed for transposing into lanes, or as the panel's own last
  // dimension.
  bool vectors = p.access->type != ELEMENT_I1 && packed->type != ELEMENT_I1;
  for (int d = 0; d < packed->rank && vectors; d++) {
    const PackDim *dim = &packed->dims[d];
    if (dim->kind != PACK_DIM_ITERATOR || source_stride(&p, dim->source) != 1)
      continue;
    bool transposes = p.lane >= 0 && source_stride(&p, p.lane) != 1;
    if (transposes || (p.lane < 0 && d == packed->rank - 1))
      p.run = dim->source;
  }
  if (p.lane >= 0 && p.run >= 0) // squares no wider than the block needs
    while (p.lanes > 4 && p.lanes / 2 >= e->schedule->block[p.lane])
      p.lanes /= 2;
  panel_blocks(&p);
}

// --- images

typedef struct Image {
  Emitter *e;
  const PackedBuffer *packed;
  const Access *access;
  MlirValue *slot;
  Position at[PACK_MAX_RANK]; // coordinate of every outer packed dimension
  int outer;                  // packed dimensions before the row
  int lanes;
} Image;

static void image_write(Image *m, Position row, MlirValue vector) {
  Emitter *e = m->e;
  MlirValue index[PACK_MAX_RANK];
  int rank = m->packed->rank;
  for (int d = 0; d + 1 < rank; d++)
    index[d] = emit_position(e, m->at[d]);
  index[rank - 1] = emit_position(e, row);
  int lanes = (int)mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  *m->slot = emit_write_vector(e, *m->slot, rank, index, vector, lanes);
}

// Source row elements for packed coordinates [row, row + lanes).
static MlirValue image_read(Image *m, Position row, int64_t phase, int64_t stride, int lanes) {
  Linear linear[WORKLOAD_MAX_RANK];
  int rank = m->access->rank;
  for (int d = 0; d < rank; d++) {
    linear[d] = (Linear){.constant = m->packed->origin[d]};
    if (d + 1 < rank) {
      linear_add(&linear[d], m->at[d], 1);
    } else {
      linear[d].constant += phase;
      linear_add(&linear[d], row, stride);
    }
  }
  return emit_read_run(m->e, m->e->values[m->packed->access], rank, linear, lanes, lanes, stride);
}

// What stands outside the source: the value of a fused padding, else one, by which even a body that
// divides can be evaluated in lanes that do not exist.
static MlirValue image_fill(Image *m, int lanes) {
  Emitter *e = m->e;
  if (m->access->may_leave_shape)
    return emit_broadcast(e, emit_pad_value(e, m->packed->access), lanes);
  MlirType type = emit_element_type(e, m->access->type);
  MlirAttribute one = mlirTypeIsAFloat(type) ? mlirFloatAttrDoubleGet(e->ir.context, type, 1)
                                             : mlirIntegerAttrGet(type, 1);
  return ir_splat(&e->ir, ir_vector_type(type, lanes), one);
}

// Packed coordinates [from, to) of the row: padding, or elements of the source.
static void image_span(Image *m, int64_t from, int64_t to, int64_t phase, int64_t stride,
                       bool padding) {
  Emitter *e = m->e;
  int lanes = m->lanes;
  int64_t loops = (to - from) / lanes;
  Position row = {{NULL}, from};
  if (loops > 2) {
    Carried carried = {.count = e->group->on_tensors, .items = {m->slot}};
    Position end = {{NULL}, from + loops * lanes};
    Position at = {emit_open_for(e, row, end, lanes, &carried), 0};
    image_write(m, at, padding ? image_fill(m, lanes) : image_read(m, at, phase, stride, lanes));
    emit_close_for(e, &carried);
    row = end;
  }
  while (row.constant < to) {
    while (lanes > to - row.constant)
      lanes /= 2;
    image_write(m, row, padding ? image_fill(m, lanes) : image_read(m, row, phase, stride, lanes));
    row.constant += lanes;
  }
}

// One row of the source (or of padding), split in phases where the kernel steps by more than one.
static void image_row(Image *m, bool padding) {
  const PackedBuffer *packed = m->packed;
  int last = packed->rank - 1, source = m->access->rank - 1;
  bool split = packed->dims[last].kind == PACK_DIM_QUOTIENT;
  int64_t stride = split ? packed->dims[last].factor : 1;
  int64_t size = packed->dims[last].size;
  for (int64_t phase = 0; phase < stride; phase++) {
    if (split)
      m->at[last - 1] = (Position){{NULL}, phase};
    int64_t offset = packed->origin[source] + phase; // index = offset + stride * coordinate
    int64_t from = integer_clamp(integer_ceil_div(-offset, stride), 0, size);
    int64_t to =
        integer_clamp(integer_ceil_div(m->access->shape[source] - offset, stride), from, size);
    if (padding)
      from = to = size;
    image_span(m, 0, from, phase, stride, true);
    if (!padding) {
      image_span(m, from, to, phase, stride, false);
      image_span(m, to, size, phase, stride, true);
    }
  }
}

static void image_dims(Image *m, int d, bool padding) {
  Emitter *e = m->e;
  if (d == m->outer) {
    emit_new_scope(e);
    image_row(m, padding);
    emit_new_scope(e);
    return;
  }
  // Coordinates before the buffer, inside it, behind it.
  int64_t size = m->packed->dims[d].size;
  int64_t from = integer_clamp(-m->packed->origin[d], 0, size);
  int64_t to = integer_clamp(m->access->shape[d] - m->packed->origin[d], from, size);
  int64_t bounds[4] = {0, from, to, size};
  Carried carried = {.count = e->group->on_tensors, .items = {m->slot}};
  for (int part = 0; part < 3; part++) {
    if (bounds[part] == bounds[part + 1])
      continue;
    Position low = {{NULL}, bounds[part]}, high = {{NULL}, bounds[part + 1]};
    m->at[d] = (Position){emit_open_for(e, low, high, 1, &carried), 0};
    image_dims(m, d + 1, padding || part != 1);
    emit_close_for(e, &carried);
  }
}

static void emit_image(Emitter *e, int pack) {
  const PackedBuffer *packed = &e->nest.packs[pack];
  Image m = {.e = e,
             .packed = packed,
             .access = &e->work->accesses[packed->access],
             .slot = &e->packs[pack].value};
  m.lanes = lanes_for(e, packed);
  m.outer = packed->rank - 1;
  if (packed->dims[packed->rank - 1].kind == PACK_DIM_QUOTIENT)
    m.outer--;
  image_dims(&m, 0, false);
}

void emit_pack(Emitter *e, int pack) {
  bool ready[LOOP_NEST_MAX_PACKS];
  memcpy(ready, e->pack_ready, sizeof(ready));
  memset(e->pack_ready, 0, sizeof(ready)); // a panel is made from what the payload holds
  emit_new_scope(e);
  if (e->nest.packs[pack].is_image)
    emit_image(e, pack);
  else
    emit_panel(e, pack);
  emit_new_scope(e);
  memcpy(e->pack_ready, ready, sizeof(ready));
}

void emit_allocate_packs(Emitter *e) {
  for (int p = 0; p < e->nest.pack_count; p++) {
    const PackedBuffer *pack = &e->nest.packs[p];
    int64_t shape[PACK_MAX_RANK];
    for (int d = 0; d < pack->rank; d++)
      shape[d] = pack->dims[d].size;
    e->pack_is_constant[p] = emit_constant_pack(e, p);
    if (!e->pack_is_constant[p])
      e->packs[p].value = emit_scratch(e, pack->type, pack->rank, shape);
  }
}
