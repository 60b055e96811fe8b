// Sizes that the types of other operands tell.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_KNOWN_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_KNOWN_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Gives operands of ops on tensors below `root` the sizes that the op's loops have. Whether there
// were any.
bool sizes_learn(MlirOperation root);

#endif
