// See aliasing.h.
#include "transforms/extract/aliasing.h"

#include "transforms/extract/structured_op.h"

// The buffer that a memref is a view of.
static MlirValue view_base(MlirValue value) {
  static const char *const views[] = {"memref.subview",
                                      "memref.cast",
                                      "memref.expand_shape",
                                      "memref.collapse_shape",
                                      "memref.view",
                                      "memref.reinterpret_cast",
                                      "memref.transpose",
                                      "memref.assume_alignment",
                                      "memref.memory_space_cast"};
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    bool is_view = false;
    for (size_t i = 0; i < sizeof views / sizeof *views; ++i)
      is_view |= ir_op_is(op, views[i]);
    if (!is_view)
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

static bool is_select(MlirValue value) {
  return mlirValueIsAOpResult(value) && ir_op_is(mlirOpResultGetOwner(value), "arith.select");
}

static bool selects_buffer(MlirValue select, MlirValue other) {
  MlirOperation op = mlirOpResultGetOwner(select);
  return memrefs_share_buffer(mlirOperationGetOperand(op, 1), other) ||
         memrefs_share_buffer(mlirOperationGetOperand(op, 2), other);
}

bool memrefs_share_buffer(MlirValue a, MlirValue b) {
  a = view_base(a);
  b = view_base(b);
  if (mlirValueEqual(a, b))
    return true;
  if (is_select(b))
    return selects_buffer(b, a);
  if (is_select(a))
    return selects_buffer(a, b);
  if (!mlirValueIsAOpResult(a) || !mlirValueIsAOpResult(b))
    return false;
  MlirOperation global_a = mlirOpResultGetOwner(a), global_b = mlirOpResultGetOwner(b);
  MlirStringRef name = mlirStringRefCreateFromCString("name");
  return ir_op_is(global_a, "memref.get_global") && ir_op_is(global_b, "memref.get_global") &&
         mlirAttributeEqual(mlirOperationGetAttributeByName(global_a, name),
                            mlirOperationGetAttributeByName(global_b, name));
}
