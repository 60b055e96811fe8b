// Bufferize: loop nests of vector code on tensors become loop nests on memrefs, before the general
// bufferization sees them. Each nest is planned, then rewritten, see bufferize_plan.h.
#include "transforms/lowering/bufferize.h"

#include "transforms/ir.h"
#include "transforms/lowering/bufferize_plan.h"

#include <stdlib.h>

// --- every destination for itself
//
// Common subexpression elimination leaves one tensor.empty where several were. As nobody reads it,
// the general analysis lets all of its users write into one buffer, and cannot see that the values
// written are read later: they have become buffers that are said to have no alias.

static bool is_separable(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         bufferize_is_undefined(mlirOperationGetResult(op, 0));
}

// The same undefined tensor once more, down to its tensor.empty.
static MlirValue another(MlirValue value) {
  MlirOperation op = mlirOpResultGetOwner(value), copy = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, copy);
  if (!ir_op_is(op, "tensor.empty"))
    mlirOperationSetOperand(copy, 0, another(mlirOperationGetOperand(op, 0)));
  return mlirOperationGetResult(copy, 0);
}

static void separate_uses(MlirOperation op) {
  MlirValue value = mlirOperationGetResult(op, 0);
  for (;;) {
    MlirOpOperand use = mlirValueGetFirstUse(value);
    if (mlirOpOperandIsNull(use) || mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
      return;
    mlirOperationSetOperand(mlirOpOperandGetOwner(use), mlirOpOperandGetOperandNumber(use),
                            another(value));
  }
}

// Views first, so that their copies bring tensors of their own.
static void separate_undefined(MlirOperation root) {
  IrOps undefined = ir_collect(root, is_separable);
  for (int i = undefined.count - 1; i >= 0; --i)
    separate_uses(undefined.ops[i]);
  free(undefined.ops);
}

// --- nests

static bool carries_tensors(MlirOperation loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); ++i)
    if (bufferize_is_tensor(mlirOperationGetResult(loop, i)))
      return true;
  return false;
}

static bool writes_outside(const BufferPlan *plan) {
  for (int i = 0; i < plan->count; ++i)
    if (plan->buffers[i].kind == BUFFER_DEST)
      return true;
  return false;
}

// Whether only the run knows where the loop ends: its pieces are few rows or many, and each is
// nests of its own.
static bool is_open(MlirOperation op) {
  if (!ir_op_is(op, "scf.for"))
    return false;
  MlirValue end = mlirOperationGetOperand(op, 1);
  return !mlirValueIsAOpResult(end) || !ir_op_is(mlirOpResultGetOwner(end), "arith.constant");
}

// In a loop around it that stays as it is, a nest that writes a tensor from outside stays, too: the
// general analysis sees in the nest alone that the loop has one buffer in all of its turns.
static bool bufferize_nest(MlirOperation loop, bool is_inner) {
  BufferPlan plan = {.nest = loop, .is_inner = is_inner};
  bool is_done = bufferize_plan_nest(&plan) && !(is_inner && writes_outside(&plan));
  if (is_done)
    bufferize_rewrite_nest(&plan);
  bufferize_plan_destroy(&plan);
  return is_done;
}

static void bufferize_below(MlirOperation root, bool is_inner) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(root); ++r)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(root, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation op = mlirBlockGetFirstOperation(block), next; !mlirOperationIsNull(op);
           op = next) {
        next = mlirOperationGetNextInBlock(op);
        bool is_nest =
            (ir_op_is(op, "scf.for") || ir_op_is(op, "scf.forall")) && carries_tensors(op);
        if (!is_nest || (!bufferize_nest(op, is_inner) && is_open(op)))
          bufferize_below(op, is_inner || is_nest);
      }
}

void bufferize_loops(MlirOperation root) {
  separate_undefined(root);
  bufferize_wrap_chains(root);
  bufferize_below(root, false);
}
