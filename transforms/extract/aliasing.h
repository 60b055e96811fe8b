// Aliasing: which memrefs may be the same memory.
#ifndef AUTOTUNE_TRANSFORMS_EXTRACT_ALIASING_H
#define AUTOTUNE_TRANSFORMS_EXTRACT_ALIASING_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// On a linalg op: its operands share a buffer but no element, apart from those that it updates.
#define DISJOINT_ATTRIBUTE "autotune.disjoint"

// Whether both memrefs are, or may be by arith.select, views of one buffer. Arguments and results
// of other ops are taken for different buffers when they are different values, as all of linalg and
// of affine analysis does.
bool memrefs_share_buffer(MlirValue a, MlirValue b);

#endif
