// Products of factors that were quantised to eight bits, where sums may come in any order:
//
//   %x = (extend(%a) - zero) * scale_a : f32
//   %y = extend(%b) * scale_b : f32
//   %r = matmul ins(%x, %y : f32) outs(%i : f32)
//
// becomes
//
//   %s = generic ins(%a, %b : i8) outs(0 : i32) { out + (extend(a) - zero) * extend(b) }
//   %r = %i + float(%s) * (scale_a * scale_b)
//
// The sum is exact, and is rounded when it becomes a float and when it is scaled. A scale may be
// one for each index of a dimension that the result has. Constant scales are multiplied while
// compiling. Elementwise ops after it, such as the next quantisation, are fused as epilogues.
#include "transforms/annotation.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/integer_product.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/Dialect/Linalg.h"

#include <math.h>
#include <stdlib.h>

// A scale as the op after the sum reads it.
typedef struct Scale {
  MlirAttribute constant; // null: `value`
  MlirValue value;
  int dim; // of the result; -1: a number or a tensor of rank 0
} Scale;

typedef struct Scaling {
  const IntegerProduct *product;
  MlirOperation op;
  int scale_count;
  Scale scales[2];
  MlirValue initial; // added after scaling; null: nothing
  MlirAffineMap initial_map;
} Scaling;

// --- reading

static const StructuredOperand *output_of(const IntegerProduct *product) {
  return &product->op.operands[product->op.input_count];
}

// The dimension of the result that a dimension of the factor becomes; -1 when it is summed over.
static int result_dim(const IntegerProduct *product, const IntegerFactor *factor) {
  const StructuredOperand *output = output_of(product);
  int loop = index_only_loop(&product->op.operands[factor->input].index[factor->scale.dim]);
  for (int d = 0; d < output->rank && loop >= 0; d++)
    if (index_only_loop(&output->index[d]) == loop)
      return d;
  return -1;
}

static bool read_scales(Scaling *scaling) {
  for (int i = 0; i < 2; i++) {
    const IntegerFactor *factor = &scaling->product->factors[i];
    const FactorNumber *number = &factor->scale;
    Scale scale = {number->constant, number->value, -1};
    if (!number->is_there)
      continue;
    if (mlirAttributeIsNull(number->constant) && number->dim >= 0) {
      scale.dim = result_dim(scaling->product, factor);
      if (scale.dim < 0)
        return false;
    }
    scaling->scales[scaling->scale_count++] = scale;
  }
  return true;
}

static bool is_zero(MlirValue number) {
  if (!mlirValueIsAOpResult(number) || !ir_op_is(mlirOpResultGetOwner(number), "arith.constant"))
    return false;
  MlirAttribute value =
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(number), ir_string("value"));
  return mlirAttributeIsAFloat(value) && mlirFloatAttrGetValueDouble(value) == 0;
}

// The initial value, seen through fills and broadcasts.
static void read_initial(Scaling *scaling) {
  const StructuredOperand *output = output_of(scaling->product);
  MlirContext context = mlirOperationGetContext(scaling->op);
  StructuredOp made;
  scaling->initial = output->value;
  scaling->initial_map = mlirAffineMapMultiDimIdentityGet(context, output->rank);
  if (!mlirValueIsAOpResult(output->value))
    return;
  MlirOperation maker = mlirOpResultGetOwner(output->value);
  if (!linalg_op_is_structured(maker) || annotation_keeps(maker) ||
      structured_op_read(maker, &made) != STATUS_OK || made.input_count != 1 ||
      made.operand_count != 2 || !structured_op_is_parallel(&made))
    return;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(maker, 0));
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(maker);
  if (!mlirAffineMapIsIdentity(mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 1))) ||
      !mlirValueEqual(mlirOperationGetOperand(mlirBlockGetTerminator(body), 0),
                      mlirBlockGetArgument(body, 0)) ||
      made.operands[0].type != ELEMENT_F32)
    return;
  scaling->initial = made.operands[0].value;
  scaling->initial_map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0));
  if (made.operands[0].is_scalar && is_zero(scaling->initial))
    scaling->initial = (MlirValue){NULL};
}

// --- scales that are constants

static bool is_normal_product(double left, double right, float *out_product) {
  *out_product = (float)left * (float)right;
  return isnormal(*out_product);
}

// Whether the elements of a constant vector, multiplied by the number, are normal.
static bool are_normal_products(MlirValue vector, double number) {
  const float *elements;
  const void *data;
  bool is_splat, are_normal = true;
  float product;
  if (!constant_values_get(vector, &data, &is_splat))
    return false;
  elements = data;
  int64_t count = is_splat ? 1 : mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  for (int64_t i = 0; i < count; i++)
    are_normal &= is_normal_product(elements[i], number, &product);
  return are_normal;
}

static MlirValue build_multiplied(IrBuilder *ir, MlirBlock body, void *user) {
  const MlirAttribute *number = user;
  MlirValue element = mlirBlockGetArgument(body, 0);
  return ir_binary(ir, "arith.mulf", element, ir_constant(ir, mlirValueGetType(element), *number));
}

// Built by itself, before `before`, as it may be folded at once.
static MlirValue multiplied(MlirOperation before, MlirValue vector, MlirAttribute number) {
  IrBuilder ir;
  ir_start(&ir, before, mlirOperationGetLocation(before));
  int64_t size = mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
  TensorGeneric made = {
      .build = build_multiplied, .user = &number, .loop_count = 1, .input_count = 1};
  made.maps[0] = made.maps[1] = mlirAffineMapMultiDimIdentityGet(ir.context, 1);
  made.operands[0] = vector;
  made.operands[1] = tensor_ops_empty(&ir, 1, &size, mlirF32TypeGet(ir.context));
  MlirValue result = tensor_ops_generic(&ir, &made);
  ir_finish(&ir);
  return constant_values_settle(result, false);
}

// Two constant scales become one where their products are normal numbers.
static void join_scales(Scaling *scaling) {
  Scale *first = &scaling->scales[0], *second = &scaling->scales[1];
  float product;
  if (scaling->scale_count < 2)
    return;
  if (mlirAttributeIsNull(second->constant)) {
    Scale other = *first;
    *first = *second, *second = other;
  }
  if (mlirAttributeIsNull(second->constant))
    return;
  double number = mlirFloatAttrGetValueDouble(second->constant);
  if (!mlirAttributeIsNull(first->constant)) {
    if (!is_normal_product(mlirFloatAttrGetValueDouble(first->constant), number, &product))
      return;
    first->constant = mlirFloatAttrDoubleGet(mlirOperationGetContext(scaling->op),
                                             mlirAttributeGetType(first->constant), product);
  } else {
    if (first->dim < 0 || !are_normal_products(first->value, number))
      return;
    first->value = multiplied(scaling->op, first->value, second->constant);
  }
  scaling->scale_count = 1;
}

// --- building

static MlirValue build_scaled(IrBuilder *ir, MlirBlock body, void *user) {
  const Scaling *scaling = user;
  MlirType type = mlirF32TypeGet(ir->context);
  MlirValue value = ir_unary(ir, "arith.sitofp", type, mlirBlockGetArgument(body, 0));
  int input = 1;
  for (int i = 0; i < scaling->scale_count; i++) {
    const Scale *scale = &scaling->scales[i];
    value =
        ir_binary(ir, "arith.mulf", value,
                  mlirAttributeIsNull(scale->constant) ? mlirBlockGetArgument(body, input++)
                                                       : ir_constant(ir, type, scale->constant));
  }
  return mlirValueIsNull(scaling->initial)
             ? value
             : ir_binary(ir, "arith.addf", mlirBlockGetArgument(body, input), value);
}

static MlirAffineMap scale_map(IrBuilder *ir, const Scale *scale, int rank) {
  if (scale->dim < 0)
    return mlirAffineMapGet(ir->context, rank, 0, 0, NULL);
  MlirAffineExpr index = mlirAffineDimExprGet(ir->context, scale->dim);
  return mlirAffineMapGet(ir->context, rank, 0, 1, &index);
}

static MlirValue scaled(IrBuilder *ir, Scaling *scaling, MlirValue sum) {
  const StructuredOperand *output = output_of(scaling->product);
  TensorGeneric made = {
      .build = build_scaled, .user = scaling, .loop_count = output->rank, .input_count = 1};
  made.operands[0] = sum;
  made.maps[0] = mlirAffineMapMultiDimIdentityGet(ir->context, output->rank);
  for (int i = 0; i < scaling->scale_count; i++) {
    const Scale *scale = &scaling->scales[i];
    if (!mlirAttributeIsNull(scale->constant))
      continue;
    made.operands[made.input_count] = scale->value;
    made.maps[made.input_count++] = scale_map(ir, scale, output->rank);
  }
  if (!mlirValueIsNull(scaling->initial)) {
    made.operands[made.input_count] = scaling->initial;
    made.maps[made.input_count++] = scaling->initial_map;
  }
  made.operands[made.input_count] =
      tensor_ops_empty(ir, output->rank, output->shape, mlirF32TypeGet(ir->context));
  made.maps[made.input_count] = made.maps[0];
  MlirValue result = tensor_ops_generic(ir, &made);
  fp_mode_copy(scaling->op, mlirOpResultGetOwner(result));
  return result;
}

static void rewrite_product(Scaling *scaling, PassReport *report) {
  IrBuilder ir;
  MlirOperation op = scaling->op;
  const StructuredOperand *output = output_of(scaling->product);
  pass_report_say(report, REMARK_REWRITTEN, op,
                  "its factors are multiplied as i8 and its sums, in i32, are scaled");
  read_initial(scaling);
  join_scales(scaling);
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue zeros =
      tensor_ops_zeros(&ir, output->rank, output->shape, mlirIntegerTypeGet(ir.context, 32));
  MlirValue sum = integer_product_build(&ir, scaling->product, zeros);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), scaled(&ir, scaling, sum));
  ir_finish(&ir);
  tensor_ops_erase_dead(op);
  report->changed = true;
}

Status quantised_products_rewrite(MlirOperation root, const RewriteOptions *options,
                                  PassReport *report) {
  (void)options;
  IntegerProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    if (fp_mode_of(ops.ops[i]) < FP_REASSOC || !integer_product_read(ops.ops[i], product) ||
        !product->is_float)
      continue;
    Scaling scaling = {.product = product, .op = ops.ops[i]};
    const char *barrier = !integer_product_fits(product)
                              ? "its factors stay dequantised: sums of integers may leave i32"
                          : !read_scales(&scaling)
                              ? "its factors stay dequantised: the scales differ within a sum"
                              : NULL;
    if (barrier)
      pass_report_say(report, REMARK_REFUSED, ops.ops[i], barrier);
    else
      rewrite_product(&scaling, report);
  }
  free(ops.ops);
  free(product);
  return STATUS_OK;
}
