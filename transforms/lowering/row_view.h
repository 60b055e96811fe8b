// RowView: a row of a buffer of known sizes, as the view of it that a loop moves from row to row.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_ROW_VIEW_H
#define AUTOTUNE_TRANSFORMS_LOWERING_ROW_VIEW_H

#include "transforms/lowering/prefetch_build.h"

enum { ROW_MAX_VIEWS = 4 }; // pieces, and pieces of them

typedef struct RowView {
  MlirValue whole, part;                             // memrefs; the part is the row
  MlirOperation views[ROW_MAX_VIEWS];                // memref.subview, that of the row first
  MlirValue begin[ROW_MAX_VIEWS][PREFETCH_MAX_RANK]; // of each view in the next; null: 0
  int view_count;
  int rank, moving;   // the dimension along which the loop moves
  MlirOperation loop; // the one over rows: the innermost loop that moves the view
} RowView;

// Reads a memref.subview. Rows are whole ones of the last dimension, one at a time, of the whole or
// of a piece of it. False: it is no such row, or no loop moves it.
bool row_view_read(MlirOperation subview, RowView *out_row);

// The variable of which the value is the number itself, as the first step of a piece is; else the
// value.
MlirValue row_view_variable(MlirValue value);

#endif
