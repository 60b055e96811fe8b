// Views: ops that pad tensors or join them, and leave the dimension alone along which a group is
// cut. They are no members of it. A member that reads what a view makes of members reads the same
// view of their pieces.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_VIEW_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_VIEW_H

#include "mlir-c/IR.h"

#include <stdbool.h>

// Whether the op is such a view along the dimension of its result.
bool sized_is_view(MlirOperation op, int dim);
// The view whose result the value is; null: none.
MlirOperation sized_view_of(MlirValue value, int dim);
// Tensors that the view reads: its first operands.
int sized_view_sources(MlirOperation view);

#endif
