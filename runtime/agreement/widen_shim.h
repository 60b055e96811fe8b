// A module in double precision: the C API cannot replace types.
#ifndef AUTOTUNE_RUNTIME_AGREEMENT_WIDEN_SHIM_H
#define AUTOTUNE_RUNTIME_AGREEMENT_WIDEN_SHIM_H

#include "mlir-c/IR.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Makes f64 of every narrower float type and constant of the module, in place. False: it would mean
// something else then (floats seen as bits, calls of functions that are elsewhere), and the module
// is good for nothing but being destroyed.
bool widen_floats(MlirModule module);

#ifdef __cplusplus
}
#endif

#endif
