// Reads a search for the place of an extreme: what keeps the element, and what its place.
#include "transforms/rewrite/extreme_read.h"

#include "transforms/annotation.h"
#include "transforms/element_types.h"
#include "transforms/fp_mode.h"
#include "transforms/ir.h"
#include "transforms/predicates.h"
#include "transforms/rewrite/constant_values.h"

enum {
  MIN_ROUNDS = 4,      // fewer are not worth the ops after them
  MAX_ROUNDS = 1 << 16 // numbers of a constant
};

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

static bool is_greatest(const Places *places) {
  int64_t predicate = mlirIntegerAttrGetValueInt(
      mlirOperationGetAttributeByName(places->better, ir_string("predicate")));
  return (predicate == FLOAT_ORDERED_GREATER) != places->is_swapped;
}

// Whether the better one of two floats is kept by an op that says so.
static bool is_extreme(Places *places) {
  places->extreme = maker_in_body(places, yielded(places, places->best));
  if (mlirOperationIsNull(places->extreme) || !ir_op_is(places->better, "arith.cmpf") ||
      fp_mode_of(places->op.op) < FP_REASSOC)
    return false;
  bool is_greatest_kept =
      ir_op_is(places->extreme, "arith.maximumf") || ir_op_is(places->extreme, "arith.maxnumf");
  bool is_least_kept =
      ir_op_is(places->extreme, "arith.minimumf") || ir_op_is(places->extreme, "arith.minnumf");
  if (!(is_greatest(places) ? is_greatest_kept : is_least_kept))
    return false;
  MlirValue element = argument(places, 0), best = argument(places, 1 + places->best);
  MlirValue left = mlirOperationGetOperand(places->extreme, 0);
  MlirValue right = mlirOperationGetOperand(places->extreme, 1);
  return mlirValueEqual(left, element)
             ? mlirValueEqual(right, best)
             : mlirValueEqual(left, best) && mlirValueEqual(right, element);
}

// Whether the element is kept, and its place with it, in the destinations `best` and the other one.
static bool keeps(Places *places, int best) {
  MlirValue element, number;
  places->best = best;
  places->place = 1 - best;
  places->extreme = (MlirOperation){NULL};
  if (!is_select(places, places->place))
    return false;
  MlirOperation select = mlirOpResultGetOwner(yielded(places, places->place));
  places->better = maker_in_body(places, mlirOperationGetOperand(select, 0));
  if (!read_comparison(places) || !is_chosen(places, places->place, &number) ||
      !is_row_number(places, number))
    return false;
  return is_select(places, best)
             ? is_chosen(places, best, &element) && mlirValueEqual(element, argument(places, 0))
             : is_extreme(places);
}

static bool read_body(Places *places) { return keeps(places, 0) || keeps(places, 1); }

// Every index of the operand is a loop of its own.
static bool is_projection(const SizedOp *op, int operand) {
  MlirAffineMap map = sized_op_map(op, operand);
  bool is = true;
  for (int d = 0; d < mlirAffineMapGetNumResults(map) && is; d++)
    is = sized_op_loop_of(op, operand, d) >= 0;
  return is;
}

// One reduction of known extent, along the innermost dimension of the only input; results indexed
// by all others.
static bool read_loops(Places *places) {
  const SizedOp *op = &places->op;
  places->row = -1;
  for (int l = 0; l < op->loop_count; l++) {
    if (op->extents[l] == 0 || (op->is_reduction[l] && (op->extents[l] < 0 || places->row >= 0)))
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

MlirType places_type(const Places *places, int operand) {
  return mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(places->op.op, operand)));
}

bool places_read(MlirOperation op, Places *places) {
  *places = (Places){.row = -1};
  if (!ir_op_is(op, "linalg.generic") || annotation_keeps(op) || !sized_op_read(op, &places->op) ||
      places->op.input_count != 1 || places->op.result_count != 2 ||
      !mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetOperand(op, 0))) || !read_loops(places) ||
      !read_body(places))
    return false;
  places->rounds = places->op.extents[places->row] / PLACES_LANES;
  places->start = constant_values_filling(mlirOperationGetOperand(op, 1 + places->best));
  return places->rounds >= MIN_ROUNDS && places->rounds <= MAX_ROUNDS &&
         type_bits(places_type(places, 1 + places->place)) >= 32 &&
         !mlirAttributeIsNull(places->start);
}
