// What upstream knows of small floats and their casts.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_SMALL_FLOATS_SHIM_H
#define AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_SMALL_FLOATS_SHIM_H

#include "machine/architecture.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: arith.scaling_extf and scaling_truncf become casts and products; casts from and to
// f8E8M0FNU and f4E2M1FN, and between f32 and bf16, become integer arithmetic. Casts of other
// floats of 8 bits and less stay, and lowering_check_output names them.
void small_floats_expand(MlirOperation root);

// The instructions for f16 of the processor of that architecture which a function names, or else of
// any; none for a null function.
HalfInstructions half_instructions_of(MlirOperation function, const Architecture *architecture);

#ifdef __cplusplus
}
#endif

#endif
