#include "transforms/kept_dims.h"

#include "mlir-c/BuiltinTypes.h"
#include "plan/workload.h"

void kept_dims_add_innermost(MlirType memref, bool *is_kept) {
  int64_t strides[WORKLOAD_MAX_RANK], offset;
  int last = (int)mlirShapedTypeGetRank(memref) - 1, kept = last;
  while (kept >= 0 && !is_kept[kept])
    kept--;
  if (kept < 0 || kept == last)
    return;
  (void)mlirMemRefTypeGetStridesAndOffset(memref, strides, &offset);
  is_kept[last] = mlirShapedTypeIsDynamicStrideOrOffset(strides[kept]);
}
