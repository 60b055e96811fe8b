// Workspace: the temporary buffers of functions that C calls are an argument, so that the caller
// says where they lie and no call allocates.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_ARENA_WORKSPACE_H
#define AUTOTUNE_TRANSFORMS_LOWERING_ARENA_WORKSPACE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Places the temporary buffers of every function below `module` (buffer_arena.h). In a module with
// functions for C (c_functions.h) the arena of such a function becomes its last argument, and so
// does that of a private function that they call; the caller gives it a part of its own. A function
// that calls itself, or that threads, or more than calls, refer to, allocates its arena as before.
void workspaces_place(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
