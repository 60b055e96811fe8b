// A loop over tiles and the one inside of a tile are one loop again:
//
//   affine.for %ii = 0 to n step 32         affine.for %i = 0 to n
//     affine.for %i = %ii to min(%ii + 32, n)   ->
#include "transforms/dynamic/loop_nest_read.h"

// The operand that the expression of a bound is; null: it is none.
static MlirValue operand_of(const NestBound *bound, MlirAffineExpr expression) {
  intptr_t dims = mlirAffineMapGetNumDims(bound->map);
  if (mlirAffineExprIsADim(expression))
    return mlirOperationGetOperand(bound->op,
                                   bound->first + mlirAffineDimExprGetPosition(expression));
  if (mlirAffineExprIsASymbol(expression))
    return mlirOperationGetOperand(bound->op, bound->first + dims +
                                                  mlirAffineSymbolExprGetPosition(expression));
  return (MlirValue){NULL};
}

static bool is_value(const NestBound *bound, MlirAffineExpr expression, MlirValue value) {
  MlirValue operand = operand_of(bound, expression);
  return !mlirValueIsNull(operand) && mlirValueEqual(operand, value);
}

static bool is_end_of_tile(const NestBound *bound, MlirAffineExpr expression,
                           const NestLoop *tiles) {
  if (!mlirAffineExprIsAAdd(expression))
    return false;
  MlirAffineExpr size = mlirAffineBinaryOpExprGetRHS(expression);
  return mlirAffineExprIsAConstant(size) && mlirAffineConstantExprGetValue(size) == tiles->step &&
         is_value(bound, mlirAffineBinaryOpExprGetLHS(expression), tiles->number);
}

// Whether the expression is the end of the loop over tiles, which has a single one.
static bool is_end_of_all(const NestBound *bound, MlirAffineExpr expression,
                          const NestLoop *tiles) {
  MlirAffineExpr end = mlirAffineMapGetResult(tiles->upper.map, 0);
  if (mlirAffineExprIsAConstant(end) && mlirAffineExprIsAConstant(expression))
    return mlirAffineConstantExprGetValue(end) == mlirAffineConstantExprGetValue(expression);
  MlirValue value = operand_of(&tiles->upper, end);
  return !mlirValueIsNull(value) && is_value(bound, expression, value);
}

static bool divides(const NestLoop *tiles) {
  if (!mlirAffineMapIsSingleConstant(tiles->lower.map) ||
      !mlirAffineMapIsSingleConstant(tiles->upper.map))
    return false;
  return (mlirAffineMapGetSingleConstantResult(tiles->upper.map) -
          mlirAffineMapGetSingleConstantResult(tiles->lower.map)) %
             tiles->step ==
         0;
}

static bool is_inside_tile(const NestLoop *inner, const NestLoop *tiles) {
  if (mlirAffineMapIsNull(tiles->upper.map) || mlirAffineMapIsNull(inner->upper.map) ||
      mlirAffineMapGetNumResults(tiles->upper.map) != 1 || inner->step != 1 ||
      mlirAffineMapGetNumResults(inner->lower.map) != 1 ||
      !is_value(&inner->lower, mlirAffineMapGetResult(inner->lower.map, 0), tiles->number))
    return false;
  bool ends_tile = false, ends_all = divides(tiles);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(inner->upper.map); r++) {
    MlirAffineExpr end = mlirAffineMapGetResult(inner->upper.map, r);
    if (is_end_of_tile(&inner->upper, end, tiles))
      ends_tile = true;
    else if (is_end_of_all(&inner->upper, end, tiles))
      ends_all = true;
    else
      return false;
  }
  return ends_tile && ends_all;
}

bool nest_merge_tile(ScalarNest *nest, const int *loops, int depth, const NestLoop *inner) {
  for (int i = 0; i < depth; i++) {
    NestLoop *tiles = &nest->loops[loops[i]];
    if (tiles->is_merged || !is_inside_tile(inner, tiles))
      continue;
    tiles->number = inner->number;
    tiles->step = 1;
    tiles->is_merged = true;
    return true;
  }
  return false;
}
