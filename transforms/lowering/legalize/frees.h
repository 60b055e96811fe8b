// Frees of buffers in other memory spaces, in a form that upstream lowers.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_FREES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_FREES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: every memref.dealloc in a memory space casts its buffer to the default one before,
// as free() takes pointers to that only. Upstream's alloc casts what malloc() returns by itself.
void frees_legalize(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
