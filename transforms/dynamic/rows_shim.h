// Loops of structured ops on tensors that become one: MLIR's own collapsing of dimensions, which
// has no C API.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_ROWS_SHIM_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_ROWS_SHIM_H

#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// The first of two neighbouring loops, one of them of unknown extent, that are rows of a product:
// one factor is read along both and the other along none, once it is no broadcast. -1: there are
// none.
int rows_of_product(MlirOperation op);
// The first of two loops along which the op reads what marked reshapes expand, or writes what they
// collapse; -1.
int rows_beside_reshape(MlirOperation op);
// Puts an op in the place of `op` whose loops `first` and the next are one, between marked
// reshapes. Factors that are broadcast are read as they were before. False: nothing is changed.
bool rows_join(MlirOperation op, int first);
// Takes marked reshapes below `root` away that undo each other, or that collapse a tensor.empty.
void rows_cancel(MlirOperation root);
// Removes all marks.
void rows_finish(MlirOperation root);

#ifdef __cplusplus
}
#endif

#endif
