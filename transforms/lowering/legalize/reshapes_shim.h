// Reshapes and slices of memrefs in forms that upstream lowers.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_RESHAPES_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_RESHAPES_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: a memref.expand_shape that makes more than one dynamic dimension of one becomes a
// memref.reinterpret_cast, because expand-strided-metadata of MLIR 22 crashes on it
// (llvm/llvm-project#186830). So does a memref.collapse_shape of known sizes and strides, whose
// accesses would else be divided into those of each dimension before, and a memref.subview that
// drops the innermost dimension, whose vectors would else run along the wrong one.
void reshapes_legalize(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
