// Loops and branches with the values that they carry, and the loops of a nest around a body.
//
// A loop whose step is the register tile (block) of its iterator is a blocking loop: it is split
// into the part that whole blocks cover and one remainder tile of static size, and, where a padded
// input is read in place, into border tiles at static positions and the interior between them.
// Under REMAINDER_PAD it is not split: its last tile reaches beyond the extent. All other loops
// only narrow the range of their iterator.
#include "transforms/kernel/emitter.h"

MlirValue emit_position(Emitter *e, Position position) {
  Linear linear = {0};
  linear_add(&linear, position, 1);
  return emit_linear(e, &linear);
}

MlirValue emit_open_for(Emitter *e, Position low, Position high, int64_t step, Carried *carried) {
  MlirValue values[EMIT_MAX_ACCUMULATORS];
  MlirValue from = emit_position(e, low), to = emit_position(e, high);
  for (int i = 0; i < carried->count; i++)
    values[i] = *carried->items[i];
  MlirValue iv = ir_open_for(&e->ir, from, to, ir_index(&e->ir, step), carried->count, values);
  for (int i = 0; i < carried->count; i++)
    *carried->items[i] = values[i];
  emit_new_scope(e);
  return iv;
}

void emit_close_for(Emitter *e, Carried *carried) {
  MlirValue values[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < carried->count; i++)
    values[i] = *carried->items[i];
  ir_close_for(&e->ir, carried->count, values);
  for (int i = 0; i < carried->count; i++)
    *carried->items[i] = values[i];
  emit_new_scope(e);
}

void emit_open_if(Emitter *e, MlirValue condition, const Carried *carried, Branch *out_branch) {
  MlirType types[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < carried->count; i++) {
    out_branch->before[i] = *carried->items[i];
    types[i] = mlirValueGetType(out_branch->before[i]);
  }
  out_branch->op = ir_open_if(&e->ir, condition, carried->count, types);
  emit_new_scope(e);
}

void emit_else(Emitter *e, const Carried *carried, const Branch *branch) {
  MlirValue values[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < carried->count; i++) {
    values[i] = *carried->items[i];
    *carried->items[i] = branch->before[i];
  }
  ir_else(&e->ir, branch->op, carried->count, values);
  emit_new_scope(e);
}

void emit_close_if(Emitter *e, const Carried *carried, const Branch *branch) {
  MlirValue values[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < carried->count; i++)
    values[i] = *carried->items[i];
  ir_close_if(&e->ir, branch->op, carried->count, values, values);
  for (int i = 0; i < carried->count; i++)
    *carried->items[i] = values[i];
  emit_new_scope(e);
}

MlirValue emit_minimum(Emitter *e, Position a, Position b) {
  Position parts[2] = {a, b};
  MlirContext c = e->ir.context;
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
  return ir_affine(&e->ir, "affine.min", mlirAffineMapGet(c, count, 0, 2, results), count, dims);
}

// End of a tile of `step` iterations that starts at `base`, inside a range that ends at `limit`.
static Position tile_limit(Emitter *e, Position base, int64_t step, Position range_base,
                           Position limit) {
  Position end = {base.value, base.constant + step};
  bool same = (position_is_static(range_base) && position_is_static(limit)) ||
              (!position_is_static(range_base) && !position_is_static(limit) &&
               mlirValueEqual(range_base.value, limit.value));
  if (same && (limit.constant - range_base.constant) % step == 0)
    return end;
  return (Position){emit_minimum(e, end, limit), 0};
}

typedef struct Saved {
  Position base, limit;
  int64_t size;
  bool outside;
  MlirValue whole;
} Saved;

static Saved save(const Emitter *e, int i) {
  return (Saved){e->base[i], e->limit[i], e->size[i], e->outside[i], e->whole[i]};
}

static void restore(Emitter *e, int i, Saved saved) {
  e->base[i] = saved.base;
  e->limit[i] = saved.limit;
  e->size[i] = saved.size;
  e->outside[i] = saved.outside;
  e->whole[i] = saved.whole;
}

// Tiles [from, to) in steps of `step`, each of `size` iterations; one tile makes no loop.
static void run_tiles(Emitter *e, int depth, Position from, Position to, int64_t step, int64_t size,
                      Carried *carried, EmitPart body, void *payload) {
  int i = e->nest.loops[depth].iterator;
  Saved saved = save(e, i);
  e->size[i] = size;
  if (position_is_static(from) && position_is_static(to) && to.constant - from.constant <= step) {
    if (to.constant > from.constant) {
      e->base[i] = from;
      e->limit[i] = position_at_constant(from.constant + size);
      body(e, depth + 1, payload);
    }
  } else {
    e->base[i] = (Position){emit_open_for(e, from, to, step, carried), 0};
    e->limit[i] = (Position){e->base[i].value, size};
    body(e, depth + 1, payload);
    emit_close_for(e, carried);
  }
  restore(e, i, saved);
}

typedef enum TileClass { TILE_INTERIOR, TILE_BORDER, TILE_OUTSIDE } TileClass;

// How the tile [first, last] of iterator `i` reads the padded inputs along it, whatever the other
// iterators are.
static TileClass classify(const Emitter *e, int i, int64_t first, int64_t last) {
  TileClass result = TILE_INTERIOR;
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (!access->may_leave_shape || e->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      int32_t coefficient = access->index[d].coefficients[i];
      if (!coefficient)
        continue;
      int64_t low = access->index[d].constant + coefficient * first;
      int64_t high = access->index[d].constant + coefficient * last;
      for (int k = 0; k < e->work->iterator_count; k++)
        if (k != i)
          high += access->index[d].coefficients[k] * (e->work->extents[k] - 1);
      if (low >= 0 && high < access->shape[d])
        continue;
      bool outside = high < 0 || low >= access->shape[d];
      result = outside ? TILE_OUTSIDE : result == TILE_OUTSIDE ? TILE_OUTSIDE : TILE_BORDER;
    }
  }
  return result;
}

// Border and interior parts at static positions: runs of interior or outside tiles become loops.
static void run_split_tiles(Emitter *e, int depth, int64_t block, Carried *carried, EmitPart body,
                            void *payload) {
  int i = e->nest.loops[depth].iterator;
  int64_t extent = e->work->extents[i];
  int64_t whole = extent - extent % block;
  for (int64_t at = 0; at < extent;) {
    int64_t size = at < whole ? block : extent - whole;
    TileClass class = classify(e, i, at, at + size - 1);
    int64_t end = at + size;
    while (class != TILE_BORDER && size == block && end + block <= whole &&
           classify(e, i, end, end + block - 1) == class)
      end += block;
    Saved saved = save(e, i);
    e->outside[i] = class == TILE_OUTSIDE;
    run_tiles(e, depth, position_at_constant(at), position_at_constant(end), size, size, carried,
              body, payload);
    restore(e, i, saved);
    at = end;
  }
}

// Whole tiles only: the last one may end beyond `high`, and says so in e->whole.
static void run_padded_tiles(Emitter *e, int depth, int64_t block, Carried *carried, EmitPart body,
                             void *payload) {
  int i = e->nest.loops[depth].iterator;
  Saved saved = save(e, i);
  e->size[i] = block;
  e->base[i] = (Position){emit_open_for(e, saved.base, saved.limit, block, carried), 0};
  Position end = {e->base[i].value, block};
  e->limit[i] = (Position){emit_minimum(e, end, saved.limit), 0};
  int64_t extent = e->work->extents[i];
  e->whole[i] = ir_compare_index(&e->ir, INTEGER_LESS, e->base[i].value,
                                 ir_index(&e->ir, extent - extent % block));
  body(e, depth + 1, payload);
  emit_close_for(e, carried);
  restore(e, i, saved);
}

void emit_blocking_loop(Emitter *e, int depth, Carried *carried, EmitPart body, void *payload) {
  const Loop *loop = &e->nest.loops[depth];
  int i = loop->iterator;
  int64_t block = loop->step, rest = e->work->extents[i] % block;
  if (e->splits_border[i] && loop->band != BAND_SWEEP) {
    run_split_tiles(e, depth, block, carried, body, payload);
    return;
  }
  if (schedule_pads(e->work, e->schedule, i) && loop->band != BAND_SWEEP) {
    run_padded_tiles(e, depth, block, carried, body, payload);
    return;
  }
  Position low = e->base[i], high = e->limit[i];
  if (rest == 0) {
    run_tiles(e, depth, low, high, block, block, carried, body, payload);
    return;
  }
  int64_t whole = e->work->extents[i] - rest;
  Position middle = position_at_constant(whole);
  if (position_is_static(high))
    middle.constant = high.constant < whole ? high.constant : whole;
  else
    middle = (Position){emit_minimum(e, high, position_at_constant(whole)), 0};
  run_tiles(e, depth, low, middle, block, block, carried, body, payload);
  if (position_is_static(high)) {
    if (high.constant > whole)
      run_tiles(e, depth, position_at_constant(whole), position_at_constant(high.constant), block,
                rest, carried, body, payload);
    return;
  }
  // Only the last tile of the outer loop has the remainder: a loop of no or one trip.
  Saved saved = save(e, i);
  e->size[i] = rest;
  e->base[i] = position_at_constant(whole);
  e->limit[i] = position_at_constant(whole + rest);
  emit_open_for(e, middle, high, block, carried);
  body(e, depth + 1, payload);
  emit_close_for(e, carried);
  restore(e, i, saved);
}

// A loop that only narrows the range of its iterator, around `body`.
void emit_narrowing_loop(Emitter *e, int depth, Carried *carried, EmitPart body, void *payload) {
  const Loop *loop = &e->nest.loops[depth];
  int i = loop->iterator;
  Saved saved = save(e, i);
  MlirValue iv = emit_open_for(e, saved.base, saved.limit, loop->step, carried);
  e->base[i] = (Position){iv, 0};
  e->limit[i] = tile_limit(e, e->base[i], loop->step, saved.base, saved.limit);
  body(e, depth + 1, payload);
  emit_close_for(e, carried);
  restore(e, i, saved);
}
