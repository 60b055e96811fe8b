// The body of a kernel: who the thread is, the stages, and in each the steps of the reduction.
#include "transforms/simt/simt_emitter.h"

static MlirValue identity(SimtEmitter *emitter, const char *op) {
  MlirType index = mlirIndexTypeGet(emitter->ir.context);
  MlirNamedAttribute x =
      ir_attribute(&emitter->ir, "dimension",
                   mlirAttributeParseGet(emitter->ir.context, ir_string("#gpu<dim x>")));
  return ir_value(&emitter->ir, op, index, 0, NULL, 1, &x);
}

static void barrier(SimtEmitter *emitter) {
  ir_op(&emitter->ir, "gpu.barrier", 0, NULL, 0, NULL, 0, NULL);
}

// Neighbouring blocks differ along N, then along M, then by batches.
static void place_block(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  int64_t bound = simt_block_count(nest);
  MlirValue rest = identity(emitter, "gpu.block_id");
  for (int role = SIMT_N; role >= SIMT_M; role--) {
    MlirValue block = simt_rest(emitter, rest, nest->grid[role], bound);
    emitter->first[role] = simt_multiply(emitter, block, nest->tile[role]);
    rest = simt_quotient(emitter, rest, nest->grid[role], bound);
    bound /= nest->grid[role];
  }
  for (int b = nest->roles.batch_count; b-- > 0;) {
    int i = nest->roles.batch[b];
    int64_t extent = emitter->work->extents[i];
    emitter->at[i] = simt_rest(emitter, rest, extent, bound);
    rest = simt_quotient(emitter, rest, extent, bound);
    bound /= extent;
  }
}

static void place_thread(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  int64_t threads = simt_thread_count(nest);
  emitter->thread = identity(emitter, "gpu.thread_id");
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
  MlirValue columns[SIMT_MAX_RESULTS], left = {NULL}, index[2] = {step};
  int width = simt_load_width(nest, SIMT_LEFT);
  int vectors = (int)(nest->block[SIMT_N] / nest->lanes);
  MlirValue row = simt_multiply(emitter, emitter->part[SIMT_M], nest->block[SIMT_M]);
  MlirValue column = simt_multiply(emitter, emitter->part[SIMT_N], nest->lanes);
  for (int v = 0; v < vectors; v++) {
    index[1] = simt_add(emitter, column, v * nest->threads[SIMT_N] * nest->lanes);
    columns[v] =
        simt_factor(emitter, SIMT_RIGHT,
                    simt_load(emitter, emitter->shared[SIMT_RIGHT], 2, index, nest->lanes));
  }
  for (int i = 0; i < nest->block[SIMT_M]; i++) {
    if (i % width == 0) {
      index[1] = simt_add(emitter, row, i);
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

static void add_stage(SimtEmitter *emitter, MlirValue *results) {
  const SimtNest *nest = emitter->nest;
  int count = simt_result_count(nest);
  bool has_loop = nest->tile[SIMT_K] > nest->block[SIMT_K];
  MlirValue first = ir_index(&emitter->ir, 0);
  if (has_loop)
    first = ir_open_for(&emitter->ir, first, stage_end(emitter),
                        ir_index(&emitter->ir, nest->block[SIMT_K]), count, results);
  for (int step = 0; step < nest->block[SIMT_K]; step += nest->mma ? nest->mma->k : 1)
    (nest->mma ? simt_mma_add : add_products)(
        emitter, has_loop ? simt_add(emitter, first, step) : ir_index(&emitter->ir, step), results);
  if (has_loop)
    ir_close_for(&emitter->ir, count, results);
}

// Nobody overwrites a tile that another thread still reads.
void simt_kernel(SimtEmitter *emitter) {
  const SimtNest *nest = emitter->nest;
  MlirValue results[SIMT_MAX_RESULTS];
  int count = simt_result_count(nest);
  bool has_loop = nest->grid[SIMT_K] > 1;
  place_block(emitter);
  place_thread(emitter);
  simt_results_start(emitter, results);
  emitter->first[SIMT_K] = ir_index(&emitter->ir, 0);
  if (has_loop) {
    emitter->first[SIMT_K] = ir_open_for(
        &emitter->ir, emitter->first[SIMT_K], ir_index(&emitter->ir, nest->roles.extent[SIMT_K]),
        ir_index(&emitter->ir, nest->tile[SIMT_K]), count, results);
    barrier(emitter);
  }
  for (int operand = 0; operand < SIMT_OPERANDS; operand++)
    simt_copy_tile(emitter, operand);
  barrier(emitter);
  add_stage(emitter, results);
  if (has_loop)
    ir_close_for(&emitter->ir, count, results);
  simt_results_store(emitter, results);
}
