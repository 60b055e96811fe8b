// The place of the greatest or the least element of a row (argmax), which is contiguous:
//
//   %v, %k = generic (i, r)                       // 32 lanes, each has every 32nd element
//       ins(%x(i, r)) outs(lowest(i), 0(i))       %w, %c = generic (i, l, c)
//     %better = cmpf ogt, %a, %v            ->        ins(%x(i, 32 c + l), [0, 1, ..](c))
//     %v = select %better, %a, %v                     outs(lowest(i, l), -1(i, l))
//     %k = select %better, index(r), %k           // the best of them, of equal ones the first
//                                                 %v, %k = generic (i, l) ins(%w, %c)
//
// and the same body once more over what is left of a row. A lane that has found nothing better than
// the initial value has place -1. The results are the same to the last bit: what compares as equal
// is taken from the first place, and NaN compares as it did. Where the element is kept by a
// maximumf beside the comparison, and may be reassociated, the place in a row that has NaN is
// another one.
#include "transforms/dynamic/sized_counter.h"
#include "transforms/dynamic/sized_slice.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/predicates.h"
#include "transforms/rewrite/extreme_read.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include <stdlib.h>

static MlirValue compared(IrBuilder *ir, const char *name, int64_t predicate, MlirValue left,
                          MlirValue right) {
  MlirValue operands[2] = {left, right};
  MlirNamedAttribute attribute = ir_attribute(
      ir, "predicate", mlirIntegerAttrGet(mlirIntegerTypeGet(ir->context, 64), predicate));
  return ir_value(ir, name, mlirIntegerTypeGet(ir->context, 1), 2, operands, 1, &attribute);
}

static MlirValue is_better(IrBuilder *ir, const Places *places, MlirValue element, MlirValue best) {
  MlirAttribute predicate = mlirOperationGetAttributeByName(places->better, ir_string("predicate"));
  return compared(ir, ir_op_is(places->better, "arith.cmpf") ? "arith.cmpf" : "arith.cmpi",
                  mlirIntegerAttrGetValueInt(predicate), places->is_swapped ? best : element,
                  places->is_swapped ? element : best);
}

static MlirValue is_equal(IrBuilder *ir, const Places *places, MlirValue left, MlirValue right) {
  bool is_float = ir_op_is(places->better, "arith.cmpf");
  return compared(ir, is_float ? "arith.cmpf" : "arith.cmpi",
                  is_float ? (int64_t)FLOAT_ORDERED_EQUAL : (int64_t)INTEGER_EQUAL, left, right);
}

// The one that is kept of an element and the best one so far.
static MlirValue kept(IrBuilder *ir, const Places *places, MlirValue better, MlirValue element,
                      MlirValue best) {
  if (mlirOperationIsNull(places->extreme))
    return ir_select(ir, better, element, best);
  MlirOperation op = mlirOperationClone(places->extreme);
  mlirOperationSetOperand(op, 0, element);
  mlirOperationSetOperand(op, 1, best);
  mlirBlockAppendOwnedOperation(ir->block, op);
  return mlirOperationGetResult(op, 0);
}

// Arguments: an element, the number of the round; the best one so far, its round.
static void build_lanes(IrBuilder *ir, MlirBlock body, void *user, MlirValue *out_values) {
  const Places *places = user;
  MlirValue element = mlirBlockGetArgument(body, 0), best = mlirBlockGetArgument(body, 2);
  MlirValue better = is_better(ir, places, element, best);
  out_values[0] = kept(ir, places, better, element, best);
  out_values[1] =
      ir_select(ir, better, mlirBlockGetArgument(body, 1), mlirBlockGetArgument(body, 3));
}

static MlirValue integer(IrBuilder *ir, MlirType type, int64_t number) {
  return ir_constant(ir, type, mlirIntegerAttrGet(type, number));
}

// A number of an i32 in a type that is not smaller.
static MlirValue widened(IrBuilder *ir, MlirValue number, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(number), type))
    return number;
  return ir_unary(ir, mlirTypeIsAIndex(type) ? "arith.index_cast" : "arith.extsi", type, number);
}

// Arguments: the best element of a lane, its round, the lane; the destinations of the op.
static void build_best(IrBuilder *ir, MlirBlock body, void *user, MlirValue *out_values) {
  const Places *places = user;
  MlirValue lane = mlirBlockGetArgument(body, 0), round = mlirBlockGetArgument(body, 1);
  MlirValue best = mlirBlockGetArgument(body, 3 + places->best);
  MlirValue place = mlirBlockGetArgument(body, 3 + places->place);
  MlirType type = mlirValueGetType(place);
  MlirValue own = widened(ir, mlirBlockGetArgument(body, 2), type);
  MlirValue lanes = integer(ir, type, PLACES_LANES), rounds = widened(ir, round, type);
  MlirValue first = ir_binary(ir, "arith.muli", rounds, lanes);
  MlirValue here = ir_binary(ir, "arith.addi", first, own);
  MlirValue is_found = compared(ir, "arith.cmpi", INTEGER_GREATER_EQUAL, round,
                                integer(ir, mlirValueGetType(round), 0));
  MlirValue is_before = compared(ir, "arith.cmpi", INTEGER_LESS, here, place);
  MlirValue is_earlier = ir_binary(ir, "arith.andi", is_found, is_before);
  MlirValue is_same = is_equal(ir, places, lane, best);
  MlirValue is_first = ir_binary(ir, "arith.andi", is_same, is_earlier);
  MlirValue takes = ir_binary(ir, "arith.ori", is_better(ir, places, lane, best), is_first);
  out_values[places->best] = kept(ir, places, takes, lane, best);
  out_values[places->place] = ir_select(ir, takes, here, place);
}

// 0, 1, 2 ... in an i32.
static MlirValue numbers(IrBuilder *ir, int64_t count) {
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirIntegerTypeGet(ir->context, 32),
                                          mlirAttributeGetNull());
  int32_t *all = ir_zeroed((size_t)count, sizeof *all);
  for (int64_t i = 0; i < count; i++)
    all[i] = (int32_t)i;
  MlirAttribute value = mlirDenseElementsAttrInt32Get(type, count, all);
  free(all);
  MlirNamedAttribute attribute = ir_attribute(ir, "value", value);
  return ir_value(ir, "arith.constant", type, 0, NULL, 1, &attribute);
}

static void add(TensorOperands *operands, MlirValue value, MlirContext context, int rank,
                MlirAffineExpr *indices) {
  operands->values[operands->count] = value;
  operands->maps[operands->count++] =
      mlirAffineMapAttrGet(mlirAffineMapGet(context, operands->loop_count, 0, rank, indices));
}

// Those of the operand, with another loop for that of the row.
static int indices_of(const Places *places, int operand, MlirAffineExpr row,
                      MlirAffineExpr *out_indices) {
  MlirAffineMap map = sized_op_map(&places->op, operand);
  int rank = (int)mlirAffineMapGetNumResults(map);
  for (int d = 0; d < rank; d++) {
    out_indices[d] = mlirAffineMapGetResult(map, d);
    if (mlirAffineDimExprGetPosition(out_indices[d]) == places->row)
      out_indices[d] = row;
  }
  return rank;
}

// A tensor with a number for every lane of every row.
static MlirValue lanes_of(IrBuilder *ir, const Places *places, MlirType type,
                          MlirAttribute number) {
  int64_t shape[WORKLOAD_MAX_RANK];
  MlirValue sizes[WORKLOAD_MAX_RANK], result = mlirOperationGetOperand(places->op.op, 1);
  MlirType results = mlirValueGetType(result);
  int rank = (int)mlirShapedTypeGetRank(results), count = 0;
  for (int d = 0; d < rank; d++) {
    shape[d] = mlirShapedTypeGetDimSize(results, d);
    if (mlirShapedTypeIsDynamicDim(results, d))
      sizes[count++] = sized_dim(ir, result, d);
  }
  shape[rank] = PLACES_LANES;
  MlirType all = mlirRankedTensorTypeGet(rank + 1, shape, type, mlirAttributeGetNull());
  MlirValue empty = ir_value(ir, "tensor.empty", all, count, sizes, 0, NULL);
  return tensor_ops_fill(ir, ir_constant(ir, type, number), empty);
}

// The loop of the row counts the lanes; one more, the rounds.
static MlirOperation build_all_lanes(IrBuilder *ir, Places *places) {
  const SizedOp *op = &places->op;
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  MlirAffineExpr indices[WORKLOAD_MAX_RANK + 1];
  MlirAffineExpr lane = mlirAffineDimExprGet(ir->context, places->row);
  MlirAffineExpr round = mlirAffineDimExprGet(ir->context, op->loop_count);
  MlirAffineExpr lanes = mlirAffineConstantExprGet(ir->context, PLACES_LANES);
  TensorOperands operands = {.input_count = 2, .loop_count = op->loop_count + 1};
  operands.is_reduction[op->loop_count] = true;
  int rank = indices_of(places, 0, mlirAffineAddExprGet(mlirAffineMulExprGet(round, lanes), lane),
                        indices);
  add(&operands, mlirOperationGetOperand(op->op, 0), ir->context, rank, indices);
  add(&operands, numbers(ir, places->rounds), ir->context, 1, &round);
  rank = indices_of(places, 1, lane, indices);
  indices[rank++] = lane;
  add(&operands, lanes_of(ir, places, places_type(places, 0), places->start), ir->context, rank,
      indices);
  add(&operands, lanes_of(ir, places, i32, mlirIntegerAttrGet(i32, -1)), ir->context, rank,
      indices);
  return tensor_ops_results(ir, &operands, build_lanes, places);
}

static MlirOperation build_best_lane(IrBuilder *ir, Places *places, MlirOperation lanes) {
  const SizedOp *op = &places->op;
  MlirAffineExpr indices[WORKLOAD_MAX_RANK + 1];
  MlirAffineExpr lane = mlirAffineDimExprGet(ir->context, places->row);
  TensorOperands operands = {.input_count = 3, .loop_count = op->loop_count};
  operands.is_reduction[places->row] = true;
  int rank = indices_of(places, 1, lane, indices);
  indices[rank] = lane;
  for (int i = 0; i < 2; i++)
    add(&operands, mlirOperationGetResult(lanes, i), ir->context, rank + 1, indices);
  add(&operands, numbers(ir, PLACES_LANES), ir->context, 1, &lane);
  for (int i = 0; i < 2; i++)
    add(&operands, mlirOperationGetOperand(op->op, 1 + i), ir->context, rank, indices);
  return tensor_ops_results(ir, &operands, build_best, places);
}

// The op over what is left of each row, which begins with the results so far.
static MlirOperation build_rest(IrBuilder *ir, const Places *places, MlirOperation best) {
  const SizedOp *op = &places->op;
  int64_t done = places->rounds * PLACES_LANES;
  MlirValue source = mlirOperationGetOperand(op->op, 0), first = ir_index(ir, done);
  int innermost = (int)mlirShapedTypeGetRank(mlirValueGetType(source)) - 1;
  Piece left = {innermost, first, op->extents[places->row] - done, {NULL}};
  MlirValue rest = sized_part(ir, source, &left);
  MlirOperation copy = mlirOperationClone(op->op);
  mlirOperationSetOperand(copy, 0, rest);
  for (int i = 0; i < 2; i++)
    mlirOperationSetOperand(copy, 1 + i, mlirOperationGetResult(best, i));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op->op), op->op, copy);
  sized_counters_shift(copy, places->row, first);
  return copy;
}

static MlirOperation build(IrBuilder *ir, Places *places) {
  MlirOperation lanes = build_all_lanes(ir, places);
  MlirOperation best = build_best_lane(ir, places, lanes);
  fp_mode_copy(places->op.op, lanes);
  fp_mode_copy(places->op.op, best);
  return places->op.extents[places->row] > places->rounds * PLACES_LANES
             ? build_rest(ir, places, best)
             : best;
}

Status extreme_places_rewrite(MlirOperation root, const RewriteOptions *options,
                              PassReport *report) {
  (void)options;
  Places places;
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (!places_read(op, &places))
      continue;
    IrBuilder ir;
    pass_report_say(report, REMARK_REWRITTEN, op, "each of 32 lanes looks for its place in a row");
    ir_start(&ir, op, mlirOperationGetLocation(op));
    MlirOperation made = build(&ir, &places);
    for (int r = 0; r < 2; r++)
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, r), mlirOperationGetResult(made, r));
    ir_finish(&ir);
    tensor_ops_erase_dead(op);
    report->changed = true;
  }
  free(ops.ops);
  return STATUS_OK;
}
