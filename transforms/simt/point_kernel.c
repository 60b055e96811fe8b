// The body of a kernel of points: where the thread is, the loops over its terms, and its results.
#include "transforms/simt/point_emitter.h"

#include <string.h>

// --- who the thread is

// Takes the part below `size` off a number that is below *bound.
static MlirValue take(PointEmitter *emitter, MlirValue *number, int64_t size, int64_t *bound) {
  MlirValue part = simt_rest(&emitter->base, *number, size, *bound);
  *number = simt_quotient(&emitter->base, *number, size, *bound);
  *bound /= size;
  return part;
}

static void place_thread(PointEmitter *emitter) {
  const PointNest *nest = emitter->nest;
  int64_t bound = point_thread_count(nest), results = bound / nest->sharers;
  MlirValue rest = simt_identity(&emitter->base.ir, "gpu.thread_id");
  if (nest->shares_first) {
    emitter->share = take(emitter, &rest, nest->sharers, &bound);
    emitter->place = rest;
  } else {
    emitter->place = take(emitter, &rest, results, &bound);
    emitter->share = rest;
  }
}

// The number of the block along each iterator; along one whose extent only the run knows, what the
// others leave.
static void place_blocks(PointEmitter *emitter, MlirValue *out_first) {
  const PointNest *nest = emitter->nest;
  const Workload *work = &emitter->base.group->workload;
  int64_t blocks = work->unknown != 0 ? INT64_MAX : point_block_count(nest);
  MlirValue block = simt_identity(&emitter->base.ir, "gpu.block_id");
  int last = -1;
  for (int o = 0; o < nest->order_count; o++)
    if (workload_is_unknown(work, nest->order[o]))
      last = o;
    else
      out_first[o] = take(emitter, &block, nest->grid[nest->order[o]], &blocks);
  if (last >= 0)
    out_first[last] = block;
}

static void place_results(PointEmitter *emitter) {
  const PointNest *nest = emitter->nest;
  const Workload *work = &emitter->base.group->workload;
  int64_t places = point_thread_count(nest) / nest->sharers;
  MlirValue place = emitter->place, blocks[WORKLOAD_MAX_ITERATORS];
  place_blocks(emitter, blocks);
  for (int o = 0; o < nest->order_count; o++) {
    int i = nest->order[o], size = i == nest->lane ? nest->width : 1;
    MlirValue own = take(emitter, &place, nest->threads[i], &places), first = blocks[o];
    first = simt_multiply(&emitter->base, first, point_tile(nest, i) / size);
    if (o == 0 || i == nest->across)
      emitter->origin[o > 0] = first;
    if (i == nest->across)
      continue; // its results are placed one by one
    own = simt_multiply(&emitter->base, simt_sum(&emitter->base, first, own), size);
    emitter->at[i] = own;
    bool is_sure = work->extents[i] == nest->grid[i] * nest->threads[i] * size;
    MlirValue below = simt_below_extent(&emitter->base, own, i, is_sure);
    emitter->is_inside = simt_both(&emitter->base, emitter->is_inside, below);
  }
}

static void place_terms(PointEmitter *emitter) {
  int64_t bound = emitter->nest->sharers;
  MlirValue share = emitter->share;
  for (int i = emitter->base.group->workload.iterator_count; i-- > 0;)
    if (emitter->base.group->workload.kinds[i] == ITERATOR_REDUCTION)
      emitter->first[i] = take(emitter, &share, emitter->nest->threads[i], &bound);
}

// --- its terms

static int accumulator_types(PointEmitter *emitter, MlirType *out_types) {
  int count = emitter->base.group->workload.accumulator_count;
  for (int k = 0; k < count; k++)
    out_types[k] = point_type(emitter, point_accumulator_type(emitter->base.group, k));
  return count;
}

static void evaluate_body(PointEmitter *emitter) {
  const Group *group = emitter->base.group;
  point_evaluate(emitter, STAGE_BODY);
  for (int k = 0; k < group->workload.accumulator_count; k++)
    emitter->accumulators[k] = emitter->made[group->workload.anchor][group->accumulator_result[k]];
}

// Terms that do not exist leave accumulators as they are.
static void evaluate_where(PointEmitter *emitter, MlirValue condition) {
  IrBuilder *ir = &emitter->base.ir;
  MlirType types[GROUP_MAX_RESULTS];
  MlirValue before[GROUP_MAX_RESULTS];
  if (mlirValueIsNull(condition)) {
    evaluate_body(emitter);
    return;
  }
  int count = accumulator_types(emitter, types);
  memcpy(before, emitter->accumulators, sizeof before);
  MlirOperation branch = ir_open_if(ir, condition, count, types);
  evaluate_body(emitter);
  ir_else(ir, branch, count, emitter->accumulators);
  ir_close_if(ir, branch, count, before, emitter->accumulators);
}

// Where a loop over terms ends: whole steps of all threads of the result.
static MlirValue last_step(PointEmitter *emitter, int i) {
  const Workload *work = &emitter->base.group->workload;
  IrBuilder *ir = &emitter->base.ir;
  int64_t threads = emitter->nest->threads[i];
  if (!workload_is_unknown(work, i))
    return ir_index(ir, (work->extents[i] + threads - 1) / threads * threads);
  if (threads == 1)
    return emitter->base.extent;
  MlirValue steps = simt_add(&emitter->base, emitter->base.extent, threads - 1);
  steps = ir_binary(ir, "arith.divui", steps, ir_index(ir, threads));
  return simt_multiply(&emitter->base, steps, threads);
}

// A loop for each reduction, from the outermost to the innermost; a thread takes every
// threads[i]-th step of it.
static void evaluate_loops(PointEmitter *emitter) {
  IrBuilder *ir = &emitter->base.ir;
  const Workload *work = &emitter->base.group->workload;
  int opened = 0, count = work->accumulator_count;
  MlirValue exists = {NULL};
  for (int i = 0; i < work->iterator_count; i++) {
    if (work->kinds[i] != ITERATOR_REDUCTION)
      continue;
    int64_t threads = emitter->nest->threads[i];
    MlirValue low = emitter->first[i];
    if (!workload_is_unknown(work, i) && work->extents[i] <= threads) {
      emitter->at[i] = low;
    } else {
      MlirValue high = last_step(emitter, i);
      // From the first step of all threads, so that all of them take as many.
      MlirValue stride = ir_index(ir, threads), none = ir_index(ir, 0);
      MlirValue step = ir_open_for(ir, none, high, stride, count, emitter->accumulators);
      emitter->at[i] = threads == 1 ? step : simt_sum(&emitter->base, step, low);
      opened++;
    }
    MlirValue below =
        simt_below_extent(&emitter->base, emitter->at[i], i, work->extents[i] % threads == 0);
    exists = simt_both(&emitter->base, exists, below);
  }
  evaluate_where(emitter, exists);
  while (opened-- > 0)
    ir_close_for(ir, count, emitter->accumulators);
}

// --- its results

// What nobody has set is 0.
static void start(PointEmitter *emitter) {
  const Group *group = emitter->base.group;
  point_evaluate(emitter, STAGE_INIT);
  for (int k = 0; k < group->workload.accumulator_count; k++) {
    MlirType type = point_accumulator_type(group, k);
    emitter->accumulators[k] =
        group->init[k].kind == SOURCE_NONE
            ? ir_splat(&emitter->base.ir, point_type(emitter, type), ir_zero(type))
            : point_value(emitter, &group->init[k]);
  }
}

static void finish(PointEmitter *emitter) {
  const Group *group = emitter->base.group;
  point_evaluate(emitter, STAGE_EPILOGUE);
  for (int o = 0; o < group->output_count; o++)
    point_store(emitter, o, point_value(emitter, &group->output_source[o]));
}

static MlirOperation open_if(PointEmitter *emitter, MlirValue condition) {
  return mlirValueIsNull(condition) ? (MlirOperation){NULL}
                                    : ir_open_if(&emitter->base.ir, condition, 0, NULL);
}

static void close_if(PointEmitter *emitter, MlirOperation branch) {
  if (mlirOperationIsNull(branch))
    return;
  ir_else(&emitter->base.ir, branch, 0, NULL);
  ir_close_if(&emitter->base.ir, branch, 0, NULL, NULL);
}

static void alone(PointEmitter *emitter) {
  MlirOperation branch = open_if(emitter, emitter->is_inside);
  start(emitter);
  evaluate_loops(emitter);
  finish(emitter);
  close_if(emitter, branch);
}

// Results of a thread one after the other.
static void turned(PointEmitter *emitter) {
  point_fill_tile(emitter);
  for (int number = 0; number < emitter->nest->results; number++) {
    MlirOperation branch = open_if(emitter, point_place_turned(emitter, number));
    start(emitter);
    evaluate_loops(emitter);
    finish(emitter);
    close_if(emitter, branch);
  }
}

// All threads meet where they join, those of results that do not exist too.
static void together(PointEmitter *emitter) {
  IrBuilder *ir = &emitter->base.ir;
  MlirType types[GROUP_MAX_RESULTS];
  MlirValue neutral[GROUP_MAX_RESULTS], joined[GROUP_MAX_RESULTS];
  int count = accumulator_types(emitter, types);
  MlirOperation branch = {NULL};
  for (int k = 0; k < count; k++)
    emitter->accumulators[k] = neutral[k] = point_neutral(emitter, k);
  if (!mlirValueIsNull(emitter->is_inside))
    branch = ir_open_if(ir, emitter->is_inside, count, types);
  evaluate_loops(emitter);
  if (!mlirOperationIsNull(branch)) {
    ir_else(ir, branch, count, emitter->accumulators);
    ir_close_if(ir, branch, count, neutral, emitter->accumulators);
  }
  point_share(emitter);
  MlirValue is_first = simt_below(&emitter->base, emitter->share, 1, false);
  branch = open_if(emitter, simt_both(&emitter->base, emitter->is_inside, is_first));
  memcpy(joined, emitter->accumulators, sizeof joined);
  start(emitter);
  for (int k = 0; k < count; k++)
    emitter->accumulators[k] = point_join(emitter, k, emitter->accumulators[k], joined[k]);
  finish(emitter);
  close_if(emitter, branch);
}

void point_kernel(PointEmitter *emitter) {
  place_thread(emitter);
  place_results(emitter);
  place_terms(emitter);
  if (emitter->nest->sharers > 1)
    together(emitter);
  else if (emitter->nest->turned >= 0)
    turned(emitter);
  else
    alone(emitter);
}
