// Grows a group from one op over its producers and users, as long as it can be computed at one
// place of the block.
#include "transforms/dynamic/sized_group.h"

#include "transforms/dynamic/sized_view.h"
#include "transforms/extract/linalg_shim.h"

#include <stdlib.h>

// --- the ops of a block

static bool is_wanted(const SizedBlock *block, const SizedOp *op) {
  return block->filter || (sized_op_is_open(op) && sized_op_can_be_tuned(op));
}

SizedBlock sized_block_read_known(MlirBlock block, const SizedFilter *filter) {
  SizedBlock read = {.block = block, .filter = filter};
  int capacity = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    SizedOp sized;
    if (!sized_op_read(op, &sized) || !is_wanted(&read, &sized))
      continue;
    if (read.count == capacity) {
      capacity = 2 * capacity + 16;
      read.ops = ir_resized(read.ops, (size_t)capacity * sizeof *read.ops);
    }
    read.ops[read.count++] = sized;
  }
  return read;
}

SizedBlock sized_block_read(MlirBlock block) { return sized_block_read_known(block, NULL); }

void sized_block_destroy(SizedBlock *block) {
  free(block->ops);
  *block = (SizedBlock){.ops = NULL};
}

int sized_block_find(const SizedBlock *block, MlirOperation op) {
  for (int i = 0; i < block->count; i++)
    if (mlirOperationEqual(block->ops[i].op, op))
      return i;
  return -1;
}

int sized_block_maker(const SizedBlock *block, MlirValue value) {
  return mlirValueIsAOpResult(value) ? sized_block_find(block, mlirOpResultGetOwner(value)) : -1;
}

// --- one place

// The ops before the last member that need members.
typedef struct Slice {
  const SizedGroup *group;
  IrOps ops;
  int *dims; // owned; of each op that is a view of members, the dimension that is cut; -1: it is
             // none
  bool is_changed;
} Slice;

static int find(const IrOps *ops, MlirOperation op) {
  for (int i = 0; i < ops->count; i++)
    if (mlirOperationEqual(ops->ops[i], op))
      return i;
  return -1;
}

// Notes the op of the block that uses what is cut along `dim`; -1: what is there after the loops.
static void follow(Slice *slice, MlirOperation user, int dim) {
  const SizedGroup *group = slice->group;
  MlirOperation op = ir_ancestor_in(group->block->block, user);
  MlirOperation last = group->block->ops[group->last].op;
  if (sized_group_has(group, sized_block_find(group->block, op)) ||
      !mlirOperationIsBeforeInBlock(op, last))
    return;
  bool is_view = dim >= 0 && sized_group_reads_views(group) && sized_is_view(op, dim);
  int known = find(&slice->ops, op), found = is_view ? dim : -1;
  if (known < 0) {
    ir_ops_add(&slice->ops, op);
    slice->dims = ir_resized(slice->dims, (size_t)slice->ops.count * sizeof *slice->dims);
    slice->dims[slice->ops.count - 1] = found;
  } else if (slice->dims[known] >= 0 && slice->dims[known] != found) {
    slice->dims[known] = -1;
    slice->is_changed = true;
  }
}

static void follow_result(Slice *slice, MlirValue result, int dim, bool is_of_member) {
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (!is_of_member || !ir_op_is(mlirOpOperandGetOwner(use), "tensor.dim"))
      follow(slice, mlirOpOperandGetOwner(use), dim);
}

static void follow_member(Slice *slice, int number) {
  const SizedOp *op = &slice->group->block->ops[number];
  for (int r = 0; r < op->result_count; r++)
    follow_result(slice, mlirOperationGetResult(op->op, r),
                  sized_op_use(op, op->input_count + r, slice->group->loops[number]).dim, true);
}

static Slice slice_of(const SizedGroup *group) {
  Slice slice = {.group = group, .is_changed = true};
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0)
      follow_member(&slice, i);
  while (slice.is_changed) {
    slice.is_changed = false;
    for (int i = 0; i < slice.ops.count; i++)
      for (intptr_t r = 0; r < mlirOperationGetNumResults(slice.ops.ops[i]); r++)
        follow_result(&slice, mlirOperationGetResult(slice.ops.ops[i], r), slice.dims[i], false);
  }
  return slice;
}

static void slice_destroy(Slice *slice) {
  free(slice->ops.ops);
  free(slice->dims);
}

// Whether the use, by a member, is of what the loops make: of a member or of a view, cut along
// `dim`, at the same place.
static bool is_in_loops(const SizedGroup *group, int member, MlirOpOperand use, int dim) {
  const SizedOp *op = &group->block->ops[member];
  return dim >= 0 && mlirOperationEqual(op->op, mlirOpOperandGetOwner(use)) &&
         sized_op_loop_of(op, (int)mlirOpOperandGetOperandNumber(use), dim) == group->loops[member];
}

static bool all_in_loops(const SizedGroup *group, MlirValue value, int dim) {
  bool all = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && all;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = ir_ancestor_in(group->block->block, mlirOpOperandGetOwner(use));
    int member = sized_block_find(group->block, user);
    all = !sized_group_has(group, member) || is_in_loops(group, member, use, dim);
  }
  return all;
}

// Whether a member updates the value.
static bool is_destination(const SizedGroup *group, MlirValue value) {
  bool is = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use) && !is;
       use = mlirOpOperandGetNextUse(use)) {
    int member = sized_block_find(group->block, mlirOpOperandGetOwner(use));
    is = sized_group_has(group, member) &&
         sized_op_is_init(&group->block->ops[member], (int)mlirOpOperandGetOperandNumber(use));
  }
  return is;
}

static bool results_in_loops(const SizedGroup *group, int number) {
  const SizedOp *op = &group->block->ops[number];
  bool all = true;
  for (int r = 0; r < op->result_count && all; r++)
    all = all_in_loops(group, mlirOperationGetResult(op->op, r),
                       sized_op_use(op, op->input_count + r, group->loops[number]).dim);
  return all;
}

// Whether all members can be computed where the last one is.
static bool has_one_place(const SizedGroup *group) {
  Slice slice = slice_of(group);
  bool has = true;
  for (int i = group->first; i <= group->last && has; i++)
    has = group->loops[i] < 0 || results_in_loops(group, i);
  for (int i = 0; i < slice.ops.count && has; i++) {
    MlirOperation op = slice.ops.ops[i];
    has = op_leaves_memory_alone(op);
    // The whole of a view of members is there after the loops: too late for who updates it.
    for (intptr_t r = 0; r < mlirOperationGetNumResults(op) && has; r++)
      has = all_in_loops(group, mlirOperationGetResult(op, r), slice.dims[i]) &&
            !is_destination(group, mlirOperationGetResult(op, r));
  }
  slice_destroy(&slice);
  return has;
}

static int before(const void *left, const void *right) {
  const MlirOperation *a = left, *b = right;
  return mlirOperationEqual(*a, *b) ? 0 : mlirOperationIsBeforeInBlock(*a, *b) ? -1 : 1;
}

void sized_group_move_followers(const SizedGroup *group) {
  Slice slice = slice_of(group);
  IrOps ops = slice.ops;
  MlirOperation after = group->block->ops[group->last].op;
  if (ops.count > 1)
    qsort(ops.ops, (size_t)ops.count, sizeof *ops.ops, before);
  for (int i = 0; i < ops.count; i++) {
    mlirOperationMoveAfter(ops.ops[i], after);
    after = ops.ops[i];
  }
  slice_destroy(&slice);
}

// --- growing

static int result_number(MlirValue value) { return (int)mlirOpResultGetResultNumber(value); }

// The view whose result the value is, cut along `dim`; null: none that members read through.
static MlirOperation view_of(const SizedGroup *group, MlirValue value, int dim) {
  return sized_group_reads_views(group) ? sized_view_of(value, dim) : (MlirOperation){NULL};
}

// The dimension along which the maker's result is cut; -1: it is not, or not in one piece.
static int dim_of_result(const SizedOp *maker, int result, int loop) {
  LoopUse made = sized_op_use(maker, maker->input_count + result, loop);
  return made.access == LOOP_ACCESS_DIM ? made.dim : -1;
}

static bool is_same_extent(int64_t left, int64_t right) {
  return left < 0 ? right < 0 : left == right;
}

static bool is_allowed(const SizedGroup *group, int beside, int number, int loop) {
  const SizedFilter *filter = group->block->filter;
  return filter ? filter->allows(group, beside, number, loop, filter->context)
                : is_same_extent(group->block->ops[number].extents[loop], group->extent);
}

static bool try_add(SizedGroup *group, int beside, int number, int loop) {
  const SizedOp *op = &group->block->ops[number];
  int first = group->first, last = group->last;
  if (loop < 0 || group->count == SIZED_GROUP_MAX || group->loops[number] >= 0 ||
      !is_allowed(group, beside, number, loop) || !sized_op_can_cut(op, loop))
    return false;
  group->loops[number] = loop;
  group->first = number < first ? number : first;
  group->last = number > last ? number : last;
  if (has_one_place(group)) {
    group->count++;
    return true;
  }
  group->loops[number] = -1;
  group->first = first;
  group->last = last;
  return false;
}

// What makes the value, which is cut along `dim` and read by op `number`.
static bool add_makers_of(SizedGroup *group, int number, MlirValue value, int dim) {
  int maker = sized_block_maker(group->block, value);
  if (maker >= 0) {
    const SizedOp *made = &group->block->ops[maker];
    return try_add(group, number, maker,
                   sized_op_loop_of(made, made->input_count + result_number(value), dim));
  }
  MlirOperation view = view_of(group, value, dim);
  bool grows = false;
  for (int i = 0; !mlirOperationIsNull(view) && i < sized_view_sources(view); i++)
    grows |= add_makers_of(group, number, mlirOperationGetOperand(view, i), dim);
  return grows;
}

static bool add_makers(SizedGroup *group, int number) {
  const SizedOp *op = &group->block->ops[number];
  bool grows = false;
  for (int i = 0; i < op->operand_count; i++) {
    LoopUse use = sized_op_use(op, i, group->loops[number]);
    if (use.access == LOOP_ACCESS_DIM)
      grows |= add_makers_of(group, number, mlirOperationGetOperand(op->op, i), use.dim);
  }
  return grows;
}

// What uses the value, which op `number` makes and which is cut along `dim`.
static bool add_users_of(SizedGroup *group, int number, MlirValue value, int dim) {
  bool grows = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    int found = sized_block_find(group->block, user);
    int operand = (int)mlirOpOperandGetOperandNumber(use);
    if (found >= 0)
      grows |=
          try_add(group, number, found, sized_op_loop_of(&group->block->ops[found], operand, dim));
    else if (sized_group_reads_views(group) && sized_is_view(user, dim))
      grows |= add_users_of(group, number, mlirOperationGetResult(user, 0), dim);
  }
  return grows;
}

static bool add_users(SizedGroup *group, int number) {
  const SizedOp *op = &group->block->ops[number];
  bool grows = false;
  for (int r = 0; r < op->result_count; r++) {
    int dim = dim_of_result(op, r, group->loops[number]);
    if (dim >= 0)
      grows |= add_users_of(group, number, mlirOperationGetResult(op->op, r), dim);
  }
  return grows;
}

SizedGroup sized_group_grow(const SizedBlock *block, int seed, int loop) {
  SizedGroup group = {.block = block,
                      .extent = block->ops[seed].extents[loop],
                      .count = 1,
                      .first = seed,
                      .last = seed};
  group.loops = ir_zeroed((size_t)block->count, sizeof *group.loops);
  for (int i = 0; i < block->count; i++)
    group.loops[i] = -1;
  group.loops[seed] = loop;
  // One that does not fit yet may do so when another is there.
  for (bool grows = true; grows;) {
    grows = false;
    for (int i = group.first; i <= group.last; i++)
      if (group.loops[i] >= 0) {
        grows |= add_makers(&group, i);
        grows |= add_users(&group, i);
      }
  }
  return group;
}

// Whether the op reads no element of a memref that it writes, so writing it once more changes
// nothing.
static bool writes_alone(const SizedOp *op) {
  bool is_alone = op->result_count > 0 || !sized_op_shares_buffer(op);
  for (int o = op->input_count; o < op->operand_count && op->result_count == 0; o++)
    is_alone &=
        sized_op_same_memref(op, o) < 0 && !sized_op_reads_destination(op, o - op->input_count);
  return is_alone;
}

bool sized_group_may_repeat(const SizedGroup *group) {
  bool may = true;
  for (int i = group->first; i <= group->last; i++) {
    const SizedOp *op = &group->block->ops[i];
    may &= group->loops[i] < 0 || writes_alone(op);
    for (int r = 0; group->loops[i] >= 0 && r < op->result_count; r++) {
      MlirValue init = mlirOperationGetOperand(op->op, op->input_count + r);
      int maker = sized_block_maker(group->block, init);
      bool is_made = maker >= 0 && group->loops[maker] >= 0;
      may &= is_made || ir_is_made_by(init, "tensor.empty") || !sized_op_reads_destination(op, r);
    }
  }
  return may;
}

bool sized_group_may_pad(const SizedGroup *group) {
  bool may = true;
  for (int i = group->first; i <= group->last; i++) {
    const SizedOp *op = &group->block->ops[i];
    may &= group->loops[i] < 0 || (op->result_count > 0 && !sized_op_divides_integers(op));
  }
  return may;
}

void sized_group_destroy(SizedGroup *group) {
  free(group->loops);
  *group = (SizedGroup){.loops = NULL};
}
