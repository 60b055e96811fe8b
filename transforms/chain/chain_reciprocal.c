// Where ops may be reassociated, an element that is divided by a number of its row is multiplied
// with the reciprocal of the number, which is computed once a row:
//
//   %p = generic (i, j) {e / s}  ins(%e, %s)   ->   %r = generic (i) {1 / s}  ins(%s)
//                                                   %p = generic (i, j) {e * r}  ins(%e, %r)
//
// What the body computes of the row before it divides, a square root, goes with it.
#include "transforms/chain/chain_multiply.h"

#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"

enum {
  MAX_PARTS = 16,
  MIN_ROW = 4,
  MIN_POINTS = 1024, // which save as many cycles as one more kernel takes
};

// A division of a body, and the ops before it that compute the divisor of one input alone.
typedef struct Quotient {
  SizedOp op;
  MlirOperation division;
  int input;
  int count;
  MlirOperation parts[MAX_PARTS]; // users before what they use
  bool is_row[WORKLOAD_MAX_ITERATORS];
} Quotient;

static bool is_part(const Quotient *quotient, MlirOperation op) {
  bool is = false;
  for (int i = 0; i < quotient->count && !is; i++)
    is = mlirOperationEqual(quotient->parts[i], op);
  return is;
}

// What one more value of the divisor is: constants and other values from outside stay there.
static bool take_value(Quotient *quotient, MlirBlock body, MlirValue value) {
  if (mlirValueIsABlockArgument(value)) {
    if (!mlirBlockEqual(mlirBlockArgumentGetOwner(value), body))
      return true;
    int argument = (int)mlirBlockArgumentGetArgNumber(value);
    bool fits = quotient->input < 0 || quotient->input == argument;
    quotient->input = argument;
    return fits && argument < quotient->op.input_count;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), body) || is_part(quotient, op))
    return true;
  bool computes = (ir_op_begins(op, "arith.") || ir_op_begins(op, "math.")) &&
                  mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumRegions(op) == 0;
  if (!computes || quotient->count == MAX_PARTS)
    return false;
  quotient->parts[quotient->count++] = op;
  return true;
}

// Whether nothing but the divisor is made of the input and of the parts.
static bool is_private(const Quotient *quotient, MlirValue value) {
  bool is = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && is;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    is = is_part(quotient, user) ||
         (mlirOperationEqual(user, quotient->division) && mlirOpOperandGetOperandNumber(use) == 1);
  }
  return is;
}

// As they are in the body, the last first: one that was found early may be used by a later one.
static void sort_parts(Quotient *quotient) {
  const Quotient found = *quotient;
  MlirOperation op = mlirBlockGetFirstOperation(ir_body(found.op.op));
  for (int left = found.count; left > 0; op = mlirOperationGetNextInBlock(op))
    if (is_part(&found, op))
      quotient->parts[--left] = op;
}

static bool read_divisor(Quotient *quotient) {
  MlirBlock body = ir_body(quotient->op.op);
  MlirValue divisor = mlirOperationGetOperand(quotient->division, 1);
  quotient->input = -1;
  quotient->count = 0;
  bool fits = take_value(quotient, body, divisor);
  for (int i = 0; i < quotient->count && fits; i++)
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(quotient->parts[i]) && fits; o++)
      fits = take_value(quotient, body, mlirOperationGetOperand(quotient->parts[i], o));
  fits = fits && quotient->input >= 0;
  for (int i = 0; i < quotient->count && fits; i++)
    fits = is_private(quotient, mlirOperationGetResult(quotient->parts[i], 0));
  if (!fits)
    return false;
  sort_parts(quotient);
  MlirValue argument = mlirBlockGetArgument(body, quotient->input);
  return is_private(quotient, argument) &&
         mlirTypeEqual(mlirValueGetType(argument), mlirValueGetType(divisor));
}

// Whether the input has an element for some loops and none for others, which take long enough.
static bool read_row(Quotient *quotient) {
  const SizedOp *op = &quotient->op;
  int64_t repeats = 1, points = 1;
  bool fits = true, is_any = false;
  for (int l = 0; l < op->loop_count; l++) {
    LoopAccess access = sized_op_use(op, quotient->input, l).access;
    fits &= (access == LOOP_ACCESS_DIM || access == LOOP_ACCESS_NONE) && op->extents[l] > 0;
    quotient->is_row[l] = access == LOOP_ACCESS_DIM;
    is_any |= quotient->is_row[l];
    points *= op->extents[l];
    if (access == LOOP_ACCESS_NONE)
      repeats *= op->extents[l];
  }
  return fits && is_any && repeats >= MIN_ROW && points >= MIN_POINTS;
}

static bool read_quotient(MlirOperation division, Quotient *quotient) {
  quotient->division = division;
  MlirType type = mlirValueGetType(mlirOperationGetResult(division, 0));
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) >= 32 && read_divisor(quotient) &&
         read_row(quotient);
}

// --- building

typedef struct Mapping {
  const Quotient *quotient;
  MlirBlock from;
  MlirValue made[MAX_PARTS]; // of each part
} Mapping;

static MlirValue mapped(const Mapping *mapping, MlirBlock to, MlirValue value) {
  const Quotient *quotient = mapping->quotient;
  if (mlirValueIsABlockArgument(value))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(value), mapping->from)
               ? mlirBlockGetArgument(to, 0)
               : value;
  MlirValue result = value;
  for (int i = 0; i < quotient->count; i++)
    if (mlirOperationEqual(quotient->parts[i], mlirOpResultGetOwner(value)))
      result = mapping->made[i];
  return result;
}

static MlirValue build_reciprocal(IrBuilder *ir, MlirBlock body, void *user) {
  Mapping *mapping = user;
  const Quotient *quotient = mapping->quotient;
  for (int i = quotient->count - 1; i >= 0; i--) {
    MlirOperation part = mlirOperationClone(quotient->parts[i]);
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(part); o++)
      mlirOperationSetOperand(part, o, mapped(mapping, body, mlirOperationGetOperand(part, o)));
    mlirBlockAppendOwnedOperation(body, part);
    mapping->made[i] = mlirOperationGetResult(part, 0);
  }
  MlirType type = mlirValueGetType(mlirOperationGetResult(quotient->division, 0));
  MlirNamedAttribute one = ir_attribute(ir, "value", mlirFloatAttrDoubleGet(ir->context, type, 1));
  return ir_binary(ir, "arith.divf", ir_value(ir, "arith.constant", type, 0, NULL, 1, &one),
                   mapped(mapping, body, mlirOperationGetOperand(quotient->division, 1)));
}

// The map of the input over the loops of the row alone.
static MlirAffineMap row_map(MlirAffineMap map, const int *row_of, int rows) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[WORKLOAD_MAX_RANK];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t d = 0; d < rank; d++) {
    indices[d] = mlirAffineMapGetResult(map, d);
    if (mlirAffineExprIsADim(indices[d]))
      indices[d] = mlirAffineDimExprGet(context, row_of[mlirAffineDimExprGetPosition(indices[d])]);
  }
  return mlirAffineMapGet(context, rows, 0, rank, indices);
}

static MlirValue make_reciprocals(const Quotient *quotient, MlirAffineMap *out_map) {
  const SizedOp *op = &quotient->op;
  IrBuilder ir;
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  int row_of[WORKLOAD_MAX_ITERATORS] = {0}, rows = 0;
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  MlirAffineExpr dims[WORKLOAD_MAX_ITERATORS];
  for (int l = 0; l < op->loop_count; l++)
    if (quotient->is_row[l]) {
      row_of[l] = rows;
      shape[rows] = op->extents[l];
      dims[rows++] = mlirAffineDimExprGet(ir.context, l);
    }
  MlirAffineMap from = sized_op_map(op, quotient->input);
  MlirType type = mlirValueGetType(mlirOperationGetResult(quotient->division, 0));
  Mapping mapping = {quotient, ir_body(op->op), {{NULL}}};
  TensorGeneric generic = {
      .build = build_reciprocal,
      .user = &mapping,
      .loop_count = rows,
      .input_count = 1,
      .operands = {mlirOperationGetOperand(op->op, quotient->input),
                   tensor_ops_empty(&ir, rows, shape, type)},
      .maps = {row_map(from, row_of, rows), mlirAffineMapMultiDimIdentityGet(ir.context, rows)}};
  MlirValue result = tensor_ops_generic(&ir, &generic);
  fp_mode_copy(op->op, mlirOpResultGetOwner(result));
  *out_map = mlirAffineMapGet(ir.context, op->loop_count, 0, rows, dims);
  ir_finish(&ir);
  return result;
}

static void multiply(Quotient *quotient) {
  MlirAffineMap map;
  MlirValue reciprocals = make_reciprocals(quotient, &map);
  MlirOperation op = quotient->op.op, division = quotient->division;
  MlirBlock body = ir_body(op);
  IrBuilder ir;
  ir_start(&ir, division, mlirOperationGetLocation(division));
  MlirValue product = ir_binary(&ir, "arith.mulf", mlirOperationGetOperand(division, 0),
                                mlirBlockGetArgument(body, quotient->input));
  ir_finish(&ir);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(division, 0), product);
  mlirOperationDestroy(division);
  for (int i = 0; i < quotient->count; i++)
    mlirOperationDestroy(quotient->parts[i]);
  chain_set_input(&quotient->op, quotient->input, reciprocals, map);
}

// --- the ops of a function

static MlirOperation find_division(Quotient *quotient) {
  MlirOperation op = mlirBlockGetFirstOperation(ir_body(quotient->op.op));
  while (!mlirOperationIsNull(op) && !(ir_op_is(op, "arith.divf") && read_quotient(op, quotient)))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

bool chain_take_reciprocals(MlirOperation *op) {
  Quotient quotient;
  if (!sized_op_read(*op, &quotient.op) || quotient.op.operand_count > IR_MAX_OPERANDS ||
      !chain_is_parallel(&quotient.op) || fp_mode_of(*op) < FP_REASSOC ||
      mlirOperationIsNull(find_division(&quotient)))
    return false;
  MlirOperation generic = linalg_op_generalize(*op);
  if (mlirOperationIsNull(generic))
    return false;
  *op = quotient.op.op = generic;
  if (mlirOperationIsNull(find_division(&quotient)))
    return false;
  multiply(&quotient);
  return true;
}
