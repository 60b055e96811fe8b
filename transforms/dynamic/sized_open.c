// Asked of the indexing maps and types of the op.
#include "transforms/dynamic/sized_open.h"

#include "base/integer.h"
#include "mlir-c/AffineExpr.h"
#include "transforms/dynamic/sized_expected.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

enum { EXPECTED_EXTENT = 512, LEAST_EXTENT = 256, MOST_EXTENT = 4096, LEAST_BITS = 32 };

static bool has_other_open_loop(const SizedOp *op, int loop) {
  bool has = false;
  for (int l = 0; l < op->loop_count; l++)
    has |= l != loop && op->extents[l] < 0;
  return has;
}

static bool is_counter(MlirOperation op) { return ir_op_is(op, "linalg.index"); }

// Each index is one loop or a constant: windows are read by kernels that know all extents.
static bool has_plain_index(const SizedOp *op, int operand) {
  MlirAffineMap map = sized_op_map(op, operand);
  bool is_plain = true;
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, d);
    is_plain &= mlirAffineExprIsADim(index) || mlirAffineExprIsAConstant(index);
  }
  return is_plain;
}

static bool reads_openly(const SizedOp *op, int operand, int loop, bool *out_has_extent) {
  LoopUse use = sized_op_use(op, operand, loop);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  if (use.access == LOOP_ACCESS_NONE)
    return true;
  *out_has_extent = true;
  return !sized_op_is_init(op, operand) && use.access == LOOP_ACCESS_DIM &&
         mlirShapedTypeIsDynamicDim(type, use.dim);
}

static MlirType element_of(const SizedOp *op, int operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op->op, operand));
  return mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
}

// Operands are of the result's type, or of f16, which no dot product of vectors adds up in groups.
static bool is_read_alone(MlirType type, MlirType result) {
  return mlirTypeEqual(type, result) || (mlirTypeIsAF16(type) && mlirTypeIsAF32(result));
}

bool sized_op_may_stay_open(const SizedOp *op, int loop) {
  bool has_extent = false;
  MlirType element = element_of(op, op->input_count);
  bool may = op->is_reduction[loop] && !has_other_open_loop(op, loop) &&
             type_bits(element) >= LEAST_BITS && mlirOperationIsNull(ir_first(op->op, is_counter));
  for (int i = 0; i < op->operand_count && may; i++)
    may = is_read_alone(element_of(op, i), element) && has_plain_index(op, i) &&
          reads_openly(op, i, loop, &has_extent);
  return may && has_extent;
}

int64_t sized_open_extent(const SizedOp *op, int loop) {
  ExpectedSizes sizes;
  if (!sized_op_expected(op, loop, &sizes))
    return EXPECTED_EXTENT;
  return integer_clamp(sizes.values[sizes.count / 2], LEAST_EXTENT, MOST_EXTENT);
}
