// Block after block: groups of ops along parallel loops, products first, then sums that nothing
// else of unknown size is left of, then the bodies of the loops that were made.
#include "transforms/dynamic/sizes.h"

#include "transforms/annotation.h"
#include "transforms/cut_mark.h"
#include "transforms/decompose_shim.h"
#include "transforms/dynamic/sized_build.h"
#include "transforms/dynamic/sized_expected.h"
#include "transforms/dynamic/sized_heads.h"
#include "transforms/dynamic/sized_known.h"
#include "transforms/dynamic/sized_open.h"
#include "transforms/dynamic/sized_repeat.h"
#include "transforms/dynamic/sized_view.h"
#include "transforms/dynamic/sized_windows.h"
#include "transforms/extract/extract.h"
#include "transforms/ir.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>
#include <stdlib.h>

// --- preparation

static bool is_open_aggregate(MlirOperation op) {
  return op_is_aggregate(op) && mlirOperationGetNumResults(op) > 0 && !annotation_keeps(op) &&
         !mlirShapedTypeHasStaticShape(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

static bool can_tune(const Decomposition *parts) {
  SizedOp sized;
  bool can = true;
  for (int i = 0; i < parts->op_count && can; i++)
    can = !op_is_anchor_candidate(parts->ops[i]) ||
          (sized_op_read(parts->ops[i], &sized) && sized_op_can_be_tuned(&sized));
  return can;
}

static void decompose(MlirOperation root) {
  Decomposition parts;
  IrOps aggregates = ir_collect(root, is_open_aggregate);
  for (int i = 0; i < aggregates.count; i++) {
    if (!op_decompose(aggregates.ops[i], &parts))
      continue;
    if (can_tune(&parts))
      decomposition_commit(&parts);
    else
      decomposition_revert(&parts);
  }
  free(aggregates.ops);
}

static bool is_fill(MlirOperation op) {
  return ir_op_is(op, "linalg.fill") && mlirOperationGetNumResults(op) == 1 &&
         !annotation_keeps(op);
}

static bool is_open_fill(MlirOperation op) {
  return is_fill(op) &&
         !mlirShapedTypeHasStaticShape(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

// Each user gets a fill of its own, with which it can be cut.
static void part_fill(MlirOperation fill) {
  MlirValue value = mlirOperationGetResult(fill, 0);
  while (!ir_has_one_use(value) && !mlirOpOperandIsNull(mlirValueGetFirstUse(value))) {
    MlirOpOperand use = mlirValueGetFirstUse(value);
    MlirOperation copy = mlirOperationClone(fill);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(fill), fill, copy);
    mlirOperationSetOperand(mlirOpOperandGetOwner(use), mlirOpOperandGetOperandNumber(use),
                            mlirOperationGetResult(copy, 0));
  }
}

static void part_fills(MlirOperation root, bool (*is_wanted)(MlirOperation op)) {
  IrOps fills = ir_collect(root, is_wanted);
  for (int i = 0; i < fills.count; i++)
    part_fill(fills.ops[i]);
  free(fills.ops);
}

static bool is_dim(MlirOperation op) { return ir_op_is(op, "tensor.dim"); }

// The dimension that the op asks for; -1: only the run knows it, or there is none such.
static int asked_dim(MlirOperation op) {
  int64_t dim;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  bool is_there = mlirTypeIsARankedTensor(type) &&
                  ir_constant_integer(mlirOperationGetOperand(op, 1), &dim) && dim >= 0 &&
                  dim < mlirShapedTypeGetRank(type);
  return is_there ? (int)dim : -1;
}

// What is asked of paddings and concatenations is asked of what they read, so that these may be
// made piece by piece.
static void forward_dims(MlirOperation root) {
  IrOps dims = ir_collect(root, is_dim);
  for (int i = 0; i < dims.count; i++) {
    int dim = asked_dim(dims.ops[i]);
    MlirOperation view;
    while (dim >= 0 &&
           !mlirOperationIsNull(view = sized_view_of(mlirOperationGetOperand(dims.ops[i], 0), dim)))
      mlirOperationSetOperand(dims.ops[i], 0, mlirOperationGetOperand(view, 0));
  }
  free(dims.ops);
}

void sizes_part_fills(MlirOperation root) { part_fills(root, is_fill); }

// --- one block

static void tell(const SizedOp *op, int loop, const SizedLadder *ladder, PassReport *report) {
  char text[160];
  int used = snprintf(text, sizeof text, "loop %d of unknown extent is cut into pieces of", loop);
  for (int k = 0; k < ladder->count; k++)
    used += snprintf(text + used, sizeof text - (size_t)used, "%s %lld", k ? "," : "",
                     (long long)ladder->sizes[k]);
  pass_report_say(report, REMARK_REWRITTEN, op->op, text);
  if (ladder->has_many && sized_panels_need_many(op))
    pass_report_say(report, REMARK_REWRITTEN, op->op,
                    "its weights are packed as panels of columns where they meet many rows");
}

// The first loop that can be cut, outer ones first; -1: none.
static int loop_to_cut(const SizedOp *op) {
  for (int l = 0; l < op->loop_count; l++)
    if (op->extents[l] < 0 && sized_op_can_cut(op, l))
      return l;
  return -1;
}

// The columns of a product with weights that are packed come first, panel by panel.
static bool split_any_columns(const SizedBlock *block, SizedPack *pack, PassReport *report) {
  SizedPanels panels;
  for (int i = 0; i < block->count && pack; i++) {
    if (!sized_panels_read(&block->ops[i], &panels))
      continue;
    SizedGroup group = sized_group_grow(block, i, panels.loop);
    bool are_packed = panels.at_once == block->ops[i].extents[panels.loop];
    SizedLadder ladder = {.count = 1, .sizes = {are_packed ? panels.width : panels.at_once}};
    group.pack = are_packed ? pack : NULL;
    if (panels.is_constant)
      pass_report_say(report, REMARK_REWRITTEN, block->ops[i].op,
                      "its constant weights are packed as panels of columns, which come one after "
                      "the other");
    sized_build_group(&group, &ladder, 1);
    sized_group_destroy(&group);
    return true;
  }
  return false;
}

static bool reads_views(const SizedGroup *group) {
  bool does = false;
  for (int i = group->first; i <= group->last; i++)
    for (int k = 0; group->loops[i] >= 0 && k < group->block->ops[i].operand_count && !does; k++) {
      LoopUse use = sized_op_use(&group->block->ops[i], k, group->loops[i]);
      MlirValue operand = mlirOperationGetOperand(group->block->ops[i].op, k);
      does =
          use.access != LOOP_ACCESS_NONE && !mlirOperationIsNull(sized_view_of(operand, use.dim));
    }
  return does;
}

// Whether weights that each call brings are packed for many rows.
static bool packs_for_many(const SizedGroup *group, const SizedLadder *ladder) {
  bool packs = false;
  for (int i = group->first; i <= group->last && !packs; i++)
    packs = group->loops[i] >= 0 && sized_panels_need_many(&group->block->ops[i]);
  return packs && ladder->pads && ladder->ends > 0 && !reads_views(group);
}

static void split_group(const SizedBlock *block, int seed, int loop, const SizesOptions *options,
                        PassReport *report) {
  SizedGroup group = sized_group_grow(block, seed, loop);
  SizedLadder ladder = sized_ladder_of_group(&group, options->target, options->threads != 1);
  ladder.has_many = options->pack && packs_for_many(&group, &ladder);
  ExpectedSizes expected;
  if (sized_group_expected(&group, &expected))
    sized_ladder_limit(&ladder, &expected);
  for (int i = group.first; i <= group.last; i++)
    if (group.loops[i] >= 0)
      tell(&block->ops[i], group.loops[i], &ladder, report);
  sized_build_group(&group, &ladder, 1);
  sized_group_destroy(&group);
}

// Whether nothing but elementwise ops is computed beside the product by pieces of the loop, and all
// of it may be computed twice, or the last piece alone on copies: small ones of copies of all that
// is there would take long.
static bool is_alone(const SizedBlock *block, int seed, int loop) {
  SizedGroup group = sized_group_grow(block, seed, loop);
  bool is = sized_group_may_repeat(&group) || sized_group_may_choose(&group);
  for (int i = group.first; i <= group.last; i++)
    for (int l = 0; group.loops[i] >= 0 && i != seed && l < block->ops[i].loop_count; l++)
      is &= !block->ops[i].is_reduction[l];
  sized_group_destroy(&group);
  return is;
}

// Whether all steps of the loop read the same of some input, as rows of weights and other than
// batches.
static bool shares_input(const SizedOp *op, int loop) {
  bool shares = false;
  for (int i = 0; i < op->input_count; i++)
    shares |= sized_op_use(op, i, loop).access == LOOP_ACCESS_NONE;
  return shares;
}

// Columns go around rows where registers hold a tile of them: all rows read a piece of the weights
// while it is in the cache, and pieces of rows are one tile, of which threads share nothing.
static int loop_around(const SizedBlock *block, int seed, int loop, const SizesOptions *options) {
  const SizedOp *op = &block->ops[seed];
  int lane = sized_ladder_lane(op);
  bool may_turn = sized_op_is_product(op) && options->threads == 1 && shares_input(op, loop) &&
                  sized_ladder_has_registers(options->target) && lane > loop &&
                  op->extents[lane] < 0 && sized_op_can_cut(op, lane) && op->loop_count == 3;
  return may_turn && is_alone(block, seed, loop) && is_alone(block, seed, lane) ? lane : loop;
}

static bool split_any_group(const SizedBlock *block, const SizesOptions *options,
                            PassReport *report) {
  for (int products = 1; products >= 0; products--)
    for (int i = 0; i < block->count; i++) {
      int loop = loop_to_cut(&block->ops[i]);
      if (loop < 0 || sized_op_is_product(&block->ops[i]) != products)
        continue;
      split_group(block, i, loop_around(block, i, loop, options), options, report);
      return true;
    }
  return false;
}

// Kernels compute all of its terms.
static void keep_open(const SizedOp *op, int loop, PassReport *report) {
  char text[160];
  int64_t extent = sized_open_extent(op, loop);
  snprintf(text, sizeof text,
           "loop %d of unknown extent stays a loop of its kernel, chosen for %lld steps", loop,
           (long long)extent);
  pass_report_say(report, REMARK_REWRITTEN, op->op, text);
  cut_mark_write_open(op->op, loop, extent);
}

static bool split_any_sum(const SizedBlock *block, const Target *target, PassReport *report) {
  for (int i = 0; i < block->count; i++)
    for (int l = 0; l < block->ops[i].loop_count; l++) {
      const SizedOp *op = &block->ops[i];
      if (op->extents[l] < 0 && sized_op_may_stay_open(op, l, target)) {
        keep_open(op, l, report);
        return true;
      }
      if (op->extents[l] >= 0 || !sized_op_can_cut_sum(op, l))
        continue;
      SizedLadder ladder = sized_ladder_of_sum(op, l);
      tell(op, l, &ladder, report);
      sized_build_sum(op, l, &ladder);
      return true;
    }
  return false;
}

// What pieces were made through, of which nobody uses the whole any more.
void sizes_erase_whole(MlirBlock block) {
  static const char *const names[] = {"tensor.pad", "tensor.concat", "tensor.expand_shape",
                                      "tensor.collapse_shape"};
  IrOps ops = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
      if (ir_op_is(op, names[n]))
        ir_ops_add(&ops, op);
  for (int i = ops.count - 1; i >= 0; i--) {
    MlirValue whole = mlirOperationGetResult(ops.ops[i], 0);
    if (mlirOpOperandIsNull(mlirValueGetFirstUse(whole)))
      mlirOperationDestroy(ops.ops[i]);
  }
  free(ops.ops);
}

static bool split_any(MlirBlock block, const SizesOptions *options, PassReport *report) {
  SizedBlock read = sized_block_read(block);
  bool is_any = split_any_columns(&read, options->pack, report) ||
                split_any_group(&read, options, report) ||
                split_any_sum(&read, options->target, report);
  sized_block_destroy(&read);
  report->changed |= is_any;
  return is_any;
}

static void split_below(MlirOperation op, const SizesOptions *options, PassReport *report);

static bool is_of_function(MlirBlock block) {
  return ir_op_is(mlirBlockGetParentOperation(block), "func.func");
}

static void split_block(MlirBlock block, const SizesOptions *options, PassReport *report) {
  bool is_split = false;
  while (options->threads > 1 && is_of_function(block) &&
         sized_share_heads(block, options->threads, report))
    is_split = true;
  while (split_any(block, options, report))
    is_split = true;
  if (is_split)
    sizes_erase_whole(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!ir_op_begins(op, "linalg."))
      split_below(op, options, report);
}

static void split_below(MlirOperation op, const SizesOptions *options, PassReport *report) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      split_block(block, options, report);
}

Status sizes_refuse(MlirOperation op) {
  SizedOp sized;
  if (ir_op_is(op, "tensor.pad"))
    return status_fail(STATUS_UNSUPPORTED,
                       "dynamic shape, and it pads along a dimension of unknown size");
  if (!sized_op_read(op, &sized) || sized_op_try(&sized) == STATUS_OK)
    return status_fail(STATUS_UNSUPPORTED, "dynamic shape");
  char why[256];
  snprintf(why, sizeof why, "%s", status_text());
  return status_fail(STATUS_UNSUPPORTED, "dynamic shape, and %s", why);
}

void sizes_split(MlirOperation root, const SizesOptions *options, PassReport *report) {
  decompose(root);
  report->changed |= sizes_learn(root);
  sizes_step_windows(root, report);
  part_fills(root, is_open_fill);
  forward_dims(root);
  report->changed |= sizes_join_rows(root);
  split_below(root, options, report);
}
