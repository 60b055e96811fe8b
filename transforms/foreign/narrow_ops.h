// NarrowOps: ops on tensors of narrow integers as ops on bytes.
#ifndef AUTOTUNE_TRANSFORMS_FOREIGN_NARROW_OPS_H
#define AUTOTUNE_TRANSFORMS_FOREIGN_NARROW_OPS_H

#include "mlir-c/IR.h"

// Lets a linalg op or a reshape on tensors of narrow integers read and write bytes, none of them
// negative, and its users read narrow tensors made of those. Erases `op`. False: it is another op.
bool narrow_op_lower(MlirOperation op);

#endif
