// One register tile: accumulators in vector registers, loops over the reductions around
// straight-line code, then the epilogue and the stores. Accumulators are ordered by point of the
// tile (parallel iterators, last one fastest), then segment, then accumulator of the anchor.
//
// Under REMAINDER_PAD the last tile reaches beyond the extent. All its points are evaluated, on
// packed operands; only those that exist are read from or written to anything else. The tile is
// cut in two along each padded iterator, and what lies beyond the remainder stands in an scf.if.
#include "transforms/kernel/emitter.h"

#include <string.h>

typedef struct Kernel {
  MlirValue accumulators[EMIT_MAX_ACCUMULATORS];
  int count;
  int sets;    // accumulator sets per point: segments of the tile, or independent partial results
  int per_set; // accumulators of the anchor
  bool reduces_lanes; // the rule's: lanes of one accumulator belong to one output element
  int64_t size[WORKLOAD_MAX_ITERATORS]; // of the whole register tile
  Segment segments[EMIT_MAX_SEGMENTS];  // of the vector iterator
  int first_segment, segment_end;       // those of the part in force
} Kernel;

int emit_segments(const Emitter *e, int64_t size, Segment *out_segments) {
  int lanes = e->schedule->lanes, count = 0;
  if (e->schedule->vector_iterator < 0) {
    out_segments[0] = (Segment){0, 1, 1};
    return 1;
  }
  int64_t offset = 0;
  for (; offset + lanes <= size; offset += lanes)
    out_segments[count++] = (Segment){offset, lanes, lanes};
  int rest = (int)(size - offset);
  if (rest == 0)
    return count;
  if (rule_get(e->schedule->rule)->vectorises_reduction) {
    out_segments[count++] = (Segment){offset, lanes, rest};
    return count;
  }
  int width = lanes;
  if (e->schedule->remainder != REMAINDER_PEEL) {
    while (width / 2 >= rest)
      width /= 2;
    out_segments[count++] = (Segment){offset, width, rest};
    return count;
  }
  for (; rest; width /= 2)
    if (width <= rest) {
      out_segments[count++] = (Segment){offset, width, width};
      offset += width;
      rest -= width;
    }
  return count;
}

// Visits every combination of offsets below size[i] of the iterators of `kind` but the vector one,
// the last in `order` fastest.
static bool next_point(const Emitter *e, IteratorKind kind, const uint8_t *order, int order_count,
                       Point *point) {
  for (int k = order_count; k-- > 0;) {
    int i = order[k];
    if (e->work->kinds[i] != kind || i == e->schedule->vector_iterator)
      continue;
    if (++point->offset[i] < e->size[i])
      return true;
    point->offset[i] = e->first[i];
  }
  return false;
}

static Point first_point(const Emitter *e) {
  Point point = {0};
  memcpy(point.offset, e->first, sizeof(point.offset));
  return point;
}

static int reduction_count(const Workload *w) {
  int count = 0;
  for (int i = 0; i < w->iterator_count; i++)
    count += w->kinds[i] == ITERATOR_REDUCTION;
  return count;
}

static bool next_parallel(const Emitter *e, Point *point) {
  static const uint8_t ORDER[WORKLOAD_MAX_ITERATORS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  return next_point(e, ITERATOR_PARALLEL, ORDER, e->work->iterator_count, point);
}

static bool next_reduction(const Emitter *e, Point *point) {
  return next_point(e, ITERATOR_REDUCTION, e->schedule->kernel_order, reduction_count(e->work),
                    point);
}

static void set_segment(const Emitter *e, Point *point, Segment segment) {
  point->segment = segment;
  point->vector = e->schedule->vector_iterator;
  if (e->schedule->vector_iterator >= 0)
    point->offset[e->schedule->vector_iterator] = segment.offset;
}

// The first accumulator of a point, for its first segment.
static int accumulator_of(const Emitter *e, const Kernel *k, const Point *point) {
  int64_t at = 0;
  for (int i = 0; i < e->work->iterator_count; i++)
    if (e->work->kinds[i] == ITERATOR_PARALLEL && i != e->schedule->vector_iterator)
      at = at * k->size[i] + point->offset[i];
  return (int)at * k->sets * k->per_set;
}

// --- the part of a register tile that exists

typedef void (*KernelPart)(Emitter *e, Kernel *k, void *payload);

typedef struct Parts {
  IteratorKind kind; // of the iterators to cut
  Carried carried;   // values that a part may change
  KernelPart part;
  void *payload;
} Parts;

static void run_parts(Emitter *e, Kernel *k, const Parts *parts, int i);

// The part of iterator `i` from offset `first` to `end`.
static void run_part(Emitter *e, Kernel *k, const Parts *parts, int i, int64_t first, int64_t end) {
  int64_t whole_first = e->first[i], whole_size = e->size[i];
  int first_segment = k->first_segment, segment_end = k->segment_end;
  e->first[i] = first;
  e->size[i] = end;
  if (i == e->schedule->vector_iterator) {
    while (k->segments[k->first_segment].offset < first)
      k->first_segment++;
    while (k->segment_end > k->first_segment && k->segments[k->segment_end - 1].offset >= end)
      k->segment_end--;
  }
  run_parts(e, k, parts, i + 1);
  e->first[i] = whole_first;
  e->size[i] = whole_size;
  k->first_segment = first_segment;
  k->segment_end = segment_end;
}

// Runs the part for the points that every tile has, then, where the tile is whole, for the others.
// The vector that the extent ends in is whole or masked accordingly.
static void run_parts(Emitter *e, Kernel *k, const Parts *parts, int i) {
  while (i < e->work->iterator_count &&
         (mlirValueIsNull(e->whole[i]) || e->work->kinds[i] != parts->kind))
    i++;
  if (i == e->work->iterator_count) {
    parts->part(e, k, parts->payload);
    return;
  }
  int64_t rest = e->work->extents[i] % e->size[i];
  int64_t partial = i == e->schedule->vector_iterator ? rest % e->schedule->lanes : 0;
  int64_t common = rest - partial;
  if (common > 0)
    run_part(e, k, parts, i, 0, common);
  Branch branch;
  emit_open_if(e, e->whole[i], &parts->carried, &branch);
  run_part(e, k, parts, i, common, e->size[i]);
  emit_else(e, &parts->carried, &branch);
  if (partial > 0) {
    Segment *segment = &k->segments[common / e->schedule->lanes];
    segment->valid = (int)partial;
    run_part(e, k, parts, i, common, rest);
    segment->valid = segment->lanes;
  }
  emit_close_if(e, &parts->carried, &branch);
}

static Carried all_accumulators(Kernel *k) {
  Carried carried = {.count = k->count};
  for (int v = 0; v < k->count; v++)
    carried.items[v] = &k->accumulators[v];
  return carried;
}

// --- the straight-line code

// A body evaluation that multiplies padding by a weight, or takes the maximum with -inf.
static bool changes_nothing(Emitter *e, const Point *point) {
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (access->may_leave_shape && access->pad_is_neutral &&
        e->work->statements[access->statement].stage == STAGE_BODY && emit_is_outside(e, a, point))
      return true;
  }
  return false;
}

// Partial results of lanes that do not exist stay as they were.
static MlirValue keep_missing_lanes(Emitter *e, Segment segment, MlirValue now, MlirValue before) {
  MlirValue operands[3] = {ir_mask(&e->ir, segment.lanes, segment.valid), now, before};
  return ir_value(&e->ir, "arith.select", mlirValueGetType(now), 3, operands, 0, NULL);
}

// One evaluation of the anchor at a point of the register tile whose first accumulator is `at`.
static void kernel_point(Emitter *e, Kernel *k, Point *point, int at, int s, Segment segment) {
  set_segment(e, point, segment);
  if (changes_nothing(e, point))
    return;
  MlirValue *accumulators = &k->accumulators[at + (s % k->sets) * k->per_set];
  MlirValue before[GROUP_MAX_RESULTS];
  memcpy(before, accumulators, (size_t)k->per_set * sizeof(*before));
  point->accumulators = before;
  emit_anchor(e, point, accumulators);
  if (k->reduces_lanes && segment.valid < segment.lanes)
    for (int i = 0; i < k->per_set; i++)
      accumulators[i] = keep_missing_lanes(e, segment, accumulators[i], before[i]);
}

// One axis of the walk over a register tile: an iterator, or the segments of the vector iterator.
typedef struct TileAxis {
  int iterator; // -1: segments of a workload without a vector iterator in its tile
  int64_t count;
  int64_t stride; // in accumulators
  bool segments;
} TileAxis;

// Vectors of one operand that the register tile needs at each step of the reduction.
static int64_t operand_vectors(const Emitter *e, const Access *access, const TileAxis *axes,
                               int count) {
  int64_t vectors = 1;
  for (int d = 0; d < count; d++)
    if (axes[d].iterator >= 0 && access_uses(access, axes[d].iterator))
      vectors *= axes[d].count;
  return e->work->statements[access->statement].stage == STAGE_BODY ? vectors : 0;
}

// The operand with the most vectors is walked outside, one vector at a time; those of the others
// stay in registers meanwhile. loop_nest.c counts registers by the same rule.
static int order_axes(const Emitter *e, const Kernel *k, int segment_count, TileAxis *axes) {
  int count = 0;
  int64_t stride = k->sets * k->per_set;
  TileAxis sorted[WORKLOAD_MAX_ITERATORS + 1];
  for (int i = e->work->iterator_count; i-- > 0;) {
    if (e->work->kinds[i] != ITERATOR_PARALLEL || i == e->schedule->vector_iterator)
      continue;
    sorted[count++] = (TileAxis){i, e->size[i], stride, false};
    stride *= e->size[i];
  }
  int vector = k->reduces_lanes ? -1 : e->schedule->vector_iterator;
  sorted[count++] = (TileAxis){vector, segment_count, k->per_set, true};
  const Access *largest = NULL;
  int64_t most = 0;
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    int64_t vectors = access->is_output ? 0 : operand_vectors(e, access, sorted, count);
    if (vectors > most) {
      most = vectors;
      largest = access;
    }
  }
  int out = 0; // innermost first
  for (int pass = 0; pass < 2; pass++)
    for (int d = count; d-- > 0;) {
      bool uses = largest && sorted[d].iterator >= 0 && access_uses(largest, sorted[d].iterator);
      if (uses == (pass == 1))
        axes[out++] = sorted[d];
    }
  return out;
}

static void evaluate_part(Emitter *e, Kernel *k, void *payload) {
  (void)payload;
  TileAxis axes[WORKLOAD_MAX_ITERATORS + 1];
  int axis_count = order_axes(e, k, k->segment_end - k->first_segment, axes);
  Point point = first_point(e);
  emit_new_scope(e);
  do {
    int64_t at_axis[WORKLOAD_MAX_ITERATORS + 1] = {0};
    for (bool more = true; more;) {
      int64_t at = 0;
      int segment = 0;
      for (int d = 0; d < axis_count; d++) {
        if (axes[d].segments) {
          segment = k->first_segment + (int)at_axis[d];
          continue;
        }
        point.offset[axes[d].iterator] = at_axis[d];
        at += at_axis[d] * axes[d].stride;
      }
      kernel_point(e, k, &point, (int)at, segment, k->segments[segment]);
      more = false;
      for (int d = 0; d < axis_count && !more; d++) {
        more = ++at_axis[d] < axes[d].count;
        if (!more)
          at_axis[d] = 0;
      }
    }
    for (int d = 0; d < axis_count; d++)
      if (!axes[d].segments)
        point.offset[axes[d].iterator] = 0;
  } while (next_reduction(e, &point));
}

static void set_segments(Emitter *e, Kernel *k) {
  int vector = e->schedule->vector_iterator;
  k->first_segment = 0;
  k->segment_end = emit_segments(e, vector >= 0 ? e->size[vector] : 1, k->segments);
}

static void kernel_body(Emitter *e, Kernel *k) {
  set_segments(e, k);
  Parts parts = {ITERATOR_REDUCTION, all_accumulators(k), evaluate_part, NULL};
  run_parts(e, k, &parts, 0);
}

// Bounds of a reduction loop so that the taps of padded inputs stay inside, where the other
// iterators of that index are fixed: index = rest + coefficient * k must lie in [0, shape).
static bool clamp_taps(Emitter *e, int iterator, Position *low, Position *high) {
  bool clamped = false;
  for (int a = 0; a < e->work->access_count; a++) {
    const Access *access = &e->work->accesses[a];
    if (!access->may_leave_shape || e->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      int32_t step = access->index[d].coefficients[iterator];
      if (step <= 0 || !access_leaves_shape(e->work, access, d))
        continue;
      Linear rest = {.constant = access->index[d].constant};
      bool fixed = true;
      for (int i = 0; i < e->work->iterator_count; i++) {
        int32_t coefficient = access->index[d].coefficients[i];
        if (i == iterator || !coefficient)
          continue;
        fixed &= e->size[i] == 1 && i != e->schedule->vector_iterator && !e->splits_border[i];
        linear_add(&rest, e->base[i], coefficient);
      }
      if (!fixed)
        continue;
      clamped = true;
      MlirContext c = e->ir.context;
      MlirValue dims[2 * WORKLOAD_MAX_ITERATORS];
      int count;
      MlirAffineExpr sum = emit_linear_expression(e, &rest, dims, &count);
      MlirAffineExpr by = mlirAffineConstantExprGet(c, step);
      MlirAffineExpr minus = mlirAffineMulExprGet(sum, mlirAffineConstantExprGet(c, -1));
      MlirAffineExpr lows[2] = {mlirAffineConstantExprGet(c, 0),
                                mlirAffineCeilDivExprGet(minus, by)};
      MlirAffineExpr highs[2] = {
          mlirAffineConstantExprGet(c, e->work->extents[iterator]),
          mlirAffineCeilDivExprGet(
              mlirAffineAddExprGet(mlirAffineConstantExprGet(c, access->shape[d]), minus), by)};
      *low = (Position){
          ir_affine(&e->ir, "affine.max", mlirAffineMapGet(c, count, 0, 2, lows), count, dims), 0};
      *high = (Position){
          ir_affine(&e->ir, "affine.min", mlirAffineMapGet(c, count, 0, 2, highs), count, dims), 0};
    }
  }
  return clamped;
}

static void kernel_loops(Emitter *e, int depth, void *payload) {
  Kernel *k = payload;
  if (depth == e->nest.serial_count) {
    kernel_body(e, k);
    return;
  }
  Carried carried = {.count = k->count};
  for (int i = 0; i < k->count; i++)
    carried.items[i] = &k->accumulators[i];
  int iterator = e->nest.loops[depth].iterator;
  Position low, high;
  if (clamp_taps(e, iterator, &low, &high)) {
    Position base = e->base[iterator];
    int64_t size = e->size[iterator];
    e->base[iterator] = (Position){emit_open_for(e, low, high, 1, &carried), 0};
    e->size[iterator] = 1;
    kernel_loops(e, depth + 1, k);
    emit_close_for(e, &carried);
    e->base[iterator] = base;
    e->size[iterator] = size;
    return;
  }
  emit_blocking_loop(e, depth, &carried, kernel_loops, k);
}

// Whether the current visit of a register tile is the first or the last of a split reduction.
typedef struct Visit {
  enum { VISIT_NEVER, VISIT_ALWAYS, VISIT_DYNAMIC } kind;
  MlirValue value; // i1, VISIT_DYNAMIC only
} Visit;

static Visit visit(Emitter *e, bool last) {
  Visit result = {.kind = VISIT_ALWAYS};
  for (int i = 0; i < e->work->iterator_count; i++) {
    if (e->work->kinds[i] != ITERATOR_REDUCTION)
      continue;
    Position at = last ? e->limit[i] : e->base[i];
    int64_t bound = last ? e->work->extents[i] : 0;
    if (mlirValueIsNull(at.value)) {
      if (at.constant != bound)
        return (Visit){.kind = VISIT_NEVER};
      continue;
    }
    MlirValue border = ir_index(&e->ir, bound);
    MlirValue here = ir_compare_index(&e->ir, INTEGER_EQUAL, emit_position(e, at), border);
    result.value =
        result.kind == VISIT_DYNAMIC ? ir_binary(&e->ir, "arith.andi", result.value, here) : here;
    result.kind = VISIT_DYNAMIC;
  }
  return result;
}

static MlirType vector_of(Emitter *e, int accumulator, int lanes) {
  return ir_vector_type(emit_accumulator_type(e, accumulator), lanes);
}

MlirValue emit_spilled(Emitter *e, int accumulator, const Point *point) {
  int access = e->group->spill_access[accumulator];
  // The output access is read through its slot's current value.
  for (int o = 0; o < e->group->output_count; o++)
    if (e->group->output_access[o] == access)
      e->values[access] = e->outputs[o].value;
  return emit_load(e, access, point);
}

// Initial values for one point and segment, of every accumulator of the anchor.
static void initial_values(Emitter *e, const Point *point, bool spilled, MlirValue *out) {
  for (int i = 0; i < e->work->accumulator_count; i++)
    out[i] = spilled ? emit_spilled(e, i, point) : emit_source(e, &e->group->init[i], point);
}

static void start_part(Emitter *e, Kernel *k, void *payload) {
  const bool *spilled = payload;
  Point point = first_point(e);
  emit_new_scope(e);
  do {
    int at = accumulator_of(e, k, &point);
    for (int s = k->first_segment; s < k->segment_end; s++) {
      set_segment(e, &point, k->segments[s]);
      initial_values(e, &point, *spilled, &k->accumulators[at + s * k->per_set]);
    }
  } while (next_parallel(e, &point));
  emit_new_scope(e);
}

// Whether initial values are read from somewhere.
static bool start_reads(const Emitter *e, bool spilled) {
  bool reads = spilled;
  for (int i = 0; i < e->work->accumulator_count; i++)
    reads |= e->group->init[i].kind == SOURCE_ACCESS || e->group->init[i].kind == SOURCE_STATEMENT;
  return reads;
}

// What the accumulators start from; lanes that are combined at the end start neutral.
static void start_accumulators(Emitter *e, Kernel *k, bool spilled) {
  Parts parts = {ITERATOR_PARALLEL, all_accumulators(k), start_part, &spilled};
  if (k->reduces_lanes) {
    for (int i = 0; i < k->count; i++)
      k->accumulators[i] = ir_splat(&e->ir, vector_of(e, i % k->per_set, e->schedule->lanes),
                                    emit_neutral(e, i % k->per_set));
  } else if (e->schedule->remainder != REMAINDER_PAD || !start_reads(e, spilled)) {
    start_part(e, k, &spilled);
  } else {
    for (int i = 0; i < k->count; i++) {
      MlirType element = emit_accumulator_type(e, i % k->per_set);
      int lanes = k->segments[i / k->per_set % k->sets].lanes;
      k->accumulators[i] = ir_splat(&e->ir, ir_vector_type(element, lanes), ir_zero(element));
    }
    run_parts(e, k, &parts, 0);
  }
}

static int parallel_points(const Emitter *e) {
  int64_t count = 1;
  for (int i = 0; i < e->work->iterator_count; i++)
    if (e->work->kinds[i] == ITERATOR_PARALLEL && i != e->schedule->vector_iterator)
      count *= e->size[i];
  return (int)count;
}

// Picks between the first visit of a tile and the later ones at run time.
static void start_split(Emitter *e, Kernel *k, MlirValue first) {
  MlirType types[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < k->count; i++) {
    int set = (i / k->per_set) % k->sets;
    types[i] = vector_of(e, i % k->per_set, k->segments[set].lanes);
  }
  MlirOperation op = ir_open_if(&e->ir, first, k->count, types);
  start_accumulators(e, k, false);
  ir_else(&e->ir, op, k->count, k->accumulators);
  start_accumulators(e, k, true);
  ir_close_if(&e->ir, op, k->count, k->accumulators, k->accumulators);
  emit_new_scope(e);
}

static MlirValue half(Emitter *e, MlirValue vector, int from, int lanes) {
  int64_t select[64];
  for (int i = 0; i < lanes; i++)
    select[i] = from + i;
  return emit_shuffle(e, vector, vector, lanes, select);
}

// All sets of one point into a vector of one lane: sets first, then halves, in a fixed order.
static MlirValue reduce_sets(Emitter *e, const Kernel *k, int at, int accumulator) {
  MlirValue sum = k->accumulators[at + accumulator];
  for (int s = 1; s < k->sets; s++)
    sum = emit_combine(e, accumulator, sum, k->accumulators[at + s * k->per_set + accumulator]);
  for (int lanes = e->schedule->lanes / 2; lanes >= 1; lanes /= 2) {
    MlirValue high = half(e, sum, lanes, lanes), low = half(e, sum, 0, lanes);
    sum = emit_combine(e, accumulator, low, high);
  }
  return sum;
}

bool emit_output_rests(const Emitter *e, int output, int *out_accumulator) {
  for (int i = 0; i < e->work->accumulator_count; i++)
    if (e->group->spill_access[i] == e->group->output_access[output]) {
      *out_accumulator = i;
      return true;
    }
  return false;
}

// What an output holds between two visits: its accumulator. Outputs that hold none are overwritten
// by the last visit, so any value will do.
static void unfinished_values(Emitter *e, const Point *point, MlirValue *out) {
  const Group *g = e->group;
  for (int o = 0; o < g->output_count; o++) {
    int accumulator;
    if (emit_output_rests(e, o, &accumulator)) {
      out[o] = point->accumulators[accumulator];
    } else {
      MlirType element = emit_element_type(e, e->work->accesses[g->output_access[o]].type);
      out[o] = ir_splat(&e->ir, ir_vector_type(element, point->segment.lanes), ir_zero(element));
    }
  }
}

static void finished_values(Emitter *e, const Point *point, MlirValue *out) {
  for (int o = 0; o < e->group->output_count; o++)
    out[o] = emit_source(e, &e->group->output_source[o], point);
}

// Stores every output of one point.
static void finish_point(Emitter *e, const Point *point, const Visit *last) {
  const Group *g = e->group;
  MlirValue finals[GROUP_MAX_RESULTS];
  bool has_epilogue = false;
  for (int o = 0; o < g->output_count; o++)
    has_epilogue |= g->output_source[o].kind != SOURCE_ACCUMULATOR;
  if (last->kind == VISIT_NEVER) {
    unfinished_values(e, point, finals);
  } else if (last->kind == VISIT_ALWAYS || !has_epilogue) {
    finished_values(e, point, finals);
  } else {
    MlirType types[GROUP_MAX_RESULTS];
    for (int o = 0; o < g->output_count; o++)
      types[o] = ir_vector_type(emit_element_type(e, e->work->accesses[g->output_access[o]].type),
                                point->segment.lanes);
    MlirOperation op = ir_open_if(&e->ir, last->value, g->output_count, types);
    emit_new_scope(e);
    finished_values(e, point, finals);
    ir_else(&e->ir, op, g->output_count, finals);
    unfinished_values(e, point, finals);
    ir_close_if(&e->ir, op, g->output_count, finals, finals);
    emit_new_scope(e);
  }
  int ignored;
  for (int o = 0; o < g->output_count; o++)
    if (e->nest.sweep_depth == EPILOGUE_IN_REGISTERS || emit_output_rests(e, o, &ignored))
      emit_store(e, o, point, finals[o]);
}

static void finish_reduced(Emitter *e, const Kernel *k, int at, Point *point, const Visit *first,
                           const Visit *last) {
  MlirValue values[GROUP_MAX_RESULTS], initial[GROUP_MAX_RESULTS];
  for (int i = 0; i < k->per_set; i++)
    values[i] = reduce_sets(e, k, at, i);
  set_segment(e, point, (Segment){0, 1, 1});
  if (first->kind != VISIT_DYNAMIC) {
    initial_values(e, point, first->kind == VISIT_NEVER, initial);
  } else {
    MlirType types[GROUP_MAX_RESULTS];
    for (int i = 0; i < k->per_set; i++)
      types[i] = vector_of(e, i, 1);
    MlirOperation op = ir_open_if(&e->ir, first->value, k->per_set, types);
    emit_new_scope(e);
    initial_values(e, point, false, initial);
    ir_else(&e->ir, op, k->per_set, initial);
    emit_new_scope(e);
    initial_values(e, point, true, initial);
    ir_close_if(&e->ir, op, k->per_set, initial, initial);
    emit_new_scope(e);
  }
  for (int i = 0; i < k->per_set; i++)
    values[i] = emit_combine(e, i, initial[i], values[i]);
  point->accumulators = values;
  finish_point(e, point, last);
}

typedef struct Visits {
  Visit first, last;
} Visits;

static void finish_part(Emitter *e, Kernel *k, void *payload) {
  const Visits *visits = payload;
  Point point = first_point(e);
  emit_new_scope(e);
  do {
    int at = accumulator_of(e, k, &point);
    if (k->reduces_lanes) {
      finish_reduced(e, k, at, &point, &visits->first, &visits->last);
      continue;
    }
    for (int s = k->first_segment; s < k->segment_end; s++) {
      set_segment(e, &point, k->segments[s]);
      point.accumulators = &k->accumulators[at + s * k->per_set];
      finish_point(e, &point, &visits->last);
    }
  } while (next_parallel(e, &point));
  emit_new_scope(e);
}

void emit_kernel(Emitter *e) {
  Kernel k = {.per_set = e->work->accumulator_count,
              .reduces_lanes = rule_get(e->schedule->rule)->vectorises_reduction};
  memcpy(k.size, e->size, sizeof(k.size));
  set_segments(e, &k);
  k.sets = k.reduces_lanes ? e->schedule->block[e->schedule->vector_iterator] / e->schedule->lanes
                           : k.segment_end;
  k.sets = k.sets ? k.sets : 1;
  k.count = parallel_points(e) * k.sets * k.per_set;
  if (k.count > EMIT_MAX_ACCUMULATORS) {
    if (e->status == STATUS_OK)
      e->status = status_fail(STATUS_REJECTED, "%d accumulators in one kernel; at most %d", k.count,
                              EMIT_MAX_ACCUMULATORS);
    return;
  }
  Visits visits = {visit(e, false), {.kind = VISIT_NEVER}}; // a sweep finishes the results
  if (e->nest.sweep_depth == EPILOGUE_IN_REGISTERS)
    visits.last = visit(e, true);
  if (visits.first.kind == VISIT_DYNAMIC && !k.reduces_lanes)
    start_split(e, &k, visits.first.value);
  else
    start_accumulators(e, &k, visits.first.kind == VISIT_NEVER);

  kernel_loops(e, e->kernel_depth, &k);

  Parts parts = {ITERATOR_PARALLEL, {0}, finish_part, &visits};
  if (e->group->on_tensors)
    for (int o = 0; o < e->group->output_count; o++)
      parts.carried.items[parts.carried.count++] = &e->outputs[o].value;
  run_parts(e, &k, &parts, 0);
}
