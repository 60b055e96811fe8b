// CFunctions: functions that C calls with plain pointers. Marked ones are lowered to functions that
// take the address of the first element of every buffer, results included, which the caller
// provides; the buffer for temporaries is the last argument (lowering/arena/workspace.h).
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SHARE_C_FUNCTIONS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SHARE_C_FUNCTIONS_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

#define C_FUNCTION_ATTRIBUTE "autotune.c_function"
#define WORKSPACE_ATTRIBUTE "autotune.workspace_bytes"

#ifdef __cplusplus
extern "C" {
#endif

// Marks the func.func `name` of the module, which must have one, and returns it.
MlirOperation c_function_mark(MlirModule module, const char *name);

bool c_function_is(MlirOperation function);

// Gives the func.func a last argument, a buffer of so many bytes for its temporaries, and remembers
// how many.
MlirValue c_function_add_workspace(MlirOperation function, int64_t bytes);

// The bytes of that argument, lowered or not; 0: there is none.
int64_t c_function_workspace_bytes(MlirOperation function);

#ifdef __cplusplus
}
#endif

#endif
