// Rows in parts of their elements, which are joined with weights:
//
//   %m = (i, j) max                  %m = (i, p, l) max                    // of each part
//     ins(%s: 64x4096)                 ins(%s: 64x4x1024)
//   %e = (i, j) exp(s - m)           %n = (i, p) max(m, the least number)
//   %y = (i, d, j) sum of e * v  ->  %e = (i, p, l) exp(s - n)
//     ins(%e, %v: 4096x8)            %z = (i, d, p, l) sum of e * v  ins(%e, %v: 4x1024x8)
//                                    %w = (i, p) exp(n - the maximum of m)
//                                    %y = (i, d, p) sum of w * z
//
// A part of which all is minus infinity makes zeros, as its elements do beside others; the weights
// of a row of nothing else are infinite, and zero times these is NaN, as in the source.
#include "transforms/chain/chain_split_builder.h"

#include "transforms/chain/chain.h"

#include "transforms/chain/chain_body.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"

#include <float.h>
#include <stdlib.h>

// --- ops with one more loop

// The map over the loops of the parts. The part is one more index at `at`; -1: it is none.
static MlirAffineMap split_map(const SizedOp *op, int operand, int loop, int at) {
  MlirAffineMap map = sized_op_map(op, operand);
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr loops[WORKLOAD_MAX_ITERATORS], indices[WORKLOAD_MAX_RANK + 1];
  for (int l = 0; l < op->loop_count; l++)
    loops[l] = mlirAffineDimExprGet(context, l > loop ? l + 1 : l);
  MlirAffineMap after = mlirAffineMapGet(context, op->loop_count + 1, 0, op->loop_count, loops);
  int count = 0, rank = (int)mlirAffineMapGetNumResults(map);
  LoopUse use = sized_op_use(op, operand, loop);
  for (int d = 0; d <= rank; d++) {
    if (d == at || (d < rank && use.access == LOOP_ACCESS_DIM && use.dim == d))
      indices[count++] = mlirAffineDimExprGet(context, loop);
    if (d < rank && use.access == LOOP_ACCESS_DIM && use.dim == d)
      indices[count++] = mlirAffineDimExprGet(context, loop + 1);
    else if (d < rank)
      indices[count++] = mlirAffineExprCompose(mlirAffineMapGetResult(map, d), after);
  }
  return mlirAffineMapGet(context, op->loop_count + 1, 0, count, indices);
}

// The shape with two dimensions in the place of `dim`, or one more, the parts, at `at`.
static int split_shape(const SplitBuild *build, MlirValue value, int dim, int at,
                       int64_t *out_shape) {
  MlirType type = mlirValueGetType(value);
  int count = 0, rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d <= rank; d++) {
    if (d == at || (d < rank && d == dim))
      out_shape[count++] = build->parts;
    if (d < rank)
      out_shape[count++] = d == dim ? build->size : mlirShapedTypeGetDimSize(type, d);
  }
  return count;
}

static MlirValue slice(SplitBuild *build, MlirValue value, int dim, int64_t first, int64_t count) {
  int64_t offsets[WORKLOAD_MAX_RANK] = {0}, sizes[WORKLOAD_MAX_RANK];
  for (int d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(value)); d++)
    sizes[d] = mlirShapedTypeGetDimSize(mlirValueGetType(value), d);
  offsets[dim] = first;
  sizes[dim] = count;
  return tensor_ops_slice(&build->ir, value, offsets, sizes);
}

MlirValue split_rest_slice(SplitBuild *build, MlirValue value, int dim) {
  return slice(build, value, dim, build->parts * build->size, build->rest);
}

static MlirValue expanded(SplitBuild *build, MlirValue value, int dim) {
  bool is_split[WORKLOAD_MAX_RANK] = {false};
  int64_t shape[WORKLOAD_MAX_RANK + 1];
  is_split[dim] = true;
  (void)split_shape(build, value, dim, -1, shape);
  value = slice(build, value, dim, 0, build->parts * build->size);
  return tensor_ops_expand(&build->ir, value, is_split, shape);
}

// Where the parts are in the partial results of a sum: before what an op beside it walks last.
static int part_dim(const SplitBuild *build, int sum) {
  int rank = (int)mlirAffineMapGetNumResults(
      sized_op_map(split_op_of(build, sum), split_op_of(build, sum)->input_count));
  return rank > build->split->row_rank ? rank - 1 : rank;
}

static bool reads_maximum(const SplitBuild *build, int number, int operand) {
  const ChainSplit *split = build->split;
  return number == split->exps && operand < split_op_of(build, number)->input_count &&
         mlirValueEqual(mlirOperationGetOperand(split_op_of(build, number)->op, operand),
                        mlirOperationGetResult(split_op_of(build, split->maximum)->op, 0));
}

MlirValue split_input(SplitBuild *build, int number, int operand, bool is_rest) {
  const SizedOp *op = split_op_of(build, number);
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  const MlirValue *made = is_rest ? build->rests : build->made;
  LoopUse use = sized_op_use(op, operand, build->split->loops[number]);
  if (reads_maximum(build, number, operand))
    return is_rest ? build->rest_least : build->least;
  if (use.access != LOOP_ACCESS_DIM)
    return value;
  int maker = sized_block_maker(build->split->block, value);
  if (maker >= 0 && !mlirValueIsNull(made[maker]))
    return made[maker];
  return is_rest ? split_rest_slice(build, value, use.dim) : expanded(build, value, use.dim);
}

// The fill repeated for every part, marked as it was.
MlirValue split_fill(SplitBuild *build, MlirValue init, int rank, const int64_t *shape) {
  MlirOperation fill = mlirOpResultGetOwner(init);
  MlirValue made = tensor_ops_filled(&build->ir, rank, shape, mlirOperationGetOperand(fill, 0));
  int number = chain_number_of(fill);
  if (number >= 0)
    chain_mark(mlirOpResultGetOwner(made), number, chain_role_of(fill, number));
  return made;
}

static MlirValue split_destination(SplitBuild *build, int number) {
  const SizedOp *op = split_op_of(build, number);
  MlirValue init = mlirOperationGetOperand(op->op, op->input_count);
  LoopUse use = sized_op_use(op, op->input_count, build->split->loops[number]);
  int64_t shape[WORKLOAD_MAX_RANK + 1];
  bool sums = split_is_sum(build, number);
  int rank =
      split_shape(build, init, sums ? -1 : use.dim, sums ? part_dim(build, number) : -1, shape);
  if (!sized_op_reads_destination(op, 0))
    return tensor_ops_empty(&build->ir, rank, shape, split_element_of(init));
  return ir_is_made_by(init, "linalg.fill") ? split_fill(build, init, rank, shape)
                                            : expanded(build, init, use.dim);
}

static bool is_counter(MlirOperation op) { return ir_op_is(op, "linalg.index"); }

// Numbers of loops that the body asks for.
static void split_counters(const SplitBuild *build, MlirOperation op, int loop) {
  IrOps counters = ir_collect(op, is_counter);
  for (int i = 0; i < counters.count; i++) {
    MlirOperation counter = counters.ops[i];
    int dim =
        (int)mlirIntegerAttrGetValueInt(mlirOperationGetAttributeByName(counter, ir_string("dim")));
    if (dim < loop)
      continue;
    IrBuilder ir;
    ir_start(&ir, counter, mlirOperationGetLocation(counter));
    MlirType type = mlirIntegerTypeGet(ir.context, 64);
    MlirNamedAttribute inner = ir_attribute(&ir, "dim", mlirIntegerAttrGet(type, dim + 1));
    MlirValue value =
        ir_value(&ir, "linalg.index", mlirIndexTypeGet(ir.context), 0, NULL, 1, &inner);
    if (dim == loop) {
      MlirNamedAttribute outer = ir_attribute(&ir, "dim", mlirIntegerAttrGet(type, dim));
      MlirValue part =
          ir_value(&ir, "linalg.index", mlirIndexTypeGet(ir.context), 0, NULL, 1, &outer);
      MlirValue begin = ir_binary(&ir, "arith.muli", part, ir_index(&ir, build->size));
      value = ir_binary(&ir, "arith.addi", begin, value);
    }
    ir_finish(&ir);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(counter, 0), value);
    mlirOperationDestroy(counter);
  }
  free(counters.ops);
}

static void split_op(SplitBuild *build, int number) {
  SizedOp *op = &build->split->block->ops[number];
  int loop = build->split->loops[number];
  TensorOperands operands = {
      .input_count = op->input_count, .count = op->operand_count, .loop_count = op->loop_count + 1};
  for (int l = 0; l <= op->loop_count; l++)
    operands.is_reduction[l] = l != loop && op->is_reduction[l > loop ? l - 1 : l];
  for (int i = 0; i < op->operand_count; i++) {
    bool is_out = sized_op_is_init(op, i);
    int at = is_out && split_is_sum(build, number) ? part_dim(build, number)
             : reads_maximum(build, number, i)     ? build->split->row_rank
                                                   : -1;
    operands.values[i] =
        is_out ? split_destination(build, number) : split_input(build, number, i, false);
    operands.maps[i] = mlirAffineMapAttrGet(split_map(op, i, loop, at));
  }
  MlirOperation made = tensor_ops_take_body(&build->ir, op->op, &operands);
  split_counters(build, made, loop);
  build->made[number] = mlirOperationGetResult(made, 0);
}

// --- joining

MlirValue split_build_least(IrBuilder *ir, MlirBlock body, void *unused) {
  (void)unused;
  MlirValue value = mlirBlockGetArgument(body, 0);
  MlirType type = mlirValueGetType(value);
  double least = mlirTypeIsAF32(type) ? -FLT_MAX : -DBL_MAX;
  MlirNamedAttribute number =
      ir_attribute(ir, "value", mlirFloatAttrDoubleGet(ir->context, type, least));
  return ir_binary(ir, "arith.maximumf", value,
                   ir_value(ir, "arith.constant", type, 0, NULL, 1, &number));
}

static MlirValue build_maximum(IrBuilder *ir, MlirBlock body, void *user) {
  const MlirOperation *op = user;
  return ir_binary(ir, ir_op_is(*op, "arith.maxnumf") ? "arith.maxnumf" : "arith.maximumf",
                   mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1));
}

MlirValue split_build_weight(IrBuilder *ir, MlirBlock body, void *unused) {
  (void)unused;
  MlirValue less =
      ir_binary(ir, "arith.subf", mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1));
  return ir_unary(ir, "math.exp", mlirValueGetType(less), less);
}

// An op that is marked as the one whose parts it joins.
MlirValue split_marked(SplitBuild *build, const TensorGeneric *generic, MlirOperation like) {
  MlirValue value = tensor_ops_generic(&build->ir, generic);
  fp_mode_copy(like, mlirOpResultGetOwner(value));
  if (chain_number_of(like) >= 0)
    chain_mark(mlirOpResultGetOwner(value), chain_number_of(like), CHAIN_CORE);
  return value;
}

static void build_weights(SplitBuild *build) {
  const ChainSplit *split = build->split;
  MlirOperation maximum = split_op_of(build, split->maximum)->op;
  MlirOperation combiner = mlirOpResultGetOwner(mlirOperationGetOperand(
      mlirBlockGetTerminator(ir_body(mlirOpResultGetOwner(build->made[split->maximum]))), 0));
  MlirContext context = build->ir.context;
  int rank = split->row_rank;
  MlirAffineMap each = mlirAffineMapMultiDimIdentityGet(context, rank + 1);
  MlirAffineMap row = mlirAffineMapGetMajorSubMap(each, rank);
  MlirValue of_parts = build->made[split->maximum];
  int64_t shape[WORKLOAD_MAX_RANK + 1];
  MlirValue init = mlirOperationGetOperand(maximum, 1);
  (void)split_shape(build, init, -1, rank, shape);
  MlirType element = split_element_of(init);
  MlirValue empty = tensor_ops_empty(&build->ir, rank + 1, shape, element);
  TensorGeneric least = {.build = split_build_least,
                         .loop_count = rank + 1,
                         .input_count = 1,
                         .operands = {of_parts, empty},
                         .maps = {each, each}};
  build->least = split_marked(build, &least, maximum);
  MlirValue start = build->rest ? build->rests[split->maximum] : init;
  TensorGeneric joined = {.build = build_maximum,
                          .user = &combiner,
                          .loop_count = rank + 1,
                          .reductions = 1u << rank,
                          .input_count = 1,
                          .operands = {of_parts, start},
                          .maps = {each, row}};
  MlirValue most = split_marked(build, &joined, maximum);
  if (build->rest)
    split_rest_weight(build, most);
  TensorGeneric weight = {.build = split_build_weight,
                          .loop_count = rank + 1,
                          .input_count = 2,
                          .operands = {build->least, most, empty},
                          .maps = {each, row, each}};
  build->weights = split_marked(build, &weight, maximum);
}

static MlirValue build_term(IrBuilder *ir, MlirBlock body, void *unused) {
  (void)unused;
  MlirValue term =
      ir_binary(ir, "arith.mulf", mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1));
  return ir_binary(ir, "arith.addf", mlirBlockGetArgument(body, 2), term);
}

// The sum of what the parts have, times their weights, instead of the op's result.
static void join_sum(SplitBuild *build, int sum) {
  const SizedOp *op = split_op_of(build, sum);
  MlirContext context = build->ir.context;
  int rank = (int)mlirAffineMapGetNumResults(sized_op_map(op, op->input_count));
  int rows = build->split->row_rank, at = part_dim(build, sum);
  MlirAffineExpr weight[WORKLOAD_MAX_RANK], part[WORKLOAD_MAX_RANK + 1];
  for (int d = 0; d <= rows; d++)
    weight[d] =
        mlirAffineDimExprGet(context, d < rows ? chain_split_row_dim(build->split, sum, d) : rank);
  for (int d = 0; d <= rank; d++)
    part[d] = mlirAffineDimExprGet(context, d == at ? rank : d > at ? d - 1 : d);
  MlirAffineMap each = mlirAffineMapMultiDimIdentityGet(context, rank + 1);
  MlirValue start =
      build->rest ? split_rest_term(build, sum) : mlirOperationGetOperand(op->op, op->input_count);
  TensorGeneric joined = {.build = build_term,
                          .loop_count = rank + 1,
                          .reductions = 1u << rank,
                          .input_count = 2,
                          .operands = {build->weights, build->made[sum], start},
                          .maps = {mlirAffineMapGet(context, rank + 1, 0, rows + 1, weight),
                                   mlirAffineMapGet(context, rank + 1, 0, rank + 1, part),
                                   mlirAffineMapGetMajorSubMap(each, rank)}};
  MlirValue value = split_marked(build, &joined, op->op);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op->op, 0), value);
}

// --- all

static bool generalize(const ChainSplit *split) {
  bool all = true;
  for (int i = 0; i < split->block->count && all; i++) {
    SizedOp *op = &split->block->ops[i];
    MlirOperation generic = split->loops[i] < 0 ? op->op : linalg_op_generalize(op->op);
    all = !mlirOperationIsNull(generic);
    op->op = all ? generic : op->op;
  }
  return all;
}

bool chain_split_build(const ChainSplit *split, int64_t parts) {
  if (!generalize(split))
    return false;
  SplitBuild build = {.split = split, .parts = parts, .size = chain_split_size(split, parts)};
  build.rest = split->elements - parts * build.size;
  build.rests = ir_zeroed((size_t)split->block->count + 1, sizeof *build.rests);
  build.made = ir_zeroed((size_t)split->block->count + 1, sizeof *build.made);
  for (int i = 0; i < split->block->count; i++) {
    if (split->loops[i] < 0)
      continue;
    MlirOperation op = split_op_of(&build, i)->op;
    ir_start(&build.ir, op, mlirOperationGetLocation(op));
    if (build.rest)
      split_rest_op(&build, i);
    if (build.rest && i == split->maximum)
      split_rest_least(&build);
    split_op(&build, i);
    if (i == split->maximum)
      build_weights(&build);
    else if (split_is_sum(&build, i))
      join_sum(&build, i);
    ir_finish(&build.ir);
  }
  for (int i = split->block->count - 1; i >= 0; i--) {
    if (split->loops[i] < 0)
      continue;
    MlirOperation op = split_op_of(&build, i)->op;
    MlirValue init = mlirOperationGetOperand(op, split_op_of(&build, i)->input_count);
    mlirOperationDestroy(op);
    if (mlirValueIsAOpResult(init))
      tensor_ops_erase_dead(mlirOpResultGetOwner(init));
  }
  free(build.made);
  free(build.rests);
  return true;
}
