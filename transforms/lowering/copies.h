// Copies: memref.copy between buffers that are not contiguous, without the runtime function that
// the upstream lowering calls for them.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_COPIES_H
#define AUTOTUNE_TRANSFORMS_LOWERING_COPIES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every memref.copy of ranked memrefs below `module` becomes loops around copies of contiguous
// pieces (which lower to memcpy), or around single elements where even rows are not contiguous.
void copies_lower(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
