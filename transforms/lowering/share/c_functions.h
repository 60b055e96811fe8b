// CFunctions: functions that C calls. Marked ones are lowered to functions that take every buffer,
// results included, from the caller: the address of its first element where all sizes are known,
// else all that describes a memref, one number after the other. The buffer for temporaries is the
// last argument (lowering/arena/workspace.h).
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

// Marks the func.func `name` of the module, which must have one, and returns it. out_is_open: its
// types have sizes that are not known, so its buffers come with theirs, and not as bare pointers.
MlirOperation c_function_mark(MlirModule module, const char *name, bool *out_is_open);

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
