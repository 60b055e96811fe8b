// See integer_product.h.
#include "transforms/rewrite/integer_product.h"

#include "base/integer.h"
#include "transforms/annotation.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/tensor_ops.h"

#include "mlir-c/Dialect/Linalg.h"

// --- reading

static MlirOperation maker_of(MlirValue value, const char *name) {
  bool is_made = ir_is_made_by(value, name);
  return is_made ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
}

// The product that the body adds to its last argument; null when it does anything else.
static MlirOperation added_product(MlirOperation op, bool is_float) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  MlirValue last = mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  MlirOperation sum = maker_of(yielded, is_float ? "arith.addf" : "arith.addi");
  MlirOperation none = {NULL};
  if (mlirOperationIsNull(sum) || !ir_has_one_use(last))
    return none;
  for (int i = 0; i < 2; i++)
    if (mlirValueEqual(mlirOperationGetOperand(sum, i), last))
      return maker_of(mlirOperationGetOperand(sum, !i), is_float ? "arith.mulf" : "arith.muli");
  return none;
}

static bool has_plain_output(const StructuredOp *op) {
  const StructuredOperand *output = &op->operands[op->input_count];
  for (int d = 0; d < output->rank; d++)
    if (index_only_loop(&output->index[d]) < 0)
      return false;
  return op->on_tensors && op->operand_count == op->input_count + 1 &&
         !structured_op_is_parallel(op);
}

bool integer_product_read(MlirOperation op, IntegerProduct *out_product) {
  StructuredOp *read = &out_product->op;
  if (!linalg_op_is_structured(op) || annotation_keeps(op) ||
      structured_op_read(op, read) != STATUS_OK || !has_plain_output(read))
    return false;
  ElementType type = read->operands[read->input_count].type;
  out_product->is_float = type == ELEMENT_F32;
  if (!out_product->is_float && type != ELEMENT_I32 && type != ELEMENT_I64)
    return false;
  MlirOperation product = added_product(op, out_product->is_float);
  if (mlirOperationIsNull(product))
    return false;
  for (int i = 0; i < 2; i++)
    if (!integer_factor_read(read, mlirOperationGetOperand(product, i), &out_product->factors[i]))
      return false;
  return true;
}

static int64_t magnitude(const IntegerFactor *factor) {
  int64_t least, largest;
  integer_factor_range(factor, &least, &largest);
  return -least > largest ? -least : largest;
}

bool integer_product_fits(const IntegerProduct *product) {
  int64_t sum = magnitude(&product->factors[0]) * magnitude(&product->factors[1]);
  for (int l = 0; l < product->op.loop_count; l++)
    if (product->op.kinds[l] == ITERATOR_REDUCTION)
      sum = integer_multiply(sum, product->op.extents[l]);
  return sum <= INT32_MAX;
}

// --- building

typedef struct ProductBody {
  const IntegerProduct *product;
  int zeros[2]; // which input a zero point is; -1: none
} ProductBody;

static MlirValue extended(IrBuilder *ir, MlirValue value, bool is_unsigned) {
  MlirType type = mlirIntegerTypeGet(ir->context, 32);
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : ir_unary(ir, is_unsigned ? "arith.extui" : "arith.extsi", type, value);
}

static MlirValue build_body(IrBuilder *ir, MlirBlock body, void *user) {
  const ProductBody *made = user;
  MlirType type = mlirIntegerTypeGet(ir->context, 32);
  MlirValue values[2];
  int last = (int)mlirBlockGetNumArguments(body) - 1;
  for (int i = 0; i < 2; i++) {
    const IntegerFactor *factor = &made->product->factors[i];
    values[i] = extended(ir, mlirBlockGetArgument(body, i), factor->is_unsigned);
    if (!factor->zero.is_there)
      continue;
    MlirValue zero =
        made->zeros[i] < 0
            ? ir_constant(ir, type, mlirIntegerAttrGet(type, factor->zero.integer))
            : extended(ir, mlirBlockGetArgument(body, made->zeros[i]), factor->zero.is_unsigned);
    values[i] = ir_binary(ir, "arith.subi", values[i], zero);
  }
  MlirValue product = ir_binary(ir, "arith.muli", values[0], values[1]);
  return ir_binary(ir, "arith.addi", mlirBlockGetArgument(body, last), product);
}

static MlirAffineMap map_of(const StructuredOp *op, int operand) {
  return mlirAffineMapAttrGetValue(
      mlirArrayAttrGetElement(mlirLinalgGetIndexingMapsAttribute(op->op), operand));
}

static MlirAffineMap zero_map(IrBuilder *ir, const IntegerProduct *product,
                              const IntegerFactor *factor) {
  int loops = product->op.loop_count;
  if (factor->zero.dim < 0)
    return mlirAffineMapGet(ir->context, loops, 0, 0, NULL);
  MlirAffineExpr index =
      mlirAffineMapGetResult(map_of(&product->op, factor->input), factor->zero.dim);
  return mlirAffineMapGet(ir->context, loops, 0, 1, &index);
}

MlirValue integer_product_build(IrBuilder *ir, const IntegerProduct *product, MlirValue initial) {
  const StructuredOp *op = &product->op;
  ProductBody body = {.product = product, .zeros = {-1, -1}};
  TensorGeneric made = {
      .build = build_body, .user = &body, .loop_count = op->loop_count, .input_count = 2};
  for (int l = 0; l < op->loop_count; l++)
    if (op->kinds[l] == ITERATOR_REDUCTION)
      made.reductions |= 1u << l;
  for (int i = 0; i < 2; i++) {
    const IntegerFactor *factor = &product->factors[i];
    made.operands[i] = integer_factor_build(ir, factor);
    made.maps[i] = map_of(op, factor->input);
    if (!factor->zero.is_there || !mlirAttributeIsNull(factor->zero.constant))
      continue;
    body.zeros[i] = made.input_count;
    made.operands[made.input_count] = factor->zero.value;
    made.maps[made.input_count++] = zero_map(ir, product, factor);
  }
  made.operands[made.input_count] = initial;
  made.maps[made.input_count] = map_of(op, op->input_count);
  MlirValue result = tensor_ops_generic(ir, &made);
  fp_mode_copy(op->op, mlirOpResultGetOwner(result));
  return result;
}
