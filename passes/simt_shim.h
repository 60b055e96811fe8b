// Registration of the pass autotune-gpu.
#ifndef AUTOTUNE_PASSES_SIMT_SHIM_H
#define AUTOTUNE_PASSES_SIMT_SHIM_H

#define SIMT_PASS "autotune-gpu"

#ifdef __cplusplus
extern "C" {
#endif

// Adds it to MLIR's registry. A second call does nothing.
void simt_pass_register(void);

#ifdef __cplusplus
}
#endif

#endif
