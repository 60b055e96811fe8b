// Before and after, where the result has another shape:
//
//   %a = memref.alloc(%n, %m) : memref<?x?xf32>      %a = memref.expand_shape %r [[0, 1]]
//                                                         output_shape [%n, %m]
//   ... %a ...                                       ... %a ...
//   %c = memref.collapse_shape %a [[0, 1]]
//   memref.copy %c, %r : memref<?xf32>
#include "transforms/lowering/share/open_results.h"

#include "transforms/ir.h"

#include <stdlib.h>

static bool is_reshape(MlirOperation op) {
  return ir_op_is(op, "memref.expand_shape") || ir_op_is(op, "memref.collapse_shape");
}

enum { MAX_RANK = 16 };

// Row-major, of some unknown size.
static bool is_open_type(MlirType type) {
  return !mlirShapedTypeHasStaticShape(type) && mlirShapedTypeGetRank(type) <= MAX_RANK &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

static bool is_freed(MlirValue buffer) {
  bool is = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    is |= ir_op_is(mlirOpOperandGetOwner(use), "memref.dealloc");
  return is;
}

// The allocation of unknown size in the block whose elements the value is, in this shape or by one
// reshape in another; null: there is none.
static MlirOperation allocation_of(MlirValue value, MlirBlock block) {
  MlirOperation none = {NULL};
  if (!mlirValueIsAOpResult(value))
    return none;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (is_reshape(op)) {
    value = mlirOperationGetOperand(op, 0);
    op = mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : none;
  }
  bool is_open = !mlirOperationIsNull(op) && ir_op_is(op, "memref.alloc") &&
                 mlirBlockEqual(mlirOperationGetBlock(op), block) &&
                 is_open_type(mlirValueGetType(value)) && !is_freed(value);
  return is_open ? op : none;
}

// The argument in the shape of the allocation, which has the sizes of that.
static MlirValue reshaped(IrBuilder *ir, MlirOperation reshape, MlirOperation allocation,
                          MlirValue argument) {
  int64_t shape[MAX_RANK];
  MlirValue operands[1 + MAX_RANK] = {argument};
  MlirType type = mlirValueGetType(mlirOperationGetResult(allocation, 0));
  intptr_t rank = mlirShapedTypeGetRank(type), sizes = mlirOperationGetNumOperands(allocation);
  MlirNamedAttribute attributes[2] = {ir_attribute(
      ir, "reassociation", mlirOperationGetAttributeByName(reshape, ir_string("reassociation")))};
  if (ir_op_is(reshape, "memref.expand_shape"))
    return ir_value(ir, "memref.collapse_shape", type, 1, operands, 1, attributes);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  for (intptr_t i = 0; i < sizes; i++)
    operands[1 + i] = mlirOperationGetOperand(allocation, i);
  attributes[1] =
      ir_attribute(ir, "static_output_shape", mlirDenseI64ArrayGet(ir->context, rank, shape));
  return ir_value(ir, "memref.expand_shape", type, 1 + (int)sizes, operands, 2, attributes);
}

static void place(MlirOperation copy, MlirOperation allocation) {
  MlirValue source = mlirOperationGetOperand(copy, 0), buffer = mlirOperationGetOperand(copy, 1);
  MlirValue allocated = mlirOperationGetResult(allocation, 0);
  if (!mlirValueEqual(source, allocated)) {
    MlirOperation reshape = mlirOpResultGetOwner(source);
    IrBuilder ir;
    ir_start(&ir, allocation, mlirOperationGetLocation(allocation));
    mlirValueReplaceAllUsesOfWith(source, buffer);
    buffer = reshaped(&ir, reshape, allocation, buffer);
    ir_finish(&ir);
    mlirOperationDestroy(reshape);
  }
  mlirOperationDestroy(copy);
  mlirValueReplaceAllUsesOfWith(allocated, buffer);
  mlirOperationDestroy(allocation);
}

static bool is_result_copy(MlirOperation op, MlirBlock body) {
  if (!ir_op_is(op, "memref.copy"))
    return false;
  MlirValue source = mlirOperationGetOperand(op, 0), target = mlirOperationGetOperand(op, 1);
  return mlirValueIsABlockArgument(target) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(target), body) && ir_has_one_use(target) &&
         mlirTypeEqual(mlirValueGetType(source), mlirValueGetType(target));
}

void open_results_place(MlirOperation function) {
  MlirBlock body = ir_function_body(function);
  if (mlirBlockIsNull(body))
    return;
  // The copies stand right before the return.
  MlirOperation end = mlirBlockGetTerminator(body);
  IrOps copies = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op)) {
    if (is_result_copy(op, body))
      ir_ops_add(&copies, op);
    else
      copies.count = 0;
  }
  for (int i = 0; i < copies.count; i++) {
    MlirOperation allocation = allocation_of(mlirOperationGetOperand(copies.ops[i], 0), body);
    if (!mlirOperationIsNull(allocation))
      place(copies.ops[i], allocation);
  }
  free(copies.ops);
}
