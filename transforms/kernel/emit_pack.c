// The scratch buffers of packs: made, and filled as panels or images.
#include "base/integer.h"
#include "transforms/kernel/emitter.h"

#include <string.h>

void emit_pack(Emitter *emitter, int pack) {
  bool ready[LOOP_NEST_MAX_PACKS];
  memcpy(ready, emitter->pack_ready, sizeof(ready));
  memset(emitter->pack_ready, 0, sizeof(ready)); // a panel is made from what the payload holds
  emit_new_scope(emitter);
  if (emitter->nest.packs[pack].is_image)
    emit_image(emitter, pack);
  else
    emit_panel(emitter, pack);
  emit_new_scope(emitter);
  memcpy(emitter->pack_ready, ready, sizeof(ready));
}

bool emit_is_whole_constant(const Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  return packed->depth == 0 && !packed->is_produced &&
         emitter->work->accesses[packed->access].is_constant;
}

// Extent of a dimension: a piece that packs for itself has the iterations of the piece alone.
static int64_t pack_extent(const Emitter *emitter, int p, int d) {
  const PackedBuffer *pack = &emitter->nest.packs[p];
  const PackDim *dim = &pack->dims[d];
  const ThreadSplit *split = emitter->split;
  if (pack->depth > 0 || pack->is_image || !split || split->copies != COPIES_EACH ||
      dim->kind == PACK_DIM_LANE || emit_is_whole_constant(emitter, p))
    return dim->size;
  for (int s = 0; s < split->count; s++)
    if (split->loops[s].iterator == dim->source)
      return integer_min(dim->size, dim->kind == PACK_DIM_TILE
                                        ? integer_ceil_div(split->loops[s].step, dim->factor)
                                        : split->loops[s].step);
  return dim->size;
}

void emit_allocate_pack(Emitter *emitter, int pack) {
  const PackedBuffer *packed = &emitter->nest.packs[pack];
  int64_t shape[PACK_MAX_RANK];
  for (int d = 0; d < packed->rank; d++)
    shape[d] = pack_extent(emitter, pack, d);
  emitter->packs[pack].value = emit_scratch(emitter, packed->type, packed->rank, shape);
}

void emit_allocate_packs(Emitter *emitter, int from, int to) {
  for (int p = 0; p < emitter->nest.pack_count; p++) {
    int depth = emitter->nest.packs[p].depth;
    if (!emitter->pack_is_constant[p] && !emitter->pack_ready[p] && depth >= from && depth <= to)
      emit_allocate_pack(emitter, p);
  }
}
