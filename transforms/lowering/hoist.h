// Hoist: temporary buffers leave the loops that allocate and free them in every iteration.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_HOIST_H
#define AUTOTUNE_TRANSFORMS_LOWERING_HOIST_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Moves every memref.alloc of static shape that is freed in its own block, the body of an scf.for
// or affine.for, out of all such loops, and its memref.dealloc with it.
void hoist_freed_buffers(MlirOperation root);

// Whether something below `root` is freed inside a loop. Upstream's buffer-loop-hoisting moves
// allocations without looking at where they are freed, so it must not see such code.
bool hoist_frees_inside_loop(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
