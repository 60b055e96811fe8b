// Forms and bounds as index values: a constant, a loop, or affine.apply, affine.max, affine.min.
#include "affine/emit/affine_emitter.h"

MlirAffineExpr affine_emit_index_expression(Emitter *emitter, const AffineForm *form,
                                            const int *dims) {
  MlirAffineExpr sum = mlirAffineConstantExprGet(emitter->ir.context, form->constant);
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++)
    if (form->coefficients[d]) {
      MlirAffineExpr dim = mlirAffineDimExprGet(emitter->ir.context, dims[d]);
      MlirAffineExpr factor = mlirAffineConstantExprGet(emitter->ir.context, form->coefficients[d]);
      sum = mlirAffineAddExprGet(sum, mlirAffineMulExprGet(dim, factor));
    }
  return sum;
}

static MlirAffineExpr bound_expression(Emitter *emitter, const AffineBound *bound,
                                       const int *dims) {
  MlirAffineExpr value = affine_emit_index_expression(emitter, &bound->form, dims);
  if (!bound->divisor)
    return value;
  MlirAffineExpr divisor = mlirAffineConstantExprGet(emitter->ir.context, bound->divisor);
  MlirAffineExpr factor = mlirAffineConstantExprGet(emitter->ir.context, bound->multiplier);
  MlirAffineExpr quotient = mlirAffineCeilDivExprGet(
      affine_emit_index_expression(emitter, &bound->dividend, dims), divisor);
  return mlirAffineAddExprGet(value, mlirAffineMulExprGet(quotient, factor));
}

MlirValue affine_emit_index_bounds(Emitter *emitter, const AffineBound *bounds, int count,
                                   const char *op) {
  int dims[AFFINE_MAX_DEPTH], dim_count = 0;
  MlirValue values[AFFINE_MAX_DEPTH];
  MlirAffineExpr results[AFFINE_MAX_BOUNDS];
  for (int d = 0; d < AFFINE_MAX_DEPTH; d++) {
    bool is_used = false;
    for (int i = 0; i < count; i++)
      is_used |= affine_bound_uses(&bounds[i], d);
    dims[d] = dim_count;
    if (is_used)
      values[dim_count++] = emitter->ivs[d];
  }
  for (int i = 0; i < count; i++)
    results[i] = bound_expression(emitter, &bounds[i], dims);
  if (count == 1 && mlirAffineExprIsAConstant(results[0]))
    return ir_index(&emitter->ir, mlirAffineConstantExprGetValue(results[0]));
  if (count == 1 && mlirAffineExprIsADim(results[0]))
    return values[0];
  MlirAffineMap map = mlirAffineMapGet(emitter->ir.context, dim_count, 0, count, results);
  return ir_affine(&emitter->ir, count == 1 ? "affine.apply" : op, map, dim_count, values);
}

MlirValue affine_emit_index(Emitter *emitter, const AffineForm *form) {
  AffineBound bound = affine_bound(*form);
  return affine_emit_index_bounds(emitter, &bound, 1, "affine.max");
}

MlirValue affine_emit_size(Emitter *emitter, const AffineForm *size) {
  AffineBound bounds[2] = {affine_bound(*size), affine_bound(affine_form_constant(0))};
  return affine_emit_index_bounds(emitter, bounds, 2, "affine.max");
}
