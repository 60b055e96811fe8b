// Asked of the indexing maps and types of the op.
#include "transforms/dynamic/sized_open.h"

#include "base/integer.h"
#include "machine/instruction.h"
#include "mlir-c/AffineExpr.h"
#include "transforms/dynamic/sized_expected.h"
#include "transforms/element_types.h"
#include "transforms/ir.h"

enum { LEAST_EXTENT = 256, MOST_EXTENT = 4096 };
enum { LEAST_BITS = 32, LEAST_OPERAND_BITS = 8 }; // of results; of what is added up

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

// Operands are of the result's type, or a narrower one of its kind.
static bool is_read_alone(MlirType type, MlirType result) {
  bool is_of_kind = mlirTypeIsAFloat(type) == mlirTypeIsAFloat(result) &&
                    mlirTypeIsAInteger(type) == mlirTypeIsAInteger(result);
  return mlirTypeEqual(type, result) || (is_of_kind && type_bits(type) >= LEAST_OPERAND_BITS &&
                                         type_bits(type) < type_bits(result));
}

// Whether an instruction of the target multiplies matrices of such operands, whose groups of terms
// fill known extents.
static bool has_matrices(const SizedOp *op, const Target *target) {
  bool has = false;
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    bool suits = row->rows > 1 && op->input_count > 1 && instruction_is_there(row, target) &&
                 row->accumulator == element_type_of(element_of(op, op->input_count));
    for (int i = 0; i < op->input_count && suits; i++)
      suits = row->operand == element_type_of(element_of(op, i));
    has |= suits;
  }
  return has;
}

bool sized_op_may_stay_open(const SizedOp *op, int loop, const Target *target) {
  bool has_extent = false;
  MlirType element = element_of(op, op->input_count);
  bool may = op->is_reduction[loop] && !has_other_open_loop(op, loop) &&
             type_bits(element) >= LEAST_BITS &&
             mlirOperationIsNull(ir_first(op->op, is_counter)) && !has_matrices(op, target);
  for (int i = 0; i < op->operand_count && may; i++)
    may = is_read_alone(element_of(op, i), element) && has_plain_index(op, i) &&
          reads_openly(op, i, loop, &has_extent);
  return may && has_extent;
}

int64_t sized_open_extent(const SizedOp *op, int loop) {
  ExpectedSizes sizes;
  if (!sized_op_expected(op, loop, &sizes))
    return SIZED_USUAL_EXTENT;
  return integer_clamp(sizes.values[sizes.count / 2], LEAST_EXTENT, MOST_EXTENT);
}
