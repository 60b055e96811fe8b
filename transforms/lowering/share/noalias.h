// Noalias: kernels learn which of their buffers share no memory with another.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_NOALIAS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_NOALIAS_H

#include "mlir-c/IR.h"

// Marks every argument of a kernel (kernel_kind.h) below `module` that is a buffer which overlaps
// no other of the same call (aliases.h), at any of the calls, as llvm.noalias. Buffers have their
// places already.
void kernels_mark_noalias(MlirOperation module);

#endif
