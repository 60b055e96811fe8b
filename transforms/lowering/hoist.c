// Hoist: temporary buffers leave the loops that allocate and free them in every iteration.
// Invariant: a buffer and the place where it is freed stay in one block.
#include "transforms/lowering/hoist.h"

#include "transforms/ir.h"

static bool is_loop(MlirOperation op) {
  return ir_op_is(op, "scf.for") || ir_op_is(op, "affine.for");
}

// The only memref.dealloc of the buffer when it is in the buffer's own block, else null.
static MlirOperation freed_beside(MlirOperation alloc) {
  MlirOperation found = {NULL};
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!ir_op_is(user, "memref.dealloc"))
      continue;
    if (!mlirOperationIsNull(found) ||
        !mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(alloc)))
      return (MlirOperation){NULL};
    found = user;
  }
  return found;
}

static MlirWalkResult hoist(MlirOperation alloc, void *unused) {
  (void)unused;
  if (!ir_op_is(alloc, "memref.alloc") || mlirOperationGetNumOperands(alloc) != 0)
    return MlirWalkResultAdvance;
  MlirOperation dealloc = freed_beside(alloc);
  MlirOperation loop = mlirOperationGetParentOperation(alloc);
  for (; !mlirOperationIsNull(dealloc) && is_loop(loop);
       loop = mlirOperationGetParentOperation(loop)) {
    mlirOperationMoveBefore(alloc, loop);
    mlirOperationMoveAfter(dealloc, loop);
  }
  return MlirWalkResultAdvance;
}

void hoist_freed_buffers(MlirOperation root) {
  mlirOperationWalk(root, hoist, NULL, MlirWalkPostOrder);
}

static MlirWalkResult find_free_inside_loop(MlirOperation op, void *found) {
  if (!ir_op_is(op, "memref.dealloc"))
    return MlirWalkResultAdvance;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(parent) && !is_loop(parent) && !ir_op_is(parent, "scf.while") &&
         !ir_op_is(parent, "scf.parallel") && !ir_op_is(parent, "affine.parallel"))
    parent = mlirOperationGetParentOperation(parent);
  *(bool *)found = !mlirOperationIsNull(parent);
  return *(bool *)found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool hoist_frees_inside_loop(MlirOperation root) {
  bool found = false;
  mlirOperationWalk(root, find_free_inside_loop, &found, MlirWalkPreOrder);
  return found;
}
