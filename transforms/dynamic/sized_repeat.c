#include "transforms/dynamic/sized_repeat.h"

// Whether the op reads what it updates as its destination alone.
static bool reads_elsewhere(const SizedOp *op) {
  bool does = op->result_count > 0 || !sized_op_shares_buffer(op);
  for (int o = op->input_count; o < op->operand_count && op->result_count == 0; o++)
    does &= sized_op_same_memref(op, o) < 0;
  return does;
}

bool sized_group_may_copy(const SizedGroup *group) {
  bool may = true;
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0)
      may &= reads_elsewhere(&group->block->ops[i]) &&
             !sized_op_divides_integers(&group->block->ops[i]);
  return may;
}

static void copy(IrBuilder *ir, MlirValue from, MlirValue to) {
  MlirValue operands[] = {from, to};
  ir_op(ir, "memref.copy", 0, NULL, 2, operands, 0, NULL);
}

// A copy in a buffer of its own.
static MlirValue copy_of(IrBuilder *ir, MlirValue memref) {
  MlirValue made = sized_buffer(ir, memref);
  copy(ir, memref, made);
  return made;
}

MlirValue *sized_copy_inits(IrBuilder *ir, const SizedOp *op, MlirValue *operands) {
  int count = op->operand_count - op->input_count;
  MlirValue *inits = operands + op->input_count, *places = ir_zeroed((size_t)count, sizeof *places);
  for (int o = 0; o < count; o++) {
    places[o] = inits[o];
    inits[o] = copy_of(ir, places[o]);
  }
  return places;
}

void sized_copy_back(IrBuilder *ir, const SizedOp *op, int loop, const MlirValue *operands,
                     const MlirValue *places, int64_t size, MlirValue left) {
  MlirValue count = ir_binary(ir, "arith.subi", ir_index(ir, size), left);
  for (int o = op->input_count; o < op->operand_count; o++) {
    MlirValue made = operands[o];
    Piece piece = {sized_op_use(op, o, loop).dim, left, size, count};
    MlirValue to = sized_part(ir, places[o - op->input_count], &piece);
    copy(ir, sized_part(ir, made, &piece), to);
    ir_op(ir, "memref.dealloc", 0, NULL, 1, &made, 0, NULL);
  }
}
