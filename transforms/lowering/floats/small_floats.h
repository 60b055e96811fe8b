// Floats of 16 bits and less without a call of a runtime library, which may lack it: libgcc has no
// __truncsfbf2 before its release 13.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_SMALL_FLOATS_H
#define AUTOTUNE_TRANSFORMS_LOWERING_FLOATS_SMALL_FLOATS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Below `root`: arithmetic on f16 and bf16 is done in f32 and rounded to its type after every op,
// the casts between all of these are done by what the processor of the function has, and else by
// integer arithmetic. Everything is rounded once, to nearest even.
void small_floats_lower(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
