// Loops and branches with the values that they carry, and the loops of a nest around a body.
//
// A loop whose step is the register tile (block) of its iterator is a blocking loop: it is split
// into the part that whole blocks cover and one remainder tile of static size, and, where a padded
// input is read in place, into border tiles at static positions and the interior between them.
// Under REMAINDER_PAD it is not split: its last tile reaches beyond the extent. All other loops
// only narrow the range of their iterator.
#include "transforms/kernel/emitter.h"

MlirValue emit_position(Emitter *emitter, Position position) {
  Linear linear = {0};
  linear_add(&linear, position, 1);
  return emit_linear(emitter, &linear);
}

MlirValue emit_open_for(Emitter *emitter, Position low, Position high, int64_t step,
                        Carried *carried) {
  MlirValue values[EMIT_MAX_CARRIED];
  MlirValue from = emit_position(emitter, low), to = emit_position(emitter, high);
  for (int i = 0; i < carried->count; i++)
    values[i] = *carried->items[i];
  MlirValue iv =
      ir_open_for(&emitter->ir, from, to, ir_index(&emitter->ir, step), carried->count, values);
  for (int i = 0; i < carried->count; i++)
    *carried->items[i] = values[i];
  emit_new_scope(emitter);
  return iv;
}

void emit_close_for(Emitter *emitter, Carried *carried) {
  MlirValue values[EMIT_MAX_CARRIED];
  for (int i = 0; i < carried->count; i++)
    values[i] = *carried->items[i];
  ir_close_for(&emitter->ir, carried->count, values);
  for (int i = 0; i < carried->count; i++)
    *carried->items[i] = values[i];
  emit_new_scope(emitter);
}

void emit_open_if(Emitter *emitter, MlirValue condition, const Carried *carried,
                  Branch *out_branch) {
  MlirType types[EMIT_MAX_CARRIED];
  for (int i = 0; i < carried->count; i++) {
    out_branch->before[i] = *carried->items[i];
    types[i] = mlirValueGetType(out_branch->before[i]);
  }
  out_branch->op = ir_open_if(&emitter->ir, condition, carried->count, types);
  emit_new_scope(emitter);
}

void emit_else(Emitter *emitter, const Carried *carried, const Branch *branch) {
  MlirValue values[EMIT_MAX_CARRIED];
  for (int i = 0; i < carried->count; i++) {
    values[i] = *carried->items[i];
    *carried->items[i] = branch->before[i];
  }
  ir_else(&emitter->ir, branch->op, carried->count, values);
  emit_new_scope(emitter);
}

void emit_close_if(Emitter *emitter, const Carried *carried, const Branch *branch) {
  MlirValue values[EMIT_MAX_CARRIED];
  for (int i = 0; i < carried->count; i++)
    values[i] = *carried->items[i];
  ir_close_if(&emitter->ir, branch->op, carried->count, values, values);
  for (int i = 0; i < carried->count; i++)
    *carried->items[i] = values[i];
  emit_new_scope(emitter);
}

static MlirValue one_of(Emitter *emitter, const char *op, Position a, Position b) {
  Position parts[2] = {a, b};
  MlirContext c = emitter->ir.context;
  MlirAffineExpr results[2];
  MlirValue dims[2];
  int count = 0;
  for (int i = 0; i < 2; i++) {
    results[i] = mlirAffineConstantExprGet(c, parts[i].constant);
    if (position_is_static(parts[i]))
      continue;
    results[i] = mlirAffineAddExprGet(mlirAffineDimExprGet(c, count), results[i]);
    dims[count++] = parts[i].value;
  }
  return ir_affine(&emitter->ir, op, mlirAffineMapGet(c, count, 0, 2, results), count, dims);
}

MlirValue emit_minimum(Emitter *emitter, Position a, Position b) {
  return one_of(emitter, "affine.min", a, b);
}

MlirValue emit_maximum(Emitter *emitter, Position a, Position b) {
  return one_of(emitter, "affine.max", a, b);
}

bool emit_has_fixed_length(Position low, Position high) {
  return position_is_static(low)
             ? position_is_static(high)
             : !position_is_static(high) && mlirValueEqual(low.value, high.value);
}

Position emit_last_step(Emitter *emitter, Position low, Position high, int64_t step) {
  if (emit_has_fixed_length(low, high))
    return (Position){low.value, low.constant + (high.constant - low.constant) / step * step};
  Linear length = {0}, end = {0};
  linear_add(&length, high, 1);
  linear_add(&length, low, -1);
  linear_add(&end, low, 1);
  linear_add(&end, (Position){emit_linear_divide(emitter, &length, step, false), 0}, step);
  return (Position){emit_linear(emitter, &end), 0};
}

// End of a tile of `step` iterations that starts at `base`, inside a range that ends at `limit`.
static Position tile_limit(Emitter *emitter, Position base, int64_t step, Position range_base,
                           Position limit) {
  Position end = {base.value, base.constant + step};
  if (emit_has_fixed_length(range_base, limit) &&
      (limit.constant - range_base.constant) % step == 0)
    return end;
  return (Position){emit_minimum(emitter, end, limit), 0};
}

typedef struct Saved {
  Position base, limit;
  int64_t size;
  bool outside;
  MlirValue whole;
} Saved;

static Saved save(const Emitter *emitter, int i) {
  return (Saved){emitter->base[i], emitter->limit[i], emitter->size[i], emitter->outside[i],
                 emitter->whole[i]};
}

static void restore(Emitter *emitter, int i, Saved saved) {
  emitter->base[i] = saved.base;
  emitter->limit[i] = saved.limit;
  emitter->size[i] = saved.size;
  emitter->outside[i] = saved.outside;
  emitter->whole[i] = saved.whole;
}

void emit_run_tiles(Emitter *emitter, int depth, Position from, Position to, int64_t step,
                    int64_t size, Carried *carried, EmitPart body, void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  Saved saved = save(emitter, i);
  emitter->size[i] = size;
  if (position_is_static(from) && position_is_static(to) && to.constant - from.constant <= step) {
    if (to.constant > from.constant) {
      emitter->base[i] = from;
      emitter->limit[i] = position_at_constant(from.constant + size);
      body(emitter, depth + 1, payload);
    }
  } else {
    emitter->base[i] = (Position){emit_open_for(emitter, from, to, step, carried), 0};
    emitter->limit[i] = (Position){emitter->base[i].value, size};
    body(emitter, depth + 1, payload);
    emit_close_for(emitter, carried);
  }
  restore(emitter, i, saved);
}

typedef enum TileClass { TILE_INTERIOR, TILE_BORDER, TILE_OUTSIDE } TileClass;

// How the tile [first, last] of iterator `i` reads the padded inputs along it, whatever the other
// iterators are.
static TileClass classify(const Emitter *emitter, int i, int64_t first, int64_t last) {
  TileClass result = TILE_INTERIOR;
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    if (!access->may_leave_shape || emitter->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      int32_t coefficient = access->index[d].coefficients[i];
      if (!coefficient)
        continue;
      int64_t low = access->index[d].constant + coefficient * first;
      int64_t high = access->index[d].constant + coefficient * last;
      for (int k = 0; k < emitter->work->iterator_count; k++)
        if (k != i)
          high += access->index[d].coefficients[k] * (emitter->work->extents[k] - 1);
      if (low >= 0 && high < access->shape[d])
        continue;
      bool outside = high < 0 || low >= access->shape[d];
      result = outside ? TILE_OUTSIDE : result == TILE_OUTSIDE ? TILE_OUTSIDE : TILE_BORDER;
    }
  }
  return result;
}

// Tiles [from, to) at static positions, all in one class. Of a piece of the iterator those that lie
// in it: a loop of no or one trip where it is a single tile, which keeps its static position.
static void run_class(Emitter *emitter, int depth, int64_t from, int64_t to, int64_t size,
                      Carried *carried, EmitPart body, void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  Position first = position_at_constant(from), end = position_at_constant(to);
  if (position_is_static(emitter->base[i])) {
    emit_run_tiles(emitter, depth, first, end, size, size, carried, body, payload);
    return;
  }
  Saved saved = save(emitter, i);
  Position low = {one_of(emitter, "affine.max", saved.base, first), 0};
  Position high = {emit_minimum(emitter, saved.limit, end), 0};
  Position at = {emit_open_for(emitter, low, high, size, carried), 0};
  emitter->size[i] = size;
  emitter->base[i] = to - from > size ? at : first;
  emitter->limit[i] = (Position){emitter->base[i].value, emitter->base[i].constant + size};
  body(emitter, depth + 1, payload);
  emit_close_for(emitter, carried);
  restore(emitter, i, saved);
}

// Border and interior parts at static positions: runs of interior or outside tiles become loops.
static void run_split_tiles(Emitter *emitter, int depth, int64_t block, Carried *carried,
                            EmitPart body, void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  int64_t extent = emitter->work->extents[i];
  int64_t whole = extent - extent % block;
  for (int64_t at = 0; at < extent;) {
    int64_t size = at < whole ? block : extent - whole;
    TileClass class = classify(emitter, i, at, at + size - 1);
    int64_t end = at + size;
    while (class != TILE_BORDER && size == block && end + block <= whole &&
           classify(emitter, i, end, end + block - 1) == class)
      end += block;
    Saved saved = save(emitter, i);
    emitter->outside[i] = class == TILE_OUTSIDE;
    run_class(emitter, depth, at, end, size, carried, body, payload);
    restore(emitter, i, saved);
    at = end;
  }
}

// Whole tiles only: the last one may end beyond `high`, and says so in e->whole.
static void run_padded_tiles(Emitter *emitter, int depth, int64_t block, Carried *carried,
                             EmitPart body, void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  Saved saved = save(emitter, i);
  emitter->size[i] = block;
  emitter->base[i] = (Position){emit_open_for(emitter, saved.base, saved.limit, block, carried), 0};
  Position end = {emitter->base[i].value, block};
  emitter->limit[i] = (Position){emit_minimum(emitter, end, saved.limit), 0};
  int64_t extent = emitter->work->extents[i];
  emitter->whole[i] = ir_compare_index(&emitter->ir, INTEGER_LESS, emitter->base[i].value,
                                       ir_index(&emitter->ir, extent - extent % block));
  body(emitter, depth + 1, payload);
  emit_close_for(emitter, carried);
  restore(emitter, i, saved);
}

void emit_blocking_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                        void *payload) {
  const Loop *loop = &emitter->nest.loops[depth];
  int i = loop->iterator;
  int64_t block = loop->step, rest = emitter->work->extents[i] % block;
  if (workload_is_open(emitter->work, i)) {
    emit_open_loop(emitter, depth, carried, body, payload);
    return;
  }
  if (emitter->splits_border[i] && loop->band != BAND_SWEEP) {
    run_split_tiles(emitter, depth, block, carried, body, payload);
    return;
  }
  if (schedule_pads(emitter->work, emitter->schedule, i) && loop->band != BAND_SWEEP) {
    run_padded_tiles(emitter, depth, block, carried, body, payload);
    return;
  }
  if (i == emitter->partial_iterator && loop->band != BAND_SWEEP) {
    emit_partial_loop(emitter, depth, carried, body, payload);
    return;
  }
  Position low = emitter->base[i], high = emitter->limit[i];
  if (rest == 0) {
    emit_run_tiles(emitter, depth, low, high, block, block, carried, body, payload);
    return;
  }
  int64_t whole = emitter->work->extents[i] - rest;
  Position middle = position_at_constant(whole);
  if (position_is_static(high))
    middle.constant = high.constant < whole ? high.constant : whole;
  else
    middle = (Position){emit_minimum(emitter, high, position_at_constant(whole)), 0};
  emit_run_tiles(emitter, depth, low, middle, block, block, carried, body, payload);
  if (position_is_static(high)) {
    if (high.constant > whole)
      emit_run_tiles(emitter, depth, position_at_constant(whole),
                     position_at_constant(high.constant), block, rest, carried, body, payload);
    return;
  }
  // Only the last tile of the outer loop has the remainder: a loop of no or one trip.
  Saved saved = save(emitter, i);
  emitter->size[i] = rest;
  emitter->base[i] = position_at_constant(whole);
  emitter->limit[i] = position_at_constant(whole + rest);
  emit_open_for(emitter, middle, high, block, carried);
  body(emitter, depth + 1, payload);
  emit_close_for(emitter, carried);
  restore(emitter, i, saved);
}

// A loop that only narrows the range of its iterator, around `body`.
void emit_narrowing_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                         void *payload) {
  const Loop *loop = &emitter->nest.loops[depth];
  int i = loop->iterator;
  Saved saved = save(emitter, i);
  Position end = workload_is_open(emitter->work, i) ? emit_open_tiles_end(emitter, i) : saved.limit;
  MlirValue iv = emit_open_for(emitter, saved.base, end, loop->step, carried);
  emitter->base[i] = (Position){iv, 0};
  emitter->limit[i] = tile_limit(emitter, emitter->base[i], loop->step, saved.base, saved.limit);
  body(emitter, depth + 1, payload);
  emit_close_for(emitter, carried);
  restore(emitter, i, saved);
}
