// Weights of a product by panels of columns:
//
//   w: k x n   ->   packed: n/64 x k x 64
//
// The columns are cut outside of the rows, so that all pieces of rows read the same panel while it
// is in the cache; packed, as rows of many columns apart share few of its sets. Constant weights
// are packed before all calls, those of a call where they meet many rows (CUT_MANY), a few panels
// at a time.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_PANELS_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_PANELS_H

#include "transforms/dynamic/sized_op.h"
#include "transforms/ir.h"

// Appends what computes the panels of `weights`, of constant ones before all calls; null: it
// cannot.
typedef MlirValue SizedPack(IrBuilder *ir, MlirValue weights, int64_t width);

typedef struct SizedPanels {
  int operand, loop; // the weights, and the columns
  int64_t width;
  int64_t at_once;   // columns that are packed together
  int64_t bytes;     // of all weights
  int64_t row_bytes; // from one row to the next
  bool is_constant;
} SizedPanels;

// False when the op is no product of rows of unknown number and weights that are worth it: constant
// ones, or those that many rows meet.
bool sized_panels_read(const SizedOp *op, SizedPanels *out_panels);
// Whether that would be so if many rows met the weights, which are not constant.
bool sized_panels_need_many(const SizedOp *op);
// One panel: k x width.
MlirValue sized_panel(IrBuilder *ir, MlirValue packed, MlirValue number);

#endif
