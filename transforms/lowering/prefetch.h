// Prefetch: constant operands of kernels, and what they read once, are asked for before.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_H
#define AUTOTUNE_TRANSFORMS_LOWERING_PREFETCH_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Adds memref.prefetch to the loop nests of the module's functions, see prefetch.c. Expects nests
// on buffers in functions on tensors, as autotune-bufferize-loops leaves them.
void prefetches_add(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
