// What the body of an op computes of constants alone is computed once, before its loops:
//
//   linalg.generic ins(%x, %mean, %var, ...)        %s = linalg.generic ins(%var)   over the
//   channels
//     %d = arith.subf %a, %m                            %e = arith.addf %v, %eps
//     %e = arith.addf %v, %eps                 ->       %r = math.rsqrt %e
//     %r = math.rsqrt %e                            linalg.generic ins(%x, %mean, %s, ...)
//     %p = arith.mulf %d, %r                            %d = arith.subf %a, %m
//                                                       %p = arith.mulf %d, %r
//
// Constants of the module are evaluated while compiling, where that gives the same bits; what is
// made of constant arguments moves to @f_prepack, as all that is. An op on constants of the module
// alone becomes a constant.
//
// Invariant: every operation has the operands that it had, so every result has the bits it had.
#include "transforms/rewrite/rewrites.h"

#include "base/integer.h"
#include "transforms/annotation.h"
#include "transforms/constant_argument.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/hoisted.h"
#include "transforms/rewrite/tensor_ops.h"

#include <stdio.h>
#include <stdlib.h>

// --- the op before the loops

typedef struct Copies {
  const HoistedOp *hoisted;
  MlirBlock body;                     // of the op that is made
  int arguments[GROUP_MAX_ARGUMENTS]; // of it, by input
  MlirValue steps[HOISTED_MAX_STEPS]; // null: not copied
} Copies;

static MlirValue copy_value(IrBuilder *ir, Copies *copies, MlirValue value) {
  const HoistedOp *hoisted = copies->hoisted;
  int input = hoisted_input_of(hoisted, value), step = hoisted_step_of(hoisted, value);
  if (input >= 0 && hoisted->op.operands[input].is_scalar)
    return hoisted->op.operands[input].value;
  if (input >= 0)
    return mlirBlockGetArgument(copies->body, copies->arguments[input]);
  if (step < 0 || !mlirValueIsNull(copies->steps[step]))
    return step < 0 ? value : copies->steps[step];
  MlirOperation copy = mlirOperationClone(hoisted->steps[step]);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(copy); i++)
    mlirOperationSetOperand(copy, i, copy_value(ir, copies, mlirOperationGetOperand(copy, i)));
  mlirBlockAppendOwnedOperation(ir->block, copy);
  return copies->steps[step] = mlirOperationGetResult(copy, 0);
}

typedef struct Term {
  Copies copies;
  int step;
} Term;

static MlirValue build_body(IrBuilder *ir, MlirBlock body, void *user) {
  Term *term = user;
  term->copies.body = body;
  return copy_value(ir, &term->copies,
                    mlirOperationGetResult(term->copies.hoisted->steps[term->step], 0));
}

static MlirValue build_term(IrBuilder *ir, const HoistedOp *hoisted, int step) {
  const HoistedValue *value = &hoisted->values[step];
  Term term = {.copies = {.hoisted = hoisted}, .step = step};
  TensorGeneric generic = {.build = build_body, .user = &term};
  int place[WORKLOAD_MAX_ITERATORS];
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  for (int l = 0; l < hoisted->op.loop_count; l++) {
    place[l] = value->loops >> l & 1u ? generic.loop_count : -1;
    if (place[l] >= 0)
      shape[generic.loop_count++] = hoisted->op.extents[l];
  }
  for (int i = 0; i < hoisted->op.input_count; i++) {
    if (!(value->inputs >> i & 1u) || hoisted->op.operands[i].is_scalar)
      continue;
    term.copies.arguments[i] = generic.input_count;
    generic.maps[generic.input_count] =
        hoisted_leaf_map(ir->context, &hoisted->leaves[i], generic.loop_count, place);
    generic.operands[generic.input_count++] = hoisted->leaves[i].value;
  }
  MlirType element = mlirValueGetType(mlirOperationGetResult(hoisted->steps[step], 0));
  generic.maps[generic.input_count] =
      mlirAffineMapMultiDimIdentityGet(ir->context, generic.loop_count);
  generic.operands[generic.input_count] = tensor_ops_empty(ir, generic.loop_count, shape, element);
  return tensor_ops_generic(ir, &generic);
}

// The tensor of what step `step` computes, before `op`.
static MlirValue hoist(MlirOperation op, const HoistedOp *hoisted, int step) {
  IrBuilder ir;
  ir_start(&ir, op, mlirOperationGetLocation(op));
  MlirValue value = build_term(&ir, hoisted, step);
  ir_finish(&ir);
  fp_mode_copy(op, mlirOpResultGetOwner(value));
  return constant_values_settle(value, hoisted->values[step].reads_argument);
}

// --- the op without it

// The map of a tensor over the loops that it has.
static MlirAttribute term_map(MlirContext context, const HoistedOp *hoisted, int step) {
  MlirAffineExpr indices[WORKLOAD_MAX_ITERATORS];
  int rank = 0;
  for (int l = 0; l < hoisted->op.loop_count; l++)
    if (hoisted->values[step].loops >> l & 1u)
      indices[rank++] = mlirAffineDimExprGet(context, l);
  return mlirAffineMapAttrGet(mlirAffineMapGet(context, hoisted->op.loop_count, 0, rank, indices));
}

// The inputs and their maps, which grow by what is hoisted and lose what only that has read.
typedef struct Inputs {
  int count;
  MlirValue values[GROUP_MAX_ARGUMENTS];
  MlirAttribute maps[2 * GROUP_MAX_ARGUMENTS];
} Inputs;

static void add_terms(MlirOperation op, const HoistedOp *hoisted, Inputs *inputs) {
  MlirContext context = mlirOperationGetContext(op);
  for (int t = 0; t < hoisted->term_count; t++) {
    int step = hoisted->terms[t];
    MlirValue old = mlirOperationGetResult(hoisted->steps[step], 0);
    MlirValue argument = mlirBlockInsertArgument(
        hoisted->body, inputs->count, mlirValueGetType(old), mlirOperationGetLocation(op));
    inputs->values[inputs->count] = hoist(op, hoisted, step);
    inputs->maps[inputs->count++] = term_map(context, hoisted, step);
    mlirValueReplaceAllUsesOfWith(old, argument);
  }
  for (int t = 0; t < hoisted->term_count; t++)
    tensor_ops_erase_dead(hoisted->steps[hoisted->terms[t]]);
}

static void drop_unread(const HoistedOp *hoisted, Inputs *inputs) {
  for (int i = hoisted->op.input_count; i-- > 0;) {
    if (!(hoisted->dropped >> i & 1u))
      continue;
    mlirBlockEraseArgument(hoisted->body, (unsigned)i);
    inputs->count--;
    for (int later = i; later < inputs->count; later++) {
      inputs->values[later] = inputs->values[later + 1];
      inputs->maps[later] = inputs->maps[later + 1];
    }
  }
}

// The op that takes the place of `op`, before it.
static MlirOperation build_replacement(MlirOperation op) {
  HoistedOp *hoisted = ir_resized(NULL, sizeof *hoisted);
  MlirOperation replacement = {NULL};
  MlirBlock block = mlirOperationGetBlock(op);
  if (hoisted_op_read(op, block, hoisted)) {
    MlirOperation clone = mlirOperationClone(op);
    mlirBlockInsertOwnedOperationBefore(block, op, clone);
    hoisted_op_read(clone, block, hoisted);
    MlirAttribute maps = mlirOperationGetAttributeByName(op, ir_string("indexing_maps"));
    Inputs inputs = {.count = hoisted->op.input_count};
    for (int i = 0; i < inputs.count; i++) {
      inputs.values[i] = hoisted->op.operands[i].value;
      inputs.maps[i] = mlirArrayAttrGetElement(maps, i);
    }
    add_terms(clone, hoisted, &inputs);
    drop_unread(hoisted, &inputs);
    int outs = hoisted->op.operand_count - hoisted->op.input_count;
    for (int i = 0; i < outs; i++)
      inputs.maps[inputs.count + i] = mlirArrayAttrGetElement(maps, hoisted->op.input_count + i);
    replacement = tensor_ops_with_inputs(
        clone, inputs.count, inputs.values,
        mlirArrayAttrGet(mlirOperationGetContext(op), inputs.count + outs, inputs.maps));
    mlirBlockInsertOwnedOperationBefore(block, op, replacement);
    mlirOperationDestroy(clone);
  }
  free(hoisted);
  return replacement;
}

static bool fits(MlirOperation op) {
  return mlirOperationGetNumOperands(op) <= GROUP_MAX_ARGUMENTS &&
         mlirOperationGetNumResults(op) <= GROUP_MAX_RESULTS;
}

// Whether an op of constants alone is no larger than they are: a constant that is repeated costs
// more to read than to make.
static bool is_no_larger(MlirOperation op) {
  StructuredOp read;
  int64_t bytes = 0;
  if (structured_op_read(op, &read) != STATUS_OK || read.operand_count != read.input_count + 1)
    return false;
  for (int i = 0; i < read.input_count; i++)
    bytes = integer_add(
        bytes, read.operands[i].is_scalar ? 0 : structured_operand_bytes(&read.operands[i]));
  return bytes >= structured_operand_bytes(&read.operands[read.input_count]);
}

static void hoist_from(MlirOperation op, PassReport *report) {
  MlirOperation replacement = build_replacement(op);
  if (mlirOperationIsNull(replacement))
    return;
  pass_report_say(report, REMARK_REWRITTEN, op,
                  "what its body computed of constants alone is computed before its loops");
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(replacement, i));
  tensor_ops_erase_dead(op);
  report->changed = true;
}

Status hoist_constants_rewrite(MlirOperation root, const RewriteOptions *options,
                               PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, linalg_op_is_structured);
  for (int i = 0; i < ops.count; i++) {
    MlirOperation op = ops.ops[i];
    if (!fits(op) || annotation_keeps(op) || !ir_op_is_used(op))
      continue;
    TuneRemark remark = remark_start(REMARK_REWRITTEN, op);
    remark.reason = "computed while compiling: all its operands are constants";
    if (is_no_larger(op) && !mlirValueIsNull(constant_values_fold(op))) {
      pass_report_remark(report, &remark);
      report->changed = true;
    } else if (ir_op_is(op, "linalg.generic")) {
      hoist_from(op, report);
    }
  }
  free(ops.ops);
  return STATUS_OK;
}
