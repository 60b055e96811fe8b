// Reads of tensors at computed places inside a linalg.generic become operands with an indexing map,
// where the places are affine in the loops, or constant, and inside the tensor:
//
//   linalg.generic outs(%y)                    linalg.generic ins(%x) outs(%y)
//     %i = linalg.index 0                  ->      indexing_maps (d0) -> (2 * d0), (d0) -> (d0)
//     %p = arith.muli %i, %c2                    ^bb0(%v: f32, ...)
//     %v = tensor.extract %x[%p]
//
// A clone of the op is rewritten; it takes the place of the op when no other use of linalg.index is
// left and extraction accepts it.
#include "transforms/rewrite/rewrites.h"

#include "base/integer.h"
#include "transforms/annotation.h"
#include "transforms/element_types.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_READS = 4, MAX_STEPS = 64 };
static const int64_t MAX_CONSTANT = INT64_C(1) << 40;

// The op that is looked at, and the reads in its body.
typedef struct IndexedOp {
  MlirOperation op;
  MlirBlock body;
  int loop_count;
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  int read_count;
  MlirOperation reads[MAX_READS]; // tensor.extract
  MlirAffineMap maps[MAX_READS];
  int steps; // of the evaluation of one index
} IndexedOp;

// --- places

static void index_range(const IndexedOp *indexed, const IndexExpr *index, int64_t *low,
                        int64_t *high) {
  int64_t down = -index->constant, up = index->constant;
  for (int i = 0; i < indexed->loop_count; i++) {
    int64_t coefficient = index->coefficients[i];
    int64_t *side = coefficient < 0 ? &down : &up;
    *side = integer_add(*side, integer_multiply(llabs(coefficient), indexed->extents[i] - 1));
  }
  *low = -down;
  *high = up;
}

// left + factor * right.
static bool index_add(const IndexExpr *left, const IndexExpr *right, int64_t factor,
                      IndexExpr *out) {
  int64_t product;
  IndexExpr sum = *left;
  if (__builtin_mul_overflow(right->constant, factor, &product) ||
      __builtin_add_overflow(sum.constant, product, &sum.constant) || sum.constant > MAX_CONSTANT ||
      sum.constant < -MAX_CONSTANT)
    return false;
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++) {
    if (__builtin_mul_overflow(right->coefficients[i], factor, &product) ||
        __builtin_add_overflow(left->coefficients[i], product, &sum.coefficients[i]))
      return false;
  }
  *out = sum;
  return true;
}

static bool is_constant(const IndexExpr *index) {
  for (int i = 0; i < WORKLOAD_MAX_ITERATORS; i++)
    if (index->coefficients[i])
      return false;
  return true;
}

static bool evaluate(IndexedOp *indexed, MlirValue value, IndexExpr *out);

static bool evaluate_constant(MlirOperation op, IndexExpr *out) {
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string("value"));
  *out = (IndexExpr){0};
  if (!mlirAttributeIsAInteger(value))
    return false;
  out->constant = mlirIntegerAttrGetValueInt(value);
  return out->constant <= MAX_CONSTANT && out->constant >= -MAX_CONSTANT;
}

static bool evaluate_binary(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  static const IndexExpr zero = {0};
  IndexExpr left, right;
  if (!evaluate(indexed, mlirOperationGetOperand(op, 0), &left) ||
      !evaluate(indexed, mlirOperationGetOperand(op, 1), &right))
    return false;
  if (ir_op_is(op, "arith.addi"))
    return index_add(&left, &right, 1, out);
  if (ir_op_is(op, "arith.subi"))
    return index_add(&left, &right, -1, out);
  if (is_constant(&right))
    return index_add(&zero, &left, right.constant, out);
  return is_constant(&left) && index_add(&zero, &right, left.constant, out);
}

static bool evaluate_loop(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  MlirAttribute dim = mlirOperationGetAttributeByName(op, ir_string("dim"));
  *out = (IndexExpr){0};
  out->coefficients[mlirIntegerAttrGetValueInt(dim)] = 1;
  return mlirBlockEqual(mlirOperationGetBlock(op), indexed->body);
}

static bool evaluate_cast(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  int64_t low, high;
  if (!evaluate(indexed, mlirOperationGetOperand(op, 0), out))
    return false;
  bool is_signed = ir_op_is(op, "arith.index_cast") || ir_op_is(op, "arith.extsi");
  index_range(indexed, out, &low, &high);
  return is_signed || low >= 0;
}

// A comparison that comes out the same in all iterations; true is -1, as in an integer of one bit.
static bool evaluate_compare(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  IndexExpr left, right, apart;
  int64_t low, high;
  MlirAttribute predicate = mlirOperationGetAttributeByName(op, ir_string("predicate"));
  bool is_less = mlirIntegerAttrGetValueInt(predicate) == 2; // signed less than
  bool is_not_less = mlirIntegerAttrGetValueInt(predicate) == 5;
  if (!(is_less || is_not_less) || !evaluate(indexed, mlirOperationGetOperand(op, 0), &left) ||
      !evaluate(indexed, mlirOperationGetOperand(op, 1), &right) ||
      !index_add(&left, &right, -1, &apart))
    return false;
  index_range(indexed, &apart, &low, &high);
  *out = (IndexExpr){.constant = (high < 0) == is_less ? -1 : 0};
  return high < 0 || low >= 0;
}

static bool evaluate_select(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  IndexExpr flag;
  if (!evaluate(indexed, mlirOperationGetOperand(op, 0), &flag) || !is_constant(&flag))
    return false;
  return evaluate(indexed, mlirOperationGetOperand(op, flag.constant ? 1 : 2), out);
}

// The one number that a constant tensor is filled with.
static bool evaluate_splat(MlirValue tensor, IndexExpr *out) {
  if (!mlirValueIsAOpResult(tensor))
    return false;
  MlirOperation op = mlirOpResultGetOwner(tensor);
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string("value"));
  if (!ir_op_is(op, "arith.constant") || !mlirAttributeIsADenseElements(value) ||
      !mlirDenseElementsAttrIsSplat(value))
    return false;
  value = mlirDenseElementsAttrGetSplatValue(value);
  *out = (IndexExpr){0};
  if (!mlirAttributeIsAInteger(value))
    return false;
  out->constant = mlirIntegerAttrGetValueInt(value);
  return out->constant <= MAX_CONSTANT && out->constant >= -MAX_CONSTANT;
}

static bool evaluate_read(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  (void)indexed;
  return evaluate_splat(mlirOperationGetOperand(op, 0), out);
}

static bool evaluate_number(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  (void)indexed;
  return evaluate_constant(op, out);
}

static const struct {
  const char *op;
  bool (*evaluate)(IndexedOp *indexed, MlirOperation op, IndexExpr *out);
} evaluators[] = {
    {"arith.constant", evaluate_number},   {"linalg.index", evaluate_loop},
    {"arith.addi", evaluate_binary},       {"arith.subi", evaluate_binary},
    {"arith.muli", evaluate_binary},       {"arith.index_cast", evaluate_cast},
    {"arith.extsi", evaluate_cast},        {"arith.extui", evaluate_cast},
    {"arith.index_castui", evaluate_cast}, {"arith.cmpi", evaluate_compare},
    {"arith.select", evaluate_select},     {"tensor.extract", evaluate_read},
};

static bool evaluate_op(IndexedOp *indexed, MlirOperation op, IndexExpr *out) {
  for (size_t i = 0; i < sizeof evaluators / sizeof *evaluators; i++)
    if (ir_op_is(op, evaluators[i].op))
      return evaluators[i].evaluate(indexed, op, out);
  return false;
}

// An argument of the body that always has the same value: that of an input full of one number.
static bool evaluate_argument(const IndexedOp *indexed, MlirValue value, IndexExpr *out) {
  intptr_t argument = mlirBlockArgumentGetArgNumber(value);
  return mlirBlockEqual(mlirBlockArgumentGetOwner(value), indexed->body) &&
         argument < linalg_op_input_count(indexed->op) &&
         evaluate_splat(mlirOperationGetOperand(indexed->op, argument), out);
}

// The value of `value` in the loops of the op, computed without wrapping around.
static bool evaluate(IndexedOp *indexed, MlirValue value, IndexExpr *out) {
  MlirType type = mlirValueGetType(value);
  if (++indexed->steps > MAX_STEPS || (!mlirTypeIsAIndex(type) && !mlirTypeIsAInteger(type)))
    return false;
  bool is_done = mlirValueIsABlockArgument(value)
                     ? evaluate_argument(indexed, value, out)
                     : evaluate_op(indexed, mlirOpResultGetOwner(value), out);
  if (!is_done)
    return false;
  int64_t low, high;
  int width = type_bits(type);
  index_range(indexed, out, &low, &high);
  return width >= 63 || (low >= -(INT64_C(1) << (width - 1)) && high < INT64_C(1) << (width - 1));
}

// --- reads

static bool read_map(IndexedOp *indexed, MlirOperation read, MlirAffineMap *out_map) {
  MlirValue tensor = mlirOperationGetOperand(read, 0);
  MlirContext context = mlirOperationGetContext(read);
  MlirAffineExpr places[WORKLOAD_MAX_RANK];
  StructuredOperand operand;
  if (structured_operand_read(tensor, &operand) != STATUS_OK || operand.is_scalar ||
      (mlirValueIsAOpResult(tensor) &&
       mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(tensor)), indexed->body)))
    return false;
  for (int d = 0; d < operand.rank; d++) {
    IndexExpr index;
    int64_t low, high;
    indexed->steps = 0;
    if (!evaluate(indexed, mlirOperationGetOperand(read, 1 + d), &index))
      return false;
    index_range(indexed, &index, &low, &high);
    if (low < 0 || high >= operand.shape[d])
      return false;
    places[d] = tensor_ops_expression(context, &index);
  }
  *out_map = mlirAffineMapGet(context, indexed->loop_count, 0, operand.rank, places);
  return true;
}

static bool find_reads(IndexedOp *indexed) {
  MlirOperation op = mlirBlockGetFirstOperation(indexed->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!ir_op_is(op, "tensor.extract"))
      continue;
    if (indexed->read_count == MAX_READS ||
        !read_map(indexed, op, &indexed->maps[indexed->read_count]))
      return false;
    indexed->reads[indexed->read_count++] = op;
  }
  return indexed->read_count > 0;
}

static bool is_generic(MlirOperation op) { return ir_op_is(op, "linalg.generic"); }

static bool body_has(MlirOperation op, const char *name) {
  MlirOperation inner =
      mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  for (; !mlirOperationIsNull(inner); inner = mlirOperationGetNextInBlock(inner))
    if (ir_op_is(inner, name))
      return true;
  return false;
}

static bool indexed_op_read(MlirOperation op, IndexedOp *out) {
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  *out = (IndexedOp){.op = op, .loop_count = linalg_op_loop_count(op)};
  out->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  if (mlirOperationGetNumResults(op) == 0 || out->loop_count > WORKLOAD_MAX_ITERATORS ||
      !linalg_op_get_loops(op, out->extents, is_reduction))
    return false;
  for (int i = 0; i < out->loop_count; i++)
    if (out->extents[i] < 1 || out->extents[i] > INT32_MAX)
      return false;
  return find_reads(out);
}

// --- rewriting

// The attribute indexing_maps with those of the reads before the ones of the outs.
static MlirAttribute joined_maps(const IndexedOp *indexed, int input_count) {
  MlirAttribute old = mlirOperationGetAttributeByName(indexed->op, ir_string("indexing_maps"));
  MlirAttribute maps[GROUP_MAX_ARGUMENTS + MAX_READS];
  int count = (int)mlirArrayAttrGetNumElements(old);
  for (int i = 0; i < count; i++)
    maps[i < input_count ? i : i + indexed->read_count] = mlirArrayAttrGetElement(old, i);
  for (int i = 0; i < indexed->read_count; i++)
    maps[input_count + i] = mlirAffineMapAttrGet(indexed->maps[i]);
  return mlirArrayAttrGet(mlirOperationGetContext(indexed->op), count + indexed->read_count, maps);
}

static void replace_reads(const IndexedOp *indexed, int input_count) {
  for (int i = 0; i < indexed->read_count; i++) {
    MlirValue read = mlirOperationGetResult(indexed->reads[i], 0);
    MlirValue argument =
        mlirBlockInsertArgument(indexed->body, input_count + i, mlirValueGetType(read),
                                mlirOperationGetLocation(indexed->reads[i]));
    mlirValueReplaceAllUsesOfWith(read, argument);
  }
  for (int i = 0; i < indexed->read_count; i++)
    tensor_ops_erase_dead(indexed->reads[i]);
}

// Takes the body out of indexed->op, which is not in the payload.
static MlirOperation rebuild(const IndexedOp *indexed) {
  MlirOperation op = indexed->op;
  MlirValue inputs[GROUP_MAX_ARGUMENTS + MAX_READS];
  int count = linalg_op_input_count(op);
  for (int i = 0; i < count; i++)
    inputs[i] = mlirOperationGetOperand(op, i);
  for (int i = 0; i < indexed->read_count; i++)
    inputs[count + i] = mlirOperationGetOperand(indexed->reads[i], 0);
  MlirAttribute maps = joined_maps(indexed, count);
  replace_reads(indexed, count);
  return tensor_ops_with_inputs(op, count + indexed->read_count, inputs, maps);
}

static bool can_be_tuned(MlirOperation op) {
  const Fusion alone = {0};
  Group *group = ir_resized(NULL, sizeof *group);
  bool is_taken = group_extract(op, &alone, group) == STATUS_OK;
  free(group);
  return is_taken;
}

static bool fits(MlirOperation op) {
  return mlirOperationGetNumOperands(op) <= GROUP_MAX_ARGUMENTS &&
         mlirOperationGetNumResults(op) <= GROUP_MAX_RESULTS;
}

// The op that stands before `op` in its block and does the same, or null.
static MlirOperation build_replacement(MlirOperation op) {
  IndexedOp indexed;
  MlirOperation none = {NULL}, clone = mlirOperationClone(op);
  if (!fits(op) || !indexed_op_read(clone, &indexed)) {
    mlirOperationDestroy(clone);
    return none;
  }
  MlirOperation replacement = rebuild(&indexed);
  mlirOperationDestroy(clone);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, replacement);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(replacement, i));
  if (!body_has(replacement, "linalg.index") && can_be_tuned(replacement))
    return replacement;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(replacement, i),
                                  mlirOperationGetResult(op, i));
  mlirOperationDestroy(replacement);
  return none;
}

static bool is_candidate(MlirOperation op) {
  return body_has(op, "tensor.extract") && !annotation_keeps(op);
}

Status fold_extract_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, is_generic);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (!is_candidate(op) || mlirOperationIsNull(build_replacement(op)))
      continue;
    pass_report_say(report, REMARK_REWRITTEN, op,
                    "what it reads at affine places became an operand");
    tensor_ops_erase_dead(op);
    report->changed = true;
  }
  free(ops.ops);
  return STATUS_OK;
}
