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
// is taken from the first place, and NaN compares as it did.
#include "transforms/annotation.h"
#include "transforms/dynamic/sized_counter.h"
#include "transforms/dynamic/sized_op.h"
#include "transforms/element_types.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/predicates.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include <stdlib.h>

enum {
  LANES = 32,          // vectors of any target, and several of them in flight
  MIN_ROUNDS = 4,      // fewer are not worth the ops after them
  MAX_ROUNDS = 1 << 16 // numbers of a constant
};

typedef struct Places {
  SizedOp op;
  int row;              // the loop along the row
  int best, place;      // results: the element, its place
  MlirOperation better; // compares an element with the best one so far
  bool is_swapped;      // the best one is its first operand
  MlirAttribute start;  // what all elements have to be better than
  int64_t rounds;
} Places;

// --- reading

static MlirValue argument(const Places *places, int operand) {
  return mlirBlockGetArgument(ir_body(places->op.op), operand);
}

static MlirOperation maker_in_body(const Places *places, MlirValue value) {
  MlirOperation none = {NULL};
  if (!mlirValueIsAOpResult(value))
    return none;
  MlirOperation op = mlirOpResultGetOwner(value);
  return mlirBlockEqual(mlirOperationGetBlock(op), ir_body(places->op.op)) ? op : none;
}

static MlirValue yielded(const Places *places, int result) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(ir_body(places->op.op)), result);
}

static bool is_select(const Places *places, int result) {
  MlirOperation op = maker_in_body(places, yielded(places, result));
  return !mlirOperationIsNull(op) && ir_op_is(op, "arith.select");
}

// Whether the result becomes something else where the elements compare as better, and stays
// otherwise.
static bool is_chosen(const Places *places, int result, MlirValue *out_new) {
  if (!is_select(places, result))
    return false;
  MlirOperation select = mlirOpResultGetOwner(yielded(places, result));
  *out_new = mlirOperationGetOperand(select, 1);
  return mlirValueEqual(mlirOperationGetOperand(select, 2),
                        argument(places, places->op.input_count + result)) &&
         mlirOperationEqual(maker_in_body(places, mlirOperationGetOperand(select, 0)),
                            places->better);
}

static bool is_row_number(const Places *places, MlirValue value) {
  MlirOperation op = maker_in_body(places, value);
  if (!mlirOperationIsNull(op) && ir_op_is(op, "arith.index_cast"))
    op = maker_in_body(places, mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && ir_op_is(op, "linalg.index") &&
         mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(op, ir_string("dim"))) ==
             places->row;
}

// Which of two elements a comparison says is better: strictly, so that equal ones stay.
static bool is_strict(MlirOperation compare) {
  MlirAttribute attribute = mlirOperationGetAttributeByName(compare, ir_string("predicate"));
  int64_t predicate = mlirIntegerAttrGetValueInt(attribute);
  if (ir_op_is(compare, "arith.cmpf"))
    return predicate == FLOAT_ORDERED_GREATER || predicate == FLOAT_ORDERED_LESS;
  return predicate == INTEGER_GREATER || predicate == INTEGER_LESS ||
         predicate == INTEGER_UNSIGNED_GREATER || predicate == INTEGER_UNSIGNED_LESS;
}

static bool read_comparison(Places *places) {
  MlirOperation op = places->better;
  if (mlirOperationIsNull(op) || (!ir_op_is(op, "arith.cmpf") && !ir_op_is(op, "arith.cmpi")) ||
      !is_strict(op))
    return false;
  MlirValue element = argument(places, 0), best = argument(places, 1 + places->best);
  MlirValue left = mlirOperationGetOperand(op, 0), right = mlirOperationGetOperand(op, 1);
  places->is_swapped = mlirValueEqual(left, best);
  return places->is_swapped ? mlirValueEqual(right, element)
                            : mlirValueEqual(left, element) && mlirValueEqual(right, best);
}

static bool read_body(Places *places) {
  MlirValue element, number;
  if (!is_select(places, 0))
    return false;
  MlirOperation select = mlirOpResultGetOwner(yielded(places, 0));
  places->better = maker_in_body(places, mlirOperationGetOperand(select, 0));
  places->best = mlirValueEqual(mlirOperationGetOperand(select, 1), argument(places, 0)) ? 0 : 1;
  places->place = 1 - places->best;
  return read_comparison(places) && is_chosen(places, places->best, &element) &&
         mlirValueEqual(element, argument(places, 0)) &&
         is_chosen(places, places->place, &number) && is_row_number(places, number);
}

// Every index of the operand is a loop of its own.
static bool is_projection(const SizedOp *op, int operand) {
  MlirAffineMap map = sized_op_map(op, operand);
  bool is = true;
  for (int d = 0; d < mlirAffineMapGetNumResults(map) && is; d++)
    is = sized_op_loop_of(op, operand, d) >= 0;
  return is;
}

// One reduction, along the innermost dimension of the only input; results indexed by all others.
static bool read_loops(Places *places) {
  const SizedOp *op = &places->op;
  places->row = -1;
  for (int l = 0; l < op->loop_count; l++) {
    if (op->extents[l] < 1 || (op->is_reduction[l] && places->row >= 0))
      return false;
    places->row = op->is_reduction[l] ? l : places->row;
  }
  int rank = (int)mlirAffineMapGetNumResults(sized_op_map(op, 0));
  return places->row >= 0 && op->loop_count < WORKLOAD_MAX_ITERATORS && rank > 0 &&
         is_projection(op, 0) && sized_op_loop_of(op, 0, rank - 1) == places->row &&
         is_projection(op, 1) &&
         mlirAffineMapGetNumResults(sized_op_map(op, 1)) == op->loop_count - 1 &&
         op->loop_count <= WORKLOAD_MAX_RANK &&
         mlirAffineMapEqual(sized_op_map(op, 1), sized_op_map(op, 2));
}

static MlirType element_type(const Places *places, int operand) {
  return mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(places->op.op, operand)));
}

static bool read(MlirOperation op, Places *places) {
  *places = (Places){.row = -1};
  if (!ir_op_is(op, "linalg.generic") || annotation_keeps(op) || !sized_op_read(op, &places->op) ||
      places->op.input_count != 1 || places->op.result_count != 2 ||
      !mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetOperand(op, 0))) || !read_loops(places) ||
      !read_body(places))
    return false;
  places->rounds = places->op.extents[places->row] / LANES;
  places->start = constant_values_filling(mlirOperationGetOperand(op, 1 + places->best));
  return places->rounds >= MIN_ROUNDS && places->rounds <= MAX_ROUNDS &&
         type_bits(element_type(places, 1 + places->place)) >= 32 &&
         !mlirAttributeIsNull(places->start);
}

// --- building

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

// Arguments: an element, the number of the round; the best one so far, its round.
static void build_lanes(IrBuilder *ir, MlirBlock body, void *user, MlirValue *out_values) {
  const Places *places = user;
  MlirValue element = mlirBlockGetArgument(body, 0), best = mlirBlockGetArgument(body, 2);
  MlirValue better = is_better(ir, places, element, best);
  out_values[0] = ir_select(ir, better, element, best);
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
  MlirValue here =
      ir_binary(ir, "arith.addi",
                ir_binary(ir, "arith.muli", widened(ir, round, type), integer(ir, type, LANES)),
                widened(ir, mlirBlockGetArgument(body, 2), type));
  MlirValue is_found = compared(ir, "arith.cmpi", INTEGER_GREATER_EQUAL, round,
                                integer(ir, mlirValueGetType(round), 0));
  MlirValue is_before = compared(ir, "arith.cmpi", INTEGER_LESS, here, place);
  MlirValue is_first = ir_binary(ir, "arith.andi", is_equal(ir, places, lane, best),
                                 ir_binary(ir, "arith.andi", is_found, is_before));
  MlirValue takes = ir_binary(ir, "arith.ori", is_better(ir, places, lane, best), is_first);
  out_values[places->best] = ir_select(ir, takes, lane, best);
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
  MlirType results = mlirValueGetType(mlirOperationGetOperand(places->op.op, 1));
  int rank = (int)mlirShapedTypeGetRank(results);
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(results, d);
  shape[rank] = LANES;
  return tensor_ops_filled(ir, rank + 1, shape, ir_constant(ir, type, number));
}

// The loop of the row counts the lanes; one more, the rounds.
static MlirOperation build_all_lanes(IrBuilder *ir, Places *places) {
  const SizedOp *op = &places->op;
  MlirType i32 = mlirIntegerTypeGet(ir->context, 32);
  MlirAffineExpr indices[WORKLOAD_MAX_RANK + 1];
  MlirAffineExpr lane = mlirAffineDimExprGet(ir->context, places->row);
  MlirAffineExpr round = mlirAffineDimExprGet(ir->context, op->loop_count);
  MlirAffineExpr lanes = mlirAffineConstantExprGet(ir->context, LANES);
  TensorOperands operands = {.input_count = 2, .loop_count = op->loop_count + 1};
  operands.is_reduction[op->loop_count] = true;
  int rank = indices_of(places, 0, mlirAffineAddExprGet(mlirAffineMulExprGet(round, lanes), lane),
                        indices);
  add(&operands, mlirOperationGetOperand(op->op, 0), ir->context, rank, indices);
  add(&operands, numbers(ir, places->rounds), ir->context, 1, &round);
  rank = indices_of(places, 1, lane, indices);
  indices[rank++] = lane;
  add(&operands, lanes_of(ir, places, element_type(places, 0), places->start), ir->context, rank,
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
  add(&operands, numbers(ir, LANES), ir->context, 1, &lane);
  for (int i = 0; i < 2; i++)
    add(&operands, mlirOperationGetOperand(op->op, 1 + i), ir->context, rank, indices);
  return tensor_ops_results(ir, &operands, build_best, places);
}

// The op over what is left of each row, which begins with the results so far.
static MlirOperation build_rest(IrBuilder *ir, const Places *places, MlirOperation best) {
  const SizedOp *op = &places->op;
  int64_t offsets[WORKLOAD_MAX_RANK] = {0}, sizes[WORKLOAD_MAX_RANK];
  int64_t done = places->rounds * LANES;
  MlirValue source = mlirOperationGetOperand(op->op, 0);
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(source));
  for (int d = 0; d < rank; d++)
    sizes[d] = mlirShapedTypeGetDimSize(mlirValueGetType(source), d);
  offsets[rank - 1] = done;
  sizes[rank - 1] -= done;
  MlirValue rest = tensor_ops_slice(ir, source, offsets, sizes);
  MlirOperation copy = mlirOperationClone(op->op);
  mlirOperationSetOperand(copy, 0, rest);
  for (int i = 0; i < 2; i++)
    mlirOperationSetOperand(copy, 1 + i, mlirOperationGetResult(best, i));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op->op), op->op, copy);
  sized_counters_shift(copy, places->row, ir_index(ir, done));
  return copy;
}

static MlirOperation build(IrBuilder *ir, Places *places) {
  MlirOperation lanes = build_all_lanes(ir, places);
  MlirOperation best = build_best_lane(ir, places, lanes);
  fp_mode_copy(places->op.op, lanes);
  fp_mode_copy(places->op.op, best);
  return places->op.extents[places->row] > places->rounds * LANES ? build_rest(ir, places, best)
                                                                  : best;
}

Status extreme_places_rewrite(MlirOperation root, const RewriteOptions *options,
                              PassReport *report) {
  (void)options;
  Places places;
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (!read(op, &places))
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
