// A reduction of which only the run knows how many steps it has: whole blocks in a loop, then what
// they leave in loops of ever smaller steps. Nothing beyond the extent is read.
//
//   for %k = 0 to n - n mod 8 step 8     a block of 8 steps
//   for %k = ..  to n         step 1
#include "plan/open_rests.h"
#include "transforms/kernel/emitter.h"

// A dimension of unknown size is one that the iterator walks.
static MlirValue steps_of(Emitter *emitter, MlirValue operand) {
  MlirType type = mlirValueGetType(operand);
  intptr_t rank = mlirTypeIsAShaped(type) ? mlirShapedTypeGetRank(type) : 0;
  for (intptr_t d = 0; d < rank; d++)
    if (mlirShapedTypeIsDynamicDim(type, d))
      return ir_dim(&emitter->ir, operand, d);
  return (MlirValue){NULL};
}

void emit_limit_open(Emitter *emitter) {
  int iterator = emitter->work->open - 1;
  MlirValue steps = {NULL};
  for (int a = 0; a < emitter->work->access_count && iterator >= 0 && mlirValueIsNull(steps); a++)
    if (!emitter->work->accesses[a].is_output)
      steps = steps_of(emitter, emitter->group->accesses[a].value);
  if (!mlirValueIsNull(steps))
    emitter->open_end = emitter->limit[iterator] = (Position){steps, 0};
}

Position emit_open_tiles_end(Emitter *emitter, int iterator) {
  Position next = emitter->base[iterator];
  next.constant++;
  return (Position){emit_maximum(emitter, next, emitter->limit[iterator]), 0};
}

void emit_open_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body, void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  OpenRests rests = open_rests(emitter->schedule, i);
  Position low = emitter->base[i], high = emitter->limit[i];
  int64_t size = emitter->schedule->block[i];
  for (int n = 0; n <= rests.count; n++) {
    Position end = size > 1 ? emit_last_step(emitter, low, high, size) : high;
    emit_run_tiles(emitter, depth, low, end, size, size, carried, body, payload);
    low = end;
    size = n < rests.count ? rests.sizes[n] : size;
  }
}
