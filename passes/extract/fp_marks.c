// See fp_marks.h.
#include "passes/extract/fp_marks.h"

#include "passes/extract/extract.h"
#include "transforms/decompose_shim.h"
#include "transforms/ir.h"
#include <stdlib.h>

static bool takes_mark(MlirOperation op) {
  return (op_is_anchor_candidate(op) || op_is_aggregate(op)) && !fp_mode_is_set(op);
}

void fp_marks_write(MlirOperation root, FpMode mode) {
  IrOps found = ir_collect(root, takes_mark);
  for (int i = 0; i < found.count; i++)
    fp_mode_mark(found.ops[i], mode);
  free(found.ops);
}

void fp_modes_write(MlirOperation root, FpMode mode, bool *out_changed) {
  IrOps found = ir_collect(root, takes_mark);
  for (int i = 0; i < found.count; i++)
    fp_mode_set(found.ops[i], mode);
  *out_changed |= found.count > 0;
  free(found.ops);
}

void fp_marks_remove(MlirOperation root) {
  IrOps found = ir_collect(root, fp_mode_is_marked);
  for (int i = 0; i < found.count; i++)
    fp_mode_unmark(found.ops[i]);
  free(found.ops);
}
