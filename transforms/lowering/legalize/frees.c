// Frees of buffers in other memory spaces, in a form that upstream lowers.
#include "transforms/lowering/legalize/frees.h"

#include "transforms/ir.h"

#include <stdlib.h>

static MlirType unspaced(MlirType type) {
  MlirAttribute none = {NULL};
  if (mlirTypeIsAUnrankedMemRef(type))
    return mlirUnrankedMemRefTypeGet(mlirShapedTypeGetElementType(type), none);
  int64_t rank = mlirShapedTypeGetRank(type), *shape = ir_zeroed((size_t)rank + 1, sizeof *shape);
  for (int64_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  MlirType result = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), rank, shape,
                                      mlirMemRefTypeGetLayout(type), none);
  free(shape);
  return result;
}

static bool frees_other_space(MlirOperation op) {
  if (!ir_op_is(op, "memref.dealloc"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  return !mlirAttributeIsNull(mlirTypeIsAUnrankedMemRef(type)
                                  ? mlirUnrankedMemrefGetMemorySpace(type)
                                  : mlirMemRefTypeGetMemorySpace(type));
}

void frees_legalize(MlirOperation root) {
  IrOps frees = ir_collect(root, frees_other_space);
  for (int i = 0; i < frees.count; i++) {
    IrBuilder ir;
    MlirValue buffer = mlirOperationGetOperand(frees.ops[i], 0);
    ir_start(&ir, frees.ops[i], mlirOperationGetLocation(frees.ops[i]));
    mlirOperationSetOperand(
        frees.ops[i], 0,
        ir_unary(&ir, "memref.memory_space_cast", unspaced(mlirValueGetType(buffer)), buffer));
    ir_finish(&ir);
  }
  free(frees.ops);
}
