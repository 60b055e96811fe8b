// MLIR's passes in its registry: its C API cannot ask what is there.
#ifndef AUTOTUNE_RUNTIME_CODEGEN_REGISTRATION_SHIM_H
#define AUTOTUNE_RUNTIME_CODEGEN_REGISTRATION_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

// Registers all of upstream's, unless they are there, as in mlir-opt: MLIR with assertions ends a
// process that registers a pipeline twice.
void registration_add_passes(void);

#ifdef __cplusplus
}
#endif

#endif
