// The kernel of a piece writes into the place of the piece:
//
//   %e = tensor.empty                    %e = tensor.extract_slice %all[%i] ...
//   %p = loops that fill %e         ->   %p = loops that fill %e
//   tensor.insert_slice %p into %all     tensor.insert_slice %p into %all
//
// so that bufferization copies nothing.
#include "transforms/dynamic/sizes.h"

#include "transforms/dynamic/sized_slice.h"

#include <stdlib.h>

static bool is_placed(MlirOperation op) {
  return ir_op_is(op, "tensor.insert_slice") &&
         !mlirAttributeIsNull(mlirOperationGetAttributeByName(op, ir_string(PIECE_ATTRIBUTE)));
}

// The operand that a result of the op is the updated value of; -1: there is none.
static intptr_t updated_operand(MlirOperation op, intptr_t result) {
  if (ir_op_is(op, "scf.for"))
    return 3 + result;
  bool writes = ir_op_is(op, "vector.transfer_write") || ir_op_is(op, "tensor.insert") ||
                ir_op_is(op, "tensor.insert_slice");
  return writes ? 1 : -1;
}

// Whether whoever else reads the value is done before the op of its block updates it.
static bool is_updated_last(MlirValue value, MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  bool is = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && is;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = ir_ancestor_in(block, mlirOpOperandGetOwner(use));
    is = mlirOperationEqual(user, op) ||
         (!mlirOperationIsNull(user) && mlirOperationIsBeforeInBlock(user, op));
  }
  return is;
}

// The tensor.empty that what the op inserts is in the end; null: there is none of which nobody else
// knows.
static MlirOperation empty_behind(MlirOperation insert) {
  MlirOperation none = {NULL}, user = insert;
  MlirValue piece = mlirOperationGetOperand(insert, 0);
  while (mlirValueIsAOpResult(piece) && is_updated_last(piece, user)) {
    MlirOperation op = mlirOpResultGetOwner(piece);
    if (ir_op_is(op, "tensor.empty"))
      return ir_has_one_use(piece) ? op : none;
    intptr_t operand = updated_operand(op, mlirOpResultGetResultNumber(piece));
    user = op;
    if (operand < 0)
      return none;
    piece = mlirOperationGetOperand(op, operand);
  }
  return none;
}

static void place(MlirOperation insert) {
  IrBuilder ir;
  MlirOperation empty = empty_behind(insert);
  mlirOperationRemoveAttributeByName(insert, ir_string(PIECE_ATTRIBUTE));
  if (mlirOperationIsNull(empty) ||
      !mlirBlockEqual(mlirOperationGetBlock(empty), mlirOperationGetBlock(insert)))
    return;
  ir_start(&ir, empty, mlirOperationGetLocation(insert));
  MlirValue slice = sized_slice_of_insert(&ir, insert);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(empty, 0), slice);
  ir_finish(&ir);
  mlirOperationDestroy(empty);
}

void sizes_place(MlirOperation root) {
  IrOps inserts = ir_collect(root, is_placed);
  for (int i = 0; i < inserts.count; i++)
    place(inserts.ops[i]);
  free(inserts.ops);
}
