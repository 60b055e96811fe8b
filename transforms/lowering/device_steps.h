// DeviceSteps: what the kernels of --autotune-gpu and the functions that launch them are lowered
// by.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_DEVICE_STEPS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_DEVICE_STEPS_H

#ifdef __cplusplus
extern "C" {
#endif

// Pipelines of builtin.module, as mlir-opt takes them after --pass-pipeline=. Lent for ever.
//
// The host's side: tensors become buffers, calls of functions their bodies, results and temporaries
// of functions for C buffers of the caller (share/c_functions.h).
const char *device_buffers_text(void);
// The kernels: every gpu.module becomes a gpu.binary of PTX, or of machine code by ptxas.
const char *device_ptx_text(void);
const char *device_binary_text(void);

#ifdef __cplusplus
}
#endif

#endif
