// Windows of unknown size: a reduction of unknown extent that moves along an index together with a
// loop of unknown extent is a loop around the op, whose steps read all windows at one place:
//
//   %r = conv_1d ins(%x, %w : ?, ?) outs(%y : ?)
//
//   %r = for %k = 0 to size of %w: conv_1d ins(%x[%k][size of %x - size of %w + 1], %w[%k][1]) ...
//
// What is left has windows of one element, so that the other loop can be cut.
#include "transforms/dynamic/sized_windows.h"

#include "transforms/dynamic/sized_counter.h"
#include "transforms/dynamic/sized_op.h"
#include "transforms/dynamic/sized_slice.h"

#include <stdio.h>
#include <stdlib.h>

// The dimension of the operand that the loop moves, by a positive multiple of its steps; -1: none,
// or more than that.
static int moved_dim(const SizedOp *op, int operand, int loop, int64_t *out_stride) {
  MlirAffineMap map = sized_op_map(op, operand);
  int found = -1;
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
    IndexExpr index;
    if (!mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, d), loop))
      continue;
    if (found >= 0 || !sized_op_index(op, operand, (int)d, &index) || index.coefficients[loop] <= 0)
      return -1;
    found = (int)d;
    *out_stride = index.coefficients[loop];
  }
  return found;
}

// The operand of which the loop is the index of a dimension; -1: there is none, or steps of the
// loop cannot be told apart.
static int sized_operand(const SizedOp *op, int loop) {
  int sized = -1;
  bool moves = false;
  for (int i = 0; i < op->input_count; i++) {
    int64_t stride;
    LoopUse use = sized_op_use(op, i, loop);
    sized = use.access == LOOP_ACCESS_DIM ? i : sized;
    moves |= use.access == LOOP_ACCESS_OTHER;
    if (use.access == LOOP_ACCESS_OTHER && moved_dim(op, i, loop, &stride) < 0)
      return -1;
  }
  return moves ? sized : -1;
}

static int window_loop(const SizedOp *op) {
  for (int l = 0; l < op->loop_count; l++)
    if (op->extents[l] < 0 && sized_op_takes_steps(op, l) && sized_operand(op, l) >= 0)
      return l;
  return -1;
}

static bool has_window(MlirOperation op) {
  SizedOp sized;
  return sized_op_read(op, &sized) && window_loop(&sized) >= 0 && sized_op_can_be_tuned(&sized);
}

// Where what an input moves by the loop begins, and how much of it all windows read.
typedef struct Moved {
  int dim; // -1: the loop does not move it
  int64_t stride;
  MlirValue size; // null: one step of it
} Moved;

static Moved moved_of(IrBuilder *ir, const SizedOp *op, int operand, int loop, MlirValue extent) {
  LoopUse use = sized_op_use(op, operand, loop);
  if (use.access == LOOP_ACCESS_NONE)
    return (Moved){.dim = -1};
  if (use.access == LOOP_ACCESS_DIM)
    return (Moved){.dim = use.dim, .stride = 1};
  Moved moved;
  moved.dim = moved_dim(op, operand, loop, &moved.stride);
  MlirValue all = sized_dim(ir, mlirOperationGetOperand(op->op, operand), moved.dim);
  MlirValue steps = ir_binary(ir, "arith.subi", extent, ir_index(ir, 1));
  moved.size = ir_binary(ir, "arith.subi", all,
                         ir_binary(ir, "arith.muli", steps, ir_index(ir, moved.stride)));
  return moved;
}

static MlirValue step_of(IrBuilder *ir, MlirValue value, const Moved *moved, MlirValue at) {
  if (moved->dim < 0)
    return value;
  MlirValue offset = ir_binary(ir, "arith.muli", at, ir_index(ir, moved->stride));
  Piece piece = {.dim = moved->dim, .offset = offset, .size = 1, .valid = moved->size};
  return sized_part(ir, value, &piece);
}

static void build_steps(const SizedOp *op, int loop) {
  IrBuilder ir;
  MlirValue results[SIZED_OP_MAX_RESULTS];
  Moved *moved = ir_zeroed((size_t)op->input_count, sizeof *moved);
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  int sized = sized_operand(op, loop);
  MlirValue extent =
      sized_dim(&ir, mlirOperationGetOperand(op->op, sized), sized_op_use(op, sized, loop).dim);
  for (int i = 0; i < op->input_count; i++)
    moved[i] = moved_of(&ir, op, i, loop, extent);
  for (int r = 0; r < op->result_count; r++)
    results[r] = mlirOperationGetOperand(op->op, op->input_count + r);
  MlirValue one = ir_index(&ir, 1), none = ir_index(&ir, 0);
  MlirValue at = ir_open_for(&ir, none, extent, one, op->result_count, results);
  MlirOperation copy = mlirOperationClone(op->op);
  for (int i = 0; i < op->input_count; i++)
    mlirOperationSetOperand(copy, i,
                            step_of(&ir, mlirOperationGetOperand(op->op, i), &moved[i], at));
  mlirBlockAppendOwnedOperation(ir.block, copy);
  sized_counters_shift(copy, loop, at);
  for (int r = 0; r < op->result_count; r++) {
    mlirOperationSetOperand(copy, op->input_count + r, results[r]);
    results[r] = mlirOperationGetResult(copy, r);
  }
  ir_close_for(&ir, op->result_count, results);
  for (int r = 0; r < op->result_count; r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op->op, r), results[r]);
  mlirOperationDestroy(op->op);
  ir_finish(&ir);
  free(moved);
}

void sizes_step_windows(MlirOperation root, PassReport *report) {
  IrOps ops;
  for (int count = 1; count > 0; free(ops.ops)) {
    ops = ir_collect(root, has_window);
    count = ops.count;
    for (int i = 0; i < count; i++) {
      SizedOp op;
      char text[96];
      if (!sized_op_read(ops.ops[i], &op))
        continue;
      int loop = window_loop(&op);
      snprintf(text, sizeof text, "loop %d of unknown extent, of windows, is one around the op",
               loop);
      pass_report_say(report, REMARK_REWRITTEN, op.op, text);
      build_steps(&op, loop);
      report->changed = true;
    }
  }
}
