// Constant weights of a product by panels of columns:
//
//   w: k x n   ->   packed: n/64 x k x 64
//
// The columns are cut outside of the rows, so that all pieces of rows read the same panel while it
// is in the cache; packed, as rows of many columns apart share few of its sets.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_PANELS_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_PANELS_H

#include "transforms/dynamic/sized_op.h"
#include "transforms/ir.h"

// Appends what computes the panels of `weights`, before all calls; null: it cannot.
typedef MlirValue SizedPack(IrBuilder *ir, MlirValue weights, int64_t width);

typedef struct SizedPanels {
  int operand, loop; // the weights, and the columns
  int64_t width;
} SizedPanels;

// False when the op is no product of rows of unknown number and constant weights that are worth it.
bool sized_panels_read(const SizedOp *op, SizedPanels *out_panels);
// One panel: k x width.
MlirValue sized_panel(IrBuilder *ir, MlirValue packed, MlirValue number);

#endif
