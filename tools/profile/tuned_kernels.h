// TunedKernels: what the pass makes of the ops of a module, each op with what is fused with it and
// what is said of it.
#ifndef AUTOTUNE_TOOLS_PROFILE_TUNED_KERNELS_H
#define AUTOTUNE_TOOLS_PROFILE_TUNED_KERNELS_H

#include "mlir-c/IR.h"
#include "passes/options.h"
#include "tools/profile/profile_kernel.h"

typedef struct TunedKernels {
  ProfileKernel *items; // owned, in the order of tuning
  int count;
  char (*reasons)[256]; // owned: per numbered op what was said of it, "" where nothing was
  Target target;        // of the first
} TunedKernels;

// Tunes `module` in place, of which `op_count` ops were numbered. The caller owns the kernels.
Status tuned_kernels_make(MlirModule module, const TuneOptions *options, int op_count,
                          TunedKernels *out_kernels);
void tuned_kernels_destroy(TunedKernels *kernels);

#endif
