// FpMarks: what the option fp= asks for, written onto the ops before anything is read
// (transforms/fp_mode.h), so that extraction, rewrites, affine nests and the kernel builder need
// nothing but the op.
#include "transforms/extract/fp_marks.h"

#include "base/text.h"
#include "transforms/decompose_shim.h"
#include "transforms/elementwise_shim.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"
#include <stdlib.h>

// --- what a user wrote

static Status fail_unknown(MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  char known[64];
  TextWriter words = text_writer(known, sizeof known);
  IrText value = {.used = 0};
  mlirAttributePrint(mlirOperationGetDiscardableAttributeByName(op, ir_string(FP_ATTRIBUTE)),
                     ir_text_add, &value);
  for (int mode = 0; mode < FP_MODE_COUNT; mode++)
    text_write(&words, "%s%s", mode ? ", " : "", fp_mode_text((FpMode)mode));
  return status_fail(STATUS_USAGE,
                     "%.*s: attribute '" FP_ATTRIBUTE "': %s is not known; use one of: %s",
                     (int)name.length, name.data, value.bytes, known);
}

static bool is_unknown(MlirOperation op) {
  if (!fp_mode_is_set(op))
    return false;
  MlirAttribute attribute = mlirOperationGetDiscardableAttributeByName(op, ir_string(FP_ATTRIBUTE));
  return !mlirAttributeIsAString(attribute) ||
         fp_mode_find(mlirStringAttrGetValue(attribute)) == FP_MODE_COUNT;
}

Status fp_marks_check(MlirOperation root, MlirLocation *out_location) {
  Status status = STATUS_OK;
  IrOps found = ir_collect(root, is_unknown);
  if (found.count) {
    *out_location = mlirOperationGetLocation(found.ops[0]);
    status = fail_unknown(found.ops[0]);
  }
  free(found.ops);
  return status;
}

// --- what a run asks for

static bool is_structured(MlirOperation op) {
  return (op_is_anchor_candidate(op) || op_is_aggregate(op)) && !fp_mode_is_set(op);
}

static bool is_loop(MlirOperation op) {
  return ir_op_is(op, "affine.for") || ir_op_is(op, "affine.parallel") || ir_op_is(op, "scf.for") ||
         ir_op_is(op, "scf.parallel");
}

static bool takes_mark(MlirOperation op) {
  return is_structured(op) || ((is_loop(op) || op_is_elementwise(op)) && !fp_mode_is_set(op));
}

void fp_marks_write(MlirOperation root, FpMode mode) {
  IrOps found = ir_collect(root, takes_mark);
  for (int i = 0; i < found.count; i++)
    fp_mode_mark(found.ops[i], mode);
  free(found.ops);
}

void fp_modes_write(MlirOperation root, FpMode mode, bool *out_changed) {
  IrOps found = ir_collect(root, is_structured);
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
