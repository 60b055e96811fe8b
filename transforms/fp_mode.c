// Flags are read from the printed attribute: the arith dialect has no C API.
#include "transforms/fp_mode.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "transforms/ir.h"
#include <string.h>

static const char *const mode_texts[] = {
#define X(name, text, meaning) text,
    FP_MODES(X)
#undef X
};

const char *fp_mode_text(FpMode mode) { return mode_texts[mode]; }

FpMode fp_mode_find(MlirStringRef text) {
  int mode = 0;
  while (mode < FP_MODE_COUNT && !mlirStringRefEqual(text, ir_string(mode_texts[mode])))
    mode++;
  return (FpMode)mode;
}

static const char mark_attribute[] = "autotune.fp_of_run";

static MlirAttribute attribute_of(MlirOperation op, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(op, ir_string(name));
}

static void set_attribute(MlirOperation op, const char *name, FpMode mode) {
  MlirAttribute text = mlirStringAttrGet(mlirOperationGetContext(op), ir_string(mode_texts[mode]));
  mlirOperationSetDiscardableAttributeByName(op, ir_string(name), text);
}

static FpMode mode_of(MlirOperation op, FpMode default_mode) {
  MlirAttribute attribute = attribute_of(op, FP_ATTRIBUTE);
  if (mlirAttributeIsNull(attribute))
    attribute = attribute_of(op, mark_attribute);
  if (mlirAttributeIsNull(attribute))
    return default_mode;
  FpMode mode = mlirAttributeIsAString(attribute) ? fp_mode_find(mlirStringAttrGetValue(attribute))
                                                  : FP_MODE_COUNT;
  return mode == FP_MODE_COUNT ? FP_STRICT : mode;
}

FpMode fp_mode_of(MlirOperation op) { return mode_of(op, FP_DEFAULT_OF_LINALG); }

FpMode fp_mode_of_nest(MlirOperation loop) {
  MlirOperation owner = loop;
  while (!mlirOperationIsNull(owner) && !(ir_op_is(owner, "affine.for") && fp_mode_is_set(owner)))
    owner = mlirOperationGetParentOperation(owner);
  return mode_of(mlirOperationIsNull(owner) ? loop : owner, FP_DEFAULT_OF_AFFINE);
}

bool fp_mode_is_set(MlirOperation op) {
  return !mlirAttributeIsNull(attribute_of(op, FP_ATTRIBUTE));
}

void fp_mode_set(MlirOperation op, FpMode mode) { set_attribute(op, FP_ATTRIBUTE, mode); }

bool fp_mode_is_marked(MlirOperation op) {
  return !mlirAttributeIsNull(attribute_of(op, mark_attribute));
}

void fp_mode_mark(MlirOperation op, FpMode mode) { set_attribute(op, mark_attribute, mode); }

void fp_mode_unmark(MlirOperation op) {
  mlirOperationRemoveDiscardableAttributeByName(op, ir_string(mark_attribute));
}

void fp_mode_copy(MlirOperation from, MlirOperation to) {
  static const char *const names[] = {FP_ATTRIBUTE, mark_attribute};
  for (int i = 0; i < 2; i++) {
    MlirAttribute attribute = attribute_of(from, names[i]);
    if (!mlirAttributeIsNull(attribute))
      mlirOperationSetDiscardableAttributeByName(to, ir_string(names[i]), attribute);
  }
}

// Whether the op carries the fast-math flag, alone or as a part of `fast`.
static bool has_flag(MlirOperation op, const char *flag) {
  IrText flags = {.used = 0}; // "#arith.fastmath<reassoc,contract>"
  MlirAttribute attribute = mlirOperationGetAttributeByName(op, ir_string("fastmath"));
  if (mlirAttributeIsNull(attribute))
    return false;
  mlirAttributePrint(attribute, ir_text_add, &flags);
  const char *list = strchr(flags.bytes, '<');
  return list && (strstr(list, flag) || strstr(list, "<fast>"));
}

static bool is_float_op(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         mlirTypeIsAFloat(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

bool fp_may_reassociate(FpMode mode, MlirOperation op) {
  if (mode >= FP_REASSOC || !is_float_op(op))
    return true;
  if (ir_op_is(op, "arith.maximumf") || ir_op_is(op, "arith.minimumf"))
    return true;
  return mode == FP_SOURCE && has_flag(op, "reassoc");
}

bool fp_may_contract(FpMode mode, MlirOperation product, MlirOperation sum) {
  return mode >= FP_REASSOC || (has_flag(product, "contract") && has_flag(sum, "contract"));
}

bool fp_may_approximate(FpMode mode) { return mode >= FP_SOURCE; }
