// LayoutValues: which tensors of a function exist with another order of dimensions. Values are
// found from the latest backwards: ops read what lies near.
#include "transforms/layout/layout_values.h"

#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinTypes.h"

void layout_values_add(LayoutValues *values, MlirValue plain, MlirValue moved, int dim) {
  if (values->count == values->capacity) {
    values->capacity = values->capacity ? 2 * values->capacity : 64;
    values->items = ir_resized(values->items, (size_t)values->capacity * sizeof *values->items);
  }
  values->items[values->count++] = (LayoutValue){plain, moved, dim};
}

const LayoutValue *layout_values_find(const LayoutValues *values, MlirValue plain) {
  for (int i = values->count; i-- > 0;)
    if (mlirValueEqual(values->items[i].plain, plain))
      return &values->items[i];
  return NULL;
}

int layout_source(int rank, int dim, int place) {
  if (dim == LAYOUT_PLAIN || place < dim)
    return place;
  return place + 1 < rank ? place + 1 : dim;
}

MlirType layout_type(MlirType plain, int dim) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(plain);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(plain, layout_source(rank, dim, d));
  return mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(plain),
                                 mlirAttributeGetNull());
}

bool layout_moves_elements(MlirType plain, int dim) {
  if (mlirShapedTypeGetDimSize(plain, dim) == 1)
    return false;
  for (intptr_t d = dim + 1; d < mlirShapedTypeGetRank(plain); d++)
    if (mlirShapedTypeGetDimSize(plain, d) > 1)
      return true;
  return false;
}

// A copy whose destination has the loops as dimensions; dimension d of the source is loop order[d].
static MlirValue permute(IrBuilder *ir, MlirValue source, MlirType type, unsigned *order) {
  int rank = (int)mlirShapedTypeGetRank(type);
  int64_t shape[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  TensorGeneric copy = {.body = TENSOR_BODY_COPY, .loop_count = rank, .input_count = 1};
  copy.operands[0] = source;
  copy.operands[1] = tensor_ops_empty(ir, rank, shape, mlirShapedTypeGetElementType(type));
  copy.maps[0] = mlirAffineMapPermutationGet(ir->context, rank, order);
  copy.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, rank);
  return tensor_ops_generic(ir, &copy);
}

MlirValue layout_transpose(IrBuilder *ir, MlirValue plain, int dim) {
  MlirType type = layout_type(mlirValueGetType(plain), dim);
  int rank = (int)mlirShapedTypeGetRank(type);
  unsigned order[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++)
    order[layout_source(rank, dim, d)] = (unsigned)d;
  return permute(ir, plain, type, order);
}

MlirValue layout_restore(IrBuilder *ir, MlirValue moved, int dim) {
  MlirType from = mlirValueGetType(moved);
  int rank = (int)mlirShapedTypeGetRank(from);
  unsigned order[WORKLOAD_MAX_RANK];
  int64_t shape[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++) {
    order[d] = (unsigned)layout_source(rank, dim, d);
    shape[order[d]] = mlirShapedTypeGetDimSize(from, d);
  }
  MlirType type = mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(from),
                                          mlirAttributeGetNull());
  return permute(ir, moved, type, order);
}
