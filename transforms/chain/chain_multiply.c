// Where ops may be reassociated, exponentials are multiplied with a number of their row after the
// product of matrices that reads them, which has fewer results:
//
//   %p = generic (i, j) {e * r}  ins(%e, %r)    ->   %u = matmul ins(%e, %v)
//   %y = matmul ins(%p, %v)                          %y = generic (i, d) {u * r}  ins(%u, %r)
//
// Exponentials of differences from a maximum of them are 1 at most. Others might overflow in the
// product.
#include "transforms/chain/chain_multiply.h"

#include "transforms/chain/chain.h"
#include "transforms/chain/chain_body.h"
#include "transforms/chain/chain_inline.h"
#include "transforms/chain/chain_maximum.h"
#include "transforms/chain/chain_through.h"
#include "transforms/chain/chain_update.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"

#include <stdlib.h>

// --- broadcasts

// Lets an op read what a broadcast of it repeats.
static bool fold_broadcast(SizedOp *op, int operand) {
  SizedOp maker;
  MlirAffineExpr indices[WORKLOAD_MAX_ITERATORS];
  if (!chain_read_maker(mlirOperationGetOperand(op->op, operand), &maker) ||
      maker.input_count != 1 ||
      mlirAffineMapGetNumResults(sized_op_map(&maker, 0)) >= maker.loop_count)
    return false;
  MlirValue copied = chain_yielded(maker.op), source = mlirOperationGetOperand(maker.op, 0);
  if (!chain_is_argument(maker.op, copied, 0) || !mlirTypeIsARankedTensor(mlirValueGetType(source)))
    return false;
  chain_read_through(op, operand, &maker, indices);
  MlirAffineMap map = chain_map_through(op, indices, &maker, 0);
  MlirOperation generic =
      mlirAffineMapIsNull(map) ? (MlirOperation){NULL} : linalg_op_generalize(op->op);
  if (mlirOperationIsNull(generic))
    return false;
  op->op = generic;
  chain_set_input(op, operand, source, map);
  tensor_ops_erase_dead(maker.op);
  return true;
}

// --- scales of a factor

// Factor `operand` of a product, made by `scaling`: input `element` of that times input `scale`.
typedef struct ScaledFactor {
  SizedOp product, scaling;
  int operand, element, scale;
} ScaledFactor;

static bool starts_at_zero(const SizedOp *product) {
  MlirAttribute start =
      constant_values_filling(mlirOperationGetOperand(product->op, product->input_count));
  return !mlirAttributeIsNull(start) && mlirAttributeIsAFloat(start) &&
         mlirFloatAttrGetValueDouble(start) == 0;
}

static bool has_sizes(const SizedOp *op) {
  bool has = true;
  for (int l = 0; l < op->loop_count; l++)
    has &= op->extents[l] > 0;
  return has;
}

// The argument, or a number of it in another type.
static bool is_of_argument(MlirOperation op, MlirValue value, int argument) {
  static const char *const casts[] = {"arith.extf", "arith.sitofp", "arith.uitofp"};
  bool is_cast = false;
  for (size_t i = 0; mlirValueIsAOpResult(value) && i < sizeof casts / sizeof *casts; i++)
    is_cast |= ir_op_is(mlirOpResultGetOwner(value), casts[i]);
  return chain_is_argument(
      op, is_cast ? mlirOperationGetOperand(mlirOpResultGetOwner(value), 0) : value, argument);
}

bool chain_adds_products(MlirOperation op, int operand) {
  if (!chain_yields(op, "arith.addf"))
    return false;
  MlirOperation sum = mlirOpResultGetOwner(chain_yielded(op));
  int out = chain_is_argument(op, mlirOperationGetOperand(sum, 0), 2) ? 0 : 1;
  MlirValue term = mlirOperationGetOperand(sum, 1 - out);
  if (!chain_is_argument(op, mlirOperationGetOperand(sum, out), 2) || !mlirValueIsAOpResult(term) ||
      !ir_op_is(mlirOpResultGetOwner(term), "arith.mulf"))
    return false;
  MlirOperation product = mlirOpResultGetOwner(term);
  int factor = chain_is_argument(op, mlirOperationGetOperand(product, 0), operand) ? 0 : 1;
  return chain_is_argument(op, mlirOperationGetOperand(product, factor), operand) &&
         is_of_argument(op, mlirOperationGetOperand(product, 1 - factor), 1 - operand);
}

static bool is_product(const SizedOp *op, int operand) {
  return has_sizes(op) && op->result_count == 1 && op->input_count == 2 &&
         fp_mode_of(op->op) >= FP_REASSOC && chain_adds_products(op->op, operand) &&
         starts_at_zero(op) &&
         mlirFloatTypeGetWidth(mlirShapedTypeGetElementType(
             mlirValueGetType(mlirOperationGetResult(op->op, 0)))) >= 32;
}

// Whether a value of the body is a difference from a maximum, which this op or the one before it
// computes.
static bool is_below_maximum(MlirOperation op, MlirValue value) {
  if (chain_is_read(op, value)) {
    op = chain_maker(chain_operand_of(op, value));
    if (mlirOperationIsNull(op))
      return false;
    value = chain_yielded(op);
  }
  if (!mlirValueIsAOpResult(value) || !ir_op_is(mlirOpResultGetOwner(value), "arith.subf"))
    return false;
  MlirOperation difference = mlirOpResultGetOwner(value);
  return chain_is_bounded(op, mlirOperationGetOperand(difference, 0),
                          mlirOperationGetOperand(difference, 1));
}

static bool is_exponential(MlirValue value) {
  MlirOperation op = chain_maker(value);
  return !mlirOperationIsNull(op) && chain_yields(op, "math.exp") &&
         is_below_maximum(op, mlirOperationGetOperand(mlirOpResultGetOwner(chain_yielded(op)), 0));
}

// Whether the scaling yields one of its two inputs times the other, which is of one type with it.
static bool read_scaling(ScaledFactor *factor) {
  const SizedOp *scaling = &factor->scaling;
  if (scaling->input_count != 2 || fp_mode_of(scaling->op) < FP_REASSOC ||
      !chain_yields(scaling->op, "arith.mulf"))
    return false;
  MlirOperation product = mlirOpResultGetOwner(chain_yielded(scaling->op));
  MlirBlock body = mlirOperationGetBlock(product);
  MlirValue first = mlirBlockGetArgument(body, 0), second = mlirBlockGetArgument(body, 1);
  MlirValue left = mlirOperationGetOperand(product, 0), right = mlirOperationGetOperand(product, 1);
  factor->element = is_exponential(mlirOperationGetOperand(scaling->op, 0)) ? 0 : 1;
  factor->scale = 1 - factor->element;
  return is_exponential(mlirOperationGetOperand(scaling->op, factor->element)) &&
         ((mlirValueEqual(left, first) && mlirValueEqual(right, second)) ||
          (mlirValueEqual(left, second) && mlirValueEqual(right, first)));
}

static bool read_factor(ScaledFactor *factor) {
  MlirValue value = mlirOperationGetOperand(factor->product.op, factor->operand);
  return ir_has_one_use(value) && chain_read_maker(value, &factor->scaling) && read_scaling(factor);
}

// The map of the scales over the result's dimensions. Null: a scale changes along a sum.
static MlirAffineMap result_map(const ScaledFactor *factor, MlirAffineMap map) {
  const SizedOp *product = &factor->product;
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr results[WORKLOAD_MAX_RANK];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t d = 0; d < rank; d++) {
    results[d] = mlirAffineMapGetResult(map, d);
    if (!mlirAffineExprIsADim(results[d]))
      continue;
    int loop = (int)mlirAffineDimExprGetPosition(results[d]);
    LoopUse use = sized_op_use(product, product->input_count, loop);
    if (use.access != LOOP_ACCESS_DIM)
      return (MlirAffineMap){NULL};
    results[d] = mlirAffineDimExprGet(context, use.dim);
  }
  intptr_t dims = mlirAffineMapGetNumResults(sized_op_map(product, product->input_count));
  return mlirAffineMapGet(context, dims, 0, rank, results);
}

static MlirValue build_product(IrBuilder *ir, MlirBlock body, void *unused) {
  (void)unused;
  return ir_binary(ir, "arith.mulf", mlirBlockGetArgument(body, 0), mlirBlockGetArgument(body, 1));
}

// Multiplies what the product makes.
static void scale_result(const ScaledFactor *factor, MlirAffineMap map) {
  MlirOperation op = factor->product.op, scaling = factor->scaling.op;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  int rank = (int)mlirShapedTypeGetRank(type);
  int64_t shape[WORKLOAD_MAX_RANK];
  for (int d = 0; d < rank; d++)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  IrBuilder ir;
  ir_start(&ir, mlirOperationGetNextInBlock(op), mlirOperationGetLocation(scaling));
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(ir.context, rank);
  TensorGeneric generic = {
      .build = build_product,
      .loop_count = rank,
      .input_count = 2,
      .operands = {result, mlirOperationGetOperand(scaling, factor->scale),
                   tensor_ops_empty(&ir, rank, shape, mlirShapedTypeGetElementType(type))},
      .maps = {identity, map, identity}};
  MlirValue scaled = tensor_ops_generic(&ir, &generic);
  fp_mode_copy(op, mlirOpResultGetOwner(scaled));
  ir_finish(&ir);
  MlirOperation keeps = mlirOpResultGetOwner(scaled);
  mlirValueReplaceAllUsesExcept(result, scaled, 1, &keeps);
}

// The scales of a factor are multiplied with the product's result. False: it has none such.
static bool postpone_scales(MlirOperation *op, int operand) {
  ScaledFactor factor = {.operand = operand};
  MlirAffineExpr indices[WORKLOAD_MAX_ITERATORS];
  if (!sized_op_read(*op, &factor.product) || !is_product(&factor.product, operand) ||
      !read_factor(&factor))
    return false;
  chain_read_through(&factor.product, operand, &factor.scaling, indices);
  MlirAffineMap elements =
      chain_map_through(&factor.product, indices, &factor.scaling, factor.element);
  MlirAffineMap scales = chain_map_through(&factor.product, indices, &factor.scaling, factor.scale);
  MlirAffineMap after = mlirAffineMapIsNull(scales) ? scales : result_map(&factor, scales);
  if (mlirAffineMapIsNull(elements) || mlirAffineMapIsNull(after) ||
      mlirAffineMapGetNumResults(elements) !=
          mlirAffineMapGetNumResults(sized_op_map(&factor.product, operand)))
    return false;
  MlirOperation generic = linalg_op_generalize(*op);
  if (mlirOperationIsNull(generic))
    return false;
  *op = factor.product.op = generic;
  scale_result(&factor, after);
  chain_set_input(&factor.product, operand,
                  mlirOperationGetOperand(factor.scaling.op, factor.element), elements);
  tensor_ops_erase_dead(factor.scaling.op);
  return true;
}

// --- the ops of a function

static void fold_broadcasts(MlirOperation *op) {
  SizedOp sized;
  if (!sized_op_read(*op, &sized) || !chain_is_parallel(&sized))
    return;
  for (int i = 0; i < sized.input_count; i++)
    while (fold_broadcast(&sized, i)) {
    }
  *op = sized.op;
}

static void say(const PassReport *report, MlirOperation op, const char *text, bool *is_any) {
  pass_report_say(report, REMARK_REWRITTEN, op, text);
  *is_any = true;
}

bool chains_multiply(MlirOperation function, const PassReport *report) {
  bool is_any = false;
  IrOps ops = ir_collect(function, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) { // what an op erases comes before it
    fold_broadcasts(&ops.ops[i]);
    for (const char *text; (text = chain_take_row(&ops.ops[i]));)
      say(report, ops.ops[i], text, &is_any);
  }
  free(ops.ops);
  ops = ir_collect(function, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++)
    if (chain_start_maximum(ops.ops[i]))
      say(report, ops.ops[i], "its maximum starts from a number", &is_any);
  for (int i = 0; i < ops.count; i++)
    if (postpone_scales(&ops.ops[i], 0) || postpone_scales(&ops.ops[i], 1))
      say(report, ops.ops[i], "exponentials are scaled after the product", &is_any);
  free(ops.ops);
  ops = ir_collect(function, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++)
    if (chain_update(&ops.ops[i]))
      say(report, ops.ops[i], "it is computed in place", &is_any);
  free(ops.ops);
  bool goes_on = true;
  for (MlirOperation op;
       goes_on && !mlirOperationIsNull(op = ir_first(function, chain_can_inline));) {
    say(report, op, "it is computed again by all that read it", &is_any);
    goes_on = chain_inline(op);
  }
  return is_any;
}
