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

// One loop for all tiles of the block, then one of no or one trip for each smaller size.
void emit_partial_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                       void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  IrBuilder *ir = &emitter->ir;
  PartialTiles tiles = partial_tiles(emitter->work, emitter->schedule);
  int64_t block = emitter->schedule->block[i], fewer = 0;
  int smaller = tiles.count - 1;
  MlirValue high = emit_position(emitter, emitter->limit[i]);
  MlirValue middle = piece_range_whole(ir, high, -1, block);
  MlirValue end = piece_range_rest(ir, middle, high, smaller ? tiles.sizes[smaller - 1] : 0, block);
  emit_run_tiles(emitter, depth, emitter->base[i], (Position){end, 0}, block, block, carried, body,
                 payload);
  for (int t = 0; t < smaller; fewer = tiles.sizes[t++]) {
    end = piece_range_rest(ir, middle, high, fewer, tiles.sizes[t]);
    emit_run_tiles(emitter, depth, (Position){middle, 0}, (Position){end, 0}, block, tiles.sizes[t],
                   carried, body, payload);
  }
}
