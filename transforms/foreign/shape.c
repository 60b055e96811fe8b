// See shape.h. All is upstream's.
#include "transforms/foreign/shape.h"

#include "transforms/ir.h"

static bool is_shape(MlirOperation op) { return ir_op_begins(op, "shape."); }

MlirOperation shape_first(MlirOperation root) { return ir_first(root, is_shape); }

const char *shape_constraints_text(void) {
  return "builtin.module(func.func(convert-shape-constraints,canonicalize))";
}

const char *shape_arithmetic_text(void) {
  return "builtin.module(convert-shape-to-std,canonicalize)";
}
