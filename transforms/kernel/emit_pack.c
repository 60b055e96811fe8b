// Filling scratch buffers: panels (by iterators), images (by buffer dimensions, with padding) and
// the patch matrix of im2col. Vector code wherever the source or a transposition in registers
// allows.
#include "base/integer.h"
#include "transforms/kernel/emitter.h"

#include <string.h>

enum { MAX_TRANSPOSE = 16 };

static int lanes_for(const Emitter *emitter, const PackedBuffer *packed) {
  // The schedule's vector width in bytes, for this element type; copies gain nothing from more.
  int64_t bytes = element_type_bytes(packed->type);
  int64_t accumulator = element_type_bytes(emitter->work->accumulator_type);
  int64_t lanes = emitter->schedule->lanes * accumulator / bytes;
  lanes = lanes < 4 ? 4 : lanes;
  return lanes > MAX_TRANSPOSE ? MAX_TRANSPOSE : (int)lanes;
}

// --- panels

typedef struct Panel {
  Emitter *emitter;
  int pack;
  const PackedBuffer *packed;
  const Access *access;
  int lane;          // iterator with a LANE dimension, or -1
  int64_t lane_size; // of the current block: iterations that exist
  int64_t lane_end;  // and those to fill; beyond lane_size, copies of the last that exists
  // Where the panel is written. The source is read at the emitter's base, which stays inside the
  // extent where REMAINDER_PAD fills the panel beyond it.
  Position at[WORKLOAD_MAX_ITERATORS];
  int run;             // iterator along which the source is contiguous, or -1
  int64_t group_valid; // neighbours of an interleaved group that exist
  int lanes;
  MlirValue *slot;
} Panel;

static int64_t source_stride(const Panel *panel, int iterator) {
  return access_stride(panel->access, iterator);
}

// Index into the panel of the current position plus offset.
static void panel_index(Panel *panel, const int64_t *offset, MlirValue *out) {
  Emitter *emitter = panel->emitter;
  for (int d = 0; d < panel->packed->rank; d++) {
    const PackDim *dim = &panel->packed->dims[d];
    int i = dim->source;
    Linear linear = {0};
    if (dim->kind == PACK_DIM_LANE) {
      linear.constant = offset[i] * panel->packed->interleave;
      out[d] = emit_linear(emitter, &linear);
      continue;
    }
    linear_add(&linear, panel->at[i], 1);
    linear_add(&linear, emitter->pack_origin[panel->pack][i], -1);
    if (dim->kind == PACK_DIM_ITERATOR)
      linear.constant += offset[i];
    bool is_divided = dim->kind == PACK_DIM_TILE || dim->kind == PACK_DIM_GROUP;
    out[d] = is_divided ? emit_linear_divide(emitter, &linear, dim->factor, false)
                        : emit_linear(emitter, &linear);
  }
}

// A value of the operand as the panel holds it.
static MlirValue panel_value(const Panel *panel, MlirValue value) {
  const PackedBuffer *packed = panel->packed;
  if (packed->cast != FACTOR_NONE)
    value = emit_factor_cast(panel->emitter, value, (FactorCast)packed->cast, packed->type);
  return packed->is_flipped ? emit_flip(panel->emitter, value) : value;
}

static MlirValue panel_read(Panel *panel, const int64_t *offset, int vector, int lanes) {
  Point point = {.segment = {0, lanes, lanes}, .vector = vector};
  memcpy(point.offset, offset, sizeof(point.offset));
  if (!panel->packed->is_produced)
    return panel_value(panel, emit_load(panel->emitter, panel->packed->access, &point));
  ValueSource source = {.kind = SOURCE_STATEMENT, .index = panel->access->produces - 1};
  return emit_source(panel->emitter, &source, &point);
}

static void panel_write(Panel *panel, const int64_t *offset, MlirValue vector, int valid) {
  MlirValue index[PACK_MAX_RANK];
  panel_index(panel, offset, index);
  *panel->slot =
      emit_write_vector(panel->emitter, *panel->slot, panel->packed->rank, index, vector, valid);
}

// Neighbours along `iterator` in both source and panel: whole vectors, then ever smaller ones. What
// is to be filled beyond `size` gets the last element.
static void copy_run(Panel *panel, int iterator, int64_t size, int64_t end) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0}, to[WORKLOAD_MAX_ITERATORS] = {0};
  int lanes = panel->lanes;
  for (int64_t at = 0; at < end; at += lanes) {
    bool exists = at < size;
    lanes = at == size ? panel->lanes : lanes;
    while (lanes > (exists ? size : end) - at)
      lanes /= 2;
    from[iterator] = exists ? at : size - 1;
    to[iterator] = at;
    panel_write(panel, to, panel_read(panel, from, exists ? iterator : -1, lanes), lanes);
  }
}

static void copy_single(Panel *panel, int iterator, int64_t size, int64_t end) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0}, to[WORKLOAD_MAX_ITERATORS] = {0};
  for (int64_t at = 0; at < end; at++) {
    if (iterator >= 0) {
      from[iterator] = at < size ? at : size - 1;
      to[iterator] = at;
    }
    panel_write(panel, to, panel_read(panel, from, -1, 1), 1);
  }
}

// A square of the source, read along `run`, written along `lane`: log2(count) rounds of
// interleaving the first half of the rows with the second transpose it.
static void copy_square(Panel *panel, int64_t lane_at, int count) {
  MlirValue rows[MAX_TRANSPOSE];
  int64_t offset[WORKLOAD_MAX_ITERATORS] = {0};
  int64_t left = panel->lane_end - lane_at;
  for (int i = 0; i < count; i++) {
    int64_t row = lane_at + i;
    offset[panel->lane] = row < panel->lane_size ? row : panel->lane_size - 1;
    rows[i] = panel_read(panel, offset, panel->run, count);
  }
  emit_transpose(panel->emitter, rows, count);
  for (int i = 0; i < count; i++) {
    offset[panel->lane] = lane_at;
    offset[panel->run] = i;
    panel_write(panel, offset, rows[i], left < count ? (int)left : count);
  }
}

// Groups of neighbours along the interleaved iterator, `lanes` of them side by side: rows of lanes
// are read and mixed.
static void copy_mixed_rows(Panel *panel, int64_t at, int lanes, int vector) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0}, to[WORKLOAD_MAX_ITERATORS] = {0};
  MlirValue rows[EMIT_MAX_LANES];
  MlirType element = emit_element_type(panel->emitter, panel->packed->type);
  MlirType type = ir_vector_type(element, lanes);
  from[panel->lane] = at < panel->lane_size ? at : panel->lane_size - 1;
  to[panel->lane] = at;
  for (int n = 0; n < panel->packed->interleave; n++) {
    from[panel->packed->interleave_iterator] = n;
    rows[n] = n < panel->group_valid ? panel_read(panel, from, vector, lanes)
                                     : ir_splat(&panel->emitter->ir, type, ir_zero(element));
  }
  panel_write(panel, to, emit_interleave(panel->emitter, rows, panel->packed->interleave),
              lanes * panel->packed->interleave);
}

// The neighbours of one lane, which lie side by side in the source as well.
static void copy_group(Panel *panel, int64_t at) {
  int64_t from[WORKLOAD_MAX_ITERATORS] = {0}, to[WORKLOAD_MAX_ITERATORS] = {0};
  int count = panel->packed->interleave;
  from[panel->lane] = at < panel->lane_size ? at : panel->lane_size - 1;
  to[panel->lane] = at;
  panel_write(panel, to, panel_read(panel, from, panel->packed->interleave_iterator, count), count);
}

static void copy_groups(Panel *panel) {
  bool are_rows = source_stride(panel, panel->lane) == 1;
  bool are_groups = source_stride(panel, panel->packed->interleave_iterator) == 1 &&
                    panel->group_valid == panel->packed->interleave;
  int most = are_rows ? MAX_TRANSPOSE : 1, lanes = most;
  for (int64_t at = 0; at < panel->lane_end; at += lanes) {
    bool exists = at < panel->lane_size;
    lanes = at == panel->lane_size ? most : lanes;
    while (lanes > (exists ? panel->lane_size : panel->lane_end) - at)
      lanes /= 2;
    if (are_groups && !are_rows)
      copy_group(panel, at);
    else
      copy_mixed_rows(panel, at, lanes, exists ? panel->lane : -1);
  }
}

static void panel_body(Panel *panel, int run_size) {
  emit_new_scope(panel->emitter);
  if (panel->packed->interleave > 1) {
    copy_groups(panel);
    return;
  }
  if (panel->lane >= 0 && source_stride(panel, panel->lane) == 1)
    copy_run(panel, panel->lane, panel->lane_size, panel->lane_end);
  else if (panel->lane >= 0 && run_size > 1)
    for (int64_t at = 0; at < panel->lane_end; at += run_size)
      copy_square(panel, at, run_size);
  else if (panel->lane >= 0)
    copy_single(panel, panel->lane, panel->lane_size, panel->lane_end);
  else if (panel->run >= 0)
    copy_run(panel, panel->run, run_size, run_size);
  else
    copy_single(panel, -1, 1, 1);
}

// Whether the panel is filled beyond the extent of `iterator`.
static bool panel_pads(const Panel *panel, int iterator) {
  const Emitter *emitter = panel->emitter;
  return emitter->work->kinds[iterator] == ITERATOR_PARALLEL &&
         schedule_pads(emitter->work, emitter->schedule, iterator);
}

static bool has_fixed_length(Position low, Position high) {
  return position_is_static(low)
             ? position_is_static(high)
             : !position_is_static(high) && mlirValueEqual(low.value, high.value);
}

// The last of low, low + step, low + 2 step, ... that is not above `high`.
static Position last_step(Emitter *emitter, Position low, Position high, int64_t step) {
  if (has_fixed_length(low, high))
    return (Position){low.value, low.constant + (high.constant - low.constant) / step * step};
  Linear length = {0}, end = {0};
  linear_add(&length, high, 1);
  linear_add(&length, low, -1);
  linear_add(&end, low, 1);
  linear_add(&end, (Position){emit_linear_divide(emitter, &length, step, false), 0}, step);
  return (Position){emit_linear(emitter, &end), 0};
}

static void panel_dims(Panel *panel, int d);

// A loop over [low, high) of `iterator` in steps of `step`, around the dimensions from `d` on.
static void panel_steps(Panel *panel, int iterator, Position low, Position high, int64_t step,
                        int d) {
  Emitter *emitter = panel->emitter;
  if (has_fixed_length(low, high) && high.constant <= low.constant)
    return;
  Carried carried = {.count = emitter->group->on_tensors, .items = {panel->slot}};
  Position base = emitter->base[iterator], at = panel->at[iterator];
  emitter->base[iterator] = panel->at[iterator] =
      (Position){emit_open_for(emitter, low, high, step, &carried), 0};
  if (iterator != panel->lane && step == 1 && panel_pads(panel, iterator)) {
    Position last = {{NULL}, emitter->work->extents[iterator] - 1};
    emitter->base[iterator] = (Position){emit_minimum(emitter, panel->at[iterator], last), 0};
  }
  if (d == panel->packed->rank)
    panel_body(panel, (int)step);
  else
    panel_dims(panel, d);
  emit_close_for(emitter, &carried);
  emitter->base[iterator] = base;
  panel->at[iterator] = at;
}

// `step` positions of `iterator` at a time, then single ones.
static void panel_loop(Panel *panel, int iterator, int64_t step, int d) {
  Emitter *emitter = panel->emitter;
  Position low = emitter->base[iterator], high = emitter->limit[iterator];
  Position middle = step > 1 ? last_step(emitter, low, high, step) : low;
  if (panel_pads(panel, iterator)) { // up to whole blocks
    int64_t block = emitter->schedule->block[iterator];
    high.constant += block - 1;
    high = last_step(emitter, position_at_constant(0), high, block);
  }
  panel_steps(panel, iterator, low, middle, step, d);
  panel_steps(panel, iterator, middle, high, 1, d);
}

// Whole groups of neighbours, then what the extent leaves of one.
static void panel_group_loop(Panel *panel, int d) {
  Emitter *emitter = panel->emitter;
  int iterator = panel->packed->interleave_iterator;
  int64_t count = panel->packed->interleave, rest = emitter->work->extents[iterator] % count;
  Position low = emitter->base[iterator], high = emitter->limit[iterator];
  Position middle = last_step(emitter, low, high, count);
  panel->group_valid = count;
  panel_steps(panel, iterator, low, middle, count, d);
  panel->group_valid = rest;
  if (rest > 0)
    panel_steps(panel, iterator, middle, high, count, d);
}

// Loops over the ITERATOR dimensions from `d` on; the source's contiguous iterator goes innermost,
// in steps of a vector.
// Recursion: at most PACK_MAX_RANK levels, one a dimension of the buffer, the run after the last.
static void panel_dims(Panel *panel, int d) {
  const PackDim *dims = panel->packed->dims;
  while (d < panel->packed->rank && dims[d].kind != PACK_DIM_GROUP &&
         (dims[d].kind != PACK_DIM_ITERATOR || dims[d].source == panel->run))
    d++;
  if (d < panel->packed->rank && dims[d].kind == PACK_DIM_GROUP) {
    panel_group_loop(panel, d + 1);
    return;
  }
  if (d < panel->packed->rank) {
    panel_loop(panel, panel->packed->dims[d].source, 1, d + 1);
    return;
  }
  if (panel->run >= 0)
    panel_loop(panel, panel->run, panel->lanes, panel->packed->rank);
  else
    panel_body(panel, 1);
}

// Blocks of the lane iterator in [low, high), of which `size` iterations exist.
static void panel_block_loop(Panel *panel, Position low, Position high, int64_t size) {
  int64_t block = panel->emitter->schedule->block[panel->lane];
  panel->lane_size = size;
  panel->lane_end = panel_pads(panel, panel->lane) ? block : size;
  panel_steps(panel, panel->lane, low, high, block, 0);
}

// The block of the lane iterator: whole blocks in a loop, then the remainder with its static size.
static void panel_blocks(Panel *panel) {
  Emitter *emitter = panel->emitter;
  if (panel->lane < 0) {
    panel_dims(panel, 0);
    return;
  }
  int i = panel->lane;
  int64_t block = emitter->schedule->block[i];
  int64_t rest = emitter->work->extents[i] % block, whole = emitter->work->extents[i] - rest;
  bool has_tile = false;
  for (int d = 0; d < panel->packed->rank; d++)
    has_tile |= panel->packed->dims[d].kind == PACK_DIM_TILE;
  if (!has_tile &&
      !schedule_pads(emitter->work, emitter->schedule, i)) { // the register tile in force
    panel->lane_size = panel->lane_end = emitter->size[i];
    panel_dims(panel, 0);
    return;
  }
  Position limit = emitter->limit[i], middle = limit;
  if (position_is_static(limit))
    middle.constant = limit.constant < whole ? limit.constant : whole;
  else if (rest)
    middle = (Position){emit_minimum(emitter, limit, (Position){{NULL}, whole}), 0};
  panel_block_loop(panel, emitter->base[i], middle, block);
  if (rest)
    panel_block_loop(panel, middle, limit, rest);
}

static void emit_panel(Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  Panel panel = {.emitter = emitter,
                 .pack = pack,
                 .packed = packed,
                 .access = &emitter->work->accesses[packed->access],
                 .lane = -1,
                 .run = -1,
                 .slot = &emitter->packs[pack].value};
  memcpy(panel.at, emitter->base, sizeof(panel.at));
  panel.lanes = lanes_for(emitter, packed);
  for (int d = 0; d < packed->rank; d++)
    if (packed->dims[d].kind == PACK_DIM_LANE)
      panel.lane = packed->dims[d].source;
  // The contiguous iterator: needed for transposing into lanes, or as the panel's own last
  // dimension.
  for (int d = 0; d < packed->rank && packed->interleave == 1; d++) {
    const PackDim *dim = &packed->dims[d];
    if (dim->kind != PACK_DIM_ITERATOR || source_stride(&panel, dim->source) != 1)
      continue;
    bool transposes = panel.lane >= 0 && source_stride(&panel, panel.lane) != 1;
    if (transposes || (panel.lane < 0 && d == packed->rank - 1))
      panel.run = dim->source;
  }
  if (panel.lane >= 0 && panel.run >= 0) // squares no wider than the block needs
    while (panel.lanes > 4 && panel.lanes / 2 >= emitter->schedule->block[panel.lane])
      panel.lanes /= 2;
  panel_blocks(&panel);
}

// --- images

typedef struct Image {
  Emitter *emitter;
  const PackedBuffer *packed;
  const Access *access;
  MlirValue *slot;
  Position at[PACK_MAX_RANK]; // coordinate of every outer packed dimension
  int outer;                  // packed dimensions before the row
  int lanes;
} Image;

static void image_write(Image *image, Position row, MlirValue vector) {
  Emitter *emitter = image->emitter;
  MlirValue index[PACK_MAX_RANK];
  int rank = image->packed->rank;
  for (int d = 0; d + 1 < rank; d++)
    index[d] = emit_position(emitter, image->at[d]);
  index[rank - 1] = emit_position(emitter, row);
  int lanes = (int)mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  *image->slot = emit_write_vector(emitter, *image->slot, rank, index, vector, lanes);
}

// Source row elements for packed coordinates [row, row + lanes).
static MlirValue image_read(Image *image, Position row, int64_t phase, int64_t stride, int lanes) {
  Linear linear[WORKLOAD_MAX_RANK];
  int rank = image->access->rank;
  for (int d = 0; d < rank; d++) {
    linear[d] = (Linear){.constant = image->packed->origin[d]};
    if (d + 1 < rank) {
      linear_add(&linear[d], image->at[d], 1);
    } else {
      linear[d].constant += phase;
      linear_add(&linear[d], row, stride);
    }
  }
  return emit_read_run(image->emitter, image->emitter->values[image->packed->access], rank, linear,
                       lanes, lanes, stride);
}

// What stands outside the source: the value of a fused padding, else one, by which even a body that
// divides can be evaluated in lanes that do not exist.
static MlirValue image_fill(Image *image, int lanes) {
  Emitter *emitter = image->emitter;
  if (image->access->may_leave_shape)
    return emit_broadcast(emitter, emit_pad_value(emitter, image->packed->access), lanes);
  MlirType type = emit_element_type(emitter, image->access->type);
  MlirAttribute one = mlirTypeIsAFloat(type) ? mlirFloatAttrDoubleGet(emitter->ir.context, type, 1)
                                             : mlirIntegerAttrGet(type, 1);
  return ir_splat(&emitter->ir, ir_vector_type(type, lanes), one);
}

// Packed coordinates [from, to) of the row: padding, or elements of the source.
static void image_span(Image *image, int64_t from, int64_t to, int64_t phase, int64_t stride,
                       bool padding) {
  Emitter *emitter = image->emitter;
  int lanes = image->lanes;
  int64_t loops = (to - from) / lanes;
  Position row = {{NULL}, from};
  if (loops > 2) {
    Carried carried = {.count = emitter->group->on_tensors, .items = {image->slot}};
    Position end = {{NULL}, from + loops * lanes};
    Position at = {emit_open_for(emitter, row, end, lanes, &carried), 0};
    image_write(image, at,
                padding ? image_fill(image, lanes) : image_read(image, at, phase, stride, lanes));
    emit_close_for(emitter, &carried);
    row = end;
  }
  while (row.constant < to) {
    while (lanes > to - row.constant)
      lanes /= 2;
    image_write(image, row,
                padding ? image_fill(image, lanes) : image_read(image, row, phase, stride, lanes));
    row.constant += lanes;
  }
}

// One row of the source (or of padding), split in phases where the kernel steps by more than one.
static void image_row(Image *image, bool padding) {
  const PackedBuffer *packed = image->packed;
  int last = packed->rank - 1, source = image->access->rank - 1;
  bool split = packed->dims[last].kind == PACK_DIM_QUOTIENT;
  int64_t stride = split ? packed->dims[last].factor : 1;
  int64_t size = packed->dims[last].size;
  for (int64_t phase = 0; phase < stride; phase++) {
    if (split)
      image->at[last - 1] = (Position){{NULL}, phase};
    int64_t offset = packed->origin[source] + phase; // index = offset + stride * coordinate
    int64_t from = integer_clamp(integer_ceil_div(-offset, stride), 0, size);
    int64_t to =
        integer_clamp(integer_ceil_div(image->access->shape[source] - offset, stride), from, size);
    if (padding)
      from = to = size;
    image_span(image, 0, from, phase, stride, true);
    if (!padding) {
      image_span(image, from, to, phase, stride, false);
      image_span(image, to, size, phase, stride, true);
    }
  }
}

// Recursion: at most PACK_MAX_RANK levels, one a dimension of the buffer.
static void image_dims(Image *image, int d, bool padding) {
  Emitter *emitter = image->emitter;
  if (d == image->outer) {
    emit_new_scope(emitter);
    image_row(image, padding);
    emit_new_scope(emitter);
    return;
  }
  // Coordinates before the buffer, inside it, after it.
  int64_t size = image->packed->dims[d].size;
  int64_t from = integer_clamp(-image->packed->origin[d], 0, size);
  int64_t to = integer_clamp(image->access->shape[d] - image->packed->origin[d], from, size);
  int64_t bounds[4] = {0, from, to, size};
  Carried carried = {.count = emitter->group->on_tensors, .items = {image->slot}};
  for (int part = 0; part < 3; part++) {
    if (bounds[part] == bounds[part + 1])
      continue;
    Position low = {{NULL}, bounds[part]}, high = {{NULL}, bounds[part + 1]};
    if (emitter->part && emitter->part->dim == d) {
      low = (Position){emit_maximum(emitter, low, emitter->part->from), 0};
      high = (Position){emit_minimum(emitter, high, emitter->part->to), 0};
    }
    image->at[d] = (Position){emit_open_for(emitter, low, high, 1, &carried), 0};
    image_dims(image, d + 1, padding || part != 1);
    emit_close_for(emitter, &carried);
  }
}

static void emit_image(Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  Image image = {.emitter = emitter,
                 .packed = packed,
                 .access = &emitter->work->accesses[packed->access],
                 .slot = &emitter->packs[pack].value};
  image.lanes = lanes_for(emitter, packed);
  image.outer = packed->rank - 1;
  if (packed->dims[packed->rank - 1].kind == PACK_DIM_QUOTIENT)
    image.outer--;
  image_dims(&image, 0, false);
}

void emit_pack(Emitter *emitter, int pack) {
  bool ready[LOOP_NEST_MAX_PACKS];
  memcpy(ready, emitter->pack_ready, sizeof(ready));
  memset(emitter->pack_ready, 0, sizeof(ready)); // a panel is made from what the payload holds
  emit_new_scope(emitter);
  if (emitter->nest.packs[pack].is_image)
    emit_image(emitter, pack);
  else
    emit_panel(emitter, pack);
  emit_new_scope(emitter);
  memcpy(emitter->pack_ready, ready, sizeof(ready));
}

// Extent of a dimension: a piece that packs for itself has the iterations of the piece alone.
static int64_t pack_extent(const Emitter *emitter, const PackedBuffer *pack, int d) {
  const PackDim *dim = &pack->dims[d];
  const ThreadSplit *split = emitter->split;
  if (pack->depth > 0 || pack->is_image || !split || split->copies != COPIES_EACH ||
      dim->kind == PACK_DIM_LANE)
    return dim->size;
  for (int s = 0; s < split->count; s++)
    if (split->loops[s].iterator == dim->source)
      return integer_min(dim->size, dim->kind == PACK_DIM_TILE
                                        ? integer_ceil_div(split->loops[s].step, dim->factor)
                                        : split->loops[s].step);
  return dim->size;
}

void emit_allocate_packs(Emitter *emitter, int from, int to) {
  for (int p = 0; p < emitter->nest.pack_count; p++) {
    const PackedBuffer *pack = &emitter->nest.packs[p];
    int64_t shape[PACK_MAX_RANK];
    for (int d = 0; d < pack->rank; d++)
      shape[d] = pack_extent(emitter, pack, d);
    if (!emitter->pack_is_constant[p] && pack->depth >= from && pack->depth <= to)
      emitter->packs[p].value = emit_scratch(emitter, pack->type, pack->rank, shape);
  }
}
