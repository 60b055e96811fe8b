// KernelKind: what a function that was made of a piece of scheduled code still needs from LLVM.
#include "transforms/lowering/share/kernel_kind.h"

#include "transforms/ir.h"

KernelKind kernel_kind(MlirOperation function) {
  MlirAttribute kind = mlirOperationGetAttributeByName(function, ir_string(KERNEL_ATTRIBUTE));
  if (mlirAttributeIsNull(kind) || !mlirAttributeIsAString(kind))
    return KERNEL_NONE;
  return mlirStringRefEqual(mlirStringAttrGetValue(kind), ir_string("loops")) ? KERNEL_LOOPS
                                                                              : KERNEL_SCHEDULED;
}

MlirAttribute kernel_kind_attribute(MlirContext context, KernelKind kind) {
  return mlirStringAttrGet(context, ir_string(kind == KERNEL_LOOPS ? "loops" : "scheduled"));
}
