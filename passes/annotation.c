// One name for all of them.
#include "passes/annotation.h"

#include "mlir-c/BuiltinAttributes.h"
#include "transforms/ir.h"
#include <stdio.h>

MlirAttribute annotation_get(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, ir_string(SCHEDULE_ATTRIBUTE));
}

void annotation_set(MlirOperation op, MlirAttribute annotation) {
  mlirOperationSetDiscardableAttributeByName(op, ir_string(SCHEDULE_ATTRIBUTE), annotation);
}

void annotation_remove(MlirOperation op) {
  mlirOperationRemoveDiscardableAttributeByName(op, ir_string(SCHEDULE_ATTRIBUTE));
}

void annotation_read(MlirOperation op, char *out_text, size_t size) {
  MlirAttribute attribute = annotation_get(op);
  out_text[0] = '\0';
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return;
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  snprintf(out_text, size, "%.*s", (int)text.length, text.data);
}

void annotation_write(MlirOperation op, const char *schedule) {
  annotation_set(op, mlirStringAttrGet(mlirOperationGetContext(op), ir_string(schedule)));
}
