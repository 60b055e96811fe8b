// What the lowering needs from MLIR's C++ API: making passes known to the pass registry.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LOWERING_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LOWERING_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

// Registers our own lowering passes and every upstream pass that lowering.c names. MLIR's registry
// ignores a second registration of the same pass.
void lowering_shim_register_passes(void);

#ifdef __cplusplus
}
#endif

#endif
