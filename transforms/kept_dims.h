// Which dimensions of a memref a view of it keeps.
#ifndef AUTOTUNE_TRANSFORMS_KEPT_DIMS_H
#define AUTOTUNE_TRANSFORMS_KEPT_DIMS_H

#include "mlir-c/IR.h"
#include <stdbool.h>

// A column of an array whose rows are of unknown length keeps its one element along them, which
// says that the innermost stride is 1: sets `is_kept` of the last dimension.
void kept_dims_add_innermost(MlirType memref, bool *is_kept);

#endif
