// The kernel builder's walk over the loops of a schedule. See emit.h.
//
// A loop whose step is the register tile (block) of its iterator is a blocking loop: it is split
// into the part that whole blocks cover and one remainder tile of static size, and, where a padded
// input is read in place, into border tiles at static positions and the interior between them.
// Under REMAINDER_PAD it is not split: its last tile reaches beyond the extent. All other loops
// only narrow the range of their iterator.
#include "transforms/emit.h"
#include "transforms/emitter.h"

#include <stdlib.h>
#include <string.h>

static Position fixed(int64_t constant) { return (Position){{NULL}, constant}; }

static bool is_fixed(Position p) { return mlirValueIsNull(p.value); }

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
    if (is_fixed(parts[i]))
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
  bool same =
      (is_fixed(range_base) && is_fixed(limit)) ||
      (!is_fixed(range_base) && !is_fixed(limit) && mlirValueEqual(range_base.value, limit.value));
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
  if (is_fixed(from) && is_fixed(to) && to.constant - from.constant <= step) {
    if (to.constant > from.constant) {
      e->base[i] = from;
      e->limit[i] = fixed(from.constant + size);
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
    run_tiles(e, depth, fixed(at), fixed(end), size, size, carried, body, payload);
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
  e->whole[i] = ir_compare_index(&e->ir, 2 /* slt */, e->base[i].value,
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
  Position middle = fixed(whole);
  if (is_fixed(high))
    middle.constant = high.constant < whole ? high.constant : whole;
  else
    middle = (Position){emit_minimum(e, high, fixed(whole)), 0};
  run_tiles(e, depth, low, middle, block, block, carried, body, payload);
  if (is_fixed(high)) {
    if (high.constant > whole)
      run_tiles(e, depth, fixed(whole), fixed(high.constant), block, rest, carried, body, payload);
    return;
  }
  // Only the last tile of the outer loop has the remainder: a loop of no or one trip.
  Saved saved = save(e, i);
  e->size[i] = rest;
  e->base[i] = fixed(whole);
  e->limit[i] = fixed(whole + rest);
  emit_open_for(e, middle, high, block, carried);
  body(e, depth + 1, payload);
  emit_close_for(e, carried);
  restore(e, i, saved);
}

// Outputs and the scratch buffers that are filled inside loop `depth`.
static void carried_slots(Emitter *e, int depth, Carried *out) {
  out->count = 0;
  if (!e->group->on_tensors)
    return;
  for (int o = 0; o < e->group->output_count; o++)
    out->items[out->count++] = &e->outputs[o].value;
  for (int p = 0; p < e->nest.pack_count; p++)
    if (e->nest.packs[p].depth > depth)
      out->items[out->count++] = &e->packs[p].value;
}

static void mark(Emitter *e, MlirOperation op) {
  char text[1024];
  schedule_print(&e->group->workload, e->schedule, text, sizeof(text));
  mlirOperationSetDiscardableAttributeByName(op, ir_string("autotune.schedule"),
                                             mlirStringAttrGet(e->ir.context, ir_string(text)));
}

// The last loop made at the root so far is the nest; packing loops come before it, a sweep after
// it.
static void mark_nest(Emitter *e) {
  for (int i = e->ir.root_op_count; i-- > 0;)
    if (ir_op_is(e->ir.root_ops[i], "scf.for")) {
      mark(e, e->ir.root_ops[i]);
      return;
    }
}

static void emit_loops(Emitter *e, int depth, void *payload) {
  bool ready[LOOP_NEST_MAX_PACKS];
  memcpy(ready, e->pack_ready, sizeof(ready));
  for (int p = 0; p < e->nest.pack_count; p++)
    if (e->nest.packs[p].depth == depth) {
      memcpy(e->pack_origin[p], e->base, sizeof(e->base));
      if (!e->pack_is_constant[p])
        emit_pack(e, p);
      e->pack_ready[p] = true;
    }
  if (depth == e->kernel_depth) {
    emit_kernel(e);
  } else {
    const Loop *loop = &e->nest.loops[depth];
    int i = loop->iterator;
    Carried carried;
    carried_slots(e, depth, &carried);
    if (loop->step == e->schedule->block[i]) {
      emit_blocking_loop(e, depth, &carried, emit_loops, payload);
    } else {
      Saved saved = save(e, i);
      MlirValue iv = emit_open_for(e, saved.base, saved.limit, loop->step, &carried);
      e->base[i] = (Position){iv, 0};
      e->limit[i] = tile_limit(e, e->base[i], loop->step, saved.base, saved.limit);
      emit_loops(e, depth + 1, payload);
      emit_close_for(e, &carried);
      restore(e, i, saved);
    }
  }
  memcpy(e->pack_ready, ready, sizeof(ready));
  if (depth == 0)
    mark_nest(e);
  if (depth == e->nest.sweep_depth)
    emit_sweep(e);
}

// --- buffers at the root

// Dimensions of a buffer that become one: group[d] is the new dimension of dimension d.
static MlirAttribute reassociation_attribute(Emitter *e, const uint8_t *group, int rank) {
  MlirContext c = e->ir.context;
  MlirAttribute groups[WORKLOAD_MAX_RANK];
  int count = 0;
  MlirType i64 = mlirIntegerTypeGet(c, 64);
  for (int d = 0; d < rank;) {
    MlirAttribute dims[WORKLOAD_MAX_RANK];
    int n = 0, same = group[d];
    for (; d < rank && group[d] == same; d++)
      dims[n++] = mlirIntegerAttrGet(i64, d);
    groups[count++] = mlirArrayAttrGet(c, n, dims);
  }
  return mlirArrayAttrGet(c, count, groups);
}

static MlirType access_tensor_type(Emitter *e, const Access *access) {
  return mlirRankedTensorTypeGet(access->rank, access->shape, emit_element_type(e, access->type),
                                 mlirAttributeGetNull());
}

static MlirType access_memref_type(Emitter *e, const Access *access, MlirType from) {
  MlirType element = emit_element_type(e, access->type);
  MlirAttribute space = mlirMemRefTypeGetMemorySpace(from);
  if (mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(from)))
    return mlirMemRefTypeContiguousGet(element, access->rank, access->shape, space);
  // Only neighbours that are contiguous are collapsed, so the access knows the strides.
  int64_t strides[WORKLOAD_MAX_RANK], offset = 0;
  mlirMemRefTypeGetStridesAndOffset(from, strides, &offset);
  MlirAttribute layout =
      mlirStridedLayoutAttrGet(e->ir.context, offset, access->rank, access->strides);
  return mlirMemRefTypeGet(element, access->rank, access->shape, layout, space);
}

static MlirValue collapse(Emitter *e, MlirValue value, const Access *to, const uint8_t *group,
                          int rank) {
  MlirType from = mlirValueGetType(value);
  bool tensor = mlirTypeIsATensor(from);
  MlirNamedAttribute attribute =
      ir_attribute(&e->ir, "reassociation", reassociation_attribute(e, group, rank));
  return ir_value(&e->ir, tensor ? "tensor.collapse_shape" : "memref.collapse_shape",
                  tensor ? access_tensor_type(e, to) : access_memref_type(e, to, from), 1, &value,
                  1, &attribute);
}

static MlirValue expand(Emitter *e, MlirValue value, MlirType type, const uint8_t *group) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&e->ir, "reassociation", reassociation_attribute(e, group, rank)),
      ir_attribute(&e->ir, "static_output_shape", mlirDenseI64ArrayGet(e->ir.context, rank, shape)),
  };
  return ir_value(&e->ir, "tensor.expand_shape", type, 1, &value, 2, attributes);
}

// How im2col merged the dimensions of an access that is not the input: false when it did not.
static bool im2col_groups(const Emitter *e, int access, uint8_t *out_group) {
  const Access *from = &e->group->workload.accesses[access], *to = &e->work->accesses[access];
  if (e->work == &e->group->workload || from->rank == to->rank)
    return false;
  int group = 0;
  int64_t product = 1;
  for (int d = 0; d < from->rank; d++) {
    out_group[d] = (uint8_t)group;
    product *= from->shape[d];
    if (product == to->shape[group] && group + 1 < to->rank) {
      group++;
      product = 1;
    }
  }
  return true;
}

// From the buffer of the payload to the one that the access describes, and back for results.
static MlirValue collapsed(Emitter *e, int access, MlirValue value) {
  const GroupAccess *ga = &e->group->accesses[access];
  uint8_t group[WORKLOAD_MAX_RANK];
  if (ga->collapse_rank)
    value = collapse(e, value, &e->group->workload.accesses[access], ga->reassociation,
                     ga->collapse_rank);
  if (e->im2col_input != access && im2col_groups(e, access, group))
    value = collapse(e, value, &e->work->accesses[access], group,
                     e->group->workload.accesses[access].rank);
  return value;
}

static MlirValue expanded(Emitter *e, int access, MlirValue value, MlirType type) {
  const GroupAccess *ga = &e->group->accesses[access];
  uint8_t group[WORKLOAD_MAX_RANK];
  if (im2col_groups(e, access, group))
    value = expand(e, value, access_tensor_type(e, &e->group->workload.accesses[access]), group);
  if (ga->collapse_rank)
    value = expand(e, value, type, ga->reassociation);
  return value;
}

static void prepare_buffers(Emitter *e) {
  const Group *g = e->group;
  for (int a = 0; a < e->work->access_count; a++) {
    MlirValue value = g->accesses[a].value;
    if (!mlirValueIsNull(value)) {
      e->values[a] = collapsed(e, a, value);
    } else if (e->work->accesses[a].is_output) {
      e->values[a] = ir_value(&e->ir, "tensor.empty", access_tensor_type(e, &e->work->accesses[a]),
                              0, NULL, 0, NULL);
    }
  }
  for (int o = 0; o < g->output_count; o++)
    e->outputs[o].value = e->values[g->output_access[o]];
}

MlirValue emit_scratch(Emitter *e, ElementType type, int rank, const int64_t *shape) {
  MlirType element = emit_element_type(e, type);
  if (e->group->on_tensors) {
    MlirType tensor = mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
    return ir_value(&e->ir, "tensor.empty", tensor, 0, NULL, 0, NULL);
  }
  MlirType memref = mlirMemRefTypeContiguousGet(element, rank, shape, mlirAttributeGetNull());
  int32_t segments[2] = {0, 0};
  MlirNamedAttribute attributes[2] = {
      ir_attribute(&e->ir, "operandSegmentSizes", mlirDenseI32ArrayGet(e->ir.context, 2, segments)),
      ir_attribute(&e->ir, "alignment",
                   mlirIntegerAttrGet(mlirIntegerTypeGet(e->ir.context, 64), 64)),
  };
  MlirValue value = ir_value(&e->ir, "memref.alloc", memref, 0, NULL, 2, attributes);
  e->scratch[e->scratch_count++] = value;
  return value;
}

static void allocate_packs(Emitter *e) {
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

static void free_scratch(Emitter *e) {
  for (int i = 0; i < e->scratch_count; i++)
    ir_op(&e->ir, "memref.dealloc", 0, NULL, 1, &e->scratch[i], 0, NULL);
}

// --- set-up and checks

// Whether iterator `i` needs its tiles classified: it moves the index of a padded input that is
// read in place, and the reduction loops of that index cannot be clamped at run time.
static bool needs_border_split(const Emitter *e, int i) {
  if (e->work->kinds[i] != ITERATOR_PARALLEL)
    return false;
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (!access->may_leave_shape || e->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      if (!access->index[d].coefficients[i] || !access_leaves_shape(e->work, access, d))
        continue;
      bool has_loop = false;
      for (int k = 0; k < e->work->iterator_count; k++)
        has_loop |= e->work->kinds[k] == ITERATOR_REDUCTION &&
                    access->index[d].coefficients[k] > 0 &&
                    e->schedule->block[k] < e->work->extents[k];
      if (i == e->schedule->vector_iterator || e->schedule->block[i] > 1 || !has_loop)
        return true;
    }
  }
  return false;
}

static Status check_borders(const Emitter *e) {
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (!access->may_leave_shape || e->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++)
      for (int i = 0; i < e->work->iterator_count; i++) {
        if (!access->index[d].coefficients[i] || !access_leaves_shape(e->work, access, d))
          continue;
        if (access->index[d].coefficients[i] < 0)
          return status_fail(STATUS_UNSUPPORTED, "border kernels need forward strides");
        bool loops = e->schedule->tile[0][i] < e->work->extents[i] ||
                     e->schedule->tile[1][i] < e->work->extents[i];
        if (loops && (e->splits_border[i] || e->work->kinds[i] == ITERATOR_REDUCTION))
          return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_PAD));
        bool reduction_loop =
            e->work->kinds[i] == ITERATOR_REDUCTION && e->schedule->block[i] < e->work->extents[i];
        if (reduction_loop && !access->pad_is_neutral)
          return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_PAD));
      }
  }
  return STATUS_OK;
}

static Status prepare(Emitter *e, const Group *group, const Schedule *schedule,
                      const Target *target) {
  memset(e, 0, sizeof(*e));
  e->group = group;
  e->work = &group->workload;
  e->schedule = schedule;
  e->target = target;
  RejectReason reason = schedule_check(e->work, schedule, target);
  if (reason == REJECT_NONE)
    reason = loop_nest_build(e->work, schedule, &e->nest);
  if (reason != REJECT_NONE)
    return status_fail(STATUS_REJECTED, "%s", reject_reason_text(reason));
  if (schedule->rule == RULE_IM2COL) {
    if (!workload_im2col(e->work, &e->im2col_work))
      return status_fail(STATUS_REJECTED, "the convolution has no patch matrix form");
    e->im2col_input = -1;
    for (int a = 0; a < e->work->access_count; a++)
      if (emit_is_patch_input(e->work, a))
        e->im2col_input = a;
    e->work = &e->im2col_work;
  }
  for (int i = 0; i < e->work->iterator_count; i++) {
    e->base[i] = fixed(0);
    e->limit[i] = fixed(e->work->extents[i]);
    e->size[i] = schedule->block[i];
  }
  e->kernel_depth = e->nest.serial_count;
  while (e->kernel_depth > 0 && e->nest.loops[e->kernel_depth - 1].band == BAND_KERNEL)
    e->kernel_depth--;
  for (int a = 0; a < e->work->access_count; a++)
    e->pack_of[a] = -1;
  memset(e->pack_of_statement, -1, sizeof(e->pack_of_statement));
  for (int p = 0; p < e->nest.pack_count; p++) {
    int access = e->nest.packs[p].access;
    if (e->nest.packs[p].is_produced)
      e->pack_of_statement[e->work->accesses[access].produces - 1] = (int8_t)p;
    else
      e->pack_of[access] = (int8_t)p;
  }
  for (int i = 0; i < e->work->iterator_count; i++)
    e->splits_border[i] = needs_border_split(e, i);
  // Whole vectors, and up to 6 for the rest.
  int vector = schedule->vector_iterator;
  if (vector >= 0 && schedule->block[vector] / schedule->lanes + 6 > EMIT_MAX_SEGMENTS)
    return status_fail(STATUS_REJECTED, "more than %d vectors along one iterator",
                       EMIT_MAX_SEGMENTS - 6);
  if (schedule->rule == RULE_REDUCE)
    for (int k = 0; k < e->work->accumulator_count; k++)
      if (!emit_combiner_supported(group, k))
        return status_fail(STATUS_REJECTED, "the body's combination has no lane-wise form");
  if (e->nest.splits_reduction || e->nest.sweep_depth >= 0)
    for (int k = 0; k < e->work->accumulator_count; k++)
      if (group->spill_access[k] < 0)
        return status_fail(STATUS_REJECTED, "%s", reject_reason_text(REJECT_FUSION));
  return check_borders(e);
}

Status emit_check(const Group *group, const Schedule *schedule, const Target *target) {
  Emitter *e = malloc(sizeof(*e));
  if (!e)
    return status_fail(STATUS_SYSTEM, "out of memory");
  Status status = prepare(e, group, schedule, target);
  free(e);
  return status;
}

static bool is_unused(MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, r))))
      return false;
  return true;
}

static void replace(Emitter *e, Group *group) {
  for (int o = 0; o < group->output_count; o++) {
    MlirValue old = group->output_result[o];
    if (mlirValueIsNull(old))
      continue;
    MlirValue value =
        expanded(e, group->output_access[o], e->outputs[o].value, mlirValueGetType(old));
    mlirValueReplaceAllUsesOfWith(old, value);
  }
  for (int i = group->op_count; i-- > 0;)
    if (!group->on_tensors || is_unused(group->ops[i])) {
      mlirOperationDestroy(group->ops[i]);
      group->ops[i] = (MlirOperation){NULL};
    }
}

Status emit_group(Group *group, const Schedule *schedule, const Target *target) {
  Emitter *e = malloc(sizeof(*e));
  if (!e)
    return status_fail(STATUS_SYSTEM, "out of memory");
  Status status = prepare(e, group, schedule, target);
  if (status != STATUS_OK) {
    free(e);
    return status;
  }
  e->cache = calloc(EMIT_CACHE_SIZE, sizeof(*e->cache));
  if (!e->cache) {
    free(e);
    return status_fail(STATUS_SYSTEM, "out of memory");
  }
  e->generation = 1;
  ir_start(&e->ir, group->insertion, mlirOperationGetLocation(group->anchor));
  prepare_buffers(e);
  if (schedule->rule == RULE_IM2COL)
    emit_patch_matrix(e);
  allocate_packs(e);
  emit_loops(e, 0, NULL);
  free_scratch(e);
  status = e->status;
  if (status == STATUS_OK) {
    replace(e, group);
    ir_finish(&e->ir);
  } else {
    ir_undo(&e->ir);
  }
  free(e->cache);
  free(e);
  return status;
}
