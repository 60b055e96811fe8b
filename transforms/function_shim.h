// What the C API does not tell of ops in a function: their effects on memory, and who names it.
#ifndef AUTOTUNE_TRANSFORMS_FUNCTION_SHIM_H
#define AUTOTUNE_TRANSFORMS_FUNCTION_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether the op and everything in it only computes: it neither reads nor writes memory.
bool op_is_pure(MlirOperation op);
// Whether some op of the symbol table around the symbol names it.
bool symbol_is_used(MlirOperation symbol);
// How many times ops there name it; -1 when nobody can tell.
int symbol_use_count(MlirOperation symbol);

#ifdef __cplusplus
}
#endif

#endif
