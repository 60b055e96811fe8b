// Single ops that compute a value of others.
#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirValue ir_affine(IrBuilder *ir, const char *op, MlirAffineMap map, int dim_count,
                    const MlirValue *dims) {
  MlirNamedAttribute attribute = ir_attribute(ir, "map", mlirAffineMapAttrGet(map));
  return ir_value(ir, op, mlirIndexTypeGet(ir->context), dim_count, dims, 1, &attribute);
}

MlirValue ir_compare_index(IrBuilder *ir, IntegerPredicate predicate, MlirValue left,
                           MlirValue right) {
  MlirNamedAttribute attribute = ir_attribute(
      ir, "predicate", mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 64), predicate));
  MlirValue operands[2] = {left, right};
  return ir_value(ir, "arith.cmpi", mlirIntegerTypeGet(ir->context, 1), 2, operands, 1, &attribute);
}

MlirValue ir_select(IrBuilder *ir, MlirValue flag, MlirValue yes, MlirValue no) {
  MlirValue operands[3] = {flag, yes, no};
  return ir_value(ir, "arith.select", mlirValueGetType(yes), 3, operands, 0, NULL);
}

MlirValue ir_dim(IrBuilder *ir, MlirValue value, int64_t dim) {
  MlirValue operands[2] = {value, ir_index(ir, dim)};
  bool is_memref = mlirTypeIsAMemRef(mlirValueGetType(value));
  return ir_value(ir, is_memref ? "memref.dim" : "tensor.dim", mlirIndexTypeGet(ir->context), 2,
                  operands, 0, NULL);
}
