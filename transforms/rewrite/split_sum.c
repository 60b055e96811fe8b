// See split_sum.h. The new ops stand before the old one, whose uses they take.
#include "transforms/rewrite/split_sum.h"

#include "transforms/annotation.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/Dialect/Linalg.h"

static MlirValue initial_of(MlirOperation op) {
  return mlirOperationGetOperand(op, linalg_op_input_count(op));
}

static bool has_one_known_result(MlirOperation op) {
  if (!linalg_op_is_structured(op) || mlirOperationGetNumResults(op) != 1 ||
      linalg_op_input_count(op) >= TENSOR_OPS_MAX_INPUTS)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return mlirShapedTypeHasStaticShape(type) && mlirShapedTypeGetRank(type) < WORKLOAD_MAX_RANK;
}

int split_sum_loop(MlirOperation op, int64_t count) {
  int64_t extents[WORKLOAD_MAX_ITERATORS];
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  int found = -1, loops;
  if (!has_one_known_result(op) || (loops = linalg_op_loop_count(op)) >= WORKLOAD_MAX_ITERATORS ||
      !linalg_op_get_loops(op, extents, is_reduction))
    return -1;
  for (int l = 0; l < loops; l++)
    if (is_reduction[l] && extents[l] % count == 0 && extents[l] >= 2 * count &&
        (found < 0 || extents[l] >= extents[found]))
      found = l;
  return found;
}

// --- the parts

// What the old loops are in the new ones, of which the first is the part.
static MlirAffineMap loops_of_parts(MlirContext context, int loops, int loop, int64_t size) {
  MlirAffineExpr old[WORKLOAD_MAX_ITERATORS];
  for (int l = 0; l < loops; l++)
    old[l] = mlirAffineDimExprGet(context, l + 1);
  MlirAffineExpr begin = mlirAffineMulExprGet(mlirAffineDimExprGet(context, 0),
                                              mlirAffineConstantExprGet(context, size));
  old[loop] = mlirAffineAddExprGet(begin, old[loop]);
  return mlirAffineMapGet(context, loops + 1, 0, loops, old);
}

static MlirAttribute moved(MlirAffineMap map, MlirAffineMap loops, bool is_result) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[WORKLOAD_MAX_RANK + 1];
  int count = 0;
  if (is_result)
    indices[count++] = mlirAffineDimExprGet(context, 0);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    indices[count++] = mlirAffineExprCompose(mlirAffineMapGetResult(map, r), loops);
  return mlirAffineMapAttrGet(
      mlirAffineMapGet(context, mlirAffineMapGetNumDims(loops), 0, count, indices));
}

static MlirValue as_type(IrBuilder *ir, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  bool widens = mlirFloatTypeGetWidth(mlirValueGetType(value)) < mlirFloatTypeGetWidth(type);
  return ir_unary(ir, widens ? "arith.extf" : "arith.truncf", type, value);
}

static void add_product(IrBuilder *ir, MlirBlock body, void *user, MlirValue *out_values) {
  (void)user;
  MlirValue sum = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  MlirType type = mlirValueGetType(sum);
  MlirValue right = as_type(ir, mlirBlockGetArgument(body, 1), type);
  MlirValue left = as_type(ir, mlirBlockGetArgument(body, 0), type);
  MlirValue product = ir_binary(ir, "arith.mulf", left, right);
  out_values[0] = ir_binary(ir, "arith.addf", sum, product);
}

static int result_shape(MlirOperation op, int64_t *out_shape) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int rank = (int)mlirShapedTypeGetRank(type);
  for (int d = 0; d < rank; d++)
    out_shape[d] = mlirShapedTypeGetDimSize(type, d);
  return rank;
}

static MlirType result_element(MlirOperation op) {
  return mlirShapedTypeGetElementType(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static void add_operand(TensorOperands *operands, MlirValue value, MlirAttribute map) {
  operands->values[operands->count] = value;
  operands->maps[operands->count++] = map;
}

static MlirAffineMap map_at(MlirAttribute maps, int operand) {
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, operand));
}

// With the op's own body where its sums have the type of its results.
static void make_parts(SplitSum *split, int loop, int64_t count, MlirType sum) {
  IrBuilder *ir = &split->ir;
  int64_t extents[WORKLOAD_MAX_ITERATORS], shape[WORKLOAD_MAX_RANK];
  bool is_reduction[WORKLOAD_MAX_ITERATORS];
  int loops = linalg_op_loop_count(split->op), inputs = linalg_op_input_count(split->op);
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(split->op);
  linalg_op_get_loops(split->op, extents, is_reduction);
  TensorOperands operands = {.input_count = inputs + 1, .loop_count = loops + 1};
  MlirAffineMap into = loops_of_parts(ir->context, loops, loop, extents[loop] / count);
  for (int l = 0; l < loops; l++)
    operands.is_reduction[l + 1] = is_reduction[l];
  for (int i = 0; i < inputs; i++)
    add_operand(&operands, mlirOperationGetOperand(split->op, i),
                moved(map_at(maps, i), into, false));
  int64_t size = extents[loop] / count;
  MlirValue window = tensor_ops_empty(ir, 1, &size, sum);
  split->window = mlirOpResultGetOwner(window);
  MlirAffineExpr step = mlirAffineDimExprGet(ir->context, loop + 1);
  add_operand(&operands, window,
              mlirAffineMapAttrGet(mlirAffineMapGet(ir->context, loops + 1, 0, 1, &step)));
  shape[0] = count;
  int rank = 1 + result_shape(split->op, shape + 1);
  add_operand(&operands, tensor_ops_zeros(ir, rank, shape, sum),
              moved(map_at(maps, inputs), into, true));
  if (!mlirTypeEqual(sum, result_element(split->op))) {
    split->parts = tensor_ops_results(ir, &operands, add_product, NULL);
  } else {
    MlirOperation copy = mlirOperationClone(split->op);
    mlirBlockInsertArgument(ir_body(copy), inputs, sum, ir->location);
    split->parts = tensor_ops_take_body(ir, copy, &operands);
    mlirOperationDestroy(copy);
    annotation_remove(split->parts);
  }
  fp_mode_copy(split->op, split->parts);
}

// --- their sum

static MlirAffineMap identity(IrBuilder *ir, int rank, int dims, int first) {
  MlirAffineExpr indices[WORKLOAD_MAX_RANK];
  int count = 0;
  if (first >= 0)
    indices[count++] = mlirAffineDimExprGet(ir->context, first);
  for (int d = 0; d < rank; d++)
    indices[count++] = mlirAffineDimExprGet(ir->context, d);
  return mlirAffineMapGet(ir->context, dims, 0, count, indices);
}

static void make_sum(SplitSum *split, MlirValue start) {
  IrBuilder *ir = &split->ir;
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = result_shape(split->op, shape);
  TensorGeneric sum = {
      .body = TENSOR_BODY_ADD,
      .loop_count = rank + 1,
      .reductions = 1u << rank,
      .input_count = 1,
      .operands = {mlirOperationGetResult(split->parts, 0), start},
      .maps = {identity(ir, rank, rank + 1, rank), identity(ir, rank, rank + 1, -1)}};
  split->result = tensor_ops_generic(ir, &sum);
  split->sum = mlirOpResultGetOwner(split->result);
  fp_mode_copy(split->op, split->sum);
}

// Whether every element is a constant 0.
static bool is_zeros(MlirValue value) {
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "linalg.fill"))
    return false;
  MlirValue number = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return ir_is_made_by(number, "arith.constant") &&
         mlirAttributeEqual(mlirOperationGetInherentAttributeByName(mlirOpResultGetOwner(number),
                                                                    ir_string("value")),
                            ir_zero(mlirValueGetType(number)));
}

// The sum, and what the op began from, in the type of its results.
static MlirValue rounded(IrBuilder *ir, MlirBlock body, void *user) {
  const SplitSum *split = user;
  MlirValue sum = mlirBlockGetArgument(body, 0);
  MlirType type = mlirValueGetType(sum);
  if (!is_zeros(initial_of(split->op)))
    sum = ir_binary(ir, "arith.addf", as_type(ir, mlirBlockGetArgument(body, 1), type), sum);
  return as_type(ir, sum, result_element(split->op));
}

static void round_sum(SplitSum *split) {
  IrBuilder *ir = &split->ir;
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = result_shape(split->op, shape);
  int inputs = is_zeros(initial_of(split->op)) ? 1 : 2;
  TensorGeneric last = {.build = rounded,
                        .user = split,
                        .loop_count = rank,
                        .input_count = inputs,
                        .operands = {split->result, initial_of(split->op)}};
  last.operands[inputs] = tensor_ops_empty(ir, rank, shape, result_element(split->op));
  for (int i = 0; i <= inputs; i++)
    last.maps[i] = identity(ir, rank, rank, -1);
  split->result = tensor_ops_generic(ir, &last);
  fp_mode_copy(split->op, mlirOpResultGetOwner(split->result));
}

// --- the whole

void split_sum(MlirOperation op, int loop, int64_t count, MlirType sum, SplitSum *out_split) {
  SplitSum *split = out_split;
  int64_t shape[WORKLOAD_MAX_RANK];
  *split = (SplitSum){.op = op};
  ir_start(&split->ir, op, mlirOperationGetLocation(op));
  make_parts(split, loop, count, sum);
  if (mlirTypeEqual(sum, result_element(op))) {
    make_sum(split, initial_of(op));
  } else {
    int rank = result_shape(op, shape);
    make_sum(split, tensor_ops_zeros(&split->ir, rank, shape, sum));
    round_sum(split);
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), split->result);
}

void split_sum_undo(SplitSum *split) {
  mlirValueReplaceAllUsesOfWith(split->result, mlirOperationGetResult(split->op, 0));
  ir_undo(&split->ir);
}

void split_sum_keep(SplitSum *split) {
  mlirOperationDestroy(split->op);
  ir_finish(&split->ir);
}
