// Products of few rows each that read the same weights, one after the other, as the steps of an
// unrolled recurrent network do with what they read of the input:
//
//   %p0 = %x0 * %w;  ...;  %p1 = %x1 * %w;  ...            %x1 does not depend on %p0
//
// become one, so that the weights come from memory or a cache once for all of them:
//
//   %p = concat(%x0, %x1) * %w
//   %p0 = the first rows of %p;  %p1 = the next ones
//
// It takes the place of the first one. Views that the others are read through move there.
#include "transforms/annotation.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdio.h>
#include <stdlib.h>

enum {
  FEW_ROWS = 8,      // of one product: with more it computes as long as it reads
  MAX_PRODUCTS = 256 // that become one
};

// out[m, n] = number + sum over k of rows[m, k] * weights, where m walks nothing of the weights.
typedef struct Product {
  StructuredOp op;
  int rows, weights;          // operands
  int row_loop, column_loop;  // m, n
  MlirAttribute start_number; // that the sums begin with
} Product;

typedef struct Joined {
  MlirOperation ops[MAX_PRODUCTS];
  MlirValue rows[MAX_PRODUCTS];
  int64_t row_counts[MAX_PRODUCTS];
  int64_t row_count; // of all
  int count;
} Joined;

static bool walks(const StructuredOperand *operand, int loop) {
  for (int d = 0; d < operand->rank; d++)
    if (operand->index[d].coefficients[loop] != 0)
      return true;
  return false;
}

static bool is_matrix_of(const StructuredOperand *operand, int rows, int columns) {
  return operand->rank == 2 && index_only_loop(&operand->index[0]) == rows &&
         index_only_loop(&operand->index[1]) == columns;
}

static bool read_operands(Product *product) {
  const StructuredOp *op = &product->op;
  const StructuredOperand *out = &op->operands[2];
  int sum = 0;
  while (sum < 3 && op->kinds[sum] != ITERATOR_REDUCTION)
    sum++;
  if (sum == 3 || out->rank != 2)
    return false;
  product->row_loop = index_only_loop(&out->index[0]);
  product->column_loop = index_only_loop(&out->index[1]);
  if (product->row_loop < 0 || product->column_loop < 0)
    return false;
  product->rows = is_matrix_of(&op->operands[0], product->row_loop, sum) ? 0 : 1;
  product->weights = 1 - product->rows;
  return is_matrix_of(&op->operands[product->rows], product->row_loop, sum) &&
         !walks(&op->operands[product->weights], product->row_loop);
}

static bool read_product(MlirOperation op, Product *out) {
  if (annotation_keeps(op) || structured_op_read(op, &out->op) != STATUS_OK || out->op.is_pad ||
      !out->op.on_tensors || out->op.loop_count != 3 || out->op.input_count != 2 ||
      out->op.operand_count != 3 || !read_operands(out))
    return false;
  out->start_number = constant_values_filling(out->op.operands[2].value);
  return !mlirAttributeIsNull(out->start_number) && out->op.extents[out->row_loop] < FEW_ROWS;
}

static bool same_index(const StructuredOperand *a, const StructuredOperand *b) {
  if (a->rank != b->rank)
    return false;
  for (int d = 0; d < a->rank; d++)
    if (!index_equal(&a->index[d], &b->index[d]))
      return false;
  return true;
}

// Weights that a loop does not walk, or two together, do not say how far it goes.
static bool same_extents(const Product *a, const Product *b) {
  for (int l = 0; l < 3; l++)
    if (l != a->row_loop && a->op.extents[l] != b->op.extents[l])
      return false;
  return true;
}

static bool is_alike(const Product *a, const Product *b) {
  const StructuredOperand *rows = &a->op.operands[a->rows], *other = &b->op.operands[b->rows];
  return a->rows == b->rows && a->row_loop == b->row_loop && a->column_loop == b->column_loop &&
         same_extents(a, b) && fp_mode_of(a->op.op) == fp_mode_of(b->op.op) &&
         rows->type == other->type && a->op.operands[2].type == b->op.operands[2].type &&
         mlirAttributeEqual(a->start_number, b->start_number) &&
         mlirValueEqual(a->op.operands[a->weights].value, b->op.operands[b->weights].value) &&
         same_index(&a->op.operands[a->weights], &b->op.operands[b->weights]);
}

static bool is_there(MlirValue value, MlirOperation before) {
  if (!mlirValueIsAOpResult(value))
    return true;
  MlirOperation op = mlirOpResultGetOwner(value);
  return !mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(before)) ||
         mlirOperationIsBeforeInBlock(op, before);
}

// A view of known places that may move to where its source is there.
static bool is_view(MlirOperation op) {
  return mlirOperationGetNumOperands(op) == 1 &&
         (ir_op_is(op, "tensor.extract_slice") || op_is_reshape(op));
}

static bool may_be_there(MlirValue value, MlirOperation before) {
  while (!is_there(value, before)) {
    if (!is_view(mlirOpResultGetOwner(value)))
      return false;
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  }
  return true;
}

// Moves the views that the value is read through, each before those that read it.
static void bring(MlirValue value, MlirOperation before) {
  for (MlirOperation next = before; !is_there(value, next);) {
    MlirOperation view = mlirOpResultGetOwner(value);
    mlirOperationMoveBefore(view, next);
    next = view;
    value = mlirOperationGetOperand(view, 0);
  }
}

static void join_add(Joined *joined, const Product *product) {
  int64_t rows = product->op.extents[product->row_loop];
  joined->ops[joined->count] = product->op.op;
  joined->rows[joined->count] = product->op.operands[product->rows].value;
  joined->row_counts[joined->count++] = rows;
  joined->row_count += rows;
}

// Whether the op may go with the first one. Cheap, before it is read: steps of a network that wait
// for one another are as many pairs as steps squared.
static bool may_join(MlirOperation op, const Product *first) {
  const StructuredOp *read = &first->op;
  return mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(read->op)) &&
         mlirValueEqual(mlirOperationGetOperand(op, first->weights),
                        read->operands[first->weights].value) &&
         may_be_there(mlirOperationGetOperand(op, first->rows), read->op);
}

// Of the products from `from` on, those that may go with the first one.
static void find_alike(const Product *first, const IrOps *ops, int from, Joined *out) {
  Product other;
  *out = (Joined){.count = 0};
  join_add(out, first);
  for (int i = from; i < ops->count && out->count < MAX_PRODUCTS; i++)
    if (!mlirOperationIsNull(ops->ops[i]) && may_join(ops->ops[i], first) &&
        read_product(ops->ops[i], &other) && is_alike(first, &other))
      join_add(out, &other);
}

static MlirValue build_rows(IrBuilder *ir, const Product *first, const Joined *joined) {
  const StructuredOperand *rows = &first->op.operands[first->rows];
  int64_t shape[2] = {joined->row_count, rows->shape[1]};
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(rows->value));
  MlirType type = mlirRankedTensorTypeGet(2, shape, element, mlirAttributeGetNull());
  MlirType number = mlirIntegerTypeGet(ir->context, 64);
  MlirNamedAttribute dim = ir_attribute(ir, "dim", mlirIntegerAttrGet(number, 0));
  return ir_value(ir, "tensor.concat", type, joined->count, joined->rows, 1, &dim);
}

static MlirValue build_product(IrBuilder *ir, const Product *first, const Joined *joined) {
  const StructuredOp *op = &first->op;
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(op->operands[2].value));
  int64_t shape[2] = {joined->row_count, op->operands[2].shape[1]};
  TensorGeneric generic = {.body = TENSOR_BODY_MULTIPLY, .loop_count = 3, .input_count = 2};
  for (int i = 0; i < 3; i++) {
    generic.reductions |= op->kinds[i] == ITERATOR_REDUCTION ? 1u << i : 0;
    generic.maps[i] = tensor_ops_map(ir->context, 3, op->operands[i].rank, op->operands[i].index);
  }
  generic.operands[first->weights] = op->operands[first->weights].value;
  generic.operands[first->rows] = build_rows(ir, first, joined);
  MlirValue start = ir_constant(ir, element, first->start_number);
  generic.operands[2] = tensor_ops_filled(ir, 2, shape, start);
  MlirValue product = tensor_ops_generic(ir, &generic);
  fp_mode_copy(op->op, mlirOpResultGetOwner(product));
  return product;
}

static void join(const Product *first, const Joined *joined) {
  IrBuilder ir;
  int64_t offsets[2] = {0, 0};
  int64_t sizes[2] = {0, first->op.operands[2].shape[1]};
  for (int i = 1; i < joined->count; i++)
    bring(joined->rows[i], first->op.op);
  ir_start(&ir, first->op.op, mlirOperationGetLocation(first->op.op));
  MlirValue all = build_product(&ir, first, joined);
  for (int i = 0; i < joined->count; i++) {
    sizes[0] = joined->row_counts[i];
    MlirValue part = tensor_ops_slice(&ir, all, offsets, sizes);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(joined->ops[i], 0), part);
    offsets[0] += sizes[0];
  }
  ir_finish(&ir);
  for (int i = 0; i < joined->count; i++)
    tensor_ops_erase_dead(joined->ops[i]);
}

// Weights that stay in the first cache cost little to be read again.
static bool is_large(const StructuredOperand *weights, const Target *target) {
  return target->cache_count > 0 && structured_operand_bytes(weights) > target->cache_bytes[0];
}

static void say(PassReport *report, const Joined *joined) {
  char text[96];
  snprintf(text, sizeof text, "one product with the next %d of the same weights, of %lld rows",
           joined->count - 1, (long long)joined->row_count);
  pass_report_say(report, REMARK_REWRITTEN, joined->ops[0], text);
}

// The ops that are gone.
static void forget(IrOps *ops, int from, const Joined *joined) {
  for (int i = from, k = 0; i < ops->count && k < joined->count; i++)
    if (mlirOperationEqual(ops->ops[i], joined->ops[k])) {
      ops->ops[i] = (MlirOperation){NULL};
      k++;
    }
}

static bool is_product(MlirOperation op) {
  return linalg_op_is_structured(op) && tensor_ops_adds_products(op);
}

Status shared_weights_rewrite(MlirOperation root, const RewriteOptions *options,
                              PassReport *report) {
  Product product;
  Joined joined;
  IrOps ops = ir_collect(root, is_product);
  for (int i = 0; i < ops.count; i++) {
    if (mlirOperationIsNull(ops.ops[i]) || !read_product(ops.ops[i], &product) ||
        !is_large(&product.op.operands[product.weights], options->target))
      continue;
    find_alike(&product, &ops, i + 1, &joined);
    if (joined.count == 1)
      continue;
    say(report, &joined);
    join(&product, &joined);
    report->changed = true;
    forget(&ops, i, &joined);
  }
  free(ops.ops);
  return STATUS_OK;
}
