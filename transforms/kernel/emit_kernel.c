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
  int sums[2]; // of a dot product: the first accumulator that holds sums of its left, right operand
  bool reduces_lanes; // the rule's: lanes of one accumulator belong to one output element
  int64_t size[WORKLOAD_MAX_ITERATORS]; // of the whole register tile
  Segment segments[EMIT_MAX_SEGMENTS];  // of the vector iterator
  int first_segment, segment_end;       // those of the part in force
} Kernel;

int emit_segments(const Emitter *emitter, int64_t size, int64_t step, Segment *out_segments) {
  int lanes = emitter->schedule->lanes, count = 0;
  if (emitter->schedule->vector_iterator < 0) {
    out_segments[0] = (Segment){0, 1, 1};
    return 1;
  }
  int64_t offset = 0;
  for (; offset + step <= size; offset += step)
    out_segments[count++] = (Segment){offset, lanes, (int)step};
  int rest = (int)(size - offset);
  if (rest == 0)
    return count;
  if (rule_get(emitter->schedule->rule)->vectorises_reduction) {
    out_segments[count++] = (Segment){offset, lanes, rest};
    return count;
  }
  int width = lanes;
  if (emitter->schedule->remainder != REMAINDER_PEEL) {
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
static bool next_point(const Emitter *emitter, IteratorKind kind, const uint8_t *order,
                       int order_count, Point *point) {
  for (int k = order_count; k-- > 0;) {
    int i = order[k];
    if (emitter->work->kinds[i] != kind || i == emitter->schedule->vector_iterator)
      continue;
    point->offset[i] += i == emitter->nest.dot.iterator ? emitter->nest.dot.k : 1;
    if (point->offset[i] < emitter->size[i])
      return true;
    point->offset[i] = emitter->first[i];
  }
  return false;
}

static Point first_point(const Emitter *emitter) {
  Point point = {0};
  memcpy(point.offset, emitter->first, sizeof(point.offset));
  return point;
}

static int reduction_count(const Workload *workload) {
  int count = 0;
  for (int i = 0; i < workload->iterator_count; i++)
    count += workload->kinds[i] == ITERATOR_REDUCTION;
  return count;
}

static bool next_parallel(const Emitter *emitter, Point *point) {
  static const uint8_t ORDER[WORKLOAD_MAX_ITERATORS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  return next_point(emitter, ITERATOR_PARALLEL, ORDER, emitter->work->iterator_count, point);
}

static bool next_reduction(const Emitter *emitter, Point *point) {
  return next_point(emitter, ITERATOR_REDUCTION, emitter->schedule->kernel_order,
                    reduction_count(emitter->work), point);
}

static void set_segment(const Emitter *emitter, Point *point, Segment segment) {
  point->segment = segment;
  point->vector = emitter->schedule->vector_iterator;
  if (emitter->schedule->vector_iterator >= 0)
    point->offset[emitter->schedule->vector_iterator] = segment.offset;
}

// The first accumulator of a point, for its first segment.
static int accumulator_of(const Emitter *emitter, const Kernel *kernel, const Point *point) {
  int64_t at = 0;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != emitter->schedule->vector_iterator)
      at = at * kernel->size[i] + point->offset[i];
  return (int)at * kernel->sets * kernel->per_set;
}

// --- the part of a register tile that exists

typedef void (*KernelPart)(Emitter *emitter, Kernel *kernel, void *payload);

typedef struct Parts {
  IteratorKind kind; // of the iterators to cut
  Carried carried;   // values that a part may change
  KernelPart part;
  void *payload;
} Parts;

static void run_parts(Emitter *emitter, Kernel *kernel, const Parts *parts, int i);

// The part of iterator `i` from offset `first` to `end`.
static void run_part(Emitter *emitter, Kernel *kernel, const Parts *parts, int i, int64_t first,
                     int64_t end) {
  int64_t whole_first = emitter->first[i], whole_size = emitter->size[i];
  int first_segment = kernel->first_segment, segment_end = kernel->segment_end;
  emitter->first[i] = first;
  emitter->size[i] = end;
  if (i == emitter->schedule->vector_iterator) {
    while (kernel->segments[kernel->first_segment].offset < first)
      kernel->first_segment++;
    while (kernel->segment_end > kernel->first_segment &&
           kernel->segments[kernel->segment_end - 1].offset >= end)
      kernel->segment_end--;
  }
  run_parts(emitter, kernel, parts, i + 1);
  emitter->first[i] = whole_first;
  emitter->size[i] = whole_size;
  kernel->first_segment = first_segment;
  kernel->segment_end = segment_end;
}

// Runs the part for the points that every tile has, then, where the tile is whole, for the others.
// The vector that the extent ends in is whole or masked accordingly.
// Recursion: at most WORKLOAD_MAX_ITERATORS levels, one an iterator.
static void run_parts(Emitter *emitter, Kernel *kernel, const Parts *parts, int i) {
  while (i < emitter->work->iterator_count &&
         (mlirValueIsNull(emitter->whole[i]) || emitter->work->kinds[i] != parts->kind))
    i++;
  if (i == emitter->work->iterator_count) {
    parts->part(emitter, kernel, parts->payload);
    return;
  }
  int64_t rest = emitter->work->extents[i] % emitter->size[i];
  int64_t step = dot_product_step(&emitter->nest.dot, emitter->schedule, i);
  int64_t partial = rest % step, common = rest - partial;
  if (common > 0)
    run_part(emitter, kernel, parts, i, 0, common);
  Branch branch;
  emit_open_if(emitter, emitter->whole[i], &parts->carried, &branch);
  run_part(emitter, kernel, parts, i, common, emitter->size[i]);
  emit_else(emitter, &parts->carried, &branch);
  if (partial > 0) {
    Segment *segment = i == emitter->schedule->vector_iterator ? &kernel->segments[common / step]
                                                               : &kernel->segments[0];
    int valid = segment->valid;
    if (i == emitter->schedule->vector_iterator)
      segment->valid = (int)partial;
    run_part(emitter, kernel, parts, i, common, rest);
    segment->valid = valid;
  }
  emit_close_if(emitter, &parts->carried, &branch);
}

static Carried all_accumulators(Kernel *kernel) {
  Carried carried = {.count = kernel->count};
  for (int v = 0; v < kernel->count; v++)
    carried.items[v] = &kernel->accumulators[v];
  return carried;
}

// --- the straight-line code

// A body evaluation that multiplies padding by a weight, or takes the maximum with -inf.
static bool changes_nothing(Emitter *emitter, const Point *point) {
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    if (access->may_leave_shape && access->pad_is_neutral &&
        emitter->work->statements[access->statement].stage == STAGE_BODY &&
        emit_is_outside(emitter, a, point))
      return true;
  }
  return false;
}

// Partial results of lanes that do not exist stay as they were.
static MlirValue keep_missing_lanes(Emitter *emitter, Segment segment, MlirValue now,
                                    MlirValue before) {
  MlirValue operands[3] = {ir_mask(&emitter->ir, segment.lanes, segment.valid), now, before};
  return ir_value(&emitter->ir, "arith.select", mlirValueGetType(now), 3, operands, 0, NULL);
}

// Where the sums of one operand of a dot product are for the point and segment `s`: those of equal
// values of the operand are one.
static int operand_sums_at(const Emitter *emitter, const Kernel *kernel, int side,
                           const Point *point, int s) {
  const Access *access = &emitter->work->accesses[emitter->nest.dot.operands[side].access];
  int vector = emitter->schedule->vector_iterator;
  int64_t at = 0;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != vector && access_uses(access, i))
      at = at * kernel->size[i] + point->offset[i];
  return kernel->sums[side] + (int)(access_uses(access, vector) ? at * kernel->sets + s : at);
}

// Whether the point is the first of those at which the operand has the same value.
static bool is_first_use(const Emitter *emitter, const Kernel *kernel, int side, const Point *point,
                         int s) {
  const Access *access = &emitter->work->accesses[emitter->nest.dot.operands[side].access];
  int vector = emitter->schedule->vector_iterator;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != vector && !access_uses(access, i) &&
        point->offset[i] > emitter->first[i])
      return false;
  return access_uses(access, vector) || s == kernel->first_segment;
}

// Neighbours of a load that exist: of all lanes where they run along them, else of one group.
static int existing_neighbours(const Emitter *emitter, const Point *point) {
  int iterator = emitter->nest.dot.iterator;
  if (iterator == emitter->schedule->vector_iterator)
    return point->segment.valid;
  int64_t left = emitter->size[iterator] - point->offset[iterator];
  return (int)(left < emitter->nest.dot.k ? left : emitter->nest.dot.k);
}

static void dot_point(Emitter *emitter, Kernel *kernel, const Point *point, int at, int s) {
  MlirValue operands[2], *sums = &kernel->accumulators[at + s % kernel->sets];
  int valid = existing_neighbours(emitter, point), lanes = point->segment.lanes;
  for (int side = 0; side < 2; side++)
    operands[side] = emit_dot_operand(emitter, side, point, valid);
  *sums = emit_dot(emitter, operands[0], operands[1], *sums);
  for (int side = 0; side < 2; side++) {
    if (!emitter->nest.dot.operands[side].is_summed ||
        !is_first_use(emitter, kernel, side, point, s))
      continue;
    sums = &kernel->accumulators[operand_sums_at(emitter, kernel, side, point, s % kernel->sets)];
    MlirValue ones = emit_dot_ones(emitter, 1 - side, lanes);
    *sums =
        emit_dot(emitter, side == 0 ? operands[0] : ones, side == 0 ? ones : operands[1], *sums);
  }
}

// One evaluation of the anchor at a point of the register tile whose first accumulator is `at`.
static void kernel_point(Emitter *emitter, Kernel *kernel, Point *point, int at, int s,
                         Segment segment) {
  set_segment(emitter, point, segment);
  if (changes_nothing(emitter, point))
    return;
  if (emitter->nest.dot.row != NULL) {
    dot_point(emitter, kernel, point, at, s);
    return;
  }
  MlirValue *accumulators = &kernel->accumulators[at + (s % kernel->sets) * kernel->per_set];
  MlirValue before[GROUP_MAX_RESULTS];
  memcpy(before, accumulators, (size_t)kernel->per_set * sizeof(*before));
  point->accumulators = before;
  emit_anchor(emitter, point, accumulators);
  if (kernel->reduces_lanes && segment.valid < segment.lanes)
    for (int i = 0; i < kernel->per_set; i++)
      accumulators[i] = keep_missing_lanes(emitter, segment, accumulators[i], before[i]);
}

// One axis of the walk over a register tile: an iterator, or the segments of the vector iterator.
typedef struct TileAxis {
  int iterator; // -1: segments of a workload without a vector iterator in its tile
  int64_t count;
  int64_t stride; // in accumulators
  bool segments;
} TileAxis;

// Vectors of one operand that the register tile needs at each step of the reduction.
static int64_t operand_vectors(const Emitter *emitter, const Access *access, const TileAxis *axes,
                               int count) {
  int64_t vectors = 1;
  for (int d = 0; d < count; d++)
    if (axes[d].iterator >= 0 && access_uses(access, axes[d].iterator))
      vectors *= axes[d].count;
  return emitter->work->statements[access->statement].stage == STAGE_BODY ? vectors : 0;
}

// The operand with the most vectors is walked outside, one vector at a time; those of the others
// stay in registers meanwhile. loop_nest.c counts registers by the same rule.
static int order_axes(const Emitter *emitter, const Kernel *kernel, int segment_count,
                      TileAxis *axes) {
  int count = 0;
  int64_t stride = kernel->sets * kernel->per_set;
  TileAxis sorted[WORKLOAD_MAX_ITERATORS + 1];
  for (int i = emitter->work->iterator_count; i-- > 0;) {
    if (emitter->work->kinds[i] != ITERATOR_PARALLEL || i == emitter->schedule->vector_iterator)
      continue;
    sorted[count++] = (TileAxis){i, emitter->size[i], stride, false};
    stride *= emitter->size[i];
  }
  int vector = kernel->reduces_lanes ? -1 : emitter->schedule->vector_iterator;
  sorted[count++] = (TileAxis){vector, segment_count, kernel->per_set, true};
  const Access *largest = NULL;
  int64_t most = 0;
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    int64_t vectors = access->is_output ? 0 : operand_vectors(emitter, access, sorted, count);
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

static void evaluate_part(Emitter *emitter, Kernel *kernel, void *payload) {
  (void)payload;
  TileAxis axes[WORKLOAD_MAX_ITERATORS + 1];
  int axis_count = order_axes(emitter, kernel, kernel->segment_end - kernel->first_segment, axes);
  Point point = first_point(emitter);
  emit_new_scope(emitter);
  do {
    int64_t at_axis[WORKLOAD_MAX_ITERATORS + 1] = {0};
    for (bool more = true; more;) {
      int64_t at = 0;
      int segment = 0;
      for (int d = 0; d < axis_count; d++) {
        if (axes[d].segments) {
          segment = kernel->first_segment + (int)at_axis[d];
          continue;
        }
        point.offset[axes[d].iterator] = at_axis[d];
        at += at_axis[d] * axes[d].stride;
      }
      kernel_point(emitter, kernel, &point, (int)at, segment, kernel->segments[segment]);
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
  } while (next_reduction(emitter, &point));
}

// Iterations of the vector iterator in one vector.
static int64_t vector_step(const Emitter *emitter) {
  return dot_product_step(&emitter->nest.dot, emitter->schedule,
                          emitter->schedule->vector_iterator);
}

static void set_segments(Emitter *emitter, Kernel *kernel) {
  int vector = emitter->schedule->vector_iterator;
  kernel->first_segment = 0;
  kernel->segment_end = emit_segments(emitter, vector >= 0 ? emitter->size[vector] : 1,
                                      vector_step(emitter), kernel->segments);
}

static void kernel_body(Emitter *emitter, Kernel *kernel) {
  set_segments(emitter, kernel);
  Parts parts = {ITERATOR_REDUCTION, all_accumulators(kernel), evaluate_part, NULL};
  run_parts(emitter, kernel, &parts, 0);
}

// Bounds of a reduction loop so that the taps of padded inputs stay inside, where the other
// iterators of that index are fixed: index = rest + coefficient * k must lie in [0, shape).
static bool clamp_taps(Emitter *emitter, int iterator, Position *low, Position *high) {
  bool clamped = false;
  for (int a = 0; a < emitter->work->access_count; a++) {
    const Access *access = &emitter->work->accesses[a];
    if (!access->may_leave_shape || emitter->pack_of[a] >= 0)
      continue;
    for (int d = 0; d < access->rank; d++) {
      int32_t step = access->index[d].coefficients[iterator];
      if (step <= 0 || !access_leaves_shape(emitter->work, access, d))
        continue;
      Linear rest = {.constant = access->index[d].constant};
      bool fixed = true;
      for (int i = 0; i < emitter->work->iterator_count; i++) {
        int32_t coefficient = access->index[d].coefficients[i];
        if (i == iterator || !coefficient)
          continue;
        fixed &= emitter->size[i] == 1 && i != emitter->schedule->vector_iterator &&
                 !emitter->splits_border[i];
        linear_add(&rest, emitter->base[i], coefficient);
      }
      if (!fixed)
        continue;
      clamped = true;
      MlirContext c = emitter->ir.context;
      MlirValue dims[2 * WORKLOAD_MAX_ITERATORS];
      int count;
      MlirAffineExpr sum = emit_linear_expression(emitter, &rest, dims, &count);
      MlirAffineExpr by = mlirAffineConstantExprGet(c, step);
      MlirAffineExpr minus = mlirAffineMulExprGet(sum, mlirAffineConstantExprGet(c, -1));
      MlirAffineExpr lows[2] = {mlirAffineConstantExprGet(c, 0),
                                mlirAffineCeilDivExprGet(minus, by)};
      MlirAffineExpr highs[2] = {
          mlirAffineConstantExprGet(c, emitter->work->extents[iterator]),
          mlirAffineCeilDivExprGet(
              mlirAffineAddExprGet(mlirAffineConstantExprGet(c, access->shape[d]), minus), by)};
      *low = (Position){ir_affine(&emitter->ir, "affine.max",
                                  mlirAffineMapGet(c, count, 0, 2, lows), count, dims),
                        0};
      *high = (Position){ir_affine(&emitter->ir, "affine.min",
                                   mlirAffineMapGet(c, count, 0, 2, highs), count, dims),
                         0};
    }
  }
  return clamped;
}

// Recursion: at most LOOP_NEST_MAX_LOOPS levels, one a loop of the nest.
static void kernel_loops(Emitter *emitter, int depth, void *payload) {
  Kernel *kernel = payload;
  if (depth == emitter->nest.serial_count) {
    kernel_body(emitter, kernel);
    return;
  }
  Carried carried = {.count = kernel->count};
  for (int i = 0; i < kernel->count; i++)
    carried.items[i] = &kernel->accumulators[i];
  int iterator = emitter->nest.loops[depth].iterator;
  Position low, high;
  if (clamp_taps(emitter, iterator, &low, &high)) {
    Position base = emitter->base[iterator];
    int64_t size = emitter->size[iterator];
    emitter->base[iterator] = (Position){emit_open_for(emitter, low, high, 1, &carried), 0};
    emitter->size[iterator] = 1;
    kernel_loops(emitter, depth + 1, kernel);
    emit_close_for(emitter, &carried);
    emitter->base[iterator] = base;
    emitter->size[iterator] = size;
    return;
  }
  emit_blocking_loop(emitter, depth, &carried, kernel_loops, kernel);
}

// Whether the current visit of a register tile is the first or the last of a split reduction.
typedef struct Visit {
  enum { VISIT_NEVER, VISIT_ALWAYS, VISIT_DYNAMIC } kind;
  MlirValue value; // i1, VISIT_DYNAMIC only
} Visit;

static Visit visit(Emitter *emitter, bool last) {
  Visit result = {.kind = VISIT_ALWAYS};
  for (int i = 0; i < emitter->work->iterator_count; i++) {
    if (emitter->work->kinds[i] != ITERATOR_REDUCTION)
      continue;
    Position at = last ? emitter->limit[i] : emitter->base[i];
    int64_t bound = last ? emitter->work->extents[i] : 0;
    if (mlirValueIsNull(at.value)) {
      if (at.constant != bound)
        return (Visit){.kind = VISIT_NEVER};
      continue;
    }
    MlirValue border = ir_index(&emitter->ir, bound);
    MlirValue here =
        ir_compare_index(&emitter->ir, INTEGER_EQUAL, emit_position(emitter, at), border);
    result.value = result.kind == VISIT_DYNAMIC
                       ? ir_binary(&emitter->ir, "arith.andi", result.value, here)
                       : here;
    result.kind = VISIT_DYNAMIC;
  }
  return result;
}

static MlirType vector_of(Emitter *emitter, int accumulator, int lanes) {
  return ir_vector_type(emit_accumulator_type(emitter, accumulator), lanes);
}

MlirValue emit_spilled(Emitter *emitter, int accumulator, const Point *point) {
  int access = emitter->group->spill_access[accumulator];
  // The output access is read through its slot's current value.
  for (int o = 0; o < emitter->group->output_count; o++)
    if (emitter->group->output_access[o] == access)
      emitter->values[access] = emitter->outputs[o].value;
  return emit_load(emitter, access, point);
}

// Initial values for one point and segment, of every accumulator of the anchor.
static void initial_values(Emitter *emitter, const Point *point, bool spilled, MlirValue *out) {
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    out[i] = spilled ? emit_spilled(emitter, i, point)
                     : emit_source(emitter, &emitter->group->init[i], point);
}

static void start_part(Emitter *emitter, Kernel *kernel, void *payload) {
  const bool *spilled = payload;
  Point point = first_point(emitter);
  emit_new_scope(emitter);
  do {
    int at = accumulator_of(emitter, kernel, &point);
    for (int s = kernel->first_segment; s < kernel->segment_end; s++) {
      set_segment(emitter, &point, kernel->segments[s]);
      initial_values(emitter, &point, *spilled, &kernel->accumulators[at + s * kernel->per_set]);
    }
  } while (next_parallel(emitter, &point));
  emit_new_scope(emitter);
}

// Whether initial values are read from somewhere.
static bool start_reads(const Emitter *emitter, bool spilled) {
  bool reads = spilled;
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    reads |= emitter->group->init[i].kind == SOURCE_ACCESS ||
             emitter->group->init[i].kind == SOURCE_STATEMENT;
  return reads;
}

// What the accumulators start from; lanes that are combined at the end start neutral.
static void start_accumulators(Emitter *emitter, Kernel *kernel, bool spilled) {
  Parts parts = {ITERATOR_PARALLEL, all_accumulators(kernel), start_part, &spilled};
  if (kernel->reduces_lanes) {
    for (int i = 0; i < kernel->count; i++)
      kernel->accumulators[i] =
          ir_splat(&emitter->ir, vector_of(emitter, i % kernel->per_set, emitter->schedule->lanes),
                   emit_neutral(emitter, i % kernel->per_set));
  } else if (emitter->schedule->remainder != REMAINDER_PAD || !start_reads(emitter, spilled)) {
    start_part(emitter, kernel, &spilled);
  } else {
    for (int i = 0; i < kernel->count; i++) {
      MlirType element = emit_accumulator_type(emitter, i % kernel->per_set);
      int lanes = kernel->segments[i / kernel->per_set % kernel->sets].lanes;
      kernel->accumulators[i] =
          ir_splat(&emitter->ir, ir_vector_type(element, lanes), ir_zero(element));
    }
    run_parts(emitter, kernel, &parts, 0);
  }
}

static int parallel_points(const Emitter *emitter) {
  int64_t count = 1;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != emitter->schedule->vector_iterator)
      count *= emitter->size[i];
  return (int)count;
}

// Picks between the first visit of a tile and the later ones at run time.
static void start_split(Emitter *emitter, Kernel *kernel, MlirValue first) {
  MlirType types[EMIT_MAX_ACCUMULATORS];
  for (int i = 0; i < kernel->count; i++) {
    int set = (i / kernel->per_set) % kernel->sets;
    types[i] = vector_of(emitter, i % kernel->per_set, kernel->segments[set].lanes);
  }
  MlirOperation op = ir_open_if(&emitter->ir, first, kernel->count, types);
  start_accumulators(emitter, kernel, false);
  ir_else(&emitter->ir, op, kernel->count, kernel->accumulators);
  start_accumulators(emitter, kernel, true);
  ir_close_if(&emitter->ir, op, kernel->count, kernel->accumulators, kernel->accumulators);
  emit_new_scope(emitter);
}

static MlirValue half(Emitter *emitter, MlirValue vector, int from, int lanes) {
  int64_t select[64];
  for (int i = 0; i < lanes; i++)
    select[i] = from + i;
  return emit_shuffle(emitter, vector, vector, lanes, select);
}

// All sets of one point into a vector of one lane: sets first, then halves, in a fixed order.
static MlirValue reduce_sets(Emitter *emitter, const Kernel *kernel, int at, int accumulator) {
  MlirValue sum = kernel->accumulators[at + accumulator];
  for (int s = 1; s < kernel->sets; s++)
    sum = emit_combine(emitter, accumulator, sum,
                       kernel->accumulators[at + s * kernel->per_set + accumulator]);
  for (int lanes = emitter->schedule->lanes / 2; lanes >= 1; lanes /= 2) {
    MlirValue high = half(emitter, sum, lanes, lanes), low = half(emitter, sum, 0, lanes);
    sum = emit_combine(emitter, accumulator, low, high);
  }
  return sum;
}

bool emit_output_rests(const Emitter *emitter, int output, int *out_accumulator) {
  for (int i = 0; i < emitter->work->accumulator_count; i++)
    if (emitter->group->spill_access[i] == emitter->group->output_access[output]) {
      *out_accumulator = i;
      return true;
    }
  return false;
}

// What an output holds between two visits: its accumulator. Outputs that hold none are overwritten
// by the last visit, so any value will do.
static void unfinished_values(Emitter *emitter, const Point *point, MlirValue *out) {
  const Group *g = emitter->group;
  for (int o = 0; o < g->output_count; o++) {
    int accumulator;
    if (emit_output_rests(emitter, o, &accumulator)) {
      out[o] = point->accumulators[accumulator];
    } else {
      MlirType element =
          emit_element_type(emitter, emitter->work->accesses[g->output_access[o]].type);
      out[o] =
          ir_splat(&emitter->ir, ir_vector_type(element, point->segment.lanes), ir_zero(element));
    }
  }
}

static void finished_values(Emitter *emitter, const Point *point, MlirValue *out) {
  for (int o = 0; o < emitter->group->output_count; o++)
    out[o] = emit_source(emitter, &emitter->group->output_source[o], point);
}

// Stores every output of one point: finished, or as it rests between two visits.
static void finish_point(Emitter *emitter, const Point *point, bool is_last) {
  MlirValue finals[GROUP_MAX_RESULTS];
  if (is_last)
    finished_values(emitter, point, finals);
  else
    unfinished_values(emitter, point, finals);
  int ignored;
  for (int o = 0; o < emitter->group->output_count; o++)
    if (emitter->nest.sweep_depth == EPILOGUE_IN_REGISTERS ||
        emit_output_rests(emitter, o, &ignored))
      emit_store(emitter, o, point, finals[o]);
}

// What the accumulators of one point start from, as vectors of one lane.
static void reduced_initial_values(Emitter *emitter, const Kernel *kernel, const Point *point,
                                   const Visit *first, MlirValue *out) {
  if (first->kind != VISIT_DYNAMIC) {
    initial_values(emitter, point, first->kind == VISIT_NEVER, out);
    return;
  }
  MlirType types[GROUP_MAX_RESULTS];
  for (int i = 0; i < kernel->per_set; i++)
    types[i] = vector_of(emitter, i, 1);
  MlirOperation op = ir_open_if(&emitter->ir, first->value, kernel->per_set, types);
  emit_new_scope(emitter);
  initial_values(emitter, point, false, out);
  ir_else(&emitter->ir, op, kernel->per_set, out);
  emit_new_scope(emitter);
  initial_values(emitter, point, true, out);
  ir_close_if(&emitter->ir, op, kernel->per_set, out, out);
  emit_new_scope(emitter);
}

// Leaves the sums over all lanes of one point where its first accumulators were.
static void reduce_point(Emitter *emitter, Kernel *kernel, const Point *point, int at,
                         const Visit *first) {
  MlirValue values[GROUP_MAX_RESULTS], initial[GROUP_MAX_RESULTS];
  for (int i = 0; i < kernel->per_set; i++)
    values[i] = reduce_sets(emitter, kernel, at, i);
  reduced_initial_values(emitter, kernel, point, first, initial);
  for (int i = 0; i < kernel->per_set; i++)
    kernel->accumulators[at + i] = emit_combine(emitter, i, initial[i], values[i]);
}

// --- sums of single operands of a dot product

// Vectors of zeros behind the accumulators; returns how many values there are then.
static int open_operand_sums(Emitter *emitter, Kernel *kernel) {
  int count = kernel->count;
  for (int side = 0; side < 2 && emitter->nest.dot.row != NULL; side++) {
    const DotOperand *operand = &emitter->nest.dot.operands[side];
    const Access *access = &emitter->work->accesses[operand->access];
    int64_t points = operand->is_summed;
    int sets = access_uses(access, emitter->schedule->vector_iterator) ? kernel->sets : 1;
    for (int i = 0; i < emitter->work->iterator_count; i++)
      if (emitter->work->kinds[i] == ITERATOR_PARALLEL && access_uses(access, i) &&
          i != emitter->schedule->vector_iterator)
        points *= kernel->size[i];
    kernel->sums[side] = count;
    for (int64_t n = 0; n < points * sets && count < EMIT_MAX_ACCUMULATORS; n++) {
      MlirType type = vector_of(emitter, 0, kernel->segments[n % sets].lanes);
      kernel->accumulators[count++] =
          ir_splat(&emitter->ir, type, ir_zero(mlirShapedTypeGetElementType(type)));
    }
  }
  return count;
}

// What was added to every value of the operand, its zero point included; null: nothing.
static MlirValue operand_shift(Emitter *emitter, int side, const Point *point) {
  const DotOperand *operand = &emitter->nest.dot.operands[side];
  MlirType type = vector_of(emitter, 0, point->segment.lanes);
  MlirValue zero = emit_zero_point(emitter, operand->factor, point);
  if (operand->offset == 0)
    return zero;
  MlirAttribute offset = mlirIntegerAttrGet(mlirShapedTypeGetElementType(type), operand->offset);
  MlirValue shift = ir_splat(&emitter->ir, type, offset);
  return mlirValueIsNull(zero) ? shift : ir_binary(&emitter->ir, "arith.addi", shift, zero);
}

// A narrower vector of sums whose lanes are all equal.
static MlirValue sums_as_wide(Emitter *emitter, MlirValue sums, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(sums), type))
    return sums;
  return emit_broadcast(emitter, emit_extract_lane(emitter, sums, 0),
                        (int)mlirShapedTypeGetDimSize(type, 0));
}

// Terms of one sum, all of which are added up in one visit; where lanes are parts of one sum, in
// the first of them alone.
static MlirValue term_count(Emitter *emitter, const Kernel *kernel, int s, MlirType type) {
  IrBuilder *ir = &emitter->ir;
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t terms = 1;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_REDUCTION)
      terms = (int64_t)((uint64_t)terms * (uint64_t)emitter->work->extents[i]);
  MlirValue count = ir_splat(ir, type, mlirIntegerAttrGet(element, (int32_t)terms));
  if (!kernel->reduces_lanes)
    return count;
  MlirValue operands[3] = {ir_mask(ir, (int)mlirShapedTypeGetDimSize(type, 0), s == 0), count,
                           ir_splat(ir, type, ir_zero(element))};
  return ir_value(ir, "arith.select", type, 3, operands, 0, NULL);
}

// See plan/dot_product.h for the sum. With both operands shifted, each product of the sums holds
// the product of the shifts once a term.
static MlirValue corrected(Emitter *emitter, const Kernel *kernel, const Point *point, int s,
                           MlirValue value) {
  IrBuilder *ir = &emitter->ir;
  MlirType type = mlirValueGetType(value);
  MlirValue shifts[2] = {operand_shift(emitter, 0, point), operand_shift(emitter, 1, point)};
  for (int side = 0; side < 2; side++) {
    if (mlirValueIsNull(shifts[1 - side]))
      continue;
    MlirValue sums = kernel->accumulators[operand_sums_at(emitter, kernel, side, point, s)];
    sums = sums_as_wide(emitter, sums, type);
    value = ir_binary(ir, "arith.subi", value, ir_binary(ir, "arith.muli", sums, shifts[1 - side]));
  }
  if (mlirValueIsNull(shifts[0]) || mlirValueIsNull(shifts[1]))
    return value;
  MlirValue product = ir_binary(ir, "arith.muli", shifts[0], shifts[1]);
  product = ir_binary(ir, "arith.muli", product, term_count(emitter, kernel, s, type));
  return ir_binary(ir, "arith.addi", value, product);
}

static void close_operand_sums(Emitter *emitter, Kernel *kernel) {
  if (emitter->nest.dot.row == NULL ||
      !(emitter->nest.dot.operands[0].is_summed || emitter->nest.dot.operands[1].is_summed))
    return;
  Point point = first_point(emitter);
  emit_new_scope(emitter);
  do {
    int at = accumulator_of(emitter, kernel, &point);
    for (int s = 0; s < kernel->sets; s++) {
      set_segment(emitter, &point, kernel->segments[s]);
      kernel->accumulators[at + s] =
          corrected(emitter, kernel, &point, s, kernel->accumulators[at + s]);
    }
  } while (next_parallel(emitter, &point));
  emit_new_scope(emitter);
}

typedef struct Visits {
  Visit first, last;
} Visits;

// What is done to each point of a part, in this order.
typedef struct Finish {
  const Visit *reduces; // the lanes of its accumulators; null: not
  bool stores, is_last; // its results; finished
} Finish;

static void finish_points(Emitter *emitter, Kernel *kernel, Finish finish) {
  Point point = first_point(emitter);
  emit_new_scope(emitter);
  do {
    int at = accumulator_of(emitter, kernel, &point);
    int first = kernel->reduces_lanes ? 0 : kernel->first_segment;
    int end = kernel->reduces_lanes ? 1 : kernel->segment_end;
    for (int s = first; s < end; s++) {
      set_segment(emitter, &point,
                  kernel->reduces_lanes ? (Segment){0, 1, 1} : kernel->segments[s]);
      if (finish.reduces)
        reduce_point(emitter, kernel, &point, at, finish.reduces);
      point.accumulators = &kernel->accumulators[at + s * kernel->per_set];
      if (finish.stores)
        finish_point(emitter, &point, finish.is_last);
    }
  } while (next_parallel(emitter, &point));
  emit_new_scope(emitter);
}

static Carried all_outputs(Emitter *emitter) {
  Carried carried = {0};
  if (emitter->group->on_tensors)
    for (int o = 0; o < emitter->group->output_count; o++)
      carried.items[carried.count++] = &emitter->outputs[o].value;
  return carried;
}

// Whether the last visit leaves something else than the accumulators.
static bool has_epilogue(const Group *group) {
  for (int o = 0; o < group->output_count; o++)
    if (group->output_source[o].kind != SOURCE_ACCUMULATOR)
      return true;
  return false;
}

// An epilogue that may be due has one branch around all vectors. With one for each vector, the
// compiler would move the updates of an accumulator there: one chain after the other.
static void finish_part(Emitter *emitter, Kernel *kernel, void *payload) {
  const Visits *visits = payload;
  const Visit *reduces = kernel->reduces_lanes ? &visits->first : NULL;
  Kernel part = *kernel; // its sums are values of this part alone
  if (visits->last.kind != VISIT_DYNAMIC || !has_epilogue(emitter->group)) {
    finish_points(emitter, &part, (Finish){reduces, true, visits->last.kind != VISIT_NEVER});
    return;
  }
  if (reduces)
    finish_points(emitter, &part, (Finish){reduces, false, false});
  Carried outputs = all_outputs(emitter);
  Branch branch;
  emit_open_if(emitter, visits->last.value, &outputs, &branch);
  finish_points(emitter, &part, (Finish){NULL, true, true});
  emit_else(emitter, &outputs, &branch);
  finish_points(emitter, &part, (Finish){NULL, true, false});
  emit_close_if(emitter, &outputs, &branch);
}

void emit_kernel(Emitter *emitter) {
  Kernel kernel = {.per_set = emitter->work->accumulator_count,
                   .reduces_lanes = rule_get(emitter->schedule->rule)->vectorises_reduction};
  memcpy(kernel.size, emitter->size, sizeof(kernel.size));
  set_segments(emitter, &kernel);
  kernel.sets =
      kernel.reduces_lanes
          ? emitter->schedule->block[emitter->schedule->vector_iterator] / (int)vector_step(emitter)
          : kernel.segment_end;
  kernel.sets = kernel.sets ? kernel.sets : 1;
  kernel.count = parallel_points(emitter) * kernel.sets * kernel.per_set;
  if (kernel.count + emitter->nest.operand_sums > EMIT_MAX_ACCUMULATORS) {
    if (emitter->status == STATUS_OK)
      emitter->status = status_fail(STATUS_REJECTED, "%d accumulators in one kernel; at most %d",
                                    kernel.count, EMIT_MAX_ACCUMULATORS);
    return;
  }
  Visits visits = {visit(emitter, false), {.kind = VISIT_NEVER}}; // a sweep finishes the results
  if (emitter->nest.sweep_depth == EPILOGUE_IN_REGISTERS)
    visits.last = visit(emitter, true);
  if (visits.first.kind == VISIT_DYNAMIC && !kernel.reduces_lanes)
    start_split(emitter, &kernel, visits.first.value);
  else
    start_accumulators(emitter, &kernel, visits.first.kind == VISIT_NEVER);

  int accumulators = kernel.count;
  kernel.count = open_operand_sums(emitter, &kernel);
  kernel_loops(emitter, emitter->kernel_depth, &kernel);
  close_operand_sums(emitter, &kernel);
  kernel.count = accumulators;

  Parts parts = {ITERATOR_PARALLEL, all_outputs(emitter), finish_part, &visits};
  run_parts(emitter, &kernel, &parts, 0);
}
