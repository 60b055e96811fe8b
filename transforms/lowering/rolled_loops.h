// RolledLoops: loops of kernels that the code generator is to leave as they are.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_ROLLED_LOOPS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_ROLLED_LOOPS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Loops over pieces of an unknown extent (transforms/cut_mark.h) and every scf.for of the nests of
// vector code in them ask not to be unrolled, unless they ask for something themselves: a kernel is
// unrolled as its schedule says, and LLVM would do so again for every remainder. Nests without
// vectors stay LLVM's.
void rolled_loops_mark(MlirOperation module);

// Asks the same for an scf.for that copies, where it is in a loop over pieces. `is_scattered`: its
// steps do not lie side by side, and LLVM is not to make vectors for the case that they do.
void rolled_loops_mark_copy(MlirOperation loop, bool is_scattered);

#ifdef __cplusplus
}
#endif

#endif
