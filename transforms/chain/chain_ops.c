// Reads ops, and the attribute with the number and the role.
#include "transforms/chain/chain_ops.h"

#include "base/integer.h"
#include "transforms/chain/chain.h"
#include "transforms/element_types.h"

#include "mlir-c/BuiltinAttributes.h"
#include <math.h>

static const char *const MARK = "autotune.chain";

// --- marks

void chain_mark(MlirOperation op, int number, ChainRole role) {
  const int64_t values[2] = {number, role};
  mlirOperationSetDiscardableAttributeByName(
      op, ir_string(MARK), mlirDenseI64ArrayGet(mlirOperationGetContext(op), 2, values));
}

static MlirAttribute mark_of(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, ir_string(MARK));
}

int chain_number_of(MlirOperation op) {
  MlirAttribute mark = mark_of(op);
  return mlirAttributeIsNull(mark) ? -1 : (int)mlirDenseI64ArrayGetElement(mark, 0);
}

ChainRole chain_role_of(MlirOperation op, int number) {
  return chain_number_of(op) == number ? (ChainRole)mlirDenseI64ArrayGetElement(mark_of(op), 1)
                                       : CHAIN_NONE;
}

static MlirWalkResult unmark(MlirOperation op, void *unused) {
  (void)unused;
  mlirOperationRemoveDiscardableAttributeByName(op, ir_string(MARK));
  return MlirWalkResultAdvance;
}

void chains_unmark(MlirOperation root) { mlirOperationWalk(root, unmark, NULL, MlirWalkPreOrder); }

// --- loops around an op

double chain_times_of(MlirOperation op) {
  double times = 1;
  int64_t low, high, step;
  for (op = mlirOperationGetParentOperation(op); !mlirOperationIsNull(op);
       op = mlirOperationGetParentOperation(op))
    if (ir_op_is(op, "scf.for") && ir_constant_integer(mlirOperationGetOperand(op, 0), &low) &&
        ir_constant_integer(mlirOperationGetOperand(op, 1), &high) &&
        ir_constant_integer(mlirOperationGetOperand(op, 2), &step))
      times *= fmax(ceil(((double)high - (double)low) / (double)step), 0);
  return times;
}

// --- what an op is

bool chain_has_sum(const SizedOp *op) {
  bool has = false;
  for (int l = 0; l < op->loop_count; l++)
    has |= op->is_reduction[l] && op->extents[l] > 1;
  return has;
}

bool chain_is_parallel(const SizedOp *op) {
  bool is = op->result_count == 1;
  for (int l = 0; l < op->loop_count; l++)
    is &= !op->is_reduction[l];
  return is;
}

static bool covers(const SizedOp *op, int operand) {
  bool all = true;
  for (int l = 0; l < op->loop_count; l++)
    all &= op->extents[l] == 1 || sized_op_use(op, operand, l).access == LOOP_ACCESS_DIM;
  return all;
}

bool chain_is_sum(const SizedOp *op) {
  bool is = false;
  for (int i = 0; i < op->input_count && chain_has_sum(op); i++)
    is |= covers(op, i);
  return is;
}

int64_t chain_points(const SizedOp *op) {
  int64_t points = 1;
  for (int l = 0; l < op->loop_count; l++)
    if (op->extents[l] <= 0)
      points = 0;
    else
      points = integer_multiply(points, op->extents[l]);
  return points;
}

bool chain_can_cut(const SizedOp *op, int loop) {
  bool can = op->extents[loop] > 1 && sized_op_can_cut(op, loop);
  for (int i = 0; i < op->operand_count && can; i++) {
    LoopAccess access = sized_op_use(op, i, loop).access;
    can = access == LOOP_ACCESS_DIM || access == LOOP_ACCESS_NONE;
  }
  return can;
}

MlirAttribute chain_maps_with(const SizedOp *op, int operand, MlirAffineMap map) {
  MlirAttribute all[IR_MAX_OPERANDS];
  for (int i = 0; i < op->operand_count; i++)
    all[i] = i == operand ? mlirAffineMapAttrGet(map) : mlirArrayAttrGetElement(op->maps, i);
  return mlirArrayAttrGet(mlirOperationGetContext(op->op), op->operand_count, all);
}

void chain_set_input(SizedOp *op, int operand, MlirValue value, MlirAffineMap map) {
  op->maps = chain_maps_with(op, operand, map);
  mlirOperationSetOperand(op->op, operand, value);
  mlirOperationSetAttributeByName(op->op, ir_string("indexing_maps"), op->maps);
}

int64_t chain_tensor_bytes(MlirValue tensor) {
  MlirType type = mlirValueGetType(tensor);
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
    return 0;
  int64_t bytes = (type_bits(mlirShapedTypeGetElementType(type)) + 7) / 8;
  for (int d = 0; d < mlirShapedTypeGetRank(type); d++)
    bytes = integer_multiply(bytes, mlirShapedTypeGetDimSize(type, d));
  return integer_min(bytes, MEMORY_MAX_BYTES); // so that no sum of some overflows
}
