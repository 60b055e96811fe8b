// A piece of which the run knows how much is there: tiles that hold nothing of it are left out, and
// what whole tiles leave is computed by the smallest tile that holds it.
#include "plan/partial_tiles.h"
#include "transforms/cut_mark.h"
#include "transforms/kernel/emitter.h"
#include "transforms/piece_range.h"

void emit_limit_partial(Emitter *emitter) {
  const Group *group = emitter->group;
  const PartialExtent *partial = &group->workload.partial;
  int iterator = partial->iterator;
  if (partial->unit == 0 || emitter->split || emitter->work != &group->workload ||
      emitter->splits_border[iterator] || schedule_pads(emitter->work, emitter->schedule, iterator))
    return;
  IrBuilder *ir = &emitter->ir;
  MlirValue steps = cut_mark_partial_steps(ir, mlirOpResultGetOwner(group->output_result[0]));
  if (mlirValueIsNull(steps))
    return;
  if (partial->unit > 1)
    steps = ir_binary(ir, "arith.muli", steps, ir_index(ir, partial->unit));
  emitter->limit[iterator] =
      (Position){emit_minimum(emitter, (Position){steps, 0}, emitter->limit[iterator]), 0};
  if (iterator != emitter->schedule->vector_iterator)
    emitter->partial_iterator = iterator;
}

// Each tile is a loop of no or one trip around the whole nest.
void emit_partial_nest(Emitter *emitter, Carried *carried, EmitPart body) {
  int i = emitter->partial_iterator;
  IrBuilder *ir = &emitter->ir;
  PartialTiles tiles = partial_tiles(emitter->work, emitter->schedule);
  Position limit = emitter->limit[i], start = emitter->base[i];
  MlirValue low = emit_position(emitter, start), high = emit_position(emitter, limit);
  int64_t fewer = 0;
  for (int t = 0; t < tiles.count; fewer = tiles.sizes[t++]) {
    MlirValue end = piece_range_rest(ir, low, high, fewer, tiles.sizes[t]);
    emit_open_for(emitter, start, (Position){end, 0}, tiles.sizes[t], carried);
    emitter->size[i] = tiles.sizes[t];
    emitter->limit[i] = position_at_constant(tiles.sizes[t]);
    body(emitter, 0, NULL);
    emit_close_for(emitter, carried);
  }
  emitter->size[i] = emitter->schedule->block[i];
  emitter->limit[i] = limit;
}

// Where the smaller tiles begin: as few tiles as hold all steps are of the block, but for those
// that may be smaller (partial_tiles_computed).
static MlirValue smaller_begin(IrBuilder *ir, const PartialTiles *tiles, MlirValue low,
                               MlirValue high) {
  int64_t block = tiles->sizes[tiles->count - 1];
  MlirAffineExpr one = mlirAffineConstantExprGet(ir->context, 1);
  MlirAffineExpr size = mlirAffineConstantExprGet(ir->context, block);
  MlirAffineExpr count = mlirAffineCeilDivExprGet(mlirAffineDimExprGet(ir->context, 0), size);
  MlirValue steps = ir_binary(ir, "arith.subi", high, low);
  MlirValue all =
      ir_affine(ir, "affine.apply", mlirAffineMapGet(ir->context, 1, 0, 1, &count), 1, &steps);
  MlirValue computed = ir_binary(ir, "arith.muli", all, ir_index(ir, block));
  MlirValue smaller = all;
  if (tiles->count > 1) {
    MlirAffineExpr vain = mlirAffineDimExprGet(ir->context, 1);
    MlirAffineExpr saved =
        mlirAffineConstantExprGet(ir->context, block - tiles->sizes[tiles->count - 2]);
    MlirAffineExpr most[3] = {mlirAffineDimExprGet(ir->context, 0),
                              mlirAffineFloorDivExprGet(vain, saved), one};
    MlirValue dims[2] = {all, ir_binary(ir, "arith.subi", computed, steps)};
    smaller =
        ir_affine(ir, "affine.min",
                  mlirAffineMapGet(ir->context, 2, 0, tiles->shares_out ? 2 : 3, most), 2, dims);
    MlirValue less = ir_binary(ir, "arith.muli", smaller, ir_index(ir, block));
    computed = ir_binary(ir, "arith.subi", computed, less);
  }
  return ir_binary(ir, "arith.addi", low, computed);
}

// Where tiles of the size end, the first of which begins at `begin` and the last before `end`.
static MlirValue tiles_end(IrBuilder *ir, MlirValue begin, MlirValue end, int64_t size) {
  MlirAffineExpr by = mlirAffineConstantExprGet(ir->context, size);
  MlirAffineExpr count = mlirAffineCeilDivExprGet(mlirAffineDimExprGet(ir->context, 0), by);
  MlirAffineExpr steps = mlirAffineMulExprGet(count, by);
  MlirValue length = ir_binary(ir, "arith.subi", end, begin);
  MlirValue most = ir_binary(ir, "arith.maxsi", length, ir_index(ir, 0));
  MlirValue whole =
      ir_affine(ir, "affine.apply", mlirAffineMapGet(ir->context, 1, 0, 1, &steps), 1, &most);
  return ir_binary(ir, "arith.addi", begin, whole);
}

// One loop for all tiles of the block, one for those of the next smaller size, then one of no or
// one trip for each size below.
void emit_partial_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                       void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  IrBuilder *ir = &emitter->ir;
  PartialTiles tiles = partial_tiles(emitter->work, emitter->schedule);
  int64_t block = emitter->schedule->block[i];
  MlirValue low = emit_position(emitter, emitter->base[i]);
  MlirValue high = emit_position(emitter, emitter->limit[i]);
  MlirValue begin = smaller_begin(ir, &tiles, low, high);
  emit_run_tiles(emitter, depth, emitter->base[i], (Position){begin, 0}, block, block, carried,
                 body, payload);
  for (int t = tiles.count - 2; t >= 0; t--) {
    int64_t fewer = t > 0 ? tiles.sizes[t - 1] : 0, size = tiles.sizes[t];
    bool is_first = t == tiles.count - 2;
    MlirValue end = is_first ? ir_binary(ir, "arith.subi", high, ir_index(ir, fewer))
                             : piece_range_rest(ir, begin, high, fewer, size);
    emit_run_tiles(emitter, depth, (Position){begin, 0}, (Position){end, 0}, size, size, carried,
                   body, payload);
    begin = is_first && t > 0 ? tiles_end(ir, begin, end, size) : begin;
  }
}
