// What a sum has read and an op after it scales, element by element, is scaled in place:
//
//   %s = generic (i, j) {s + e}  ins(%e)         %s = generic (i, j) {s + e}  ins(%e)
//   %y = generic (i, j) {e * r}  ins(%e, %r)  -> %y = generic (i, j) {y * r}  ins(%r) outs(%e)
//
// so that rows which a cache holds need no second place in it.
#include "transforms/chain/chain_update.h"

#include "transforms/chain/chain_body.h"
#include "transforms/chain/chain_through.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"

// Whether a linalg op makes the tensor, in a new buffer, in the block of `op`.
static bool is_made_beside(MlirValue value, MlirOperation op) {
  SizedOp maker;
  return chain_read_maker(value, &maker) &&
         mlirBlockEqual(mlirOperationGetBlock(maker.op), mlirOperationGetBlock(op)) &&
         ir_is_made_by(mlirOperationGetOperand(maker.op, maker.input_count), "tensor.empty");
}

// Whether the op reads the tensor once, after all others, of which one is a sum.
static bool is_last_reader(MlirValue value, MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  bool is_last = true, is_summed = false;
  int own = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && is_last;
       use = mlirOpOperandGetNextUse(use)) {
    SizedOp reader;
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation before = ir_ancestor_in(block, user);
    own += mlirOperationEqual(user, op);
    is_last = mlirOperationEqual(user, op) ||
              (!mlirOperationIsNull(before) && mlirOperationIsBeforeInBlock(before, op));
    is_summed |= sized_op_read(user, &reader) && chain_is_sum(&reader) &&
                 (int)mlirOpOperandGetOperandNumber(use) < reader.input_count;
  }
  return is_last && is_summed && own == 1;
}

// Ops that read the result may take the op into their kernels, but not from a place that it
// updates.
static bool is_read_by_kernels(MlirOperation op) {
  bool is = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use) && !is; use = mlirOpOperandGetNextUse(use))
    is = linalg_op_is_structured(mlirOpOperandGetOwner(use));
  return is;
}

static int find_input(const SizedOp *op) {
  MlirValue result = mlirOperationGetResult(op->op, 0);
  for (int i = 0; i < op->input_count; i++) {
    MlirValue value = mlirOperationGetOperand(op->op, i);
    if (mlirTypeEqual(mlirValueGetType(value), mlirValueGetType(result)) &&
        mlirAffineMapIsIdentity(sized_op_map(op, i)) && is_made_beside(value, op->op) &&
        is_last_reader(value, op->op))
      return i;
  }
  return -1;
}

// All operands but the input, which becomes the destination.
static TensorOperands operands_without(const SizedOp *op, int input) {
  TensorOperands all = {.input_count = op->input_count - 1, .loop_count = op->loop_count};
  for (int i = 0; i < op->operand_count; i++) {
    if (i == input)
      continue;
    all.values[all.count] = mlirOperationGetOperand(op->op, i < op->input_count ? i : input);
    all.maps[all.count++] = mlirAffineMapAttrGet(sized_op_map(op, i));
  }
  return all;
}

bool chain_update(MlirOperation *op) {
  SizedOp sized;
  if (!sized_op_read(*op, &sized) || !chain_is_parallel(&sized) ||
      sized.operand_count > TENSOR_OPS_MAX_OPERANDS || chain_points(&sized) < CHAIN_MIN_POINTS ||
      sized_op_reads_destination(&sized, 0) ||
      !mlirAffineMapIsIdentity(sized_op_map(&sized, sized.input_count)) || is_read_by_kernels(*op))
    return false;
  int input = find_input(&sized);
  MlirOperation generic = input < 0 ? (MlirOperation){NULL} : linalg_op_generalize(*op);
  if (mlirOperationIsNull(generic))
    return false;
  *op = generic;
  if (!sized_op_read(generic, &sized))
    return false;
  TensorOperands operands = operands_without(&sized, input);
  MlirBlock body = ir_body(generic);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, input),
                                mlirBlockGetArgument(body, sized.input_count));
  mlirBlockEraseArgument(body, (unsigned)input);
  IrBuilder ir;
  ir_start(&ir, generic, mlirOperationGetLocation(generic));
  MlirOperation made = tensor_ops_take_body(&ir, generic, &operands);
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(generic, 0),
                                mlirOperationGetResult(made, 0));
  mlirOperationDestroy(generic);
  *op = made;
  return true;
}
