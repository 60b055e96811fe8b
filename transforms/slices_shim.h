// Slices and paddings on tensors in forms that upstream bufferization and lowering get right.
#ifndef AUTOTUNE_TRANSFORMS_SLICES_SHIM_H
#define AUTOTUNE_TRANSFORMS_SLICES_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: every static tensor.pad that cuts something off gets a slice as its source, because
// bufferization would write in front of the buffer. A slice with steps that drops some of its
// dimensions of size 1 but not all drops them in a reshape, because memref.subview crashes on it.
void slices_legalize(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
