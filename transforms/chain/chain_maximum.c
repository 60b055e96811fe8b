// Maxima of rows, from which a softmax takes the differences.
#include "transforms/chain/chain_maximum.h"

#include "transforms/chain/chain_body.h"
#include "transforms/chain/chain_ops.h"
#include "transforms/rewrite/constant_values.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"

#include <math.h>

bool chain_takes_maximum(const SizedOp *op) {
  if (op->input_count != 1 ||
      (!chain_yields(op->op, "arith.maximumf") && !chain_yields(op->op, "arith.maxnumf")))
    return false;
  MlirOperation most = mlirOpResultGetOwner(chain_yielded(op->op));
  int input = chain_is_argument(op->op, mlirOperationGetOperand(most, 0), 0) ? 0 : 1;
  return chain_is_argument(op->op, mlirOperationGetOperand(most, input), 0) &&
         chain_is_argument(op->op, mlirOperationGetOperand(most, 1 - input), 1);
}

// Whether the element that the reader has of a dimension is one of those whose maximum it reads.
static bool is_among(const SizedOp *maximum, int dim, MlirAffineMap elements, MlirAffineMap most) {
  MlirAffineExpr index = mlirAffineMapGetResult(sized_op_map(maximum, 0), dim);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(maximum->op, 0));
  if (mlirShapedTypeGetDimSize(type, dim) == 1)
    return true;
  if (!mlirAffineExprIsADim(index))
    return false;
  int loop = (int)mlirAffineDimExprGetPosition(index);
  LoopUse use = sized_op_use(maximum, 1, loop);
  if (sized_op_use(maximum, 0, loop).access != LOOP_ACCESS_DIM)
    return false;
  return use.access == LOOP_ACCESS_DIM ? mlirAffineExprEqual(mlirAffineMapGetResult(most, use.dim),
                                                             mlirAffineMapGetResult(elements, dim))
                                       : maximum->is_reduction[loop];
}

bool chain_is_bounded(MlirOperation op, MlirValue element, MlirValue most) {
  SizedOp reader, maximum;
  if (!chain_is_read(op, element) || !chain_is_read(op, most))
    return false;
  MlirOperation maker = chain_maker(chain_operand_of(op, most));
  if (mlirOperationIsNull(maker) || !sized_op_read(op, &reader) ||
      !sized_op_read(maker, &maximum) || !chain_takes_maximum(&maximum) ||
      !mlirValueEqual(mlirOperationGetOperand(maker, 0), chain_operand_of(op, element)))
    return false;
  MlirAffineMap from = sized_op_map(&reader, (int)mlirBlockArgumentGetArgNumber(element));
  MlirAffineMap at = sized_op_map(&reader, (int)mlirBlockArgumentGetArgNumber(most));
  bool is = true;
  for (int d = 0; d < (int)mlirAffineMapGetNumResults(from) && is; d++)
    is = is_among(&maximum, d, from, at);
  return is;
}

// --- where it starts

// Whether all that a body does with the maximum is to take it from one of the elements.
static bool is_taken_away(MlirOperation op, int operand) {
  if (!linalg_op_is_structured(op) || operand >= linalg_op_input_count(op))
    return false;
  MlirValue most = mlirBlockGetArgument(ir_body(op), operand);
  bool is = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(most); !mlirOpOperandIsNull(use) && is;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    is = ir_op_is(user, "arith.subf") && mlirOpOperandGetOperandNumber(use) == 1 &&
         chain_is_bounded(op, mlirOperationGetOperand(user, 0), most);
  }
  return is;
}

static bool starts_at_nan(MlirOperation op) {
  MlirAttribute start = constant_values_filling(mlirOperationGetOperand(op, 1));
  return !mlirAttributeIsNull(start) && mlirAttributeIsAFloat(start) &&
         isnan(mlirFloatAttrGetValueDouble(start));
}

static void start_at(MlirOperation op, double number) {
  MlirOperation fill = mlirOpResultGetOwner(mlirOperationGetOperand(op, 1));
  IrBuilder ir;
  ir_start(&ir, fill, mlirOperationGetLocation(fill));
  MlirType type = mlirValueGetType(mlirOperationGetOperand(fill, 0));
  mlirOperationSetOperand(fill, 0,
                          ir_constant(&ir, type, mlirFloatAttrDoubleGet(ir.context, type, number)));
  ir_finish(&ir);
}

bool chain_start_maximum(MlirOperation op) {
  SizedOp maximum;
  if (!sized_op_read(op, &maximum) || maximum.result_count != 1 ||
      chain_points(&maximum) < CHAIN_MIN_POINTS || !chain_takes_maximum(&maximum) ||
      !chain_yields(op, "arith.maxnumf") || !ir_has_one_use(mlirOperationGetOperand(op, 1)) ||
      !starts_at_nan(op))
    return false;
  bool is = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use) && is; use = mlirOpOperandGetNextUse(use))
    is = is_taken_away(mlirOpOperandGetOwner(use), (int)mlirOpOperandGetOperandNumber(use));
  if (is)
    start_at(op, -INFINITY);
  return is;
}
