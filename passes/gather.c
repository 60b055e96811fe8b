// A clone of the op is rewritten; it takes the place of the op when extraction accepts it.
#include "passes/gather.h"

#include "passes/annotation.h"
#include "passes/extract.h"
#include "passes/linalg_shim.h"
#include "passes/structured_op.h"
#include "passes/tensor_ops.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_GATHERS = 4, MAX_BODY_OPS = 64, MAX_STEPS = 64 };
static const int64_t MAX_CONSTANT = INT64_C(1) << 40;

// The op that is looked at.
typedef struct Gather {
  MlirOperation op;
  MlirBlock body;
  int loop_count;
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  int count;
  MlirOperation reads[MAX_GATHERS]; // tensor.extract
  MlirAffineMap maps[MAX_GATHERS];
  int steps; // of the evaluation of one index
} Gather;

// --- places

static void index_range(const Gather *gather, const IndexExpr *index, int64_t *low, int64_t *high) {
  *low = *high = index->constant;
  for (int i = 0; i < gather->loop_count; i++) {
    int64_t reach = index->coefficients[i] * (gather->extents[i] - 1);
    *(reach < 0 ? low : high) += reach;
  }
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

static bool evaluate(Gather *gather, MlirValue value, IndexExpr *out);

static bool evaluate_constant(MlirOperation op, IndexExpr *out) {
  MlirAttribute value = mlirOperationGetAttributeByName(op, ir_string("value"));
  *out = (IndexExpr){0};
  if (!mlirAttributeIsAInteger(value))
    return false;
  out->constant = mlirIntegerAttrGetValueInt(value);
  return out->constant <= MAX_CONSTANT && out->constant >= -MAX_CONSTANT;
}

static bool evaluate_binary(Gather *gather, MlirOperation op, IndexExpr *out) {
  static const IndexExpr zero = {0};
  IndexExpr left, right;
  if (!evaluate(gather, mlirOperationGetOperand(op, 0), &left) ||
      !evaluate(gather, mlirOperationGetOperand(op, 1), &right))
    return false;
  if (op_is_named(op, "arith.addi"))
    return index_add(&left, &right, 1, out);
  if (op_is_named(op, "arith.subi"))
    return index_add(&left, &right, -1, out);
  if (is_constant(&right))
    return index_add(&zero, &left, right.constant, out);
  return is_constant(&left) && index_add(&zero, &right, left.constant, out);
}

// The value of `value` in the loops of the op, computed without wrapping around.
static bool evaluate(Gather *gather, MlirValue value, IndexExpr *out) {
  MlirType type = mlirValueGetType(value);
  if (!mlirValueIsAOpResult(value) || ++gather->steps > MAX_STEPS ||
      (!mlirTypeIsAIndex(type) && !mlirTypeIsAInteger(type)))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  bool is_done = false;
  if (op_is_named(op, "arith.constant")) {
    is_done = evaluate_constant(op, out);
  } else if (op_is_named(op, "linalg.index")) {
    MlirAttribute dim = mlirOperationGetAttributeByName(op, ir_string("dim"));
    *out = (IndexExpr){0};
    out->coefficients[mlirIntegerAttrGetValueInt(dim)] = 1;
    is_done = mlirBlockEqual(mlirOperationGetBlock(op), gather->body);
  } else if (op_is_named(op, "arith.index_cast")) {
    is_done = evaluate(gather, mlirOperationGetOperand(op, 0), out);
  } else if (op_is_named(op, "arith.addi") || op_is_named(op, "arith.subi") ||
             op_is_named(op, "arith.muli")) {
    is_done = evaluate_binary(gather, op, out);
  }
  if (!is_done)
    return false;
  int64_t low, high;
  int width = mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type) : 64;
  index_range(gather, out, &low, &high);
  return width >= 63 || (low >= -(INT64_C(1) << (width - 1)) && high < INT64_C(1) << (width - 1));
}

// --- reads

static bool read_map(Gather *gather, MlirOperation read, MlirAffineMap *out_map) {
  MlirValue tensor = mlirOperationGetOperand(read, 0);
  MlirContext context = mlirOperationGetContext(read);
  MlirAffineExpr places[WORKLOAD_MAX_RANK];
  StructuredOperand operand;
  if (structured_operand_read(tensor, &operand) != STATUS_OK || operand.is_scalar ||
      (mlirValueIsAOpResult(tensor) &&
       mlirBlockEqual(mlirOperationGetBlock(mlirOpResultGetOwner(tensor)), gather->body)))
    return false;
  for (int d = 0; d < operand.rank; d++) {
    IndexExpr index;
    int64_t low, high;
    gather->steps = 0;
    if (!evaluate(gather, mlirOperationGetOperand(read, 1 + d), &index))
      return false;
    index_range(gather, &index, &low, &high);
    if (low < 0 || high >= operand.shape[d])
      return false;
    places[d] = tensor_ops_expression(context, &index);
  }
  *out_map = mlirAffineMapGet(context, gather->loop_count, 0, operand.rank, places);
  return true;
}

static bool find_reads(Gather *gather) {
  MlirOperation op = mlirBlockGetFirstOperation(gather->body);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!op_is_named(op, "tensor.extract"))
      continue;
    if (gather->count == MAX_GATHERS || !read_map(gather, op, &gather->maps[gather->count]))
      return false;
    gather->reads[gather->count++] = op;
  }
  return gather->count > 0;
}

static bool is_generic(MlirOperation op) { return op_is_named(op, "linalg.generic"); }

static bool has_index(MlirOperation op) {
  MlirOperation inner =
      mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  for (; !mlirOperationIsNull(inner); inner = mlirOperationGetNextInBlock(inner))
    if (op_is_named(inner, "linalg.index"))
      return true;
  return false;
}

static bool gather_read(MlirOperation op, Gather *out) {
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  *out = (Gather){.op = op, .loop_count = linalg_op_loop_count(op)};
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
static MlirAttribute joined_maps(const Gather *gather, int input_count) {
  MlirAttribute old = mlirOperationGetAttributeByName(gather->op, ir_string("indexing_maps"));
  MlirAttribute maps[GROUP_MAX_ARGUMENTS + MAX_GATHERS];
  int count = (int)mlirArrayAttrGetNumElements(old);
  for (int i = 0; i < count; i++)
    maps[i < input_count ? i : i + gather->count] = mlirArrayAttrGetElement(old, i);
  for (int i = 0; i < gather->count; i++)
    maps[input_count + i] = mlirAffineMapAttrGet(gather->maps[i]);
  return mlirArrayAttrGet(mlirOperationGetContext(gather->op), count + gather->count, maps);
}

static void replace_reads(const Gather *gather, int input_count) {
  for (int i = 0; i < gather->count; i++) {
    MlirValue read = mlirOperationGetResult(gather->reads[i], 0);
    MlirValue argument =
        mlirBlockInsertArgument(gather->body, input_count + i, mlirValueGetType(read),
                                mlirOperationGetLocation(gather->reads[i]));
    mlirValueReplaceAllUsesOfWith(read, argument);
  }
  for (int i = 0; i < gather->count; i++)
    tensor_ops_erase_dead(gather->reads[i]);
}

// Takes the body out of gather->op, which is not in the payload.
static MlirOperation rebuild(const Gather *gather) {
  MlirOperation op = gather->op;
  MlirContext context = mlirOperationGetContext(op);
  MlirValue operands[GROUP_MAX_ARGUMENTS + MAX_GATHERS];
  MlirType results[GROUP_MAX_RESULTS];
  int inputs = linalg_op_input_count(op), count = (int)mlirOperationGetNumOperands(op);
  int32_t segments[2] = {inputs + gather->count, count - inputs};
  for (int i = 0; i < count; i++)
    operands[i < inputs ? i : i + gather->count] = mlirOperationGetOperand(op, i);
  for (int i = 0; i < gather->count; i++)
    operands[inputs + i] = mlirOperationGetOperand(gather->reads[i], 0);
  for (int i = 0; i < count - inputs; i++)
    results[i] = mlirValueGetType(mlirOperationGetResult(op, i));

  mlirOperationSetAttributeByName(op, ir_string("indexing_maps"), joined_maps(gather, inputs));
  mlirOperationSetAttributeByName(op, ir_string("operandSegmentSizes"),
                                  mlirDenseI32ArrayGet(context, 2, segments));
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(op, 0));
  replace_reads(gather, inputs);
  MlirOperationState state =
      mlirOperationStateGet(ir_string("linalg.generic"), mlirOperationGetLocation(op));
  mlirOperationStateAddResults(&state, count - inputs, results);
  mlirOperationStateAddOperands(&state, count + gather->count, operands);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(op, i);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  return mlirOperationCreate(&state);
}

static bool can_be_tuned(MlirOperation op) {
  const Fusion alone = {0};
  Group *group = malloc(sizeof *group);
  if (!group)
    abort(); // as MLIR itself does when memory ends
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
  Gather gather;
  MlirOperation none = {NULL}, clone = mlirOperationClone(op);
  if (!fits(op) || !gather_read(clone, &gather)) {
    mlirOperationDestroy(clone);
    return none;
  }
  MlirOperation replacement = rebuild(&gather);
  mlirOperationDestroy(clone);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, replacement);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(replacement, i));
  if (!has_index(replacement) && can_be_tuned(replacement))
    return replacement;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(replacement, i),
                                  mlirOperationGetResult(op, i));
  mlirOperationDestroy(replacement);
  return none;
}

void gather_rewrite(MlirOperation root, RemarkCallback remark, void *payload, bool *out_changed) {
  IrOps ops = ir_collect(root, is_generic);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    MlirOperation replacement = has_index(op) && mlirAttributeIsNull(annotation_get(op))
                                    ? build_replacement(op)
                                    : (MlirOperation){NULL};
    if (mlirOperationIsNull(replacement))
      continue;
    TuneRemark told = tune_remark_start(REMARK_REWRITTEN, op);
    told.reason = "what it reads at affine places became an operand";
    if (remark)
      remark(&told, payload);
    tensor_ops_erase_dead(op);
    *out_changed = true;
  }
  free(ops.ops);
}
