// One name for all of them.
#include "transforms/annotation.h"

#include "mlir-c/BuiltinAttributes.h"
#include "transforms/ir.h"
#include <stdio.h>

MlirAttribute annotation_get(MlirOperation op) {
  return mlirOperationGetDiscardableAttributeByName(op, ir_string(SCHEDULE_ATTRIBUTE));
}

bool annotation_is_of_script(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, ir_string(SCRIPT_ATTRIBUTE)));
}

bool annotation_is_untuned(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, ir_string(UNTUNED_ATTRIBUTE)));
}

bool annotation_keeps(MlirOperation op) {
  if (!mlirAttributeIsNull(annotation_get(op)) || annotation_is_of_script(op) ||
      annotation_is_untuned(op) || ir_is_in_device_code(op))
    return true;
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (!mlirAttributeIsNull(
            mlirOperationGetDiscardableAttributeByName(op, ir_string(PARTITION_ATTRIBUTE))))
      return true;
  return false;
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

static bool is_list_of_texts(MlirAttribute attribute) {
  if (!mlirAttributeIsAArray(attribute))
    return false;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(attribute); i++)
    if (!mlirAttributeIsAString(mlirArrayAttrGetElement(attribute, i)))
      return false;
  return true;
}

Status annotation_check(MlirOperation op, bool has_parts) {
  MlirAttribute attribute = annotation_get(op);
  if (mlirAttributeIsNull(attribute))
    return STATUS_OK;
  if (has_parts)
    return is_list_of_texts(attribute)
               ? STATUS_OK
               : status_fail(STATUS_USAGE, SCHEDULE_ATTRIBUTE
                             " is no list of texts; remove it or write a schedule for each part "
                             "of the op, such as [\"direct(vector=i1x8)\", \"\"]");
  return mlirAttributeIsAString(attribute)
             ? STATUS_OK
             : status_fail(STATUS_USAGE,
                           SCHEDULE_ATTRIBUTE " is no text; remove it or write a schedule, such as "
                                              "\"direct(vector=i1x8)\"");
}

void annotation_write(MlirOperation op, const char *schedule) {
  annotation_set(op, mlirStringAttrGet(mlirOperationGetContext(op), ir_string(schedule)));
}

static const char TARGET_ATTRIBUTE[] = "autotune.target";

void annotation_write_target(MlirOperation root, const char *target) {
  MlirStringRef text = ir_string(target);
  mlirOperationSetDiscardableAttributeByName(
      root, ir_string(TARGET_ATTRIBUTE), mlirStringAttrGet(mlirOperationGetContext(root), text));
}

void annotation_read_target(MlirOperation op, char *out_text, size_t size) {
  MlirStringRef name = ir_string(TARGET_ATTRIBUTE);
  out_text[0] = '\0';
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op)) {
    MlirAttribute target = mlirOperationGetDiscardableAttributeByName(op, name);
    if (mlirAttributeIsNull(target) || !mlirAttributeIsAString(target))
      continue;
    MlirStringRef text = mlirStringAttrGetValue(target);
    snprintf(out_text, size, "%.*s", (int)text.length, text.data);
    return;
  }
}
