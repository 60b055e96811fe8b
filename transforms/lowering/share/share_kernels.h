// ShareKernels: pieces of scheduled code that are equal become one private function, which all
// call.
//
// Twelve equal layers of a network are then lowered, optimised and loaded once.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_SHARE_KERNELS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_SHARE_KERNELS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// Of a function or the module: false leaves it as it is.
#define SHARE_ATTRIBUTE "autotune.share_kernels"

#ifdef __cplusplus
extern "C" {
#endif

// Takes the block of every func.func below `module` that has one block apart into pieces that hand
// no value but buffers to one another: outermost loops of vector code, mostly. A piece that is
// equal to another, but for the buffers and numbers that it uses, becomes a function; in functions
// for C (c_functions.h), which are compiled piece by piece, any piece does. Small ones stay, since
// a call would cost too much of what they do. Runs on memrefs, when every buffer has its place and
// linalg ops have become loops.
void kernels_share(MlirOperation module);

// The same, before the functions are bufferized, of the outermost loops alone that have no tensors
// left (bufferize.h) and occur twice: what comes after sees each of them once.
void kernels_share_nests(MlirOperation module);

// Marks the module as one that both leave as it is.
void kernels_keep(MlirModule module);

#ifdef __cplusplus
}
#endif

#endif
