// The ops that a dialect registers, as names: new ones of a later MLIR are met by whoever asks.
#ifndef AUTOTUNE_TEST_UNIT_TRANSFORMS_REGISTERED_OPS_SHIM_H
#define AUTOTUNE_TEST_UNIT_TRANSFORMS_REGISTERED_OPS_SHIM_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Calls `visit` with the name of every op of the loaded dialect, in alphabetical order.
void registered_ops_visit(MlirContext context, const char *dialect,
                          void (*visit)(MlirStringRef name, void *user), void *user);

#ifdef __cplusplus
}
#endif

#endif
