// Takes the transform script that emit=schedule left in a module out of it again.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_DROP_SCRIPT_H
#define AUTOTUNE_TRANSFORMS_LOWERING_DROP_SCRIPT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

// Erases our sequences from `module`, and the mark of a module that holds sequences when no other
// is left. Scripts of others stay.
void script_drop(MlirOperation module);

#ifdef __cplusplus
}
#endif

#endif
