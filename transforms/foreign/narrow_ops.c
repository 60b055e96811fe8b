// NarrowOps: ops on tensors of narrow integers as ops on bytes.
#include "transforms/foreign/narrow_ops.h"

#include "transforms/extract/linalg_shim.h"
#include "transforms/foreign/narrow_tensor.h"
#include "transforms/group.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <stdlib.h>

// --- bodies

static MlirType i32_type(IrBuilder *ir) { return mlirIntegerTypeGet(ir->context, 32); }

// The byte, which is not negative, in an integer of at least 8 bits.
static MlirValue unsigned_in(IrBuilder *ir, MlirValue byte, MlirType type) {
  return mlirIntegerTypeGetWidth(type) == 8 ? byte : ir_unary(ir, "arith.extui", type, byte);
}

// With its highest of `bits` bits as the sign.
static MlirValue signed_in(IrBuilder *ir, MlirValue byte, int bits, MlirType type) {
  int64_t unused = (int64_t)mlirIntegerTypeGetWidth(type) - bits;
  MlirValue shift = ir_constant(ir, type, mlirIntegerAttrGet(type, unused));
  MlirValue high = ir_binary(ir, "arith.shli", unsigned_in(ir, byte, type), shift);
  return ir_binary(ir, "arith.shrsi", high, shift);
}

static bool is_wide(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) >= 8;
}

// What `user` makes of the narrow integer, made of the byte; null: another op.
static MlirValue conversion(IrBuilder *ir, MlirOperation user, MlirValue byte, int bits) {
  if (mlirOperationGetNumResults(user) != 1)
    return (MlirValue){NULL};
  MlirType type = mlirValueGetType(mlirOperationGetResult(user, 0));
  if (ir_op_is(user, "arith.extui") && is_wide(type))
    return unsigned_in(ir, byte, type);
  if (ir_op_is(user, "arith.extsi") && is_wide(type))
    return signed_in(ir, byte, bits, type);
  if (ir_op_is(user, "arith.uitofp"))
    return ir_unary(ir, "arith.sitofp", type, unsigned_in(ir, byte, i32_type(ir)));
  if (ir_op_is(user, "arith.sitofp"))
    return ir_unary(ir, "arith.sitofp", type, signed_in(ir, byte, bits, i32_type(ir)));
  return (MlirValue){NULL};
}

static void convert_uses(MlirValue narrow, MlirValue byte, int bits) {
  for (MlirOpOperand use = mlirValueGetFirstUse(narrow); !mlirOpOperandIsNull(use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    IrBuilder ir;
    use = mlirOpOperandGetNextUse(use);
    ir_start(&ir, user, mlirOperationGetLocation(user));
    MlirValue made = conversion(&ir, user, byte, bits);
    ir_finish(&ir);
    if (mlirValueIsNull(made))
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(user, 0), made);
    mlirOperationDestroy(user);
  }
}

// Argument `i` becomes a byte, from which the narrow integer is made where it is needed.
static void convert_argument(MlirBlock body, int i, int bits) {
  MlirOperation first = mlirBlockGetFirstOperation(body);
  MlirType narrow = mlirValueGetType(mlirBlockGetArgument(body, i));
  MlirContext context = mlirTypeGetContext(narrow);
  MlirLocation location = mlirOperationGetLocation(first);
  MlirValue byte = mlirBlockInsertArgument(body, i, mlirIntegerTypeGet(context, 8), location);
  MlirValue old = mlirBlockGetArgument(body, i + 1);
  IrBuilder ir;
  convert_uses(old, byte, bits);
  ir_start(&ir, first, location);
  if (!mlirOperationIsNull(first) && !mlirOpOperandIsNull(mlirValueGetFirstUse(old)))
    mlirValueReplaceAllUsesOfWith(old, ir_unary(&ir, "arith.trunci", narrow, byte));
  ir_finish(&ir);
  mlirBlockEraseArgument(body, (unsigned)(i + 1));
}

// Whether the value is the byte of an argument that was an integer of `bits` bits.
static bool is_byte_of(MlirOperation op, MlirValue value, int bits) {
  NarrowTensor tensor;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (!mlirValueIsABlockArgument(value) || !mlirBlockEqual(mlirBlockArgumentGetOwner(value), body))
    return false;
  MlirValue operand = mlirOperationGetOperand(op, mlirBlockArgumentGetArgNumber(value));
  return is_wide(mlirValueGetType(value)) &&
         narrow_tensor_read(mlirValueGetType(operand), &tensor) && tensor.bits == bits;
}

// The yielded integer of `bits` bits as a byte.
static void convert_yield(MlirOperation op, int result, int bits) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirValue value = mlirOperationGetOperand(yield, result);
  IrBuilder ir;
  ir_start(&ir, yield, mlirOperationGetLocation(yield));
  MlirOperation made =
      mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  bool is_byte = !mlirOperationIsNull(made) && ir_op_is(made, "arith.trunci") &&
                 is_byte_of(op, mlirOperationGetOperand(made, 0), bits);
  mlirOperationSetOperand(
      yield, result,
      is_byte ? mlirOperationGetOperand(made, 0)
              : ir_unary(&ir, "arith.extui", mlirIntegerTypeGet(ir.context, 8), value));
  ir_finish(&ir);
  if (is_byte)
    tensor_ops_erase_dead(made);
}

// --- linalg ops

static bool is_unread(MlirBlock body, int argument) {
  return mlirOpOperandIsNull(mlirValueGetFirstUse(mlirBlockGetArgument(body, argument)));
}

static bool read_operands(MlirOperation op, TensorOperands *out) {
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  int count = (int)mlirOperationGetNumOperands(op);
  *out = (TensorOperands){.count = count, .input_count = linalg_op_input_count(op)};
  out->loop_count = linalg_op_loop_count(op);
  if (count > GROUP_MAX_ARGUMENTS || out->loop_count > WORKLOAD_MAX_ITERATORS ||
      mlirOperationGetNumResults(op) != count - out->input_count ||
      count - out->input_count > GROUP_MAX_RESULTS ||
      !linalg_op_get_loops(op, extents, out->is_reduction))
    return false;
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirBlockIsNull(body) || mlirBlockGetNumArguments(body) != count)
    return false;
  for (int i = 0; i < count; i++) {
    out->values[i] = mlirOperationGetOperand(op, i);
    out->maps[i] = mlirArrayAttrGetElement(maps, i);
    if (mlirTypeIsAInteger(mlirValueGetType(out->values[i])) &&
        mlirIntegerTypeGetWidth(mlirValueGetType(out->values[i])) < 8)
      return false;
  }
  return true;
}

// The clone loses its body.
static void replace_results(MlirOperation op, MlirOperation made, IrBuilder *ir) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
    NarrowTensor tensor;
    MlirValue old = mlirOperationGetResult(op, r), value = mlirOperationGetResult(made, r);
    if (narrow_tensor_read(mlirValueGetType(old), &tensor))
      value = narrow_tensor_from_bytes(ir, value, &tensor);
    mlirValueReplaceAllUsesOfWith(old, value);
  }
}

static bool lower_linalg(MlirOperation op) {
  TensorOperands operands;
  IrBuilder ir;
  if (!read_operands(op, &operands))
    return false;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  ir_start(&ir, op, mlirOperationGetLocation(op));
  for (int i = 0; i < operands.count; i++) {
    NarrowTensor tensor;
    if (!narrow_tensor_read(mlirValueGetType(operands.values[i]), &tensor))
      continue;
    bool is_fresh = i >= operands.input_count && is_unread(body, i);
    operands.values[i] = is_fresh ? tensor_ops_empty(&ir, tensor.rank, tensor.shape,
                                                     mlirIntegerTypeGet(ir.context, 8))
                                  : narrow_tensor_to_bytes(&ir, operands.values[i], &tensor);
    convert_argument(body, i, tensor.bits);
    if (i >= operands.input_count)
      convert_yield(op, i - operands.input_count, tensor.bits);
  }
  replace_results(op, tensor_ops_take_body(&ir, op, &operands), &ir);
  ir_finish(&ir);
  mlirOperationDestroy(op);
  return true;
}

// --- reshapes

static bool is_view(MlirOperation op) {
  return ir_op_is(op, "tensor.expand_shape") || ir_op_is(op, "tensor.collapse_shape") ||
         ir_op_is(op, "tensor.extract_slice");
}

static bool lower_view(MlirOperation op) {
  NarrowTensor from, to;
  IrBuilder ir;
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!narrow_tensor_read(mlirValueGetType(mlirOperationGetOperand(op, 0)), &from) ||
      !narrow_tensor_read(mlirValueGetType(result), &to))
    return false;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue bytes = narrow_tensor_to_bytes(&ir, mlirOperationGetOperand(op, 0), &from);
  MlirOperation made = mlirOperationClone(op);
  mlirOperationSetOperand(made, 0, bytes);
  mlirValueSetType(mlirOperationGetResult(made, 0), narrow_tensor_byte_type(ir.context, &to));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, made);
  mlirValueReplaceAllUsesOfWith(
      result, narrow_tensor_from_bytes(&ir, mlirOperationGetResult(made, 0), &to));
  ir_finish(&ir);
  mlirOperationDestroy(op);
  return true;
}

bool narrow_op_lower(MlirOperation op) {
  if (is_view(op))
    return lower_view(op);
  return linalg_op_is_structured(op) && lower_linalg(op);
}
