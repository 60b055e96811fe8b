// Calls of the intrinsics of LLVM.
#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"

MlirValue ir_intrinsic(IrBuilder *ir, const char *name, MlirType type, int count,
                       const MlirValue *operands) {
  int32_t segments[2] = {count, 0};
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "intrin", mlirStringAttrGet(ir->context, ir_string(name))),
      ir_attribute(ir, "op_bundle_sizes", mlirDenseI32ArrayGet(ir->context, 0, NULL)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, segments))};
  return ir_value(ir, "llvm.call_intrinsic", type, count, operands, 3, attributes);
}
