// Sums, quotients and comparisons of extents.
#include "transforms/piece_range.h"

MlirValue piece_range_whole(IrBuilder *ir, MlirValue extent, int64_t known, int64_t size) {
  if (size == 1)
    return extent;
  if (known >= 0)
    return ir_index(ir, known - known % size);
  MlirAffineExpr dim = mlirAffineDimExprGet(ir->context, 0);
  MlirAffineExpr step = mlirAffineConstantExprGet(ir->context, size);
  MlirAffineExpr whole = mlirAffineMulExprGet(mlirAffineFloorDivExprGet(dim, step), step);
  return ir_affine(ir, "affine.apply", mlirAffineMapGet(ir->context, 1, 0, 1, &whole), 1, &extent);
}

MlirValue piece_range_all_or_none(IrBuilder *ir, MlirValue low, MlirValue extent, int64_t size) {
  return ir_select(ir, ir_compare_index(ir, INTEGER_GREATER_EQUAL, extent, ir_index(ir, size)),
                   extent, low);
}

MlirValue piece_range_first(IrBuilder *ir, MlirValue extent, int64_t size) {
  MlirAffineExpr dim = mlirAffineDimExprGet(ir->context, 0);
  MlirAffineExpr minus = mlirAffineConstantExprGet(ir->context, -1);
  MlirAffineExpr missing = mlirAffineModExprGet(mlirAffineMulExprGet(dim, minus),
                                                mlirAffineConstantExprGet(ir->context, size));
  MlirAffineExpr first = mlirAffineMulExprGet(missing, minus);
  return ir_affine(ir, "affine.apply", mlirAffineMapGet(ir->context, 1, 0, 1, &first), 1, &extent);
}

MlirValue piece_range_rest(IrBuilder *ir, MlirValue low, MlirValue extent, int64_t fewer,
                           int64_t size) {
  MlirValue rest = ir_binary(ir, "arith.subi", extent, low);
  MlirValue fits = ir_compare_index(ir, INTEGER_GREATER_EQUAL, ir_index(ir, size), rest);
  MlirValue is_more = ir_compare_index(ir, INTEGER_LESS, ir_index(ir, fewer), rest);
  return ir_select(ir, ir_binary(ir, "arith.andi", fits, is_more), extent, low);
}
