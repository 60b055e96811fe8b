// Arithmetic and functions of scalars that a thread computes without a library of a device.
#ifndef AUTOTUNE_TRANSFORMS_SIMT_SIMT_MATH_H
#define AUTOTUNE_TRANSFORMS_SIMT_SIMT_MATH_H

#include "mlir-c/IR.h"
#include "transforms/fp_mode.h"

// Of an op of a scalar body.
bool simt_op_is_known(MlirOperation op, FpMode mode);
// Functions of vectors below a gpu.module become arithmetic and intrinsics of LLVM.
void simt_math_lower(MlirOperation gpu_module);

#endif
