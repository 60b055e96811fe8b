// Grows a group from one op over its producers and users, as long as it can be computed at one
// place of the block.
#include "transforms/dynamic/sized_group.h"

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

typedef struct Slice {
  IrOps ops;
  const SizedGroup *group;
  bool is_legal;
} Slice;

static bool is_in(const IrOps *ops, MlirOperation op) {
  for (int i = 0; i < ops->count; i++)
    if (mlirOperationEqual(ops->ops[i], op))
      return true;
  return false;
}

// Adds the op of the block that uses a member or a follower.
static void follow(Slice *slice, MlirOperation user, bool is_of_member) {
  const SizedBlock *block = slice->group->block;
  MlirOperation op = ir_ancestor_in(block->block, user);
  MlirOperation last = block->ops[slice->group->last].op;
  int number = sized_block_find(block, op);
  if (number >= 0 && slice->group->loops[number] >= 0)
    slice->is_legal &= is_of_member;
  else if (mlirOperationIsBeforeInBlock(op, last) && !is_in(&slice->ops, op)) {
    slice->is_legal &= op_leaves_memory_alone(op);
    ir_ops_add(&slice->ops, op);
  }
}

static void follow_results(Slice *slice, MlirOperation op, bool is_member) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!ir_op_is(mlirOpOperandGetOwner(use), "tensor.dim"))
        follow(slice, mlirOpOperandGetOwner(use), is_member);
}

static Slice slice_of(const SizedGroup *group) {
  Slice slice = {.group = group, .is_legal = true};
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0)
      follow_results(&slice, group->block->ops[i].op, true);
  for (int i = 0; i < slice.ops.count && slice.is_legal; i++)
    follow_results(&slice, slice.ops.ops[i], false);
  return slice;
}

static bool has_one_place(const SizedGroup *group) {
  Slice slice = slice_of(group);
  free(slice.ops.ops);
  return slice.is_legal;
}

static int before(const void *left, const void *right) {
  const MlirOperation *a = left, *b = right;
  return mlirOperationEqual(*a, *b) ? 0 : mlirOperationIsBeforeInBlock(*a, *b) ? -1 : 1;
}

void sized_group_move_followers(const SizedGroup *group) {
  IrOps ops = slice_of(group).ops;
  MlirOperation after = group->block->ops[group->last].op;
  if (ops.count > 1)
    qsort(ops.ops, (size_t)ops.count, sizeof *ops.ops, before);
  for (int i = 0; i < ops.count; i++) {
    mlirOperationMoveAfter(ops.ops[i], after);
    after = ops.ops[i];
  }
  free(ops.ops);
}

// --- growing

// The loop of the op along which it reads the piece that `maker` makes when that is cut along
// `cut`. -1: it reads more, or another piece.
static int loop_behind(const SizedOp *maker, int result, int cut, const SizedOp *op, int operand) {
  LoopUse made = sized_op_use(maker, maker->input_count + result, cut);
  return made.access == LOOP_ACCESS_DIM ? sized_op_loop_of(op, operand, made.dim) : -1;
}

static int result_number(MlirValue value) { return (int)mlirOpResultGetResultNumber(value); }

// Whether every operand of `reader` that `maker` makes is read at the same place, as they are cut.
static bool agrees(const SizedGroup *group, int maker, int reader) {
  const SizedOp *op = &group->block->ops[reader], *made = &group->block->ops[maker];
  for (int i = 0; i < op->operand_count; i++) {
    MlirValue value = mlirOperationGetOperand(op->op, i);
    if (sized_block_maker(group->block, value) == maker &&
        loop_behind(made, result_number(value), group->loops[maker], op, i) != group->loops[reader])
      return false;
  }
  return true;
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
  bool fits = true;
  for (int i = group->first; i <= group->last && fits; i++)
    fits = group->loops[i] < 0 || (agrees(group, i, number) && agrees(group, number, i));
  if (fits && has_one_place(group)) {
    group->count++;
    return true;
  }
  group->loops[number] = -1;
  group->first = first;
  group->last = last;
  return false;
}

static bool add_makers(SizedGroup *group, int number) {
  const SizedOp *op = &group->block->ops[number];
  bool grows = false;
  for (int i = 0; i < op->operand_count; i++) {
    MlirValue value = mlirOperationGetOperand(op->op, i);
    int maker = sized_block_maker(group->block, value);
    LoopUse use = sized_op_use(op, i, group->loops[number]);
    if (maker < 0 || use.access != LOOP_ACCESS_DIM)
      continue;
    const SizedOp *made = &group->block->ops[maker];
    grows |= try_add(group, number, maker,
                     sized_op_loop_of(made, made->input_count + result_number(value), use.dim));
  }
  return grows;
}

static bool add_user(SizedGroup *group, int number, int result, MlirOpOperand use) {
  int user = sized_block_find(group->block, mlirOpOperandGetOwner(use));
  if (user < 0)
    return false;
  return try_add(group, number, user,
                 loop_behind(&group->block->ops[number], result, group->loops[number],
                             &group->block->ops[user], (int)mlirOpOperandGetOperandNumber(use)));
}

static bool add_users(SizedGroup *group, int number) {
  MlirOperation op = group->block->ops[number].op;
  bool grows = false;
  for (int r = 0; r < mlirOperationGetNumResults(op); r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      grows |= add_user(group, number, r, use);
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

static bool is_empty(MlirValue value) {
  return mlirValueIsAOpResult(value) && ir_op_is(mlirOpResultGetOwner(value), "tensor.empty");
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
      may &= is_made || is_empty(init) || !sized_op_reads_destination(op, r);
    }
  }
  return may;
}

static bool divides_integers(MlirOperation op) {
  static const char *const names[] = {"arith.div", "arith.ceildiv", "arith.floordiv", "arith.rem"};
  bool does = false;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    does |= ir_op_begins(op, names[n]);
  return does && !ir_op_is(op, "arith.divf") && !ir_op_is(op, "arith.remf");
}

bool sized_group_may_pad(const SizedGroup *group) {
  bool may = true;
  for (int i = group->first; i <= group->last; i++) {
    const SizedOp *op = &group->block->ops[i];
    may &= group->loops[i] < 0 ||
           (op->result_count > 0 && mlirOperationIsNull(ir_first(op->op, divides_integers)));
  }
  return may;
}

void sized_group_destroy(SizedGroup *group) {
  free(group->loops);
  *group = (SizedGroup){.loops = NULL};
}
