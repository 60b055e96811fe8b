// Under fp=relaxed, what scales and shifts the channels of a convolution or a product of matrices
// by constants becomes its weights and its initial value:
//
//   %r = conv ins(%x, %w) outs(%i)                  %v = w * a    constants, in double precision
//   and %y = linalg.generic ins(%r, %a, %b)      ->     %j = i * a + b                    rounded
//   once
//     %p = arith.mulf %u, %s                        %y = conv ins(%x, %v) outs(%j)
//     %q = arith.addf %p, %t
//
// Every multiplication, division, addition and subtraction that comes first after the op is folded,
// with whatever constants walk no other loops than the weights. What follows them stays.
#include "transforms/rewrite/fold_scale.h"

#include "transforms/extract/extraction.h"
#include "transforms/extract/linalg_shim.h"
#include "transforms/fp_mode.h"
#include "transforms/rewrite/constant_values.h"
#include "transforms/rewrite/rewrites.h"

#include <stdio.h>
#include <stdlib.h>

// --- constants

typedef struct Links {
  const ScaleFold *fold;
  MlirType element;
  bool is_shift; // the initial value: sums count too
} Links;

static MlirValue widened(IrBuilder *ir, MlirValue value) {
  MlirType wide = mlirF64TypeGet(ir->context);
  return mlirTypeEqual(mlirValueGetType(value), wide) ? value
                                                      : ir_unary(ir, "arith.extf", wide, value);
}

// A number that may be defined after the place where the constants are made.
static MlirValue number(IrBuilder *ir, MlirValue value) {
  double is = mlirFloatAttrGetValueDouble(
      mlirOperationGetAttributeByName(mlirOpResultGetOwner(value), ir_string("value")));
  MlirType wide = mlirF64TypeGet(ir->context);
  MlirNamedAttribute attribute =
      ir_attribute(ir, "value", mlirFloatAttrDoubleGet(ir->context, wide, is));
  return ir_value(ir, "arith.constant", wide, 0, NULL, 1, &attribute);
}

static MlirValue apply_link(IrBuilder *ir, const Links *links, const ScaleLink *link,
                            MlirValue value, MlirValue by) {
  switch (link->kind) {
  case LINK_ADD:
    return links->is_shift ? ir_binary(ir, "arith.addf", value, by) : value;
  case LINK_SUBTRACT:
    return links->is_shift ? ir_binary(ir, "arith.subf", value, by) : value;
  case LINK_SUBTRACT_FROM:
    return links->is_shift ? ir_binary(ir, "arith.subf", by, value)
                           : ir_unary(ir, "arith.negf", mlirValueGetType(value), value);
  case LINK_MULTIPLY:
    return ir_binary(ir, "arith.mulf", value, by);
  default:
    return ir_binary(ir, "arith.divf", value, by);
  }
}

// The arguments are the leaves, then the weights or the initial value unless that is a number.
static MlirValue build_body(IrBuilder *ir, MlirBlock body, void *user) {
  const Links *links = user;
  const ScaleFold *fold = links->fold;
  bool is_number = links->is_shift && mlirValueIsNull(fold->init.value);
  MlirValue value = is_number ? number(ir, fold->init_number)
                              : widened(ir, mlirBlockGetArgument(body, fold->leaf_count));
  for (int i = 0; i < fold->link_count; i++) {
    const ScaleLink *link = &fold->links[i];
    MlirValue by = link->leaf < 0 ? number(ir, link->number)
                                  : widened(ir, mlirBlockGetArgument(body, link->leaf));
    value = apply_link(ir, links, link, value, by);
  }
  return mlirTypeIsAF64(links->element) ? value
                                        : ir_unary(ir, "arith.truncf", links->element, value);
}

// Adds a leaf; the loops of the new op are at place[], by loop of the convolution.
static void add_leaf(IrBuilder *ir, TensorGeneric *generic, const HoistedLeaf *leaf,
                     const int *place) {
  generic->maps[generic->input_count] =
      hoisted_leaf_map(ir->context, leaf, generic->loop_count, place);
  generic->operands[generic->input_count++] = leaf->value;
}

static MlirValue finish(IrBuilder *ir, TensorGeneric *generic, const Links *links,
                        const int64_t *shape) {
  int count = generic->loop_count;
  generic->maps[generic->input_count] = mlirAffineMapMultiDimIdentityGet(ir->context, count);
  generic->operands[generic->input_count] = tensor_ops_empty(ir, count, shape, links->element);
  MlirValue value = tensor_ops_generic(ir, generic);
  fp_mode_copy(links->fold->conv.op, mlirOpResultGetOwner(value));
  return value;
}

static MlirValue build_weights(IrBuilder *ir, const ScaleFold *fold, MlirType element) {
  const StructuredOperand *weights = &fold->conv.operands[fold->weights];
  Links links = {.fold = fold, .element = element};
  TensorGeneric generic = {.build = build_body, .user = &links, .loop_count = weights->rank};
  int place[WORKLOAD_MAX_ITERATORS];
  for (int l = 0; l < WORKLOAD_MAX_ITERATORS; l++)
    place[l] = -1;
  for (int d = 0; d < weights->rank; d++)
    if (index_only_loop(&weights->index[d]) >= 0)
      place[index_only_loop(&weights->index[d])] = d;
  for (int i = 0; i < fold->leaf_count; i++)
    add_leaf(ir, &generic, &fold->leaves[i], place);
  generic.maps[generic.input_count] = mlirAffineMapMultiDimIdentityGet(ir->context, weights->rank);
  generic.operands[generic.input_count++] = weights->value;
  return finish(ir, &generic, &links, weights->shape);
}

// Over the loops that something of it walks.
static MlirValue build_shift(IrBuilder *ir, const ScaleFold *fold, MlirType element) {
  Links links = {.fold = fold, .element = element, .is_shift = true};
  TensorGeneric generic = {.build = build_body, .user = &links};
  int place[WORKLOAD_MAX_ITERATORS];
  int64_t shape[WORKLOAD_MAX_ITERATORS];
  for (int l = 0; l < fold->conv.loop_count; l++) {
    place[l] = fold->loops >> l & 1u ? generic.loop_count : -1;
    if (place[l] >= 0)
      shape[generic.loop_count++] = fold->conv.extents[l];
  }
  for (int i = 0; i < fold->leaf_count; i++)
    add_leaf(ir, &generic, &fold->leaves[i], place);
  if (!mlirValueIsNull(fold->init.value))
    add_leaf(ir, &generic, &fold->init, place);
  return finish(ir, &generic, &links, shape);
}

// The shift, repeated to the shape of the result.
static MlirValue build_init(IrBuilder *ir, const ScaleFold *fold, MlirType element,
                            MlirValue shift) {
  const StructuredOperand *result = &fold->conv.operands[2];
  MlirAffineExpr indices[WORKLOAD_MAX_RANK];
  int count = 0;
  for (int l = 0; l < fold->conv.loop_count; l++)
    for (int d = 0; d < result->rank && fold->loops >> l & 1u; d++)
      if (index_only_loop(&result->index[d]) == l)
        indices[count++] = mlirAffineDimExprGet(ir->context, d);
  TensorGeneric copy = {.body = TENSOR_BODY_COPY, .loop_count = result->rank, .input_count = 1};
  copy.maps[0] = mlirAffineMapGet(ir->context, result->rank, 0, count, indices);
  copy.maps[1] = mlirAffineMapMultiDimIdentityGet(ir->context, result->rank);
  copy.operands[0] = shift;
  copy.operands[1] = tensor_ops_empty(ir, result->rank, result->shape, element);
  MlirValue value = tensor_ops_generic(ir, &copy);
  fp_mode_copy(fold->conv.op, mlirOpResultGetOwner(value));
  return value;
}

// --- the ops

static bool is_zero(MlirValue value) {
  return !mlirValueIsNull(value) && mlirFloatAttrGetValueDouble(mlirOperationGetAttributeByName(
                                        mlirOpResultGetOwner(value), ir_string("value"))) == 0;
}

// The op with other weights and another initial value, before the one that read its result.
static MlirOperation build_conv(const ScaleFold *fold) {
  IrBuilder ir;
  MlirOperation conv = fold->conv.op, user = fold->user.op;
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(fold->conv.operands[2].value));
  MlirValue weights = fold->conv.operands[fold->weights].value;
  MlirValue init = fold->conv.operands[2].value;
  ir_start(&ir, user, mlirOperationGetLocation(conv));
  if (fold->has_scale)
    weights = constant_values_settle(build_weights(&ir, fold, element), fold->reads_argument);
  if (fold->has_shift || !is_zero(fold->init_number)) {
    MlirValue shift = build_shift(&ir, fold, element);
    init = build_init(&ir, fold, element, constant_values_settle(shift, fold->reads_argument));
  }
  ir_finish(&ir);
  MlirOperation made = mlirOperationClone(conv);
  mlirOperationSetOperand(made, fold->weights, weights);
  mlirOperationSetOperand(made, 2, init);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(user), user, made);
  return made;
}

static MlirOperation op_at(MlirBlock body, int place) {
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (place-- > 0)
    op = mlirOperationGetNextInBlock(op);
  return op;
}

// Whether the op does nothing but yield the last link, in the place where it was read.
static bool is_all_folded(const ScaleFold *fold) {
  MlirOperation user = fold->user.op;
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(user, 0));
  MlirValue yielded = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0);
  if (!mlirValueEqual(yielded, mlirOperationGetResult(op_at(body, fold->last), 0)))
    return false;
  for (int d = 0; d < fold->user.loop_count; d++)
    if (!index_equal(&fold->user.operands[fold->operand].index[d],
                     &fold->user.operands[fold->user.input_count].index[d]))
      return false;
  return true;
}

// What is left of the op that read the result, before it.
static MlirValue build_rest(const ScaleFold *fold, MlirValue result) {
  MlirOperation user = fold->user.op, clone = mlirOperationClone(user);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(clone, 0));
  MlirAttribute old = mlirOperationGetAttributeByName(user, ir_string("indexing_maps"));
  MlirAttribute maps[GROUP_MAX_ARGUMENTS];
  MlirValue inputs[GROUP_MAX_ARGUMENTS];
  MlirOperation last = op_at(body, fold->last);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(last, 0),
                                mlirBlockGetArgument(body, fold->operand));
  tensor_ops_erase_dead(last);
  int count = 0;
  for (int i = 0; i < fold->user.input_count; i++) {
    bool is_read = !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirBlockGetArgument(body, count)));
    if (i != fold->operand && !is_read) {
      mlirBlockEraseArgument(body, (unsigned)count);
      continue;
    }
    inputs[count] = i == fold->operand ? result : fold->user.operands[i].value;
    maps[count++] = mlirArrayAttrGetElement(old, i);
  }
  maps[count] = mlirArrayAttrGetElement(old, fold->user.input_count);
  MlirOperation rest = tensor_ops_with_inputs(
      clone, count, inputs, mlirArrayAttrGet(mlirOperationGetContext(user), count + 1, maps));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(user), user, rest);
  mlirOperationDestroy(clone);
  return mlirOperationGetResult(rest, 0);
}

static void tell(PassReport *report, const ScaleFold *fold, const char *barrier) {
  char text[200];
  if (barrier)
    snprintf(text, sizeof text, "what scales and shifts its channels stays: %s", barrier);
  else
    snprintf(text, sizeof text, "%d operation%s on its channels became its %s", fold->link_count,
             fold->link_count == 1 ? "" : "s",
             !fold->has_shift ? "weights"
                              : (fold->has_scale ? "weights and initial value" : "initial value"));
  pass_report_say(report, barrier ? REMARK_REFUSED : REMARK_REWRITTEN, fold->conv.op, text);
}

// Folds what the op after `conv` does and returns the op in its place; null when there is nothing.
static MlirOperation fold_next(MlirOperation conv, PassReport *report) {
  ScaleFold *fold = ir_resized(NULL, sizeof *fold);
  const char *barrier = NULL;
  MlirOperation made = {NULL};
  bool is_found = scale_fold_read(conv, fold, &barrier);
  bool is_all = is_found && is_all_folded(fold);
  if (is_found && !barrier && !is_all && !ir_op_is(fold->user.op, "linalg.generic"))
    barrier = "only a linalg.generic may move the result as well";
  if (is_found)
    tell(report, fold, barrier);
  if (is_found && !barrier) {
    made = build_conv(fold);
    MlirValue result = mlirOperationGetResult(made, 0);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(fold->user.op, 0),
                                  is_all ? result : build_rest(fold, result));
    tensor_ops_erase_dead(fold->user.op);
    report->changed = true;
  }
  free(fold);
  return made;
}

static bool adds_products(MlirOperation op) {
  return linalg_op_is_structured(op) && tensor_ops_adds_products(op);
}

Status fold_scale_rewrite(MlirOperation root, const RewriteOptions *options, PassReport *report) {
  (void)options;
  IrOps ops = ir_collect(root, adds_products);
  for (int i = 0; i < ops.count; i++)
    for (MlirOperation op = ops.ops[i]; !mlirOperationIsNull(op);)
      op = fold_next(op, report);
  free(ops.ops);
  return STATUS_OK;
}
