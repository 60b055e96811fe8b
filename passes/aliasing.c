// See aliasing.h.
#include "passes/aliasing.h"

#include "passes/structured_op.h"

// The buffer that a memref is a view of.
static MlirValue view_base(MlirValue value) {
  static const char *const views[] = {"memref.subview",      "memref.cast",
                                      "memref.expand_shape", "memref.collapse_shape",
                                      "memref.view",         "memref.reinterpret_cast",
                                      "memref.transpose"};
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    bool is_view = false;
    for (size_t i = 0; i < sizeof views / sizeof *views; ++i)
      is_view |= op_is_named(op, views[i]);
    if (!is_view)
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

bool memrefs_share_buffer(MlirValue a, MlirValue b) {
  a = view_base(a);
  b = view_base(b);
  if (mlirValueEqual(a, b))
    return true;
  if (!mlirValueIsAOpResult(a) || !mlirValueIsAOpResult(b))
    return false;
  MlirOperation global_a = mlirOpResultGetOwner(a), global_b = mlirOpResultGetOwner(b);
  MlirStringRef name = mlirStringRefCreateFromCString("name");
  return op_is_named(global_a, "memref.get_global") && op_is_named(global_b, "memref.get_global") &&
         mlirAttributeEqual(mlirOperationGetAttributeByName(global_a, name),
                            mlirOperationGetAttributeByName(global_b, name));
}
