// Shape constraints and arithmetic of the dialect shape: where they are in a module, and the two
// pipelines that make assertions and arithmetic of them. Between the two, sizes that a constraint
// says are equal can be read (equal_dims_shim.h).
#ifndef AUTOTUNE_TRANSFORMS_FOREIGN_SHAPE_H
#define AUTOTUNE_TRANSFORMS_FOREIGN_SHAPE_H

#include "mlir-c/IR.h"

// The first op of the dialect below `root`; null: there is none.
MlirOperation shape_first(MlirOperation root);
// As --pass-pipeline takes them. The first makes assertions of constraints, and of regions that a
// constraint guards what stands behind it; the second makes arithmetic of what is left.
const char *shape_constraints_text(void);
const char *shape_arithmetic_text(void);

#endif
