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

// Where the smaller tiles begin: behind the whole ones, but for the last of these where few steps
// are left behind it (partial_tiles_joined). Then the largest smaller tile is full, until
// *out_full.
static MlirValue rests_begin(Emitter *emitter, const PartialTiles *tiles, int64_t joined,
                             MlirValue low, MlirValue high, MlirValue *out_full) {
  IrBuilder *ir = &emitter->ir;
  int64_t block = tiles->sizes[tiles->count - 1], first = tiles->sizes[tiles->count - 2];
  MlirValue middle = piece_range_whole(ir, high, -1, block);
  MlirValue size = ir_index(ir, block), rest = ir_binary(ir, "arith.subi", high, middle);
  MlirValue is_some = ir_compare_index(ir, INTEGER_LESS, ir_index(ir, 0), rest);
  MlirValue is_few = ir_compare_index(ir, INTEGER_GREATER_EQUAL, ir_index(ir, joined), rest);
  MlirValue has_tile =
      ir_compare_index(ir, INTEGER_GREATER_EQUAL, ir_binary(ir, "arith.subi", middle, low), size);
  MlirValue is_joined =
      ir_binary(ir, "arith.andi", ir_binary(ir, "arith.andi", is_some, is_few), has_tile);
  MlirValue before = ir_binary(ir, "arith.subi", middle, size);
  MlirValue begin = ir_select(ir, is_joined, before, middle);
  *out_full =
      ir_select(ir, is_joined, ir_binary(ir, "arith.addi", before, ir_index(ir, first)), middle);
  return begin;
}

// The last tiles, each a loop of no or one trip, the largest first.
static void emit_rests(Emitter *emitter, int depth, const PartialTiles *tiles, MlirValue begin,
                       MlirValue full, MlirValue high, Carried *carried, EmitPart body,
                       void *payload) {
  IrBuilder *ir = &emitter->ir;
  int64_t block = tiles->sizes[tiles->count - 1];
  for (int t = tiles->count - 2; t >= 0; t--) {
    int64_t fewer = t > 0 ? tiles->sizes[t - 1] : 0;
    MlirValue end = piece_range_rest(ir, begin, high, fewer, tiles->sizes[t]);
    if (t == tiles->count - 2 && !mlirValueEqual(begin, full)) {
      MlirValue is_full = ir_compare_index(ir, INTEGER_LESS, begin, full);
      end = ir_select(ir, is_full, full, end);
    }
    emit_run_tiles(emitter, depth, (Position){begin, 0}, (Position){end, 0}, block, tiles->sizes[t],
                   carried, body, payload);
    begin = full;
  }
}

// One loop for all tiles of the block, then one of no or one trip for each smaller size.
void emit_partial_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body,
                       void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  IrBuilder *ir = &emitter->ir;
  PartialTiles tiles = partial_tiles(emitter->work, emitter->schedule);
  int64_t block = emitter->schedule->block[i], joined = partial_tiles_joined(&tiles);
  int64_t smaller = tiles.count > 1 ? tiles.sizes[tiles.count - 2] : 0;
  MlirValue low = emit_position(emitter, emitter->base[i]);
  MlirValue high = emit_position(emitter, emitter->limit[i]);
  MlirValue begin = piece_range_whole(ir, high, -1, block), full = begin;
  if (joined > 0)
    begin = rests_begin(emitter, &tiles, joined, low, high, &full);
  MlirValue end = piece_range_rest(ir, begin, high, smaller, block);
  emit_run_tiles(emitter, depth, emitter->base[i], (Position){end, 0}, block, block, carried, body,
                 payload);
  emit_rests(emitter, depth, &tiles, begin, full, high, carried, body, payload);
}
