// The body of a kernel: who the thread is, the stages, and in each the steps of the reduction.
#include "transforms/simt/simt_emitter.h"

void simt_barrier(IrBuilder *ir) { ir_op(ir, "gpu.barrier", 0, NULL, 0, NULL, 0, NULL); }

static MlirValue take_blocks(SimtEmitter *emitter, int64_t count, MlirValue *rest, int64_t *bound) {
  MlirValue block = simt_rest(emitter, *rest, count, *bound);
  *rest = simt_quotient(emitter, *rest, count, *bound);
  *bound /= count;
  return block;
}

// Neighbouring blocks differ along N, then along M, then by batches; along what only the run knows
// the extent of, last of all.
static void place_block(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  bool is_open = emitter->work->unknown != 0;
  int64_t bound = is_open ? INT64_MAX : simt_block_count(nest);
  MlirValue rest = simt_identity(&emitter->ir, "gpu.block_id"), block[SIMT_K];
  for (int role = SIMT_N; role >= SIMT_M; role--)
    if (!nest->roles.is_unknown[role])
      block[role] = take_blocks(emitter, nest->grid[role], &rest, &bound);
  for (int b = nest->roles.batch_count; b-- > 0;) {
    int i = nest->roles.batch[b];
    if (!workload_is_unknown(emitter->work, i))
      emitter->at[i] = take_blocks(emitter, emitter->work->extents[i], &rest, &bound);
  }
  for (int b = 0; b < nest->roles.batch_count; b++)
    if (workload_is_unknown(emitter->work, nest->roles.batch[b]))
      emitter->at[nest->roles.batch[b]] = rest;
  for (int role = 0; role < SIMT_K; role++)
    emitter->first[role] =
        simt_multiply(emitter, nest->roles.is_unknown[role] ? rest : block[role], nest->tile[role]);
}

static void place_thread(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  int64_t threads = simt_thread_count(nest);
  emitter->thread = simt_identity(&emitter->ir, "gpu.thread_id");
  if (nest->mma) {
    simt_mma_place(emitter);
    return;
  }
  emitter->part[SIMT_M] = simt_quotient(emitter, emitter->thread, nest->threads[SIMT_N], threads);
  emitter->part[SIMT_N] = simt_rest(emitter, emitter->thread, nest->threads[SIMT_N], threads);
}

// --- the steps

// One step: every row of the thread times every vector of its columns.
static void add_products(SimtEmitter *emitter, MlirValue step, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  MlirValue columns[SIMT_MAX_RESULTS], left = {NULL}, index[2];
  int width = simt_load_width(nest, SIMT_LEFT);
  int vectors = (int)(nest->block[SIMT_N] / nest->lanes);
  MlirValue row = simt_multiply(emitter, emitter->part[SIMT_M], nest->block[SIMT_M]);
  MlirValue column = simt_multiply(emitter, emitter->part[SIMT_N], nest->lanes);
  for (int v = 0; v < vectors; v++) {
    simt_shared_index(emitter, SIMT_RIGHT,
                      simt_add(emitter, column, v * nest->threads[SIMT_N] * nest->lanes), step,
                      index);
    columns[v] =
        simt_factor(emitter, SIMT_RIGHT,
                    simt_load(emitter, emitter->shared[SIMT_RIGHT], 2, index, nest->lanes));
  }
  for (int i = 0; i < nest->block[SIMT_M]; i++) {
    if (i % width == 0) {
      simt_shared_index(emitter, SIMT_LEFT, simt_add(emitter, row, i), step, index);
      left = simt_factor(emitter, SIMT_LEFT,
                         simt_load(emitter, emitter->shared[SIMT_LEFT], 2, index, width));
    }
    MlirValue factor = simt_splat(emitter, simt_lane(emitter, left, i % width), nest->lanes);
    for (int v = 0; v < vectors; v++)
      results[i * vectors + v] =
          simt_multiply_add(emitter, factor, columns[v], results[i * vectors + v]);
  }
}

// Steps that a stage has: fewer in the last, where it reaches beyond the extent and has no zeros.
static MlirValue stage_end(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  int64_t extent = nest->roles.extent[SIMT_K];
  MlirValue steps = ir_index(&emitter->ir, nest->tile[SIMT_K]);
  if (nest->mma || extent % nest->tile[SIMT_K] == 0)
    return steps;
  MlirValue left =
      ir_binary(&emitter->ir, "arith.subi", ir_index(&emitter->ir, extent), emitter->first[SIMT_K]);
  return ir_binary(&emitter->ir, "arith.minui", steps, left);
}

// Values of the thread's sums that loops carry.
static int sum_count(const SimtNest *nest) {
  return simt_has_warpgroups(nest) ? simt_wgmma_count(nest) : simt_result_count(nest);
}

static void add_step(SimtEmitter *emitter, MlirValue step, MlirValue *results) {
  if (simt_has_warpgroups(emitter->nest))
    simt_wgmma_add(emitter, step, results);
  else if (emitter->nest->mma)
    simt_mma_add(emitter, step, results);
  else
    add_products(emitter, step, results);
}

// Products of warpgroups go on after it.
static void add_stage(SimtEmitter *emitter, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  int count = sum_count(nest);
  bool has_loop = nest->tile[SIMT_K] > nest->block[SIMT_K];
  MlirValue first = ir_index(&emitter->ir, 0);
  if (simt_has_warpgroups(nest))
    simt_wgmma_open(emitter);
  if (has_loop) {
    MlirValue stride = ir_index(&emitter->ir, nest->block[SIMT_K]), end = stage_end(emitter);
    first = ir_open_for(&emitter->ir, first, end, stride, count, results);
  }
  for (int step = 0; step < nest->block[SIMT_K]; step += nest->mma ? nest->mma->k : 1)
    add_step(emitter, has_loop ? simt_add(emitter, first, step) : ir_index(&emitter->ir, step),
             results);
  if (has_loop)
    ir_close_for(&emitter->ir, count, results);
  if (simt_has_warpgroups(nest))
    simt_wgmma_commit(emitter);
}

// Where all threads have copied what those of the block then read; what the device copies is there.
static void meet(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  if (simt_has_warpgroups(nest) && simt_has_copies(nest))
    simt_wgmma_publish(emitter);
  simt_barrier(&emitter->ir);
  if (simt_has_bulk(nest))
    simt_bulk_wait(emitter);
}

static void copy_stage(SimtEmitter *emitter) {
  if (simt_has_bulk(emitter->nest))
    simt_bulk_copy(emitter);
  for (int operand = 0; operand < SIMT_OPERANDS; operand++)
    if (!emitter->nest->is_bulk[operand])
      simt_copy_tile(emitter, operand);
}

static void open_stages(SimtEmitter *emitter, int count, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  IrBuilder *ir = &emitter->ir;
  MlirValue stride = ir_index(ir, nest->tile[SIMT_K]);
  MlirValue end = ir_index(ir, nest->roles.extent[SIMT_K]), none = ir_index(ir, 0);
  emitter->first[SIMT_K] = ir_open_for(ir, none, end, stride, count, results);
}

// One buffer. Nobody overwrites a tile that another thread still reads.
static void run_stages(SimtEmitter *emitter, MlirValue *results) {
  int count = sum_count(emitter->nest);
  bool has_loop = emitter->nest->grid[SIMT_K] > 1;
  emitter->first[SIMT_K] = ir_index(&emitter->ir, 0);
  if (has_loop) {
    open_stages(emitter, count, results);
    simt_barrier(&emitter->ir);
  }
  copy_stage(emitter);
  meet(emitter);
  add_stage(emitter, results);
  if (simt_has_warpgroups(emitter->nest))
    simt_wgmma_wait(emitter, 0);
  if (has_loop)
    ir_close_for(&emitter->ir, count, results);
}

// --- several buffers

static MlirValue buffer_of_stage(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  MlirValue stage = simt_quotient(emitter, emitter->first[SIMT_K], nest->tile[SIMT_K], INT64_MAX);
  return simt_rest(emitter, stage, nest->stages, INT64_MAX);
}

// The copies of a stage that is so many after the current one, where there is one.
static void copy_after(SimtEmitter *emitter, int stages) {
  const SimtNest *nest = emitter->nest;
  MlirValue first = emitter->first[SIMT_K];
  emitter->first[SIMT_K] = simt_add(emitter, first, stages * nest->tile[SIMT_K]);
  MlirOperation more = ir_open_if(
      &emitter->ir, simt_below(emitter, emitter->first[SIMT_K], nest->roles.extent[SIMT_K], false),
      0, NULL);
  emitter->buffer = buffer_of_stage(emitter);
  copy_stage(emitter);
  ir_else(&emitter->ir, more, 0, NULL);
  ir_close_if(&emitter->ir, more, 0, NULL, NULL);
  emitter->first[SIMT_K] = first;
}

static void copy_next(SimtEmitter *emitter) {
  copy_after(emitter, simt_copies_ahead(emitter->nest));
  if (simt_has_copies(emitter->nest))
    simt_async_commit(emitter);
}

// Copies go on while products do, and one stage's products while the next one's are asked for.
static void add_meanwhile(SimtEmitter *emitter, MlirValue *results) {
  add_stage(emitter, results);
  copy_next(emitter);
  simt_wgmma_wait(emitter, simt_products_ahead(emitter->nest));
}

// All buffers but one are filled ahead; of warpgroups but two, where there are as many. At the
// barrier of a stage its copies are there, and all threads have read the stage whose buffer the
// next copies go to. Empty groups at the end keep their number the same.
static void run_ahead(SimtEmitter *emitter, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  int count = sum_count(nest), ahead = simt_copies_ahead(nest);
  for (int stage = 0; stage < ahead; stage++) {
    emitter->first[SIMT_K] = ir_index(&emitter->ir, stage * nest->tile[SIMT_K]);
    emitter->buffer = ir_index(&emitter->ir, stage);
    copy_stage(emitter);
    if (simt_has_copies(nest))
      simt_async_commit(emitter);
  }
  open_stages(emitter, count, results);
  if (simt_has_copies(nest))
    simt_async_wait(emitter, ahead - 1);
  if (simt_has_warpgroups(nest))
    emitter->buffer = buffer_of_stage(emitter);
  meet(emitter);
  if (simt_has_warpgroups(nest)) {
    add_meanwhile(emitter, results);
  } else {
    copy_next(emitter);
    emitter->buffer = buffer_of_stage(emitter);
    add_stage(emitter, results);
  }
  ir_close_for(&emitter->ir, count, results);
}

void simt_kernel(SimtEmitter *emitter) {
  MlirValue results[SIMT_MAX_RESULTS];
  place_block(emitter);
  place_thread(emitter);
  if (simt_has_bulk(emitter->nest))
    simt_bulk_begin(emitter);
  simt_results_start(emitter, results);
  if (simt_has_warpgroups(emitter->nest))
    simt_wgmma_begin(emitter, results);
  (emitter->nest->stages > 1 ? run_ahead : run_stages)(emitter, results);
  if (simt_has_warpgroups(emitter->nest))
    simt_wgmma_end(emitter, results);
  simt_results_store(emitter, results);
}
