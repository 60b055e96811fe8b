// Kernels for GPUs, by release: NVVM of MLIR 21 has no loads for tensor cores by shape.
#pragma once

#include "llvm/Config/llvm-config.h"
#include <stdbool.h>

static inline bool versions_has_gpu_kernels(void) { return LLVM_VERSION_MAJOR >= 22; }
