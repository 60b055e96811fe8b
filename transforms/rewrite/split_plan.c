// SplitPlan: how the loops of a linalg op are split.
#include "transforms/rewrite/split_plan.h"

#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_BOUNDS = 8, MAX_UNPACKING_DEPTH = 8 };

// Where a loop is cut: each bound divides the next one, and the last one the extent.
typedef struct Bounds {
  int count;
  int64_t values[MAX_BOUNDS];
} Bounds;

typedef struct Reading {
  SplitPlan *plan;
  bool has_division;
  Digits places[GROUP_MAX_ARGUMENTS][WORKLOAD_MAX_RANK];
  int single[GROUP_MAX_ARGUMENTS][WORKLOAD_MAX_RANK]; // 1 + the loop of one iteration that it is
  StructuredOperand operands[GROUP_MAX_ARGUMENTS];
  Bounds bounds[WORKLOAD_MAX_ITERATORS];
} Reading;

// --- the op

static bool read_op(SplitPlan *plan) {
  MlirOperation op = plan->op;
  plan->old_count = linalg_op_loop_count(op);
  plan->input_count = linalg_op_input_count(op);
  plan->operand_count = (int)mlirOperationGetNumOperands(op);
  if (mlirOperationGetNumResults(op) == 0 || plan->old_count > WORKLOAD_MAX_ITERATORS ||
      plan->operand_count > GROUP_MAX_ARGUMENTS ||
      mlirOperationGetNumResults(op) > GROUP_MAX_RESULTS ||
      !linalg_op_get_loops(op, plan->extents, plan->is_reduction))
    return false;
  for (int i = 0; i < plan->old_count; i++)
    if (plan->extents[i] < 1 || plan->extents[i] > INT32_MAX)
      return false;
  plan->body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  return mlirBlockGetNumArguments(plan->body) == plan->operand_count;
}

static bool divides(MlirAffineExpr expr) {
  if (mlirAffineExprIsAFloorDiv(expr) || mlirAffineExprIsAMod(expr))
    return true;
  return (mlirAffineExprIsAAdd(expr) || mlirAffineExprIsAMul(expr)) &&
         (divides(mlirAffineBinaryOpExprGetLHS(expr)) ||
          divides(mlirAffineBinaryOpExprGetRHS(expr)));
}

static bool read_places(Reading *reading) {
  SplitPlan *plan = reading->plan;
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(plan->op);
  for (int i = 0; i < plan->operand_count; i++) {
    StructuredOperand *operand = &reading->operands[i];
    MlirAffineMap map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
    if (structured_operand_read(mlirOperationGetOperand(plan->op, i), operand) != STATUS_OK ||
        mlirTypeIsAMemRef(mlirValueGetType(operand->value)))
      return false;
    for (int d = 0; d < operand->rank; d++) {
      MlirAffineExpr expr = mlirAffineMapGetResult(map, d);
      reading->has_division |= divides(expr);
      if (mlirAffineExprIsADim(expr) && plan->extents[mlirAffineDimExprGetPosition(expr)] == 1)
        reading->single[i][d] = 1 + (int)mlirAffineDimExprGetPosition(expr);
      if (!digits_of_expression(expr, plan->extents, &reading->places[i][d]))
        return false;
    }
  }
  return true;
}

// --- where loops are cut

static bool add_bound(Reading *reading, int loop, int64_t value) {
  Bounds *bounds = &reading->bounds[loop];
  int i = 0;
  if (value == 1 || value == reading->plan->extents[loop])
    return true;
  while (i < bounds->count && bounds->values[i] < value)
    i++;
  if (i < bounds->count && bounds->values[i] == value)
    return true;
  if (bounds->count == MAX_BOUNDS)
    return false;
  memmove(&bounds->values[i + 1], &bounds->values[i],
          (size_t)(bounds->count++ - i) * sizeof *bounds->values);
  bounds->values[i] = value;
  return true;
}

static bool add_bounds(Reading *reading, const Digits *digits) {
  for (int i = 0; i < digits->count; i++)
    if (!add_bound(reading, digits->terms[i].loop, digits->terms[i].low) ||
        !add_bound(reading, digits->terms[i].loop, digits->terms[i].high))
      return false;
  return true;
}

MlirValue split_reshaped_value(MlirValue value) {
  while (mlirValueIsAOpResult(value) &&
         (ir_op_is(mlirOpResultGetOwner(value), "tensor.collapse_shape") ||
          ir_op_is(mlirOpResultGetOwner(value), "tensor.expand_shape")))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

// Whether an elementwise op computes the value from integers of 2 to 8 bits: weights are unpacked.
// Recursion: at most MAX_UNPACKING_DEPTH levels.
static bool is_unpacked(MlirValue value, int depth) {
  StructuredOp op;
  value = split_reshaped_value(value);
  if (depth == MAX_UNPACKING_DEPTH || !mlirValueIsAOpResult(value) ||
      structured_op_read(mlirOpResultGetOwner(value), &op) != STATUS_OK || op.is_pad ||
      !structured_op_is_parallel(&op))
    return false;
  for (int i = 0; i < op.input_count; i++)
    if (!op.operands[i].is_scalar && op.operands[i].rank > 1 &&
        (op.operands[i].type == ELEMENT_I8 || is_unpacked(op.operands[i].value, depth + 1)))
      return true;
  return false;
}

// Other rewrites know a convolution by its name, which it keeps only with its loops.
static bool is_named_convolution(MlirOperation op) {
  return ir_op_begins(op, "linalg.conv_") || ir_op_begins(op, "linalg.depthwise_") ||
         ir_op_begins(op, "linalg.pooling_");
}

// A loop that walks a dimension into which reshapes have joined some is cut where these meet.
static bool add_joints(Reading *reading, int operand) {
  StructuredOperand source;
  const StructuredOperand *read = &reading->operands[operand];
  MlirValue value = split_reshaped_value(read->value);
  if (mlirValueEqual(value, read->value) || !is_unpacked(value, 0) ||
      structured_operand_read(value, &source) != STATUS_OK)
    return true;
  int next = source.rank - 1;
  for (int d = read->rank - 1; d >= 0; d--) {
    const Digits *place = &reading->places[operand][d];
    const DigitTerm *term = &place->terms[0];
    bool is_whole = place->count == 1 && place->constant == 0 && term->factor == 1 &&
                    term->high / term->low == read->shape[d];
    int64_t size = 1;
    while (size < read->shape[d] && next >= 0) {
      if (is_whole && !add_bound(reading, term->loop, term->low * size))
        return false;
      size *= source.shape[next--];
    }
    if (size != read->shape[d])
      return true;
  }
  return true;
}

static bool cut_loops(Reading *reading) {
  SplitPlan *plan = reading->plan;
  for (int l = 0; l < plan->old_count; l++) {
    const Bounds *bounds = &reading->bounds[l];
    int64_t end = plan->extents[l];
    for (int i = bounds->count; i >= 0; i--) {
      int64_t low = i > 0 ? bounds->values[i - 1] : 1;
      if (end % low || plan->loop_count == WORKLOAD_MAX_ITERATORS)
        return false;
      plan->loops[plan->loop_count++] = (SplitLoop){.loop = l, .low = low, .extent = end / low};
      end = low;
    }
  }
  return true;
}

// --- operands of the new op

bool split_plan_index(const SplitPlan *plan, const Digits *digits, IndexExpr *out_index) {
  *out_index = (IndexExpr){.constant = digits->constant};
  for (int t = 0; t < digits->count; t++) {
    const DigitTerm *term = &digits->terms[t];
    int64_t covered = 1;
    for (int j = 0; j < plan->loop_count; j++) {
      const SplitLoop *loop = &plan->loops[j];
      if (loop->loop != term->loop || loop->low < term->low || loop->low >= term->high)
        continue;
      int64_t factor = out_index->coefficients[j] + term->factor * (loop->low / term->low);
      if (factor > INT32_MAX || factor < INT32_MIN)
        return false;
      out_index->coefficients[j] = (int32_t)factor;
      covered *= loop->extent;
    }
    if (covered != term->high / term->low)
      return false;
  }
  return true;
}

static bool is_cut(const SplitPlan *plan, int loop) {
  int count = 0;
  for (int j = 0; j < plan->loop_count; j++)
    count += plan->loops[j].loop == plan->loops[loop].loop;
  return count > 1;
}

// The loops that together walk a dimension of `size` from its first to its last element, outermost
// first; 0: they do not.
static int walking_loops(const SplitPlan *plan, const IndexExpr *index, int64_t size,
                         int *out_loops) {
  int count = 0;
  int64_t step = 1;
  while (step < size && index->constant == 0) {
    int found = -1;
    for (int j = 0; j < plan->loop_count; j++)
      if (index->coefficients[j] == step && plan->loops[j].extent > 1)
        found = j;
    if (found < 0 || count == WORKLOAD_MAX_RANK)
      return 0;
    memmove(out_loops + 1, out_loops, (size_t)count++ * sizeof *out_loops);
    out_loops[0] = found;
    step *= plan->loops[found].extent;
  }
  int used = 0;
  for (int j = 0; j < plan->loop_count; j++)
    used += index->coefficients[j] != 0;
  return step == size && used == count ? count : 0;
}

// Adds the dimensions that one of the old operand becomes, and what walks them.
static bool add_dims(const SplitPlan *plan, MlirContext context, const IndexExpr *index,
                     int64_t size, SplitOperand *out, MlirAffineExpr *places) {
  int used = 0, loops[WORKLOAD_MAX_RANK] = {0};
  bool is_joined = false;
  for (int j = 0; j < plan->loop_count; j++) {
    used += index->coefficients[j] != 0;
    is_joined |= index->coefficients[j] != 0 && is_cut(plan, j);
  }
  is_joined &= used > 1;
  int count = is_joined ? walking_loops(plan, index, size, loops) : 1;
  if (count == 0 || out->new_rank + count > WORKLOAD_MAX_RANK)
    return false;
  out->parts[out->rank++] = count;
  for (int i = 0; i < count; i++) {
    out->shape[out->new_rank] = is_joined ? plan->loops[loops[i]].extent : size;
    places[out->new_rank++] =
        is_joined ? mlirAffineDimExprGet(context, loops[i]) : tensor_ops_expression(context, index);
  }
  return true;
}

// The part of an old loop with the least steps.
static int last_part(const SplitPlan *plan, int loop) {
  int found = 0;
  for (int j = 0; j < plan->loop_count; j++)
    if (plan->loops[j].loop == loop)
      found = j;
  return found;
}

// The extent of a loop is that of a dimension that it walks alone.
static bool every_loop_walks(const SplitPlan *plan) {
  unsigned walking = 0;
  for (int i = 0; i < plan->operand_count; i++)
    for (int d = 0; d < plan->operands[i].new_rank; d++) {
      MlirAffineExpr place = mlirAffineMapGetResult(plan->operands[i].map, d);
      if (mlirAffineExprIsADim(place))
        walking |= 1u << mlirAffineDimExprGetPosition(place);
    }
  return walking == (1u << plan->loop_count) - 1;
}

static bool place_operands(Reading *reading) {
  SplitPlan *plan = reading->plan;
  MlirContext context = mlirOperationGetContext(plan->op);
  for (int i = 0; i < plan->operand_count; i++) {
    SplitOperand *operand = &plan->operands[i];
    MlirAffineExpr places[WORKLOAD_MAX_RANK];
    for (int d = 0; d < reading->operands[i].rank; d++) {
      IndexExpr index;
      if (!split_plan_index(plan, &reading->places[i][d], &index))
        return false;
      if (reading->single[i][d])
        index.coefficients[last_part(plan, reading->single[i][d] - 1)] = 1;
      if (!add_dims(plan, context, &index, reading->operands[i].shape[d], operand, places))
        return false;
    }
    operand->map = mlirAffineMapGet(context, plan->loop_count, 0, operand->new_rank, places);
  }
  return every_loop_walks(plan);
}

static bool read(Reading *reading) {
  SplitPlan *plan = reading->plan;
  if (!read_op(plan) || !read_places(reading) || !split_tables_read(plan))
    return false;
  for (int i = 0; i < plan->operand_count; i++)
    for (int d = 0; d < reading->operands[i].rank; d++)
      if (!add_bounds(reading, &reading->places[i][d]))
        return false;
  for (int i = 0; i < plan->table_count; i++)
    if (!add_bounds(reading, &plan->tables[i].digits))
      return false;
  for (int i = 0; i < plan->input_count; i++)
    if (!is_named_convolution(plan->op) && !add_joints(reading, i))
      return false;
  if (!cut_loops(reading) || !place_operands(reading))
    return false;
  return reading->has_division || plan->table_count > 0 || plan->loop_count > plan->old_count;
}

bool split_plan_read(MlirOperation op, SplitPlan *out_plan) {
  Reading *reading = ir_zeroed(1, sizeof *reading);
  *out_plan = (SplitPlan){.op = op};
  reading->plan = out_plan;
  bool is_read = read(reading);
  free(reading);
  return is_read;
}
