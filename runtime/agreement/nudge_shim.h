// Quantised numbers a little off: the C API has no walk that looks through bodies of linalg ops.
#ifndef AUTOTUNE_RUNTIME_AGREEMENT_NUDGE_SHIM_H
#define AUTOTUNE_RUNTIME_AGREEMENT_NUDGE_SHIM_H

#include "mlir-c/IR.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Moves what `math.roundeven` and `math.round` round in the module, in place: a number x by
// `direction` * (64 + |x|) / 2^17, which is what f32 loses of a sum of about a thousand terms that
// is counted in steps of eight bits. Left alone are numbers that become an index. False: there are
// no others.
bool nudge_roundings(MlirModule module, double direction);

#ifdef __cplusplus
}
#endif

#endif
