// Factors of f32 that are scaled, of constant arguments alone, are constants where many rows of a
// product meet them:
//
//   %f = float(%q - zero) * %scale                         %q and %scale constant arguments
//   %r = sum over k of %x[m, k] * %f[n, k]
//
// With few rows a product waits for its weights, and takes apart what it reads of them in every
// call. With many it waits for its arithmetic: %f is computed and packed once, by @f_prepack. What
// is not scaled may be factors of another instruction, and stays.
#include "transforms/annotation.h"
#include "transforms/constant_argument.h"
#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/extract/structured_op.h"
#include "transforms/rewrite/rewrites.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdlib.h>

enum { MANY_ROWS = 32 }; // an FMA on each takes longer than memory takes for a weight of f32

static bool reads_argument(MlirValue value) {
  while (mlirValueIsAOpResult(value) && op_is_reshape(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value_is_constant_argument(value);
}

static MlirWalkResult find_scale(MlirOperation op, void *user) {
  *(bool *)user |= ir_op_is(op, "arith.mulf") || ir_op_is(op, "arith.divf");
  return MlirWalkResultAdvance;
}

static bool is_scaled(MlirOperation op) {
  bool found = false;
  mlirOperationWalk(op, find_scale, &found, MlirWalkPreOrder);
  return found;
}

static bool is_unread_output(const StructuredOperand *output) {
  return output->type == ELEMENT_F32 && ir_is_made_by(output->value, "tensor.empty");
}

static bool is_of_constant_arguments(MlirOperation op) {
  StructuredOp read;
  bool any = false;
  if (structured_op_read(op, &read) != STATUS_OK || read.is_pad || !read.on_tensors ||
      !structured_op_is_parallel(&read) || mlirOperationGetNumResults(op) != 1 ||
      !is_unread_output(&read.operands[read.input_count]))
    return false;
  for (int i = 0; i < read.input_count; i++) {
    MlirValue value = read.operands[i].value;
    if (!read.operands[i].is_scalar && !value_is_constant(value, mlirOperationGetBlock(op)))
      return false;
    any |= reads_argument(value);
  }
  return any;
}

// The op that alone reads the value, or a view of it, and what it reads; null: there is none.
static MlirOperation only_reader(MlirValue *value) {
  for (;;) {
    MlirOpOperand use = mlirValueGetFirstUse(*value);
    if (mlirOpOperandIsNull(use) || !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
      return (MlirOperation){NULL};
    MlirOperation reader = mlirOpOperandGetOwner(use);
    if (!op_is_reshape(reader))
      return reader;
    *value = mlirOperationGetResult(reader, 0);
  }
}

// Iterations of the parallel loops that input `input` does not walk.
static int64_t rows_beside(const StructuredOp *op, int input) {
  const StructuredOperand *operand = &op->operands[input];
  int64_t rows = 1;
  for (int l = 0; l < op->loop_count; l++) {
    bool is_walked = op->kinds[l] == ITERATOR_REDUCTION;
    for (int d = 0; d < operand->rank; d++)
      is_walked |= operand->index[d].coefficients[l] != 0;
    rows *= is_walked || rows >= MANY_ROWS ? 1 : op->extents[l];
  }
  return rows;
}

static bool meets_many_rows(MlirValue value) {
  StructuredOp read;
  MlirOperation reader = only_reader(&value);
  if (mlirOperationIsNull(reader) || !linalg_op_is_structured(reader) ||
      structured_op_read(reader, &read) != STATUS_OK || !tensor_ops_adds_products(reader))
    return false;
  for (int i = 0; i < read.input_count; i++)
    if (mlirValueEqual(read.operands[i].value, value))
      return rows_beside(&read, i) >= MANY_ROWS;
  return false;
}

Status constant_factors_rewrite(MlirOperation root, const RewriteOptions *options,
                                PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (annotation_keeps(op) || constant_result_is_marked(op) || !is_of_constant_arguments(op) ||
        !is_scaled(op) || !meets_many_rows(mlirOperationGetResult(op, 0)))
      continue;
    constant_result_mark(op);
    pass_report_say(report, REMARK_REWRITTEN, op,
                    "of constant arguments, it is computed before all calls");
  }
  free(ops.ops);
  return STATUS_OK;
}
