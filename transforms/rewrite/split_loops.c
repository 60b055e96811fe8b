// Loops that maps or the body divide become several, and what a body computes of their counters
// alone becomes a constant:
//
//   // two weights a byte, a scale for 32
//   linalg.generic ins(%bytes, %scale)              linalg.generic ins(%bytes, %scale, [0, 4])
//     (n, k) -> (n, k floordiv 2)                     (n, g, h, t) -> (n, g, h)
//     (n, k) -> (n, k floordiv 32)           ->       (n, g, h, t) -> (n, g)
//     %k = linalg.index 1                             (n, g, h, t) -> (t)
//     %s = (%k mod 2) * 4                           ^bb0(%byte, %scale, %s, ...)
//     ... arith.shrui %byte, %s                       ... arith.shrui %byte, %s
//
// Operands that the parts walk together are expanded, the result is collapsed. An op that reads it
// splits its loops in the same way, so that both can be one kernel.
#include "transforms/rewrite/rewrites.h"

#include "base/integer.h"
#include "transforms/annotation.h"
#include "transforms/element_types.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/split_plan.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

// --- constants

enum { MAX_TABLE = 1 << 16 };

static void put_number(int64_t number, int64_t bytes, char *out) {
  int8_t as8 = (int8_t)number;
  int16_t as16 = (int16_t)number;
  int32_t as32 = (int32_t)number;
  memcpy(out,
         bytes == 1   ? (void *)&as8
         : bytes == 2 ? (void *)&as16
         : bytes == 4 ? (void *)&as32
                      : (void *)&number,
         (size_t)bytes);
}

// The loops that the number depends on, their extents and their number; the size of the table.
static int64_t table_shape(const SplitPlan *plan, const IndexExpr *index, int *out_loops,
                           int64_t *out_shape, int *out_rank) {
  int64_t count = 1;
  *out_rank = 0;
  for (int j = 0; j < plan->loop_count; j++) {
    if (!index->coefficients[j])
      continue;
    out_loops[*out_rank] = j;
    out_shape[(*out_rank)++] = plan->loops[j].extent;
    count = integer_multiply(count, plan->loops[j].extent);
  }
  return count;
}

// The constant with the number for all counters of its loops, and the map that reads it; null: it
// is too large.
static MlirValue build_table(IrBuilder *ir, const SplitPlan *plan, const SplitTable *table,
                             MlirAffineMap *out_map) {
  int rank, loops[WORKLOAD_MAX_ITERATORS];
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  IndexExpr index;
  MlirAffineExpr places[WORKLOAD_MAX_ITERATORS];
  if (!split_plan_index(plan, &table->digits, &index))
    return (MlirValue){NULL};
  int64_t count = table_shape(plan, &index, loops, shape, &rank);
  if (count > MAX_TABLE || rank > WORKLOAD_MAX_RANK)
    return (MlirValue){NULL};
  MlirType element = mlirValueGetType(table->value);
  int64_t bytes = element_type_bytes(element_type_of(element));
  char *data = ir_resized(NULL, (size_t)(count * bytes));
  for (int64_t i = 0; i < count; i++) {
    int64_t number = index.constant, rest = i;
    for (int d = rank - 1; d >= 0; d--) {
      number += index.coefficients[loops[d]] * (rest % shape[d]);
      rest /= shape[d];
    }
    put_number(number, bytes, data + i * bytes);
  }
  for (int d = 0; d < rank; d++)
    places[d] = mlirAffineDimExprGet(ir->context, loops[d]);
  *out_map = mlirAffineMapGet(ir->context, plan->loop_count, 0, rank, places);
  MlirType type = mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
  MlirNamedAttribute value = ir_attribute(
      ir, "value", mlirDenseElementsAttrRawBufferGet(type, (size_t)(count * bytes), data));
  free(data);
  return ir_value(ir, "arith.constant", type, 0, NULL, 1, &value);
}

// --- the op

typedef struct Split {
  const SplitPlan *plan;
  IrBuilder ir;
  TensorOperands operands; // of the new op
} Split;

static bool is_unread(const SplitPlan *plan, int operand) {
  return mlirOpOperandIsNull(mlirValueGetFirstUse(mlirBlockGetArgument(plan->body, operand)));
}

static MlirType expanded_type(const SplitOperand *operand, MlirType type) {
  return mlirRankedTensorTypeGet(operand->new_rank, operand->shape,
                                 mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

static MlirValue expanded(Split *split, int i) {
  const SplitPlan *plan = split->plan;
  const SplitOperand *operand = &plan->operands[i];
  MlirValue value = mlirOperationGetOperand(plan->op, i);
  MlirType type = mlirValueGetType(value);
  if (operand->new_rank == operand->rank)
    return value;
  if (i >= plan->input_count && is_unread(plan, i))
    return tensor_ops_empty(&split->ir, operand->new_rank, operand->shape,
                            mlirShapedTypeGetElementType(type));
  MlirValue source = split_reshaped_value(value);
  if (mlirTypeEqual(mlirValueGetType(source), expanded_type(operand, type)))
    return source;
  return tensor_ops_expand_parts(&split->ir, value, operand->parts, operand->shape);
}

static void add_operand(Split *split, MlirValue value, MlirAffineMap map) {
  split->operands.values[split->operands.count] = value;
  split->operands.maps[split->operands.count++] = mlirAffineMapAttrGet(map);
}

static bool add_operands(Split *split) {
  const SplitPlan *plan = split->plan;
  for (int i = 0; i < plan->operand_count; i++) {
    for (int t = 0; i == plan->input_count && t < plan->table_count; t++) {
      MlirAffineMap map;
      MlirValue table = build_table(&split->ir, plan, &plan->tables[t], &map);
      if (mlirValueIsNull(table))
        return false;
      add_operand(split, table, map);
    }
    add_operand(split, expanded(split, i), plan->operands[i].map);
  }
  for (int j = 0; j < plan->loop_count; j++)
    split->operands.is_reduction[j] = plan->is_reduction[plan->loops[j].loop];
  split->operands.loop_count = plan->loop_count;
  split->operands.input_count = plan->input_count + plan->table_count;
  return split->operands.count <= GROUP_MAX_ARGUMENTS;
}

// Makes arguments of what the tables hold.
static void use_tables(const SplitPlan *plan) {
  for (int t = 0; t < plan->table_count; t++) {
    MlirValue value = plan->tables[t].value;
    MlirOperation op = mlirOpResultGetOwner(value);
    MlirValue argument = mlirBlockInsertArgument(
        plan->body, plan->input_count + t, mlirValueGetType(value), mlirOperationGetLocation(op));
    mlirValueReplaceAllUsesOfWith(value, argument);
  }
  for (int t = 0; t < plan->table_count; t++)
    tensor_ops_erase_dead(mlirOpResultGetOwner(plan->tables[t].value));
}

static MlirValue collapsed(Split *split, MlirValue value, int result) {
  const SplitOperand *operand = &split->plan->operands[split->plan->input_count + result];
  if (operand->new_rank == operand->rank)
    return value;
  int64_t shape[WORKLOAD_MAX_RANK];
  for (int d = 0, next = 0; d < operand->rank; d++) {
    shape[d] = 1;
    for (int i = 0; i < operand->parts[d]; i++)
      shape[d] *= operand->shape[next++];
  }
  return tensor_ops_collapse_parts(&split->ir, value, operand->rank, operand->parts, shape);
}

static bool can_be_tuned(MlirOperation op) {
  const Fusion alone = {0};
  Group *group = ir_resized(NULL, sizeof *group);
  bool is_taken = group_extract(op, &alone, group) == STATUS_OK;
  free(group);
  return is_taken;
}

// Puts the new op in the place of `op`. `plan` is that of a clone, whose body it takes.
static bool replace(MlirOperation op, const SplitPlan *plan) {
  Split split = {.plan = plan};
  MlirValue results[GROUP_MAX_RESULTS];
  MlirOperation made = {NULL};
  ir_start(&split.ir, op, mlirOperationGetLocation(op));
  bool is_made = add_operands(&split);
  if (is_made) {
    use_tables(plan);
    made = tensor_ops_take_body(&split.ir, plan->op, &split.operands);
    for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
      results[r] = collapsed(&split, mlirOperationGetResult(made, r), (int)r);
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, r), results[r]);
    }
    is_made = can_be_tuned(made);
  }
  for (intptr_t r = 0; !is_made && !mlirOperationIsNull(made) && r < mlirOperationGetNumResults(op);
       r++)
    mlirValueReplaceAllUsesOfWith(results[r], mlirOperationGetResult(op, r));
  if (is_made)
    ir_finish(&split.ir);
  else
    ir_undo(&split.ir);
  return is_made;
}

static bool split_op(MlirOperation op) {
  SplitPlan *plan = ir_resized(NULL, sizeof *plan);
  bool is_split = false;
  if (split_plan_read(op, plan)) {
    MlirOperation clone = mlirOperationClone(op);
    is_split = split_plan_read(clone, plan) && replace(op, plan);
    mlirOperationDestroy(clone);
  }
  free(plan);
  return is_split;
}

static bool is_candidate(MlirOperation op) { return linalg_op_is_structured(op); }

Status split_loops_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, is_candidate);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (annotation_keeps(op) || !split_op(op))
      continue;
    pass_report_say(report, REMARK_REWRITTEN, op,
                    "loops that are divided became several, counters became constants");
    tensor_ops_erase_dead(op);
    report->changed = true;
  }
  free(ops.ops);
  return STATUS_OK;
}
