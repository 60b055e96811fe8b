// A reduction of which only the run knows how many steps it has: whole blocks in a loop, then what
// they leave in loops of ever smaller steps. Nothing beyond the extent is read.
//
//   for %k = 0 to n - n mod 8 step 8     a block of 8 steps
//   for %k = ..  to n         step 1
//
// The last steps of a dot product that adds up groups of 4 neighbours: one of three loops has a
// trip.
//
//   for %k = 0 to n - n mod 4                          step 4
//   for %k = ..  to n mod 4 == 3 ? n : n - n mod 4     step 4      3 neighbours and a zero
//   for %k = ..  to n mod 4 == 2 ? ...
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

Position emit_open_group_end(Emitter *emitter, Position low, Position high, int64_t left) {
  Linear length = {0};
  linear_add(&length, high, 1);
  linear_add(&length, low, -1);
  MlirValue rest = ir_index(&emitter->ir, left), steps = emit_linear(emitter, &length);
  MlirValue is_left = ir_compare_index(&emitter->ir, INTEGER_EQUAL, steps, rest);
  MlirValue none = emit_position(emitter, low), all = emit_position(emitter, high);
  return (Position){ir_select(&emitter->ir, is_left, all, none), 0};
}

void emit_open_loop(Emitter *emitter, int depth, Carried *carried, EmitPart body, void *payload) {
  int i = emitter->nest.loops[depth].iterator;
  OpenRests rests = open_rests(&emitter->nest.dot, emitter->schedule, i);
  Position low = emitter->base[i], high = emitter->limit[i];
  int64_t size = emitter->schedule->block[i];
  for (int n = 0; n <= rests.count; n++) {
    Position end = size > 1 ? emit_last_step(emitter, low, high, size) : high;
    emit_run_tiles(emitter, depth, low, end, size, size, carried, body, payload);
    low = end;
    size = n < rests.count ? rests.sizes[n] : size;
  }
  for (int64_t left = rests.group - 1; left > 0; left--)
    emit_run_tiles(emitter, depth, low, emit_open_group_end(emitter, low, high, left), rests.group,
                   left, carried, body, payload);
}
