// See share_kernels.h.
#include "transforms/lowering/share_kernels.h"

#include "transforms/ir.h"

bool kernel_is_shared(MlirOperation function) {
  return !mlirAttributeIsNull(
      mlirOperationGetAttributeByName(function, ir_string(KERNEL_ATTRIBUTE)));
}
