// PackedIntegers: tensors of integers of 2 and 4 bits as bytes.
#include "transforms/foreign/packed_integers.h"

#include "base/integer.h"
#include "transforms/constant_shim.h"
#include "transforms/foreign/float_bits.h"
#include "transforms/foreign/narrow_ops.h"
#include "transforms/foreign/narrow_tensor.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- which ops

static bool has_narrow(MlirOperation op) {
  NarrowTensor tensor;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (narrow_tensor_read(mlirValueGetType(mlirOperationGetOperand(op, i)), &tensor))
      return true;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    if (narrow_tensor_read(mlirValueGetType(mlirOperationGetResult(op, i)), &tensor))
      return true;
  return false;
}

static MlirType function_type(MlirOperation function) {
  return mlirTypeAttrGetValue(
      mlirOperationGetAttributeByName(function, ir_string("function_type")));
}

static bool has_narrow_signature(MlirOperation op) {
  NarrowTensor tensor;
  if (!ir_op_is(op, "func.func"))
    return false;
  MlirType type = function_type(op);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    if (narrow_tensor_read(mlirFunctionTypeGetInput(type, i), &tensor))
      return true;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); i++)
    if (narrow_tensor_read(mlirFunctionTypeGetResult(type, i), &tensor))
      return true;
  return false;
}

static bool is_first_wanted(MlirOperation op) { return has_narrow(op) || has_narrow_signature(op); }

static bool is_narrow_constant(MlirOperation op) {
  return ir_op_is(op, "arith.constant") && has_narrow(op);
}

// What the pass packs.
static bool comes_from_outside(MlirOperation op) {
  return has_narrow_signature(op) || is_narrow_constant(op);
}

static bool is_narrow_return(MlirOperation op) {
  return ir_op_is(op, "func.return") && has_narrow(op);
}

static bool is_narrow_call(MlirOperation op) { return ir_op_is(op, "func.call") && has_narrow(op); }
static bool is_function(MlirOperation op) { return ir_op_is(op, "func.func"); }
static bool is_reference(MlirOperation op) { return ir_op_is(op, "func.constant"); }

MlirOperation packed_integers_first(MlirOperation root) {
  MlirOperation first = ir_first(root, is_first_wanted);
  return mlirOperationIsNull(first) ? float_bits_first(root) : first;
}

// --- what comes from outside

static MlirType packed_or_same(MlirContext context, MlirType type) {
  NarrowTensor tensor;
  return narrow_tensor_read(type, &tensor) ? narrow_tensor_packed_type(context, &tensor) : type;
}

static void pack_signature(MlirOperation function) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType type = function_type(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type),
           results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = ir_zeroed((size_t)(inputs + results) + 1, sizeof *types);
  for (intptr_t i = 0; i < inputs; i++)
    types[i] = packed_or_same(context, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < results; i++)
    types[inputs + i] = packed_or_same(context, mlirFunctionTypeGetResult(type, i));
  MlirType packed = mlirFunctionTypeGet(context, inputs, types, results, types + inputs);
  mlirOperationSetAttributeByName(function, ir_string("function_type"), mlirTypeAttrGet(packed));
  free(types);
}

// The narrow tensor that lies packed in `packed`.
static MlirValue unpacked(IrBuilder *ir, MlirValue packed, const NarrowTensor *tensor) {
  return narrow_tensor_from_bytes(ir, narrow_tensor_unpack(ir, packed, tensor), tensor);
}

static void pack_arguments(MlirOperation function) {
  MlirBlock block = ir_function_body(function);
  if (mlirBlockIsNull(block))
    return;
  MlirLocation location = mlirOperationGetLocation(function);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++) {
    NarrowTensor tensor;
    MlirValue old = mlirBlockGetArgument(block, i);
    if (!narrow_tensor_read(mlirValueGetType(old), &tensor))
      continue;
    MlirType type = narrow_tensor_packed_type(mlirOperationGetContext(function), &tensor);
    MlirValue packed = mlirBlockInsertArgument(block, i, type, location);
    IrBuilder ir;
    ir_start(&ir, mlirBlockGetFirstOperation(block), location);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(block, i + 1),
                                  unpacked(&ir, packed, &tensor));
    ir_finish(&ir);
    mlirBlockEraseArgument(block, (unsigned)(i + 1));
  }
}

static void pack_operands(MlirOperation op) {
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    NarrowTensor tensor;
    MlirValue value = mlirOperationGetOperand(op, i);
    if (narrow_tensor_read(mlirValueGetType(value), &tensor))
      mlirOperationSetOperand(
          op, i, narrow_tensor_pack(&ir, narrow_tensor_to_bytes(&ir, value, &tensor), &tensor));
  }
  ir_finish(&ir);
}

// A call with packed operands and results takes the place of the old one.
static void pack_call(MlirOperation call) {
  IrBuilder ir;
  MlirOperation made = mlirOperationClone(call);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, made);
  pack_operands(made);
  ir_start(&ir, call, mlirOperationGetLocation(call));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(call); r++) {
    NarrowTensor tensor;
    MlirValue value = mlirOperationGetResult(made, r);
    if (narrow_tensor_read(mlirValueGetType(value), &tensor)) {
      mlirValueSetType(value, narrow_tensor_packed_type(ir.context, &tensor));
      value = unpacked(&ir, value, &tensor);
    }
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, r), value);
  }
  ir_finish(&ir);
  mlirOperationDestroy(call);
}

// Elements of a constant, of which MLIR keeps each in a byte.
typedef struct Elements {
  const NarrowTensor *tensor;
  const unsigned char *bytes;
  int64_t rows;
} Elements;

static void fill_packed(void *data, void *user) {
  const Elements *elements = user;
  const NarrowTensor *tensor = elements->tensor;
  unsigned char *packed = data;
  int64_t row = tensor->shape[tensor->rank - 1], in_byte = 8 / tensor->bits;
  int64_t row_bytes = integer_ceil_div(row, in_byte);
  memset(packed, 0, (size_t)(elements->rows * row_bytes));
  for (int64_t r = 0; r < elements->rows; r++)
    for (int64_t i = 0; i < row; i++) {
      int element = elements->bytes[r * row + i] & ((1 << tensor->bits) - 1);
      packed[r * row_bytes + i / in_byte] |=
          (unsigned char)(element << (i % in_byte * tensor->bits));
    }
}

static void pack_constant(MlirOperation constant) {
  NarrowTensor tensor;
  Elements elements = {.tensor = &tensor, .rows = 1};
  const void *data;
  size_t bytes;
  bool is_splat;
  MlirValue old = mlirOperationGetResult(constant, 0);
  MlirAttribute value = mlirOperationGetAttributeByName(constant, ir_string("value"));
  if (!narrow_tensor_read(mlirValueGetType(old), &tensor) ||
      !constant_get_bytes(value, &data, &bytes, &is_splat) || is_splat)
    return;
  elements.bytes = data;
  for (int d = 0; d < tensor.rank - 1; d++)
    elements.rows = integer_multiply(elements.rows, tensor.shape[d]);
  int64_t row = tensor.shape[tensor.rank - 1];
  if (bytes == 0 || bytes != (size_t)(elements.rows * row))
    return;
  IrBuilder ir;
  ir_start(&ir, constant, mlirOperationGetLocation(constant));
  MlirType type = narrow_tensor_packed_type(ir.context, &tensor);
  bytes = (size_t)(elements.rows * integer_ceil_div(row, 8 / tensor.bits));
  MlirNamedAttribute packed = ir_attribute(
      &ir, "value", constant_make_resource(type, "packed", bytes, fill_packed, &elements));
  mlirValueReplaceAllUsesOfWith(
      old, unpacked(&ir, ir_value(&ir, "arith.constant", type, 0, NULL, 1, &packed), &tensor));
  ir_finish(&ir);
  mlirOperationDestroy(constant);
}

// --- the module

static void for_each(MlirOperation root, bool (*is_wanted)(MlirOperation op),
                     void (*change)(MlirOperation op)) {
  IrOps ops = ir_collect(root, is_wanted);
  for (int i = 0; i < ops.count; i++)
    change(ops.ops[i]);
  free(ops.ops);
}

static void lower_op(MlirOperation op) { (void)narrow_op_lower(op); }

static bool is_from_bytes(MlirOperation op) {
  return mlirOperationGetNumResults(op) == 1 &&
         !mlirValueIsNull(narrow_tensor_origin(mlirOperationGetResult(op, 0)));
}

static bool is_narrow_work(MlirOperation op) { return has_narrow(op) && !is_from_bytes(op); }

static bool is_left_over(MlirOperation op) {
  return is_from_bytes(op) || (ir_op_is(op, "tensor.empty") && has_narrow(op));
}

static void erase_unused(MlirOperation root) {
  IrOps ops = ir_collect(root, is_left_over);
  for (int i = ops.count - 1; i >= 0; i--)
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(ops.ops[i], 0))))
      tensor_ops_erase_dead(ops.ops[i]);
  free(ops.ops);
}

void packed_integers_lower(MlirOperation root) {
  float_bits_lower(root);
  IrOps references = ir_collect(root, is_reference);
  free(references.ops);
  if (references.count > 0) // who calls the function that it names is not known
    return;
  for_each(root, is_function, pack_signature);
  for_each(root, is_function, pack_arguments);
  for_each(root, is_narrow_call, pack_call);
  for_each(root, is_narrow_constant, pack_constant);
  for_each(root, is_narrow_work, lower_op);
  for_each(root, is_narrow_return, pack_operands);
  erase_unused(root);
}

void packed_integers_report(const PassReport *report, MlirOperation root) {
  IrOps ops = ir_collect(root, comes_from_outside);
  if (ops.count > 0)
    pass_report_say(report, REMARK_MISSED, ops.ops[0],
                    "integers of 2 and 4 bits are tuned packed in bytes: run "
                    "--" PACK_INTEGERS_PASS " before");
  free(ops.ops);
  MlirOperation floats = float_bits_first(root);
  if (!mlirOperationIsNull(floats))
    pass_report_say(report, REMARK_MISSED, floats,
                    "floats of 4 and 8 bits are tuned as integers of their bits: run "
                    "--" PACK_INTEGERS_PASS " before");
}
