// A tensor.pad that no other op of its kernel reads: the padded copy of its operand is the result,
// so it is written there, in place of a scratch buffer that a loop nest copies.
#include "transforms/kernel/emitter.h"

// Whether position `c` along dimension `d` of the image is position `c` of the result.
static bool is_same_place(const PackedBuffer *packed, const Access *operand, const Access *result,
                          int iterators, int d) {
  const IndexExpr *from = &operand->index[d], *to = &result->index[d];
  for (int i = 0; i < iterators; i++)
    if (from->coefficients[i] != to->coefficients[i])
      return false;
  return packed->dims[d].kind == PACK_DIM_INDEX && to->constant == 0 &&
         packed->origin[d] == from->constant;
}

bool emit_is_padding(const Emitter *emitter) {
  const Workload *work = emitter->work;
  const Group *group = emitter->group;
  if (!group->on_tensors || !ir_op_is(group->anchor, "tensor.pad") || work->access_count != 2 ||
      work->statement_count != 1 || group->output_count != 1 || emitter->made_operand >= 0 ||
      emitter->partial_iterator >= 0 || work->open > 0 || emitter->nest.pack_count != 1)
    return false;
  const PackedBuffer *packed = &emitter->nest.packs[0];
  const Access *operand = &work->accesses[packed->access];
  const Access *result = &work->accesses[group->output_access[0]];
  bool is_whole = packed->is_image && packed->depth == 0 && operand->may_leave_shape &&
                  packed->type == result->type && packed->rank == result->rank;
  for (int d = 0; is_whole && d < packed->rank; d++)
    is_whole = is_same_place(packed, operand, result, work->iterator_count, d);
  return is_whole;
}

bool emit_padding(Emitter *emitter, MlirOperation *out_pieces) {
  PackedBuffer *packed = &emitter->nest.packs[0];
  const Access *result = &emitter->work->accesses[emitter->group->output_access[0]];
  for (int d = 0; d < packed->rank; d++)
    packed->dims[d].size = result->shape[d]; // without what vectors of a kernel read beyond it
  emitter->packs[0].value = emitter->outputs[0].value;
  CopyShare share = copy_share_none;
  if (emitter->split)
    share = copy_share_pack(emitter->work, emitter->schedule, packed, emitter->split->threads);
  bool is_shared = share.pieces > 1;
  if (is_shared)
    *out_pieces = emit_share_pack(emitter, 0, share);
  else
    emit_pack(emitter, 0);
  emitter->outputs[0].value = emitter->packs[0].value;
  return is_shared;
}
