// Aliasing: which memrefs may be the same memory.
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

static bool is_select(MlirValue value) { return ir_is_made_by(value, "arith.select"); }

// Both ways of each select are looked at, of selects of selects too; after so many pairs the
// buffers may be one.
enum { MAX_PAIRS = 256 };

static bool may_share(MlirValue a, MlirValue b, int *pairs);

static bool selects_buffer(MlirValue select, MlirValue other, int *pairs) {
  MlirOperation op = mlirOpResultGetOwner(select);
  return may_share(mlirOperationGetOperand(op, 1), other, pairs) ||
         may_share(mlirOperationGetOperand(op, 2), other, pairs);
}

static bool may_share(MlirValue a, MlirValue b, int *pairs) {
  a = view_base(a);
  b = view_base(b);
  if (mlirValueEqual(a, b) || ++*pairs > MAX_PAIRS)
    return true;
  if (is_select(b))
    return selects_buffer(b, a, pairs);
  if (is_select(a))
    return selects_buffer(a, b, pairs);
  if (!mlirValueIsAOpResult(a) || !mlirValueIsAOpResult(b))
    return false;
  MlirOperation global_a = mlirOpResultGetOwner(a), global_b = mlirOpResultGetOwner(b);
  MlirStringRef name = mlirStringRefCreateFromCString("name");
  return ir_op_is(global_a, "memref.get_global") && ir_op_is(global_b, "memref.get_global") &&
         mlirAttributeEqual(mlirOperationGetAttributeByName(global_a, name),
                            mlirOperationGetAttributeByName(global_b, name));
}

bool memrefs_share_buffer(MlirValue a, MlirValue b) {
  int pairs = 0;
  return may_share(a, b, &pairs);
}
