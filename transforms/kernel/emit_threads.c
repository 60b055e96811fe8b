// The pieces of a nest that several threads work on: an scf.forall around all of its loops. On
// tensors each piece writes its slice of the results.
//
//   before   %r = scf.for ... iter_args(%out) { ... }
//   after    %r = scf.forall (%i) = (0) to (96) step (48) shared_outs(%o = %out) {
//              %end = affine.min(%i + 48, 96)
//              %s = scf.for %i to %end ... iter_args(%o) { ... }
//              the slice of %s goes into %o (emit_forall.c)
//            }
#include "transforms/kernel/emitter.h"

// Narrows the iterators that are cut to the piece.
static void enter_piece(Emitter *emitter, const Forall *forall) {
  const ThreadSplit *split = emitter->split;
  for (int s = 0; s < split->count; s++) {
    int i = split->loops[s].iterator;
    emitter->base[i] = emit_forall_position(forall, s);
    emitter->limit[i] =
        emit_piece_end(emitter, emitter->base[i], split->loops[s].step, emitter->work->extents[i]);
  }
}

static void leave_pieces(Emitter *emitter) {
  const ThreadSplit *split = emitter->split;
  for (int s = 0; s < split->count; s++) {
    int i = split->loops[s].iterator;
    emitter->base[i] = position_at_constant(0);
    emitter->limit[i] = position_at_constant(emitter->work->extents[i]);
  }
}

void emit_open_threads(Emitter *emitter, Forall *out_forall) {
  const ThreadSplit *split = emitter->split;
  *out_forall = (Forall){.rank = split->count,
                         .count = emitter->group->on_tensors ? emitter->group->output_count : 0};
  for (int s = 0; s < split->count; s++) {
    out_forall->extents[s] = emitter->work->extents[split->loops[s].iterator];
    out_forall->steps[s] = split->loops[s].step;
  }
  for (int o = 0; o < out_forall->count; o++)
    out_forall->items[o] = &emitter->outputs[o].value;
  emit_open_forall(emitter, out_forall);
  enter_piece(emitter, out_forall);
}

// The part of dimension `d` of an output that the piece writes.
static SliceDim slice_dim(const Emitter *emitter, const Access *access, int d) {
  const ThreadSplit *split = emitter->split;
  for (int s = 0; s < split->count; s++) {
    int i = split->loops[s].iterator;
    if (access->index[d].coefficients[i])
      return (SliceDim){emitter->base[i], emitter->limit[i], split->loops[s].step};
  }
  return (SliceDim){.step = 0};
}

MlirOperation emit_close_threads(Emitter *emitter, Forall *forall) {
  for (int o = 0; o < forall->count; o++) {
    const Access *access = &emitter->work->accesses[emitter->group->output_access[o]];
    for (int d = 0; d < access->rank; d++)
      forall->slices[o][d] = slice_dim(emitter, access, d);
  }
  MlirOperation op = emit_close_forall(emitter, forall, emitter->split->threads);
  leave_pieces(emitter);
  return op;
}
