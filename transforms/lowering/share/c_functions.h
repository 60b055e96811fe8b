// CFunctions: functions that C calls with plain pointers. Marked ones are lowered to functions that
// take the address of the first element of every buffer, results included, which the caller
// provides.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_C_FUNCTIONS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_C_FUNCTIONS_H

#include "mlir-c/IR.h"

#define C_FUNCTION_ATTRIBUTE "autotune.c_function"

#ifdef __cplusplus
extern "C" {
#endif

// Marks the func.func `name` of the module, which must have one, and returns it.
MlirOperation c_function_mark(MlirModule module, const char *name);

#ifdef __cplusplus
}
#endif

#endif
