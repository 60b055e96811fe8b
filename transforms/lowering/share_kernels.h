// ShareKernels: nests of scheduled code that are equal become one private function.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_KERNELS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_KERNELS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#define KERNEL_ATTRIBUTE "autotune.kernel"

#ifdef __cplusplus
extern "C" {
#endif

// Whether a function, lowered or not, is one that kernels_share made.
bool kernel_is_shared(MlirOperation function);

#ifdef __cplusplus
}
#endif

#endif
