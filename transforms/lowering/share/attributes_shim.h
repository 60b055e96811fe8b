// All attributes of an op at once: the C API builds their list anew for each of them.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_ATTRIBUTES_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_ATTRIBUTES_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// An address that is equal for ops of one context with equal attributes.
const void *attributes_key(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif
