// Casts between small floats and others as integer arithmetic, as far as upstream has it.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_SMALL_FLOATS_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_SMALL_FLOATS_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: arith.scaling_extf and scaling_truncf become casts and products; casts from and to
// f8E8M0FNU and f4E2M1FN become integer arithmetic. Casts of other small floats stay, and
// lowering_check_output names them.
void small_floats_expand(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
