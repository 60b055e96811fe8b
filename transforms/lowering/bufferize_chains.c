// A kernel that is small enough has no loop:
//
//   %1 = tensor.insert %x into %0[%c0]     %n = scf.for ... iter_args(%t = %0) {
//   ...                               -->    %1 = tensor.insert %x into %t[%c0]
//   %n = tensor.insert %z into %m[%c9]       ...  scf.yield
//
// As a nest of one turn it is bufferized like any other; the loop goes with the canonicalization
// after it. The general analysis would compare each of the writes with all others.
#include "transforms/lowering/bufferize.h"

#include "transforms/ir.h"
#include "transforms/lowering/bufferize_plan.h"

#include <stdlib.h>

// Fewer are no trouble to the general analysis, and are left to it unless they end in a join.
enum { MIN_WRITES = 8 };

static bool is_write(MlirOperation op) {
  return bufferize_written_operand(op) >= 0 && mlirOperationGetNumResults(op) == 1;
}

// The write that takes what `op` has written and goes on with it; null when there is none, or when
// somebody else looks at it.
static MlirOperation next_write(MlirOperation op) {
  static const MlirOperation none = {NULL};
  MlirValue written = mlirOperationGetResult(op, 0);
  if (!ir_has_one_use(written))
    return none;
  MlirOpOperand use = mlirValueGetFirstUse(written);
  MlirOperation user = mlirOpOperandGetOwner(use);
  bool goes_on = is_write(user) &&
                 (int)mlirOpOperandGetOperandNumber(use) == bufferize_written_operand(user) &&
                 mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(op));
  return goes_on ? user : none;
}

// Whether a chain of writes outside of all loops begins with `op`.
static bool is_first(MlirOperation op) {
  if (!is_write(op) || !ir_op_is(mlirOperationGetParentOperation(op), "func.func"))
    return false;
  MlirValue destination = mlirOperationGetOperand(op, bufferize_written_operand(op));
  if (!mlirValueIsAOpResult(destination))
    return true;
  MlirOperation before = mlirOpResultGetOwner(destination);
  return !is_write(before) || !mlirOperationEqual(next_write(before), op);
}

// What is written is computed before the last write, so all of them can go there.
static void wrap(MlirOperation first, MlirOperation last) {
  IrBuilder ir;
  int written = bufferize_written_operand(first);
  MlirValue carried = mlirOperationGetOperand(first, written);
  ir_start(&ir, last, mlirOperationGetLocation(first));
  MlirValue zero = ir_index(&ir, 0), one = ir_index(&ir, 1);
  ir_open_for(&ir, zero, one, one, 1, &carried);
  MlirValue inside = carried;
  MlirOperation loop = ir_close_for(&ir, 1, &carried);
  ir_finish(&ir);
  MlirOperation yield = mlirBlockGetTerminator(mlirBlockArgumentGetOwner(inside));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(last, 0), mlirOperationGetResult(loop, 0));
  mlirOperationSetOperand(first, written, inside);
  for (MlirOperation op = first, next; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationEqual(op, last) ? (MlirOperation){NULL} : next_write(op);
    mlirOperationMoveBefore(op, yield);
  }
  mlirOperationSetOperand(yield, 0, mlirOperationGetResult(last, 0));
}

// Whether a part of a larger tensor is written, which joins_place looks for on buffers.
static bool is_joined(MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (ir_op_is(user, "tensor.concat") || ir_op_is(user, "tensor.insert_slice") ||
        ((ir_op_is(user, "tensor.expand_shape") || ir_op_is(user, "tensor.collapse_shape")) &&
         is_joined(mlirOperationGetResult(user, 0))))
      return true;
  }
  return false;
}

static void wrap_chain(MlirOperation first) {
  MlirOperation last = first;
  int count = 1;
  for (MlirOperation next; !mlirOperationIsNull(next = next_write(last)); last = next)
    count++;
  if (count >= MIN_WRITES || is_joined(mlirOperationGetResult(last, 0)))
    wrap(first, last);
}

void bufferize_wrap_chains(MlirOperation root) {
  IrOps chains = ir_collect(root, is_first);
  for (int i = 0; i < chains.count; i++)
    wrap_chain(chains.ops[i]);
  free(chains.ops);
}
