// Takes the transform script that emit=schedule left in a module out of it again. Ours are the
// sequences that carry the annotation's attribute.
#include "transforms/lowering/drop_script.h"

#include "transforms/annotation.h"
#include "transforms/ir.h"

static bool is_sequence(MlirOperation op) { return ir_op_is(op, "transform.named_sequence"); }

void script_drop(MlirOperation module) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  MlirOperation next, op = mlirBlockGetFirstOperation(body);
  bool has_dropped = false, has_others = false;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    bool is_ours = is_sequence(op) && !mlirAttributeIsNull(annotation_get(op));
    has_others |= is_sequence(op) && !is_ours;
    has_dropped |= is_ours;
    if (is_ours)
      mlirOperationDestroy(op);
  }
  if (has_dropped && !has_others)
    mlirOperationRemoveDiscardableAttributeByName(module,
                                                  ir_string("transform.with_named_sequence"));
}
