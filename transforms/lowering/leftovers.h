// Leftovers: what cannot be lowered, said in one line that names the op, the type and the remedy.
//
// Upstream's conversions leave an op that they have no pattern for, without a word, and fail on a
// memory space without a place; either would be met as an error from deep inside.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_LEFTOVERS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_LEFTOVERS_H

#include "base/status.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Before the conversions: STATUS_LOWERING for a memref in a memory space that is no number, and for
// a module in `module` that has ops on tensors or linalg ops. `out_op` is where, on failure. Code
// for devices (gpu.module, gpu.launch) is not looked at.
Status lowering_check_input(MlirOperation module, MlirOperation *out_op);
// After them: STATUS_LOWERING for an op of a dialect that the pipeline lowers.
Status lowering_check_output(MlirOperation module, MlirOperation *out_op);

#ifdef __cplusplus
}
#endif

#endif
