// Rows of a chain in parts, each over the elements that a mask leaves of them:
//
//   %s = (i, j) in 128 x 128         %s0 = (i, j) in 64 x 64       ins(%q[0:64], %k[0:64])
//     ins(%q, %k)                    %p0 = ...                     // softmax, product
//   %p = softmax(masked(%s))    ->   %s1 = (i, j) in 64 x 128      ins(%q[64:128], %k)
//   %y = (i, d, j) ins(%p, %v)       %p1 = ...
//                                    %y  = [%y0, %y1]
#include "transforms/chain/chain_masked.h"

#include "transforms/dynamic/sized_counter.h"
#include "transforms/dynamic/sized_slice.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

typedef struct Parts {
  const Masked *masked;
  const MaskedPart *part;
  IrBuilder ir;
  MlirOperation *copies; // owned; of each op of the block, that of the part
  MlirValue
      *wholes; // owned; of each op of the block, its result so far; null: only members read it
} Parts;

static const SizedOp *op_of(const Parts *parts, int number) {
  return &parts->masked->found->group.block->ops[number];
}

static bool escapes(const Parts *parts, MlirValue value) {
  bool does = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && !does;
       use = mlirOpOperandGetNextUse(use))
    does = !chain_masked_has(parts->masked, sized_block_find(parts->masked->found->group.block,
                                                             mlirOpOperandGetOwner(use)));
  return does;
}

// The destination before the first member writes it.
static MlirValue start_of(const Parts *parts, MlirValue init) {
  const SizedBlock *block = parts->masked->found->group.block;
  for (int maker = sized_block_maker(block, init); chain_masked_has(parts->masked, maker);
       maker = sized_block_maker(block, init))
    init = mlirOperationGetOperand(op_of(parts, maker)->op, op_of(parts, maker)->input_count);
  return init;
}

static MlirValue part_of(Parts *parts, int member, int operand, MlirValue value) {
  const SizedOp *op = op_of(parts, member);
  int64_t offsets[WORKLOAD_MAX_RANK] = {0}, sizes[WORKLOAD_MAX_RANK];
  const int loops[2] = {parts->masked->found->group.loops[member],
                        parts->masked->element_loops[member]};
  const Range ranges[2] = {parts->part->rows, parts->part->seen};
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAShaped(type))
    return value;
  int rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    sizes[d] = mlirShapedTypeGetDimSize(type, d);
  for (int i = 0; i < 2; i++) {
    LoopUse use = {.access = LOOP_ACCESS_NONE};
    if (loops[i] >= 0)
      use = sized_op_use(op, operand, loops[i]);
    if (use.access == LOOP_ACCESS_NONE)
      continue;
    offsets[use.dim] = ranges[i].low;
    sizes[use.dim] = ranges[i].high - ranges[i].low;
  }
  return sized_op_is_init(op, operand) && ir_is_made_by(value, "tensor.empty")
             ? tensor_ops_empty(&parts->ir, rank, sizes, mlirShapedTypeGetElementType(type))
             : tensor_ops_slice(&parts->ir, value, offsets, sizes);
}

static Piece rows_of(Parts *parts, int member) {
  const SizedOp *op = op_of(parts, member);
  Range rows = parts->part->rows;
  int dim = sized_op_use(op, op->input_count, parts->masked->found->group.loops[member]).dim;
  return (Piece){dim, ir_index(&parts->ir, rows.low), rows.high - rows.low, {NULL}};
}

static MlirValue operand_of(Parts *parts, int member, int operand) {
  MlirValue value = mlirOperationGetOperand(op_of(parts, member)->op, operand);
  int maker = sized_block_maker(parts->masked->found->group.block, value);
  if (chain_masked_has(parts->masked, maker))
    return mlirOperationGetResult(parts->copies[maker], 0);
  if (!sized_op_is_init(op_of(parts, member), operand) || mlirValueIsNull(parts->wholes[member]))
    return part_of(parts, member, operand, value);
  Piece rows = rows_of(parts, member);
  return sized_extract(&parts->ir, parts->wholes[member], parts->wholes[member], &rows);
}

static void build_op(Parts *parts, int member) {
  const SizedOp *op = op_of(parts, member);
  const SizedGroup *group = &parts->masked->found->group;
  int elements = parts->masked->element_loops[member];
  MlirValue *operands = ir_zeroed((size_t)op->operand_count, sizeof *operands);
  for (int i = 0; i < op->operand_count; i++)
    operands[i] = operand_of(parts, member, i);
  MlirOperation copy = mlirOperationClone(op->op);
  for (int i = 0; i < op->operand_count; i++)
    mlirOperationSetOperand(copy, i, operands[i]);
  mlirValueSetType(mlirOperationGetResult(copy, 0), mlirValueGetType(operands[op->input_count]));
  MlirOperation last = group->block->ops[group->last].op;
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(last), last, copy);
  sized_counters_shift(copy, group->loops[member], ir_index(&parts->ir, parts->part->rows.low));
  if (elements >= 0)
    sized_counters_shift(copy, elements, ir_index(&parts->ir, parts->part->seen.low));
  parts->copies[member] = copy;
  free(operands);
}

static void build_part(Parts *parts) {
  const SizedGroup *group = &parts->masked->found->group;
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0)
      build_op(parts, i);
  for (int i = group->first; i <= group->last; i++) {
    if (mlirValueIsNull(parts->wholes[i]))
      continue;
    Piece rows = rows_of(parts, i);
    parts->wholes[i] = sized_insert(&parts->ir, mlirOperationGetResult(parts->copies[i], 0),
                                    parts->wholes[i], parts->wholes[i], &rows);
  }
}

static void replace_members(Parts *parts) {
  const SizedGroup *group = &parts->masked->found->group;
  for (int i = group->first; i <= group->last; i++)
    if (!mlirValueIsNull(parts->wholes[i]))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(group->block->ops[i].op, 0),
                                    parts->wholes[i]);
  for (int i = group->last; i >= group->first; i--)
    if (group->loops[i] >= 0)
      mlirOperationDestroy(group->block->ops[i].op);
}

// Constants stand before the first op that is built.
static void make_numbers(Parts *parts) {
  for (int p = 0; p < parts->masked->part_count; p++) {
    (void)ir_index(&parts->ir, parts->masked->parts[p].rows.low);
    (void)ir_index(&parts->ir, parts->masked->parts[p].seen.low);
  }
}

void chain_masked_build(const Masked *masked) {
  const SizedGroup *group = &masked->found->group;
  MlirOperation last = group->block->ops[group->last].op;
  Parts parts = {.masked = masked};
  parts.copies = ir_zeroed((size_t)group->block->count, sizeof *parts.copies);
  parts.wholes = ir_zeroed((size_t)group->block->count, sizeof *parts.wholes);
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0 && escapes(&parts, mlirOperationGetResult(group->block->ops[i].op, 0)))
      parts.wholes[i] = start_of(
          &parts, mlirOperationGetOperand(op_of(&parts, i)->op, op_of(&parts, i)->input_count));
  sized_group_move_followers(group);
  ir_start(&parts.ir, last, mlirOperationGetLocation(last));
  make_numbers(&parts);
  for (int p = 0; p < masked->part_count; p++) {
    parts.part = &masked->parts[p];
    build_part(&parts);
  }
  replace_members(&parts);
  ir_finish(&parts.ir);
  free(parts.copies);
  free(parts.wholes);
}
