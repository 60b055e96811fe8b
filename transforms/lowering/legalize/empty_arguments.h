// Arguments without elements, of functions that take plain pointers, in types that upstream lowers.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_EMPTY_ARGUMENTS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LEGALIZE_EMPTY_ARGUMENTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: a function with llvm.bareptr takes a memref that has an extent of 0 behind its
// first one with the strides in its type, because upstream finds none in memref<8x0xf32>.
void empty_arguments_legalize(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
