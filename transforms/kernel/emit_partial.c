// A piece of which the run knows how much is there: tiles that hold nothing of it are left out.
#include "transforms/cut_mark.h"
#include "transforms/kernel/emitter.h"

// The iterator that alone is the index of dimension `dim` of the first result, as the IR has it, or
// of that and the dimensions behind it, of which a step has `out_inner` elements; -1: none.
static int iterator_of(const Emitter *emitter, int dim, int64_t *out_inner) {
  const Group *group = emitter->group;
  const GroupAccess *place = &group->accesses[group->output_access[0]];
  const Access *access = &emitter->work->accesses[group->output_access[0]];
  int at = place->collapse_rank > 0 ? place->reassociation[dim] : dim, iterator = -1, count = 0;
  MlirType type = mlirValueGetType(group->output_result[0]);
  *out_inner = 1;
  for (int d = 0; d < place->collapse_rank; d++) {
    if (d < dim && place->reassociation[d] == at)
      return -1;
    if (d > dim && place->reassociation[d] == at)
      *out_inner *= mlirShapedTypeGetDimSize(type, d);
  }
  for (int i = 0; i < emitter->work->iterator_count; i++)
    if (access->index[at].coefficients[i]) {
      iterator = i;
      count++;
    }
  return count == 1 && access->index[at].coefficients[iterator] == 1 ? iterator : -1;
}

void emit_limit_partial(Emitter *emitter) {
  const Group *group = emitter->group;
  if (!group->on_tensors || emitter->split || emitter->work != &group->workload ||
      group->output_count != 1 || mlirValueIsNull(group->output_result[0]))
    return;
  MlirOperation op = mlirOpResultGetOwner(group->output_result[0]);
  int64_t inner = 1;
  int dim = cut_mark_partial_dim(op), iterator = dim < 0 ? -1 : iterator_of(emitter, dim, &inner);
  if (iterator < 0 || emitter->work->kinds[iterator] != ITERATOR_PARALLEL ||
      emitter->splits_border[iterator] || schedule_pads(emitter->work, emitter->schedule, iterator))
    return;
  IrBuilder *ir = &emitter->ir;
  MlirValue steps = cut_mark_partial_steps(ir, op);
  if (!mlirValueIsNull(steps) && inner > 1)
    steps = ir_binary(ir, "arith.muli", steps, ir_index(ir, inner));
  if (!mlirValueIsNull(steps))
    emitter->limit[iterator] =
        (Position){emit_minimum(emitter, (Position){steps, 0}, emitter->limit[iterator]), 0};
}
