// Products of f32 data and constant weights of bf16, where other algorithms with other errors are
// allowed and the target multiplies bf16 faster than f32:
//
//   %r = sum over k of %x[m, k] * float(%w[n, k])
//
// becomes
//
//   %h = bf16(%x)                                            once for all products that read %x
//   %r = sum over k of float(%h[m, k]) * float(%w[n, k])
//
// The weights keep every bit, and sums are kept in f32. A single row gains too where its weights
// are in a cache: to widen them takes more operations than to multiply them.
#include "machine/instruction.h"
#include "transforms/annotation.h"
#include "transforms/extract/extract.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/rewrite/element_code.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

// Products of an element of the data, and terms of a sum.
enum { MIN_COLUMNS = 16, MIN_TERMS = 16 };

// A dimension whose size only the run knows counts for so many.
enum { UNKNOWN_SIZE = 64 };

typedef struct HalfProduct {
  StructuredOp op;
  int data;         // input of the op
  ElementCode code; // of the factor that is a weight
  int weights;      // leaf
} HalfProduct;

typedef struct Rounded {
  MlirValue from, value; // f32, and the same in bf16
  MlirBlock block;
} Rounded;

typedef struct RoundedList {
  Rounded *items; // owned
  int count, capacity;
} RoundedList;

static bool has_dot_product(const Target *target) {
  bool found = false;
  for (int choice = INSTRUCTION_WIDEN + 1; choice < INSTRUCTION_CHOICES; choice++) {
    const Instruction *row = instruction_dot((InstructionChoice)choice);
    found |= row->operand == ELEMENT_BF16 && row->accumulator == ELEMENT_F32 &&
             instruction_is_there(row, target);
  }
  return found;
}

// --- which ops

// The factor is a weight that is only widened.
static bool read_weights(HalfProduct *product, MlirValue factor) {
  const ElementCode *code = &product->code;
  int step = element_code_read(&product->op, factor, FP_RELAXED, &product->code);
  if (step < 0 || code->steps[step].operand_count != 1 ||
      !ir_op_is(code->steps[step].op, "arith.extf"))
    return false;
  product->weights = code->steps[code->steps[step].operands[0]].leaf;
  if (product->weights < 0)
    return false;
  const StructuredOperand *leaf = &code->leaves[product->weights].operand;
  return leaf->type == ELEMENT_BF16 && !leaf->is_scalar &&
         value_is_constant(leaf->value, mlirOperationGetBlock(product->op.op));
}

// The factor is an element of an input of f32.
static bool read_data(HalfProduct *product, MlirValue factor) {
  if (!mlirValueIsABlockArgument(factor) ||
      !mlirBlockEqual(mlirBlockArgumentGetOwner(factor), ir_body(product->op.op)))
    return false;
  product->data = (int)mlirBlockArgumentGetArgNumber(factor);
  const StructuredOperand *data = &product->op.operands[product->data];
  return product->data < product->op.input_count && data->type == ELEMENT_F32 && !data->is_scalar;
}

static unsigned walked_by(const StructuredOperand *operand, bool alone) {
  unsigned loops = 0;
  for (int d = 0; d < operand->rank; d++)
    for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
      if (alone ? index_only_loop(&operand->index[d]) == l : operand->index[d].coefficients[l] != 0)
        loops |= 1u << l;
  return loops;
}

static int64_t points_of(const StructuredOp *op, unsigned loops, IteratorKind kind) {
  int64_t points = 1;
  for (int l = 0; l < op->loop_count; l++)
    if (loops >> l & 1u && op->kinds[l] == kind && points < INT32_MAX)
      points *= op->extents[l];
  return points;
}

// Whether enough products share what is rounded, and every loop has its extent from what is left.
static bool is_worth_it(const HalfProduct *product) {
  const StructuredOp *op = &product->op;
  const StructuredOperand *data = &op->operands[product->data];
  const StructuredOperand *weights = &product->code.leaves[product->weights].operand;
  unsigned all = (1u << op->loop_count) - 1;
  unsigned alone = walked_by(data, true) | walked_by(weights, true) |
                   walked_by(&op->operands[op->input_count], true);
  return alone == all &&
         points_of(op, all & ~walked_by(data, false), ITERATOR_PARALLEL) >= MIN_COLUMNS &&
         points_of(op, all, ITERATOR_REDUCTION) >= MIN_TERMS;
}

static bool read_product(MlirOperation op, HalfProduct *product) {
  if (!linalg_op_is_structured(op) || annotation_keeps(op) || fp_mode_of(op) < FP_RELAXED ||
      structured_op_read_unknown(op, UNKNOWN_SIZE, &product->op) != STATUS_OK ||
      product->op.is_pad || !product->op.on_tensors || product->op.input_count != 2 ||
      product->op.operand_count != 3 || product->op.operands[2].type != ELEMENT_F32)
    return false;
  MlirBlock body = ir_body(op);
  MlirValue sum = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  if (!ir_is_made_by(sum, "arith.addf"))
    return false;
  MlirValue terms[2] = {mlirOperationGetOperand(mlirOpResultGetOwner(sum), 0),
                        mlirOperationGetOperand(mlirOpResultGetOwner(sum), 1)};
  MlirValue out = mlirBlockGetArgument(body, 2);
  bool is_first = mlirValueEqual(terms[0], out);
  MlirValue term = terms[is_first];
  if (!mlirValueEqual(terms[!is_first], out) || !ir_is_made_by(term, "arith.mulf"))
    return false;
  for (int i = 0; i < 2; i++)
    if (read_data(product, mlirOperationGetOperand(mlirOpResultGetOwner(term), i)) &&
        read_weights(product, mlirOperationGetOperand(mlirOpResultGetOwner(term), 1 - i)))
      return is_worth_it(product);
  return false;
}

// --- the ops that take its place

static MlirValue build_rounding(IrBuilder *ir, MlirBlock body, void *user) {
  (void)user;
  return ir_unary(ir, "arith.truncf", mlirBF16TypeGet(ir->context), mlirBlockGetArgument(body, 0));
}

static MlirValue empty_like(IrBuilder *ir, MlirValue value, MlirType element) {
  MlirType type = mlirValueGetType(value);
  MlirValue sizes[WORKLOAD_MAX_RANK];
  int64_t shape[WORKLOAD_MAX_RANK];
  int rank = (int)mlirShapedTypeGetRank(type), unknown = 0;
  for (int d = 0; d < rank; d++) {
    shape[d] = mlirShapedTypeGetDimSize(type, d);
    if (mlirShapedTypeIsDynamicDim(type, d))
      sizes[unknown++] = ir_dim(ir, value, d);
  }
  MlirType made = mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
  return ir_value(ir, "tensor.empty", made, unknown, sizes, 0, NULL);
}

static MlirValue rounded(IrBuilder *ir, const HalfProduct *product, RoundedList *list) {
  const StructuredOperand *data = &product->op.operands[product->data];
  MlirBlock block = mlirOperationGetBlock(product->op.op);
  for (int i = 0; i < list->count; i++)
    if (mlirValueEqual(list->items[i].from, data->value) &&
        mlirBlockEqual(list->items[i].block, block))
      return list->items[i].value;
  TensorGeneric made = {.build = build_rounding, .loop_count = data->rank, .input_count = 1};
  made.maps[0] = made.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, data->rank);
  made.operands[0] = data->value;
  made.operands[1] = empty_like(ir, data->value, mlirBF16TypeGet(ir->context));
  MlirValue value = tensor_ops_generic(ir, &made);
  fp_mode_copy(product->op.op, mlirOpResultGetOwner(value));
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 8;
    list->items = ir_resized(list->items, (size_t)list->capacity * sizeof *list->items);
  }
  list->items[list->count++] = (Rounded){data->value, value, block};
  return value;
}

static MlirValue build_product(IrBuilder *ir, MlirBlock body, void *user) {
  (void)user;
  MlirType type = mlirF32TypeGet(ir->context);
  MlirValue left = ir_unary(ir, "arith.extf", type, mlirBlockGetArgument(body, 0));
  MlirValue right = ir_unary(ir, "arith.extf", type, mlirBlockGetArgument(body, 1));
  MlirValue product = ir_binary(ir, "arith.mulf", left, right);
  return ir_binary(ir, "arith.addf", mlirBlockGetArgument(body, 2), product);
}

static void rewrite_product(const HalfProduct *product, RoundedList *list, PassReport *report) {
  IrBuilder ir;
  const StructuredOp *op = &product->op;
  const StructuredOperand *read[3] = {&op->operands[product->data],
                                      &product->code.leaves[product->weights].operand,
                                      &op->operands[2]};
  pass_report_say(report, REMARK_REWRITTEN, op->op, "its data are rounded to bf16");
  ir_start(&ir, op->op, mlirOperationGetLocation(op->op));
  TensorGeneric made = {.build = build_product, .loop_count = op->loop_count, .input_count = 2};
  for (int l = 0; l < op->loop_count; l++)
    made.reductions |= (unsigned)(op->kinds[l] == ITERATOR_REDUCTION) << l;
  for (int i = 0; i < 3; i++) {
    made.operands[i] = read[i]->value;
    made.maps[i] = tensor_ops_map(ir.context, op->loop_count, read[i]->rank, read[i]->index);
  }
  made.operands[0] = rounded(&ir, product, list);
  MlirValue value = tensor_ops_generic(&ir, &made);
  fp_mode_copy(op->op, mlirOpResultGetOwner(value));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op->op, 0), value);
  ir_finish(&ir);
  report->changed = true;
}

Status rounded_to_bf16_rewrite(MlirOperation root, const RewriteOptions *options,
                               PassReport *report) {
  if (!has_dot_product(options->target))
    return STATUS_OK;
  RoundedList list = {0};
  HalfProduct *product = ir_resized(NULL, sizeof *product);
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  int done = 0; // products that are nobody's any more, first in `ops`
  for (int i = 0; i < ops.count; i++)
    if (read_product(ops.ops[i], product)) {
      rewrite_product(product, &list, report);
      ops.ops[done++] = ops.ops[i];
    }
  // Only now: blocks may be in any order, and what widens the weights of one be among the next ops.
  for (int i = 0; i < done; i++)
    tensor_ops_erase_dead(ops.ops[i]);
  free(ops.ops);
  free(product);
  free(list.items);
  return STATUS_OK;
}
