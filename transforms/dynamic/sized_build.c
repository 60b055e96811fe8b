// What is in the loops over pieces: each takes pieces of the operands, computes the ops of the
// group on them, and writes what is used outside into its place. The results are carried from loop
// to loop.
#include "transforms/dynamic/sized_build.h"

#include "transforms/cut_mark.h"
#include "transforms/dynamic/sized_builder.h"
#include "transforms/dynamic/sized_counter.h"
#include "transforms/dynamic/sized_repeat.h"
#include "transforms/dynamic/sized_view.h"

#include <stdlib.h>

static MlirValue init_of(const SizedOp *op, int result) {
  return mlirOperationGetOperand(op->op, op->input_count + result);
}

// --- what is carried

// `dim`: along which the value is cut.
static bool escapes(const SizedGroup *group, MlirValue value, int dim) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool stays = sized_group_reads_views(group) && sized_is_view(user, dim)
                     ? !escapes(group, mlirOperationGetResult(user, 0), dim)
                     : sized_group_has(group, sized_block_find(group->block, user));
    if (!stays)
      return true;
  }
  return false;
}

// The destination before the first member writes it.
static MlirValue start_of(const SizedGroup *group, MlirValue init) {
  for (int maker = sized_block_maker(group->block, init); sized_group_has(group, maker);
       maker = sized_block_maker(group->block, init))
    init = init_of(&group->block->ops[maker], (int)mlirOpResultGetResultNumber(init));
  return init;
}

static void carry_results(Build *build) {
  const SizedGroup *group = build->group;
  for (int i = group->first; i <= group->last; i++) {
    const SizedOp *op = &group->block->ops[i];
    for (int r = 0; group->loops[i] >= 0 && r < op->result_count; r++)
      if (escapes(group, mlirOperationGetResult(op->op, r),
                  sized_op_use(op, op->input_count + r, group->loops[i]).dim))
        build->carried[build->carried_count++] = (Carried){i, r, start_of(group, init_of(op, r))};
  }
}

// Which carried value the result is a piece of, itself or as the only destination of another
// member; -1: none.
static int home_of(const Build *build, int member, int result) {
  const SizedGroup *group = build->group;
  for (int c = 0; c < build->carried_count; c++)
    if (build->carried[c].member == member && build->carried[c].result == result)
      return c;
  MlirValue value = mlirOperationGetResult(group->block->ops[member].op, result);
  if (!ir_has_one_use(value))
    return -1;
  MlirOpOperand use = mlirValueGetFirstUse(value);
  int user = sized_block_find(group->block, mlirOpOperandGetOwner(use)); // -1: a view
  int place =
      user < 0 ? -1 : (int)mlirOpOperandGetOperandNumber(use) - group->block->ops[user].input_count;
  return place < 0 ? -1 : home_of(build, user, place);
}

// --- one piece of one op

static MlirValue scaled(IrBuilder *ir, MlirValue value, int64_t factor, int64_t added) {
  if (factor != 1)
    value = ir_binary(ir, "arith.muli", value, ir_index(ir, factor));
  return added ? ir_binary(ir, "arith.addi", value, ir_index(ir, added)) : value;
}

static Piece piece_of(Build *build, const LoopUse *use) {
  IrBuilder *ir = &build->ir;
  Piece piece = {.dim = use->dim,
                 .offset = scaled(ir, build->offset, use->stride, 0),
                 .size = use->stride * (build->size - 1) + use->window};
  if (!mlirValueIsNull(build->rest))
    piece.valid = scaled(ir, build->rest, use->stride, use->window - use->stride);
  return piece;
}

static MlirValue piece_of_init(Build *build, int member, int result, MlirValue init,
                               const Piece *piece) {
  int home = home_of(build, member, result);
  if (home < 0)
    return ir_is_made_by(init, "tensor.empty") ? sized_empty(&build->ir, init, piece)
                                               : sized_extract(&build->ir, init, init, piece);
  IrBuilder *ir = &build->ir;
  if (!mlirValueIsNull(build->rest) &&
      !sized_op_reads_destination(&build->group->block->ops[member], result))
    return sized_empty(ir, build->carried[home].start, piece);
  // The carried value has the sizes of what it was before the first loop.
  return sized_extract(ir, build->values[home], build->carried[home].start, piece);
}

// What a member makes of the tensor, or a view that was built for another one; null: neither.
static MlirValue made_piece(void *context, MlirValue tensor) {
  const Build *build = context;
  int maker = sized_block_maker(build->group->block, tensor);
  if (sized_group_has(build->group, maker))
    return mlirOperationGetResult(build->pieces[maker], mlirOpResultGetResultNumber(tensor));
  for (int i = 0; i < build->view_count; i++)
    if (mlirValueEqual(build->views[i].whole, tensor))
      return build->views[i].piece;
  return (MlirValue){NULL};
}

static void keep_view(void *context, MlirValue tensor, MlirValue piece) {
  Build *build = context;
  if (build->view_count == build->view_capacity) {
    build->view_capacity = 2 * build->view_capacity + 16;
    build->views = ir_resized(build->views, (size_t)build->view_capacity * sizeof *build->views);
  }
  build->views[build->view_count++] = (ViewPiece){tensor, piece};
}

static bool is_same_use(const LoopUse *a, const LoopUse *b) {
  return a->access == b->access && a->dim == b->dim && a->stride == b->stride &&
         a->window == b->window;
}

// Members that read the same have one piece of it: what is known of ops that read one tensor stays
// true of the pieces, and copies are made once.
static MlirValue piece_of_input(Build *build, MlirValue value, const LoopUse *use) {
  for (int i = 0; i < build->input_count; i++)
    if (mlirValueEqual(build->inputs[i].whole, value) && is_same_use(&build->inputs[i].use, use))
      return build->inputs[i].piece;
  Piece piece = piece_of(build, use);
  PieceSource source = {made_piece, keep_view, build};
  MlirValue made = sized_extract_through(&build->ir, value, &piece, &source);
  if (build->is_of_known || !mlirTypeIsATensor(mlirValueGetType(value)))
    return made;
  if (build->input_count == build->input_capacity) {
    build->input_capacity = 2 * build->input_capacity + 16;
    build->inputs =
        ir_resized(build->inputs, (size_t)build->input_capacity * sizeof *build->inputs);
  }
  build->inputs[build->input_count++] = (InputPiece){value, made, *use};
  return made;
}

// Of all steps, what no member makes.
static MlirValue whole_operand(Build *build, int member, int operand) {
  const SizedOp *op = &build->group->block->ops[member];
  int home = sized_op_is_init(op, operand) && op->result_count > 0
                 ? home_of(build, member, operand - op->input_count)
                 : -1;
  return home < 0 ? mlirOperationGetOperand(op->op, operand) : build->values[home];
}

static MlirValue piece_of_operand(Build *build, int member, int operand) {
  const SizedGroup *group = build->group;
  const SizedOp *op = &group->block->ops[member];
  MlirValue value = mlirOperationGetOperand(op->op, operand);
  LoopUse use = sized_op_use(op, operand, group->loops[member]);
  if (use.access == LOOP_ACCESS_NONE)
    return value;
  MlirValue made = made_piece(build, value);
  if (!mlirValueIsNull(made))
    return made;
  if (build->is_whole)
    return whole_operand(build, member, operand);
  SizedPanels panels;
  if (!mlirValueIsNull(build->packed[member]) && sized_panels_read(op, &panels) &&
      panels.operand == operand)
    return sized_panel(
        &build->ir, build->packed[member],
        ir_binary(&build->ir, "arith.divui", build->offset, ir_index(&build->ir, build->size)));
  if (!sized_op_is_init(op, operand) || op->result_count == 0)
    return piece_of_input(build, value, &use);
  Piece piece = piece_of(build, &use);
  return piece_of_init(build, member, operand - op->input_count, value, &piece);
}

// A copy of the op on other operands, whose results have the types of its destinations.
static MlirOperation copy_on(Build *build, const SizedOp *op, int loop, const MlirValue *operands) {
  MlirOperation copy = mlirOperationClone(op->op);
  for (int i = 0; i < op->operand_count; i++)
    mlirOperationSetOperand(copy, i, operands[i]);
  for (int r = 0; r < op->result_count; r++)
    mlirValueSetType(mlirOperationGetResult(copy, r),
                     mlirValueGetType(operands[op->input_count + r]));
  mlirBlockAppendOwnedOperation(build->ir.block, copy);
  if (build->is_whole) {
    cut_mark_write_partial(copy, CUT_MANY, -1, 0, false);
    return copy;
  }
  sized_counters_shift(copy, loop, build->offset);
  if (build->known < 0)
    cut_mark_write(copy, op->loop_count, loop, build->size, build->share);
  if (!mlirValueIsNull(build->rest) || build->is_first)
    cut_mark_write_partial(copy, build->is_first ? CUT_FIRST : CUT_REST,
                           sized_op_use(op, op->input_count, loop).dim, build->rests,
                           build->is_first && !build->has_twin);
  return copy;
}

// An operand before this one that is the same piece of the same memref; -1: there is none.
static int same_piece(const SizedOp *op, int operand, int loop) {
  int same = sized_op_same_memref(op, operand);
  if (same < 0)
    return same;
  LoopUse use = sized_op_use(op, operand, loop), before = sized_op_use(op, same, loop);
  return is_same_use(&use, &before) ? same : -1;
}

static void build_piece(Build *build, int member) {
  const SizedOp *op = &build->group->block->ops[member];
  MlirValue *operands = ir_zeroed((size_t)op->operand_count, sizeof *operands);
  for (int i = 0; i < op->operand_count; i++) {
    int same = same_piece(op, i, build->group->loops[member]);
    operands[i] = same < 0 ? piece_of_operand(build, member, i) : operands[same];
  }
  bool copies = op->result_count == 0 && !mlirValueIsNull(build->left);
  if (copies)
    sized_copy_inits(&build->ir, op, build->chooses, build->left, &build->copies, operands);
  build->pieces[member] = copy_on(build, op, build->group->loops[member], operands);
  if (copies)
    sized_copy_back(&build->ir, op, build->group->loops[member], &build->copies, build->size,
                    build->left);
  free(operands);
}

Piece sized_piece_of_carried(Build *build, int c) {
  const Carried *carried = &build->carried[c];
  const SizedOp *op = &build->group->block->ops[carried->member];
  LoopUse use =
      sized_op_use(op, op->input_count + carried->result, build->group->loops[carried->member]);
  return piece_of(build, &use);
}

static void keep_piece(Build *build, int c) {
  const Carried *carried = &build->carried[c];
  MlirValue made = mlirOperationGetResult(build->pieces[carried->member], carried->result);
  if (build->is_whole) {
    build->values[c] = made;
    return;
  }
  Piece piece = sized_piece_of_carried(build, c);
  build->values[c] = mlirValueIsNull(build->left)
                         ? sized_insert(&build->ir, made, build->values[c], carried->start, &piece)
                         : sized_insert_behind(&build->ir, made, build->values[c], carried->start,
                                               &piece, build->left);
}

static void build_pieces(Build *build) {
  const SizedGroup *group = build->group;
  build->view_count = build->input_count = 0;
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0)
      build_piece(build, i);
  for (int c = 0; c < build->carried_count; c++)
    keep_piece(build, c);
}

// --- a group

static MlirValue extent_of(Build *build) {
  const Carried *carried = &build->carried[0];
  int member = build->carried_count > 0 ? carried->member : build->group->first;
  const SizedOp *op = &build->group->block->ops[member];
  MlirValue start = build->carried_count > 0 ? carried->start : init_of(op, 0);
  LoopUse use = sized_op_use(op, op->input_count + carried->result, build->group->loops[member]);
  return sized_dim(&build->ir, start, use.dim);
}

// With builders of their own: what is folded takes the ops it was made of with it.
static void pack_weights(Build *build) {
  const SizedGroup *group = build->group;
  MlirOperation last = group->block->ops[group->last].op;
  for (int i = group->first; i <= group->last && group->pack; i++) {
    const SizedOp *op = &group->block->ops[i];
    SizedPanels panels;
    if (group->loops[i] < 0 || !sized_panels_read(op, &panels) || panels.loop != group->loops[i])
      continue;
    IrBuilder ir;
    ir_start(&ir, last, mlirOperationGetLocation(op->op));
    build->packed[i] =
        group->pack(&ir, mlirOperationGetOperand(op->op, panels.operand), panels.width);
    ir_finish(&ir);
  }
}

// tensor.dim of what is going to be gone.
static void forward_dims(const SizedGroup *group) {
  for (int i = group->last; i >= group->first; i--) {
    const SizedOp *op = &group->block->ops[i];
    for (int r = 0; group->loops[i] >= 0 && r < op->result_count; r++)
      sized_forward_dims(mlirOperationGetResult(op->op, r), init_of(op, r));
  }
}

// Views that members read, of which nobody uses the whole any more.
static void destroy_views(MlirValue value) {
  for (MlirOpOperand use; !mlirOpOperandIsNull(use = mlirValueGetFirstUse(value));) {
    MlirOperation view = mlirOpOperandGetOwner(use);
    destroy_views(mlirOperationGetResult(view, 0));
    mlirOperationDestroy(view);
  }
}

static void destroy_member(MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    destroy_views(mlirOperationGetResult(op, r));
  mlirOperationDestroy(op);
}

static void replace_members(Build *build) {
  const SizedGroup *group = build->group;
  for (int c = 0; c < build->carried_count; c++)
    mlirValueReplaceAllUsesOfWith(
        mlirOperationGetResult(group->block->ops[build->carried[c].member].op,
                               build->carried[c].result),
        build->values[c]);
  for (int i = group->last; i >= group->first; i--)
    if (group->loops[i] >= 0)
      destroy_member(group->block->ops[i].op);
}

void sized_build_group(const SizedGroup *group, const SizedLadder *ladder, int threads) {
  MlirOperation last = group->block->ops[group->last].op;
  Build build = {.group = group,
                 .known = group->block->ops[group->first].extents[group->loops[group->first]],
                 .is_of_known = group->block->filter != NULL,
                 .threads = threads};
  forward_dims(group);
  sized_group_move_followers(group);
  build.pieces = ir_zeroed((size_t)group->block->count, sizeof *build.pieces);
  build.packed = ir_zeroed((size_t)group->block->count, sizeof *build.packed);
  pack_weights(&build);
  ir_start(&build.ir, last, mlirOperationGetLocation(last));
  carry_results(&build);
  for (int c = 0; c < build.carried_count; c++)
    build.values[c] = build.carried[c].start;
  if (build.carried_count > 0 || group->block->ops[group->first].result_count == 0)
    (ladder->pads ? sized_build_padded : sized_build_loops)(&build, extent_of(&build), ladder,
                                                            build_pieces);
  replace_members(&build);
  ir_finish(&build.ir);
  free(build.packed);
  free(build.pieces);
  free(build.inputs);
  free(build.views);
}

// --- a sum

static void build_terms(Build *build) {
  const SizedOp *op = build->sum;
  MlirValue *operands = ir_zeroed((size_t)op->operand_count, sizeof *operands);
  for (int i = 0; i < op->operand_count; i++) {
    MlirValue value = mlirOperationGetOperand(op->op, i);
    LoopUse use = sized_op_use(op, i, build->loop);
    operands[i] = value;
    if (sized_op_is_init(op, i)) {
      operands[i] = op->result_count > 0 ? build->values[i - op->input_count] : value;
    } else if (use.access != LOOP_ACCESS_NONE) {
      Piece piece = piece_of(build, &use);
      operands[i] = sized_extract_through(&build->ir, value, &piece, NULL);
    }
  }
  MlirOperation copy = copy_on(build, op, build->loop, operands);
  for (int r = 0; r < build->carried_count; r++)
    build->values[r] = mlirOperationGetResult(copy, r);
  free(operands);
}

static MlirValue terms_of(IrBuilder *ir, const SizedOp *op, int loop) {
  int i = sized_op_operand_of(op, loop);
  return i < 0 ? (MlirValue){NULL}
               : sized_dim(ir, mlirOperationGetOperand(op->op, i), sized_op_use(op, i, loop).dim);
}

void sized_build_sum(const SizedOp *op, int loop, const SizedLadder *ladder) {
  Build build = {.sum = op, .loop = loop, .carried_count = op->result_count, .known = -1};
  ir_start(&build.ir, op->op, mlirOperationGetLocation(op->op));
  for (int r = 0; r < build.carried_count; r++)
    build.values[r] = init_of(op, r);
  sized_build_loops(&build, terms_of(&build.ir, op, loop), ladder, build_terms);
  for (int r = 0; r < build.carried_count; r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op->op, r), build.values[r]);
  mlirOperationDestroy(op->op);
  ir_finish(&build.ir);
}
