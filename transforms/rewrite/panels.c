// Panels of weights: a constant, computed before all calls, or where the insertion point is.
#include "transforms/rewrite/panels.h"

#include "transforms/cut_mark.h"
#include "transforms/extract/extract.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/tensor_ops.h"

// As a piece that is not the largest: beside the product any copy of whole vectors does.
enum { SEARCH_SHARE = 4 };

MlirValue panels_pack(IrBuilder *ir, MlirValue weights, int64_t width) {
  MlirType type = mlirValueGetType(weights);
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t terms = mlirShapedTypeGetDimSize(type, 0), columns = mlirShapedTypeGetDimSize(type, 1);
  int64_t split[3] = {terms, columns / width, width}, shape[3] = {columns / width, terms, width};
  bool is_split[2] = {false, true}, is_splat;
  const void *data;
  MlirAffineExpr dims[3];
  for (int d = 0; d < 3; d++)
    dims[d] = mlirAffineDimExprGet(ir->context, d);
  MlirAffineExpr read[3] = {dims[1], dims[0], dims[2]};
  TensorGeneric copy = {.body = TENSOR_BODY_COPY,
                        .loop_count = 3,
                        .input_count = 1,
                        .operands = {tensor_ops_expand(ir, weights, is_split, split),
                                     tensor_ops_empty(ir, 3, shape, element)},
                        .maps = {mlirAffineMapGet(ir->context, 3, 0, 3, read),
                                 mlirAffineMapGet(ir->context, 3, 0, 3, dims)}};
  bool reads_argument =
      !constant_values_get(weights, &data, &is_splat) && value_is_constant(weights, ir->block);
  MlirValue panels = tensor_ops_generic(ir, &copy);
  cut_mark_write(mlirOpResultGetOwner(panels), copy.loop_count, 0, 0, SEARCH_SHARE);
  return constant_values_settle(panels, reads_argument);
}
