// What the body of an elementwise op computes of one number of its row alone is computed once a
// row:
//
//   %p = generic (i, j) {x * rsqrt(s)}  ins(%x, %s)   ->   %r = generic (i) {rsqrt(s)}  ins(%s)
//                                                          %p = generic (i, j) {x * r}  ins(%x, %r)
//
// Where ops may be reassociated and all that is done with it is to divide by it, its reciprocal is
// computed, and multiplied with.
#include "transforms/chain/chain_multiply.h"

#include "base/integer.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

enum {
  MAX_PARTS = 16,
  MIN_ROW = 4,
};

// A value of a body, and the ops that compute it of one input alone; none where it is the input.
typedef struct RowValue {
  SizedOp op;
  MlirValue root;
  bool is_inverted; // all uses are divisions by it, which become products
  int input;
  int count;
  MlirOperation parts[MAX_PARTS]; // users before what they use
  bool is_row[WORKLOAD_MAX_ITERATORS];
} RowValue;

static bool is_part(const RowValue *row, MlirOperation op) {
  bool is = false;
  for (int i = 0; i < row->count && !is; i++)
    is = mlirOperationEqual(row->parts[i], op);
  return is;
}

// What one more value of the parts is: constants and other values from outside stay there.
static bool take_value(RowValue *row, MlirBlock body, MlirValue value) {
  if (mlirValueIsABlockArgument(value)) {
    if (!mlirBlockEqual(mlirBlockArgumentGetOwner(value), body))
      return true;
    int argument = (int)mlirBlockArgumentGetArgNumber(value);
    bool fits = row->input < 0 || row->input == argument;
    row->input = argument;
    return fits && argument < row->op.input_count;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), body) || is_part(row, op))
    return true;
  bool computes = (ir_op_begins(op, "arith.") || ir_op_begins(op, "math.")) &&
                  mlirOperationGetNumResults(op) == 1 && mlirOperationGetNumRegions(op) == 0;
  if (!computes || row->count == MAX_PARTS)
    return false;
  row->parts[row->count++] = op;
  return true;
}

static bool is_division_by(MlirOpOperand use) {
  return ir_op_is(mlirOpOperandGetOwner(use), "arith.divf") &&
         mlirOpOperandGetOperandNumber(use) == 1;
}

// Whether all uses of a value are parts, or, where they may be, divisions by it.
static bool is_private(const RowValue *row, MlirValue value, bool may_divide) {
  bool is = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && is;
       use = mlirOpOperandGetNextUse(use))
    is = is_part(row, mlirOpOperandGetOwner(use)) || (may_divide && is_division_by(use));
  return is;
}

// As they are in the body, the last first: one that was found early may be used by a later one.
static void sort_parts(RowValue *row) {
  const RowValue found = *row;
  MlirOperation op = mlirBlockGetFirstOperation(ir_body(found.op.op));
  for (int left = found.count; left > 0; op = mlirOperationGetNextInBlock(op))
    if (is_part(&found, op))
      row->parts[--left] = op;
}

// What costs more than to read a number of the row.
static bool is_slow(MlirOperation op) {
  return ir_op_begins(op, "math.") || ir_op_is(op, "arith.divf");
}

static bool can_invert(const RowValue *row) {
  MlirType type = mlirValueGetType(row->root);
  bool can = mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) >= 32 &&
             fp_mode_of(row->op.op) >= FP_REASSOC;
  for (MlirOpOperand use = mlirValueGetFirstUse(row->root); !mlirOpOperandIsNull(use) && can;
       use = mlirOpOperandGetNextUse(use))
    can = is_division_by(use);
  return can;
}

// Whether the parts alone use the input and one another.
static bool are_apart(const RowValue *row) {
  MlirValue input = mlirBlockGetArgument(ir_body(row->op.op), row->input);
  bool are = is_private(row, input, row->count == 0) &&
             mlirTypeEqual(mlirValueGetType(input), mlirValueGetType(row->root));
  for (int i = 0; i < row->count && are; i++) {
    MlirValue value = mlirOperationGetResult(row->parts[i], 0);
    are = mlirValueEqual(value, row->root) || is_private(row, value, false);
  }
  return are;
}

static bool read_parts(RowValue *row) {
  MlirBlock body = ir_body(row->op.op);
  bool is_any_slow = false;
  row->input = -1;
  row->count = 0;
  bool fits = take_value(row, body, row->root);
  for (int i = 0; i < row->count && fits; i++) {
    is_any_slow |= is_slow(row->parts[i]);
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(row->parts[i]) && fits; o++)
      fits = take_value(row, body, mlirOperationGetOperand(row->parts[i], o));
  }
  if (!fits || row->input < 0 || !are_apart(row))
    return false;
  row->is_inverted = can_invert(row);
  sort_parts(row);
  return row->is_inverted || is_any_slow;
}

// Whether the input has an element for some loops and none for others, which take long enough.
static bool read_row(RowValue *row) {
  const SizedOp *op = &row->op;
  int64_t repeats = 1, points = 1;
  bool fits = true, is_any = false;
  for (int l = 0; l < op->loop_count; l++) {
    LoopAccess access = sized_op_use(op, row->input, l).access;
    fits &= (access == LOOP_ACCESS_DIM || access == LOOP_ACCESS_NONE) && op->extents[l] > 0;
    row->is_row[l] = access == LOOP_ACCESS_DIM;
    is_any |= row->is_row[l];
    points = integer_multiply(points, op->extents[l]);
    if (access == LOOP_ACCESS_NONE)
      repeats = integer_multiply(repeats, op->extents[l]);
  }
  return fits && is_any && repeats >= MIN_ROW && points >= CHAIN_MIN_POINTS;
}

static bool read_row_value(RowValue *row, MlirValue root) {
  row->root = root;
  return read_parts(row) && read_row(row);
}

// --- building

typedef struct Mapping {
  const RowValue *row;
  MlirBlock from;
  MlirValue made[MAX_PARTS]; // of each part
} Mapping;

static MlirValue mapped(const Mapping *mapping, MlirBlock to, MlirValue value) {
  const RowValue *row = mapping->row;
  if (mlirValueIsABlockArgument(value))
    return mlirBlockEqual(mlirBlockArgumentGetOwner(value), mapping->from)
               ? mlirBlockGetArgument(to, 0)
               : value;
  MlirValue result = value;
  for (int i = 0; i < row->count; i++)
    if (mlirOperationEqual(row->parts[i], mlirOpResultGetOwner(value)))
      result = mapping->made[i];
  return result;
}

static MlirValue build_value(IrBuilder *ir, MlirBlock body, void *user) {
  Mapping *mapping = user;
  const RowValue *row = mapping->row;
  for (int i = row->count - 1; i >= 0; i--) {
    MlirOperation part = mlirOperationClone(row->parts[i]);
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(part); o++)
      mlirOperationSetOperand(part, o, mapped(mapping, body, mlirOperationGetOperand(part, o)));
    mlirBlockAppendOwnedOperation(body, part);
    mapping->made[i] = mlirOperationGetResult(part, 0);
  }
  MlirValue value = mapped(mapping, body, row->root);
  if (!row->is_inverted)
    return value;
  MlirType type = mlirValueGetType(row->root);
  MlirNamedAttribute one = ir_attribute(ir, "value", mlirFloatAttrDoubleGet(ir->context, type, 1));
  return ir_binary(ir, "arith.divf", ir_value(ir, "arith.constant", type, 0, NULL, 1, &one), value);
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

static MlirValue make_values(const RowValue *row, MlirAffineMap *out_map) {
  const SizedOp *op = &row->op;
  IrBuilder ir;
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  int row_of[WORKLOAD_MAX_ITERATORS] = {0}, rows = 0;
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  MlirAffineExpr dims[WORKLOAD_MAX_ITERATORS];
  for (int l = 0; l < op->loop_count; l++)
    if (row->is_row[l]) {
      row_of[l] = rows;
      shape[rows] = op->extents[l];
      dims[rows++] = mlirAffineDimExprGet(ir.context, l);
    }
  MlirAffineMap from = sized_op_map(op, row->input);
  MlirType type = mlirValueGetType(row->root);
  Mapping mapping = {row, ir_body(op->op), {{NULL}}};
  TensorGeneric generic = {
      .build = build_value,
      .user = &mapping,
      .loop_count = rows,
      .input_count = 1,
      .operands = {mlirOperationGetOperand(op->op, row->input),
                   tensor_ops_empty(&ir, rows, shape, type)},
      .maps = {row_map(from, row_of, rows), mlirAffineMapMultiDimIdentityGet(ir.context, rows)}};
  MlirValue result = tensor_ops_generic(&ir, &generic);
  fp_mode_copy(op->op, mlirOpResultGetOwner(result));
  *out_map = mlirAffineMapGet(ir.context, op->loop_count, 0, rows, dims);
  ir_finish(&ir);
  return result;
}

// Divisions by the root become products with the argument.
static void multiply(MlirValue root, MlirValue argument) {
  for (MlirOpOperand use = mlirValueGetFirstUse(root), next; !mlirOpOperandIsNull(use);
       use = next) {
    next = mlirOpOperandGetNextUse(use);
    MlirOperation division = mlirOpOperandGetOwner(use);
    if (!is_division_by(use))
      continue;
    IrBuilder ir;
    ir_start(&ir, division, mlirOperationGetLocation(division));
    MlirValue product =
        ir_binary(&ir, "arith.mulf", mlirOperationGetOperand(division, 0), argument);
    ir_finish(&ir);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(division, 0), product);
    mlirOperationDestroy(division);
  }
}

static void take(RowValue *row) {
  MlirAffineMap map;
  MlirValue values = make_values(row, &map);
  MlirValue argument = mlirBlockGetArgument(ir_body(row->op.op), row->input);
  if (row->is_inverted)
    multiply(row->root, argument);
  else
    mlirValueReplaceAllUsesOfWith(row->root, argument);
  for (int i = 0; i < row->count; i++)
    mlirOperationDestroy(row->parts[i]);
  chain_set_input(&row->op, row->input, values, map);
}

// --- the ops of a function

// The largest one: users come after what they use.
static bool find_value(RowValue *row) {
  bool is_any = false;
  IrOps ops = {.ops = NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(ir_body(row->op.op)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ir_ops_add(&ops, op);
  for (int i = ops.count - 1; i >= 0 && !is_any; i--)
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(ops.ops[i]) && !is_any; o++)
      is_any = read_row_value(row, mlirOperationGetOperand(ops.ops[i], o));
  free(ops.ops);
  return is_any;
}

const char *chain_take_row(MlirOperation *op) {
  RowValue row;
  if (!sized_op_read(*op, &row.op) || row.op.operand_count > IR_MAX_OPERANDS ||
      !chain_is_parallel(&row.op) || !find_value(&row))
    return NULL;
  MlirOperation generic = linalg_op_generalize(*op);
  if (mlirOperationIsNull(generic))
    return NULL;
  *op = row.op.op = generic;
  if (!find_value(&row))
    return NULL;
  take(&row);
  return row.is_inverted ? "divisions by a number of the row become products"
                         : "what it makes of a number of the row alone is computed once a row";
}
