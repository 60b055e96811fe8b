// affine/emit/affine_emit_factor.c does the same to what affine/raise makes linalg ops of. Where a
// loop that the factor lacks has no steps, no element of it is read, as there may be none.
#include "transforms/dynamic/sized_factor.h"

#include "transforms/dynamic/sized_op.h"
#include "transforms/dynamic/sized_slice.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include <stdlib.h>

typedef struct ScaledFactor {
  MlirOperation product; // of the scalar and the element
  MlirValue element;     // block argument
  int operand;           // of the op, that the element is one of
} ScaledFactor;

static bool is_made_in(MlirBlock body, MlirValue value) {
  return mlirValueIsABlockArgument(value)
             ? mlirBlockEqual(mlirBlockArgumentGetOwner(value), body)
             : mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(value)), body);
}

// Number of the input that the value is an element of; -1: of none.
static int input_of(const SizedOp *op, MlirBlock body, MlirValue value) {
  if (!mlirValueIsABlockArgument(value) || !is_made_in(body, value))
    return -1;
  intptr_t number = mlirBlockArgumentGetArgNumber(value);
  return number < op->input_count ? (int)number : -1;
}

// Whether the product is the factor of another element, and of nothing else.
static bool multiplies_element(const SizedOp *op, MlirBlock body, MlirOperation product) {
  MlirValue value = mlirOperationGetResult(product, 0);
  if (!ir_has_one_use(value))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(value);
  MlirOperation user = mlirOpOperandGetOwner(use);
  return ir_op_is(user, "arith.mulf") &&
         input_of(op, body,
                  mlirOperationGetOperand(user, 1 - mlirOpOperandGetOperandNumber(use))) >= 0;
}

// Whether every loop is a subscript by itself, or none of it and an operand says how many steps it
// has, and one that makes results is none.
static bool is_read_again(const SizedOp *op, int operand) {
  MlirAffineMap map = sized_op_map(op, operand);
  bool is_again = false, is_plain = true;
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++)
    is_plain &= mlirAffineExprIsADim(mlirAffineMapGetResult(map, d));
  for (int l = 0; l < op->loop_count; l++) {
    LoopAccess access = sized_op_use(op, operand, l).access;
    is_plain &= access == LOOP_ACCESS_DIM ||
                (access == LOOP_ACCESS_NONE && sized_op_operand_of(op, l) >= 0);
    is_again |= access == LOOP_ACCESS_NONE && !op->is_reduction[l] && op->extents[l] != 1;
  }
  return is_plain && is_again && mlirAffineMapGetNumResults(map) > 0;
}

static bool is_scaled_factor(const SizedOp *op, MlirOperation product, ScaledFactor *out_factor) {
  MlirBlock body = ir_body(op->op);
  if (!ir_op_is(product, "arith.mulf"))
    return false;
  for (int i = 0; i < 2; i++) {
    MlirValue element = mlirOperationGetOperand(product, i);
    int operand = input_of(op, body, element);
    if (operand < 0 || is_made_in(body, mlirOperationGetOperand(product, 1 - i)) ||
        !ir_has_one_use(element) || !multiplies_element(op, body, product) ||
        !is_read_again(op, operand))
      continue;
    *out_factor = (ScaledFactor){product, element, operand};
    return true;
  }
  return false;
}

static bool find_factor(const SizedOp *op, ScaledFactor *out_factor) {
  for (MlirOperation at = mlirBlockGetFirstOperation(ir_body(op->op)); !mlirOperationIsNull(at);
       at = mlirOperationGetNextInBlock(at))
    if (is_scaled_factor(op, at, out_factor))
      return true;
  return false;
}

// On memrefs, of which some extent is unknown.
static bool sums_up(const SizedOp *op) {
  bool sums = false;
  for (int l = 0; l < op->loop_count; l++)
    sums |= op->is_reduction[l];
  return sums && op->result_count == 0 && sized_op_is_open(op);
}

// --- the product

// Whether the loops that the factor lacks have steps; null: they all have.
static MlirValue has_steps(IrBuilder *ir, const SizedOp *op, int operand) {
  MlirValue all = {NULL};
  MlirValue none = ir_index(ir, 0);
  for (int l = 0; l < op->loop_count; l++) {
    if (op->extents[l] >= 0 || sized_op_use(op, operand, l).access != LOOP_ACCESS_NONE)
      continue;
    int user = sized_op_operand_of(op, l);
    MlirValue size =
        sized_dim(ir, mlirOperationGetOperand(op->op, user), sized_op_use(op, user, l).dim);
    MlirValue has = ir_compare_index(ir, INTEGER_GREATER, size, none);
    all = mlirValueIsNull(all) ? has : ir_binary(ir, "arith.andi", all, has);
  }
  return all;
}

static MlirAttribute parallel_loops(IrBuilder *ir, int count) {
  MlirAttribute types[WORKLOAD_MAX_RANK];
  for (int d = 0; d < count; d++)
    types[d] = mlirAttributeParseGet(ir->context, ir_string("#linalg.iterator_type<parallel>"));
  return mlirArrayAttrGet(ir->context, count, types);
}

static void build_product(IrBuilder *ir, const ScaledFactor *factor, MlirValue source,
                          MlirValue buffer) {
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(source));
  MlirType element = mlirValueGetType(factor->element);
  MlirType types[2] = {element, element};
  MlirLocation locations[2] = {ir->location, ir->location};
  MlirBlock body = mlirBlockCreate(2, types, locations);
  ir_open_region(ir, body);
  MlirOperation copy = mlirOperationClone(factor->product);
  for (int i = 0; i < 2; i++)
    if (mlirValueEqual(mlirOperationGetOperand(copy, i), factor->element))
      mlirOperationSetOperand(copy, i, mlirBlockGetArgument(body, 0));
  mlirBlockAppendOwnedOperation(ir->block, copy);
  MlirValue value = mlirOperationGetResult(copy, 0), operands[2] = {source, buffer};
  ir_op(ir, "linalg.yield", 0, NULL, 1, &value, 0, NULL);
  MlirAttribute map = mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(ir->context, rank));
  MlirAttribute maps[2] = {map, map};
  int32_t segments[2] = {1, 1};
  MlirNamedAttribute attributes[3] = {
      ir_attribute(ir, "indexing_maps", mlirArrayAttrGet(ir->context, 2, maps)),
      ir_attribute(ir, "iterator_types", parallel_loops(ir, rank)),
      ir_attribute(ir, "operandSegmentSizes", mlirDenseI32ArrayGet(ir->context, 2, segments))};
  ir_close_region(ir, "linalg.generic", 2, operands, 3, attributes, body);
}

static void multiply(const SizedOp *op, const ScaledFactor *factor) {
  IrBuilder ir;
  MlirValue source = mlirOperationGetOperand(op->op, factor->operand);
  ir_start(&ir, op->op, mlirOperationGetLocation(factor->product));
  MlirValue buffer = sized_buffer(&ir, source, -1, 0);
  MlirValue condition = has_steps(&ir, op, factor->operand);
  if (mlirValueIsNull(condition)) {
    build_product(&ir, factor, source, buffer);
  } else {
    MlirOperation branch = ir_open_if(&ir, condition, 0, NULL);
    build_product(&ir, factor, source, buffer);
    ir_else(&ir, branch, 0, NULL);
    ir_close_if(&ir, branch, 0, NULL, NULL);
  }
  mlirOperationSetOperand(op->op, factor->operand, buffer);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(factor->product, 0), factor->element);
  mlirOperationDestroy(factor->product);
  MlirOperation release = ir_op(&ir, "memref.dealloc", 0, NULL, 1, &buffer, 0, NULL);
  ir_finish(&ir);
  mlirOperationMoveAfter(release, op->op);
}

void sized_factor_multiply(MlirOperation root) {
  SizedOp op;
  ScaledFactor factor;
  if (sized_op_read(root, &op) && sums_up(&op) && find_factor(&op, &factor))
    multiply(&op, &factor);
}
