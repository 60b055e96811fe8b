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

bool sized_group_may_choose(const SizedGroup *group) {
  return sized_group_may_copy(group) && group->block->ops[group->first].result_count == 0;
}

static void copy(IrBuilder *ir, MlirValue from, MlirValue to) {
  MlirValue operands[] = {from, to};
  ir_op(ir, "memref.copy", 0, NULL, 2, operands, 0, NULL);
}

PieceCopies sized_copies_open(IrBuilder *ir, const SizedOp *op, int loop, int64_t size) {
  PieceCopies copies = {.count = op->operand_count - op->input_count};
  for (int o = 0; o < copies.count; o++) {
    int operand = op->input_count + o;
    copies.copies[o] = sized_buffer(ir, mlirOperationGetOperand(op->op, operand),
                                    sized_op_use(op, operand, loop).dim, size);
  }
  return copies;
}

void sized_copies_close(IrBuilder *ir, const PieceCopies *copies) {
  for (int o = 0; o < copies->count; o++)
    ir_op(ir, "memref.dealloc", 0, NULL, 1, &copies->copies[o], 0, NULL);
}

// The type that both the place and its copy can be cast to, of unknown strides where they are not
// the same. Null where that is the innermost one, along which kernels have their lanes.
static MlirType common_type(MlirType place, MlirType copied) {
  int64_t strides[WORKLOAD_MAX_RANK], others[WORKLOAD_MAX_RANK], offset;
  intptr_t rank = mlirShapedTypeGetRank(place);
  (void)mlirMemRefTypeGetStridesAndOffset(place, strides, &offset);
  (void)mlirMemRefTypeGetStridesAndOffset(copied, others, &offset);
  if (rank == 0 || strides[rank - 1] != others[rank - 1])
    return (MlirType){NULL};
  for (intptr_t d = 0; d < rank; d++)
    if (strides[d] != others[d])
      strides[d] = mlirShapedTypeGetDynamicStrideOrOffset();
  MlirAttribute layout = mlirStridedLayoutAttrGet(
      mlirTypeGetContext(place), mlirShapedTypeGetDynamicStrideOrOffset(), rank, strides);
  int64_t shape[WORKLOAD_MAX_RANK];
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(place, d);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(place), rank, shape, layout,
                           mlirMemRefTypeGetMemorySpace(place));
}

static MlirValue cast_to(IrBuilder *ir, MlirValue memref, MlirType type) {
  return mlirTypeEqual(mlirValueGetType(memref), type)
             ? memref
             : ir_value(ir, "memref.cast", type, 1, &memref, 0, NULL);
}

static bool can_choose(const SizedOp *op, const PieceCopies *copies, const MlirValue *operands) {
  bool can = true;
  for (int o = 0; o < copies->count; o++)
    can &= !mlirTypeIsNull(common_type(mlirValueGetType(operands[op->input_count + o]),
                                       mlirValueGetType(copies->copies[o])));
  return can;
}

// The copies where they are made, else the places.
static void choose_inits(IrBuilder *ir, PieceCopies *copies, MlirValue *inits) {
  MlirOperation branch = ir_open_if(ir, copies->are_copied, 0, NULL);
  for (int o = 0; o < copies->count; o++)
    copy(ir, copies->places[o], copies->copies[o]);
  ir_else(ir, branch, 0, NULL);
  ir_close_if(ir, branch, 0, NULL, NULL);
  for (int o = 0; o < copies->count; o++) {
    MlirType type =
        common_type(mlirValueGetType(copies->places[o]), mlirValueGetType(copies->copies[o]));
    MlirValue copied = cast_to(ir, copies->copies[o], type);
    MlirValue place = cast_to(ir, copies->places[o], type);
    inits[o] = ir_select(ir, copies->are_copied, copied, place);
  }
}

void sized_copy_inits(IrBuilder *ir, const SizedOp *op, bool may_choose, MlirValue left,
                      PieceCopies *copies, MlirValue *operands) {
  MlirValue *inits = operands + op->input_count;
  bool chooses = may_choose && can_choose(op, copies, operands);
  copies->are_copied =
      chooses ? ir_compare_index(ir, INTEGER_GREATER, left, ir_index(ir, 0)) : (MlirValue){NULL};
  for (int o = 0; o < copies->count; o++)
    copies->places[o] = inits[o];
  if (chooses) {
    choose_inits(ir, copies, inits);
    return;
  }
  for (int o = 0; o < copies->count; o++) {
    copy(ir, copies->places[o], copies->copies[o]);
    inits[o] = copies->copies[o];
  }
}

static void copy_behind(IrBuilder *ir, const SizedOp *op, int loop, const PieceCopies *copies,
                        int64_t size, MlirValue left) {
  MlirValue count = ir_binary(ir, "arith.subi", ir_index(ir, size), left);
  for (int o = 0; o < copies->count; o++) {
    Piece piece = {sized_op_use(op, op->input_count + o, loop).dim, left, size, count};
    MlirValue to = sized_part(ir, copies->places[o], &piece);
    MlirValue from = sized_part(ir, copies->copies[o], &piece);
    copy(ir, from, to);
  }
}

void sized_copy_back(IrBuilder *ir, const SizedOp *op, int loop, const PieceCopies *copies,
                     int64_t size, MlirValue left) {
  if (mlirValueIsNull(copies->are_copied)) {
    copy_behind(ir, op, loop, copies, size, left);
    return;
  }
  MlirOperation branch = ir_open_if(ir, copies->are_copied, 0, NULL);
  copy_behind(ir, op, loop, copies, size, left);
  ir_else(ir, branch, 0, NULL);
  ir_close_if(ir, branch, 0, NULL, NULL);
}
