// Calls of the intrinsics of LLVM.
#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"

static MlirOperation call(IrBuilder *ir, const char *name, int result_count, const MlirType *type,
                          int count, const MlirValue *operands) {
  int32_t segments[2] = {count, 0};
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "intrin", mlirStringAttrGet(ir->context, ir_string(name))),
      ir_attribute(ir, "op_bundle_sizes", mlirDenseI32ArrayGet(ir->context, 0, NULL)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, segments))};
  return ir_op(ir, "llvm.call_intrinsic", result_count, type, count, operands, 3, attributes);
}

MlirValue ir_intrinsic(IrBuilder *ir, const char *name, MlirType type, int count,
                       const MlirValue *operands) {
  return mlirOperationGetResult(call(ir, name, 1, &type, count, operands), 0);
}

void ir_intrinsic_run(IrBuilder *ir, const char *name) { call(ir, name, 0, NULL, 0, NULL); }
