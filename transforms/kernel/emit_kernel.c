// One register tile: accumulators in vector registers, loops over the reductions around
// straight-line code, then the epilogue and the stores.
#include "transforms/kernel/register_tile.h"

#include <string.h>

static void kernel_body(Emitter *emitter, Kernel *kernel) {
  tile_set_segments(emitter, kernel);
  bool is_matrix = emitter->nest.dot.row_iterator >= 0;
  Parts parts = {ITERATOR_REDUCTION, tile_carried(emitter, kernel),
                 is_matrix ? tile_multiply : tile_evaluate, NULL};
  tile_run_parts(emitter, kernel, &parts, 0);
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
  Carried carried = tile_carried(emitter, kernel);
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

static Position end_of(const Emitter *emitter, int iterator) {
  return workload_is_open(emitter->work, iterator)
             ? emitter->open_end
             : position_at_constant(emitter->work->extents[iterator]);
}

static bool is_same(Position a, Position b) {
  return emit_has_fixed_length(a, b) && a.constant == b.constant;
}

static Visit visit(Emitter *emitter, bool last) {
  Visit result = {.kind = VISIT_ALWAYS};
  for (int i = 0; i < emitter->work->iterator_count; i++) {
    if (emitter->work->kinds[i] != ITERATOR_REDUCTION)
      continue;
    Position at = last ? emitter->limit[i] : emitter->base[i];
    Position bound = last ? end_of(emitter, i) : position_at_constant(0);
    if (is_same(at, bound))
      continue;
    if (emit_has_fixed_length(at, bound))
      return (Visit){.kind = VISIT_NEVER};
    MlirValue border = emit_position(emitter, bound);
    MlirValue here =
        ir_compare_index(&emitter->ir, INTEGER_EQUAL, emit_position(emitter, at), border);
    result.value = result.kind == VISIT_DYNAMIC
                       ? ir_binary(&emitter->ir, "arith.andi", result.value, here)
                       : here;
    result.kind = VISIT_DYNAMIC;
  }
  return result;
}

static int parallel_points(const Emitter *emitter) {
  int64_t count = 1;
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (emitter->work->kinds[i] == ITERATOR_PARALLEL && i != emitter->schedule->vector_iterator)
      count *= emitter->size[i];
  return (int)count;
}

static void start(Emitter *emitter, Kernel *kernel, const Visit *first) {
  if (first->kind == VISIT_DYNAMIC && !kernel->reduces_lanes)
    tile_start_split(emitter, kernel, first->value);
  else
    tile_start(emitter, kernel, first->kind == VISIT_NEVER);
}

static void add_up(Emitter *emitter, Kernel *kernel, const Visit *first) {
  start(emitter, kernel, first);
  int accumulators = kernel->count;
  bool has_groups = emitter->work->scales_products; // which open and close sums of their own
  if (!has_groups)
    kernel->count = tile_open_sums(emitter, kernel);
  kernel_loops(emitter, emitter->kernel_depth, kernel);
  if (!has_groups)
    tile_close_sums(emitter, kernel);
  kernel->count = accumulators;
}

static void multiply_matrices(Emitter *emitter, Kernel *kernel, const Visit *first) {
  MlirValue tiles[EMIT_MAX_ACCUMULATORS];
  int accumulators = kernel->count;
  tile_open_matrix(emitter, kernel);
  kernel_loops(emitter, emitter->kernel_depth, kernel);
  int count = kernel->count;
  memcpy(tiles, kernel->accumulators, (size_t)count * sizeof(*tiles));
  kernel->count = accumulators;
  start(emitter, kernel, first);
  tile_close_matrix(emitter, kernel, tiles, count);
}

void emit_kernel(Emitter *emitter) {
  Kernel kernel = {.per_set = emitter->work->accumulator_count,
                   .reduces_lanes = rule_get(emitter->schedule->rule)->vectorises_reduction};
  memcpy(kernel.size, emitter->size, sizeof(kernel.size));
  tile_set_segments(emitter, &kernel);
  kernel.sets = kernel.reduces_lanes
                    ? emitter->schedule->block[emitter->schedule->vector_iterator] /
                          (int)tile_vector_step(emitter)
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
  if (emitter->nest.dot.row_iterator >= 0)
    multiply_matrices(emitter, &kernel, &visits.first);
  else
    add_up(emitter, &kernel, &visits.first);

  Parts parts = {ITERATOR_PARALLEL, tile_outputs(emitter), tile_finish, &visits};
  tile_run_parts(emitter, &kernel, &parts, 0);
}
