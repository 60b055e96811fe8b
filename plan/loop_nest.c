// Lays a schedule out as loops; loop_nest_packs.c adds the packed buffers.
//
// The schedule must be normalised (schedule_normalize). Only the entries that are counted are
// written: the search calls this for every candidate.
#include "plan/loop_nest.h"

#include "base/integer.h"
#include "machine/instruction.h"
#include "plan/dot_product.h"
#include "plan/rule.h"
#include "plan/schedule_knobs.h"
#include <string.h>

// --- loops

static bool add_loop(LoopNest *nest, int iterator, LoopBand band, int64_t span, int64_t step) {
  if (step >= span)
    return false;
  nest->loops[nest->loop_count++] = (Loop){.iterator = (uint8_t)iterator,
                                           .band = (uint8_t)band,
                                           .span = span,
                                           .step = step,
                                           .trips = integer_ceil_div(span, step)};
  return true;
}

static void add_tile_loops(const Workload *workload, const Schedule *schedule, LoopNest *nest) {
  const int64_t *outer_span = workload->extents;
  for (int p = 0; p < workload->iterator_count; p++) {
    int i = schedule->order[0][p];
    if (add_loop(nest, i, BAND_TILE_OUTER, outer_span[i], schedule->tile[0][i]))
      nest->splits_reduction |= workload->kinds[i] == ITERATOR_REDUCTION;
  }
  for (int p = 0; p < workload->iterator_count; p++) {
    int i = schedule->order[1][p];
    if (add_loop(nest, i, BAND_TILE_INNER, schedule->tile[0][i], schedule->tile[1][i]))
      nest->splits_reduction |= workload->kinds[i] == ITERATOR_REDUCTION;
  }
}

static void add_kernel_loops(const Workload *workload, const Schedule *schedule, LoopNest *nest) {
  for (int p = 0; p < workload->iterator_count; p++) {
    int i = schedule->order[TILE_LEVELS][p];
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      add_loop(nest, i, BAND_REGISTER, schedule->tile[1][i], schedule->block[i]);
  }
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  for (int p = 0, count = workload_reductions(workload, reductions); p < count; p++) {
    int i = schedule->kernel_order[p];
    add_loop(nest, i, BAND_KERNEL, schedule->tile[1][i], schedule->block[i]);
  }
  nest->serial_count = nest->loop_count;
}

static void add_unrolled_loop(const Schedule *schedule, LoopNest *nest, int i) {
  add_loop(nest, i, BAND_UNROLLED, schedule->block[i], dot_product_step(&nest->dot, schedule, i));
}

// The straight-line part, parallel iterators outside so that one set of loads of a reduction step
// serves the whole register tile.
static void add_register_tile(const Workload *workload, const Schedule *schedule, LoopNest *nest) {
  for (int p = 0; p < workload->iterator_count; p++) {
    int i = schedule->order[TILE_LEVELS][p];
    if (workload->kinds[i] == ITERATOR_PARALLEL)
      add_unrolled_loop(schedule, nest, i);
  }
  uint8_t reductions[WORKLOAD_MAX_ITERATORS];
  for (int p = 0, count = workload_reductions(workload, reductions); p < count; p++)
    add_unrolled_loop(schedule, nest, schedule->kernel_order[p]);
  int vector = schedule->vector_iterator;
  if (vector < 0)
    return;
  int64_t block = schedule->block[vector];
  int64_t step = dot_product_step(&nest->dot, schedule, vector);
  add_loop(nest, vector, BAND_VECTOR, integer_min(block, step), 1);
}

// Vectors that cover `block` iterations of the vector iterator: whole ones, then one that is masked
// or, peeled, one for every power of two in the rest.
static int64_t count_segments(const Schedule *schedule, const DotProduct *dot, int64_t block) {
  int64_t rest = block % schedule->lanes;
  if (rule_get(schedule->rule)->vectorises_reduction || schedule->remainder != REMAINDER_PEEL)
    return integer_ceil_div(block, dot_product_step(dot, schedule, schedule->vector_iterator));
  return block / schedule->lanes + __builtin_popcountll((unsigned long long)rest);
}

static int32_t count_operand_registers(const Workload *workload, const Schedule *schedule,
                                       const DotProduct *dot) {
  int64_t all = 0, most = 0;
  for (int a = 0; a < workload->access_count; a++) {
    const Access *access = &workload->accesses[a];
    if (access->is_output || workload->statements[access->statement].stage != STAGE_BODY)
      continue;
    int64_t vectors = 1;
    for (int i = 0; i < workload->iterator_count; i++)
      if (workload->kinds[i] == ITERATOR_PARALLEL && access_uses(access, i))
        vectors =
            integer_multiply(vectors, i == schedule->vector_iterator
                                          ? count_segments(schedule, dot, schedule->block[i])
                                          : integer_ceil_div(schedule->block[i],
                                                             dot_product_step(dot, schedule, i)));
    all += vectors < INT32_MAX ? vectors : INT32_MAX;
    most = vectors > most ? vectors : most;
  }
  int64_t count = all - most + 1;
  return count < INT32_MAX ? (int32_t)count : INT32_MAX;
}

static void count_register_tile(const Workload *workload, const Schedule *schedule,
                                LoopNest *nest) {
  const DotProduct *dot = &nest->dot;
  int64_t accumulators = workload->accumulator_count > 0 ? workload->accumulator_count : 1;
  int64_t points = 1, sets[WORKLOAD_MAX_ITERATORS];
  for (int i = 0; i < workload->iterator_count; i++) {
    bool is_vector = i == schedule->vector_iterator;
    int64_t block = schedule->block[i];
    int64_t count = is_vector ? count_segments(schedule, dot, block)
                              : integer_ceil_div(block, dot_product_step(dot, schedule, i));
    points = integer_multiply(points, count);
    sets[i] = is_vector || workload->kinds[i] == ITERATOR_PARALLEL ? count : 1;
    accumulators = integer_multiply(accumulators, sets[i]);
    if (is_vector)
      accumulators = integer_multiply(accumulators, dot_product_matrices(dot, schedule));
    int64_t extent = workload->extents[i];
    nest->main_extent[i] = schedule_pads(workload, schedule, i) ? extent : extent - extent % block;
  }
  int64_t sums = dot_product_sums(dot, workload, sets);
  nest->kernel_points = points;
  nest->operand_registers = count_operand_registers(workload, schedule, dot);
  nest->operand_sums = (int32_t)integer_min(sums, INT32_MAX);
  nest->accumulators =
      (int32_t)integer_min(accumulators, INT32_MAX - nest->operand_sums) + nest->operand_sums;
  nest->lanes = schedule->lanes;
}

void loop_nest_spans(const Workload *workload, const LoopNest *nest, int depth, int64_t *out_span) {
  for (int i = 0; i < workload->iterator_count; i++)
    out_span[i] = workload->extents[i];
  for (int l = 0; l < depth; l++)
    out_span[nest->loops[l].iterator] = nest->loops[l].step;
}

// --- sweep

int loop_nest_outside_kernel(const LoopNest *nest) {
  int depth = 0;
  while (depth < nest->serial_count && nest->loops[depth].band != BAND_KERNEL)
    depth++;
  return depth;
}

// Loops that a complete reduction leaves outside: those before its first tile loop.
static int loops_outside_reductions(const Workload *workload, const LoopNest *nest) {
  int depth = 0;
  while (depth < nest->serial_count &&
         workload->kinds[nest->loops[depth].iterator] != ITERATOR_REDUCTION)
    depth++;
  return depth;
}

static const Access *first_output(const Workload *workload) {
  int a = 0;
  while (!workload->accesses[a].is_output)
    a++;
  return &workload->accesses[a];
}

// The lanes of the kernel where they run along results; else along neighbouring results, where
// tiles are made of whole vectors.
static int sweep_vector(const Workload *workload, const Schedule *schedule, const int64_t *span) {
  int vector = schedule->vector_iterator;
  if (vector < 0 || workload->kinds[vector] == ITERATOR_PARALLEL)
    return vector;
  const Access *output = first_output(workload);
  for (int i = 0; i < workload->iterator_count; i++)
    if (access_stride(output, i) == 1 && workload->kinds[i] == ITERATOR_PARALLEL &&
        (span[i] == workload->extents[i] ||
         (span[i] > schedule->lanes && span[i] % schedule->lanes == 0)))
      return i;
  return -1;
}

static void add_sweep_loop(const Workload *workload, const Schedule *schedule, const int64_t *span,
                           int i, LoopNest *nest) {
  bool is_kernel_vector = i == nest->sweep_vector && i == schedule->vector_iterator;
  int64_t step = is_kernel_vector          ? schedule->block[i]
                 : i == nest->sweep_vector ? schedule->lanes
                                           : 1;
  int at = nest->loop_count + nest->sweep_count;
  if (workload->kinds[i] != ITERATOR_PARALLEL || step >= span[i])
    return;
  nest->loops[at] = (Loop){.iterator = (uint8_t)i,
                           .band = BAND_SWEEP,
                           .span = span[i],
                           .step = step,
                           .trips = integer_ceil_div(span[i], step)};
  nest->sweep_count++;
}

// In the order of the output's memory, but the lanes innermost.
static RejectReason add_sweep(const Workload *workload, const Schedule *schedule, LoopNest *nest) {
  nest->sweep_count = 0;
  nest->sweep_vector = -1;
  nest->sweep_depth = EPILOGUE_IN_REGISTERS;
  if (schedule->epilogue_depth == EPILOGUE_IN_REGISTERS)
    return REJECT_NONE;
  if (!workload->can_split_reduction || workload_epilogue_count(workload) == 0 ||
      schedule->epilogue_depth > loops_outside_reductions(workload, nest) ||
      schedule->epilogue_depth > loop_nest_outside_kernel(nest))
    return REJECT_PLACE;
  int64_t span[WORKLOAD_MAX_ITERATORS];
  nest->sweep_depth = (int8_t)schedule->epilogue_depth;
  loop_nest_spans(workload, nest, nest->sweep_depth, span);
  nest->sweep_vector = (int8_t)sweep_vector(workload, schedule, span);
  const Access *output = first_output(workload);
  uint32_t left = (1u << workload->iterator_count) - 1;
  if (nest->sweep_vector >= 0)
    left &= ~(1u << nest->sweep_vector);
  while (left != 0) {
    int next = __builtin_ctz(left);
    for (int i = next + 1; i < workload->iterator_count; i++)
      if ((left >> i & 1u) && access_stride(output, i) > access_stride(output, next))
        next = i;
    add_sweep_loop(workload, schedule, span, next, nest);
    left &= ~(1u << next);
  }
  if (nest->sweep_vector >= 0)
    add_sweep_loop(workload, schedule, span, nest->sweep_vector, nest);
  return REJECT_NONE;
}

// --- the whole

static RejectReason lay_nest_out(const Workload *workload, const Schedule *schedule,
                                 LoopNest *nest) {
  nest->dot = dot_product_of(workload, schedule);
  nest->loop_count = nest->pack_count = 0;
  nest->splits_reduction = false;
  add_tile_loops(workload, schedule, nest);
  add_kernel_loops(workload, schedule, nest);
  add_register_tile(workload, schedule, nest);
  count_register_tile(workload, schedule, nest);
  if (nest->splits_reduction && !workload->can_split_reduction)
    return REJECT_FUSION;
  RejectReason reason = add_sweep(workload, schedule, nest);
  if (reason != REJECT_NONE)
    return reason;
  return loop_nest_add_packs(workload, schedule, nest);
}

RejectReason loop_nest_build(const Workload *workload, const Schedule *schedule,
                             LoopNest *out_nest) {
  const Rule *rule = rule_get(schedule->rule);
  Workload storage;
  const Workload *knobs = rule_workload(schedule->rule, workload, &storage);
  if (knobs == NULL)
    return REJECT_SHAPE;
  out_nest->buffer_bytes = rule->rewrite ? rule->made_bytes(workload, knobs) : 0;
  return lay_nest_out(knobs, schedule, out_nest);
}
