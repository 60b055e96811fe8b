// The elements that are left where rows are no whole number of parts: ops as they were, on a slice,
// whose maximum and sums are joined with those of the parts.
#include "transforms/chain/chain_split_builder.h"

#include "transforms/chain/chain.h"
#include "transforms/chain/chain_ops.h"
#include "transforms/fp_mode.h"

#include "mlir-c/AffineMap.h"

#include <stdlib.h>

static MlirValue rest_destination(SplitBuild *build, int number) {
  const SizedOp *op = split_op_of(build, number);
  MlirValue init = mlirOperationGetOperand(op->op, op->input_count);
  LoopUse use = sized_op_use(op, op->input_count, build->split->loops[number]);
  if (split_is_sum(build, number))
    return init;
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(init));
  for (int d = 0; d < rank; d++)
    shape[d] = d == use.dim ? build->rest : mlirShapedTypeGetDimSize(mlirValueGetType(init), d);
  if (!sized_op_reads_destination(op, 0))
    return tensor_ops_empty(&build->ir, rank, shape, split_element_of(init));
  return ir_is_made_by(init, "linalg.fill") ? split_fill(build, init, rank, shape)
                                            : split_rest_slice(build, init, use.dim);
}

static bool is_counter(MlirOperation op) { return ir_op_is(op, "linalg.index"); }

// The body counts the elements before the rest as well.
static void shift_counters(const SplitBuild *build, MlirOperation op, int loop) {
  IrOps counters = ir_collect(op, is_counter);
  for (int i = 0; i < counters.count; i++) {
    MlirAttribute dim = mlirOperationGetAttributeByName(counters.ops[i], ir_string("dim"));
    MlirValue counter = mlirOperationGetResult(counters.ops[i], 0);
    if (mlirIntegerAttrGetValueInt(dim) != loop)
      continue;
    IrBuilder ir;
    ir_start(&ir, mlirOperationGetNextInBlock(counters.ops[i]),
             mlirOperationGetLocation(counters.ops[i]));
    MlirValue first = ir_index(&ir, build->parts * build->size);
    MlirValue moved = ir_binary(&ir, "arith.addi", first, counter);
    ir_finish(&ir);
    MlirOperation sum = mlirOpResultGetOwner(moved);
    mlirValueReplaceAllUsesExcept(counter, moved, 1, &sum);
  }
  free(counters.ops);
}

void split_rest_op(SplitBuild *build, int number) {
  const SizedOp *op = split_op_of(build, number);
  TensorOperands operands = {
      .input_count = op->input_count, .count = op->operand_count, .loop_count = op->loop_count};
  for (int l = 0; l < op->loop_count; l++)
    operands.is_reduction[l] = op->is_reduction[l];
  for (int i = 0; i < op->operand_count; i++) {
    operands.values[i] = sized_op_is_init(op, i) ? rest_destination(build, number)
                                                 : split_input(build, number, i, true);
    operands.maps[i] = mlirAffineMapAttrGet(sized_op_map(op, i));
  }
  MlirOperation copy = mlirOperationClone(op->op);
  MlirOperation made = tensor_ops_take_body(&build->ir, copy, &operands);
  mlirOperationDestroy(copy);
  shift_counters(build, made, build->split->loops[number]);
  int chain = chain_number_of(made);
  if (chain >= 0 && chain_role_of(made, chain) == CHAIN_SEED)
    chain_mark(made, chain, CHAIN_CORE);
  build->rests[number] = mlirOperationGetResult(made, 0);
}

// --- joining

static MlirValue empty_like(SplitBuild *build, MlirValue value) {
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(mlirValueGetType(value));
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(mlirValueGetType(value), d);
  return tensor_ops_empty(&build->ir, rank, shape, split_element_of(value));
}

static MlirAffineMap each_of(const SplitBuild *build, MlirValue value) {
  return mlirAffineMapMultiDimIdentityGet(build->ir.context,
                                          mlirShapedTypeGetRank(mlirValueGetType(value)));
}

void split_rest_least(SplitBuild *build) {
  MlirValue most = build->rests[build->split->maximum];
  MlirAffineMap each = each_of(build, most);
  TensorGeneric least = {.build = split_build_least,
                         .loop_count = build->split->row_rank,
                         .input_count = 1,
                         .operands = {most, empty_like(build, most)},
                         .maps = {each, each}};
  build->rest_least = split_marked(build, &least, split_op_of(build, build->split->maximum)->op);
}

void split_rest_weight(SplitBuild *build, MlirValue most) {
  MlirAffineMap each = each_of(build, most);
  TensorGeneric weight = {.build = split_build_weight,
                          .loop_count = build->split->row_rank,
                          .input_count = 2,
                          .operands = {build->rest_least, most, empty_like(build, most)},
                          .maps = {each, each, each}};
  build->rest_weight = split_marked(build, &weight, split_op_of(build, build->split->maximum)->op);
}

static MlirValue build_product(IrBuilder *ir, MlirBlock body, void *unused) {
  (void)unused;
  return ir_binary(ir, "arith.mulf", mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1));
}

MlirValue split_rest_term(SplitBuild *build, int sum) {
  MlirValue terms = build->rests[sum];
  MlirAffineMap each = each_of(build, terms);
  MlirAffineExpr row[WORKLOAD_MAX_RANK];
  for (int d = 0; d < build->split->row_rank; d++)
    row[d] = mlirAffineDimExprGet(build->ir.context, chain_split_row_dim(build->split, sum, d));
  int rank = (int)mlirAffineMapGetNumDims(each);
  TensorGeneric term = {
      .build = build_product,
      .loop_count = rank,
      .input_count = 2,
      .operands = {build->rest_weight, terms, empty_like(build, terms)},
      .maps = {mlirAffineMapGet(build->ir.context, rank, 0, build->split->row_rank, row), each,
               each}};
  return split_marked(build, &term, split_op_of(build, sum)->op);
}
