// Filling panels, which pack by iterators. Vector code wherever the source or a transposition in
// registers allows.
#include "transforms/kernel/emit_panel.h"

#include <string.h>

// Index into the panel of the current position plus offset.
static void panel_index(Panel *panel, const int64_t *offset, MlirValue *out) {
  Emitter *emitter = panel->emitter;
  for (int d = 0; d < panel->packed->rank; d++) {
    const PackDim *dim = &panel->packed->dims[d];
    int i = dim->source;
    Linear linear = {0};
    if (dim->kind == PACK_DIM_LANE) {
      linear.constant = offset[i] * panel->packed->interleave + panel->tile_at;
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

void panel_write(Panel *panel, const int64_t *offset, MlirValue vector, int valid) {
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
  MlirValue rows[SQUARE_MOST_LANES];
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
  bool are_rows = panel_source_stride(panel, panel->lane) == 1;
  bool are_groups = panel_source_stride(panel, panel->packed->interleave_iterator) == 1 &&
                    panel->group_valid == panel->packed->interleave;
  int most = are_rows ? SQUARE_MOST_LANES : 1, lanes = most;
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
  if (panel->packed->interleave > panel->emitter->nest.dot.k) {
    panel_copy_tile(panel);
    return;
  }
  if (panel->packed->interleave > 1) {
    copy_groups(panel);
    return;
  }
  if (panel->lane >= 0 && panel_source_stride(panel, panel->lane) == 1)
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

static void panel_dims(Panel *panel, int d);

// A loop over [low, high) of `iterator` in steps of `step`, around the dimensions from `d` on.
static void panel_steps(Panel *panel, int iterator, Position low, Position high, int64_t step,
                        int d) {
  Emitter *emitter = panel->emitter;
  if (emit_has_fixed_length(low, high) && high.constant <= low.constant)
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
  Position middle = step > 1 ? emit_last_step(emitter, low, high, step) : low;
  if (panel_pads(panel, iterator)) { // up to whole blocks
    int64_t block = emitter->schedule->block[iterator];
    high.constant += block - 1;
    high = emit_last_step(emitter, position_at_constant(0), high, block);
  }
  panel_steps(panel, iterator, low, middle, step, d);
  panel_steps(panel, iterator, middle, high, 1, d);
}

// Whole groups of neighbours, then what the extent leaves of one; where only the run knows that,
// each number of neighbours that may be left has a loop.
static void panel_group_loop(Panel *panel, int d) {
  Emitter *emitter = panel->emitter;
  int iterator = panel->packed->interleave_iterator;
  int64_t count = panel->packed->interleave, rest = emitter->work->extents[iterator] % count;
  Position low = emitter->base[iterator], high = emitter->limit[iterator];
  Position middle = emit_last_step(emitter, low, high, count);
  panel->group_valid = count;
  panel_steps(panel, iterator, low, middle, count, d);
  bool is_open = workload_is_open(emitter->work, iterator);
  for (int64_t left = is_open ? count - 1 : rest; left > 0; left = is_open ? left - 1 : 0) {
    panel->group_valid = left;
    panel_steps(panel, iterator, middle,
                is_open ? emit_open_group_end(emitter, middle, high, left) : high, count, d);
  }
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
  int64_t block = panel->block;
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
  int64_t block = panel->block;
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

void emit_panel(Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  Panel panel = {.emitter = emitter,
                 .pack = pack,
                 .packed = packed,
                 .access = &emitter->work->accesses[packed->access],
                 .lane = -1,
                 .run = -1,
                 .slot = &emitter->packs[pack].value};
  memcpy(panel.at, emitter->base, sizeof(panel.at));
  panel.lanes = emit_copy_lanes(emitter, packed);
  for (int d = 0; d < packed->rank; d++)
    if (packed->dims[d].kind == PACK_DIM_LANE) {
      panel.lane = packed->dims[d].source;
      panel.block = packed->dims[d].factor;
    }
  // The contiguous iterator: needed for transposing into lanes, or as the panel's own last
  // dimension.
  for (int d = 0; d < packed->rank && packed->interleave == 1; d++) {
    const PackDim *dim = &packed->dims[d];
    if (dim->kind != PACK_DIM_ITERATOR || panel_source_stride(&panel, dim->source) != 1)
      continue;
    bool transposes = panel.lane >= 0 && panel_source_stride(&panel, panel.lane) != 1;
    if (transposes || (panel.lane < 0 && d == packed->rank - 1))
      panel.run = dim->source;
  }
  if (panel.lane >= 0 && panel.run >= 0) // squares no wider than the block needs
    while (panel.lanes > 4 && panel.lanes / 2 >= emitter->schedule->block[panel.lane])
      panel.lanes /= 2;
  panel_blocks(&panel);
}
