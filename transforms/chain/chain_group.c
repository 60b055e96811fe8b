// Grows from a sum over the ops that walk the same rows. A product beside them is taken where what
// lies between is not smaller than what each block reads again, and after it only what computes
// element by element. What is computed or packed once, of constants, is never cut in blocks.
#include "transforms/chain/chain_group.h"

#include "transforms/chain/chain.h"
#include "transforms/constant_argument.h"
#include "transforms/extract/extract.h"

#include <stdlib.h>

// --- growing

// Bytes of what a product reads again in every block, and of the largest tensor that is cut.
static bool is_worth_reading(const SizedOp *op, int loop) {
  int64_t again = 0, cut = 0;
  for (int i = 0; i < op->operand_count; i++) {
    int64_t bytes = chain_tensor_bytes(mlirOperationGetOperand(op->op, i));
    if (sized_op_use(op, i, loop).access == LOOP_ACCESS_NONE)
      again += bytes;
    else if (bytes > cut)
      cut = bytes;
  }
  return again <= cut;
}

// Whether every block would read another part of a constant, which is then not packed once.
static bool cuts_constant(const SizedOp *op, int loop) {
  bool cuts = false;
  for (int i = 0; i < op->input_count && !cuts; i++)
    cuts = sized_op_use(op, i, loop).access == LOOP_ACCESS_DIM &&
           value_is_constant(mlirOperationGetOperand(op->op, i), mlirOperationGetBlock(op->op));
  return cuts;
}

static ChainRole role_beside(ChainRole beside, const SizedOp *op, int loop) {
  bool is_product = chain_has_sum(op) && !chain_is_sum(op);
  if (beside > CHAIN_CORE)
    return chain_has_sum(op) ? CHAIN_NONE : CHAIN_OUTER;
  if (is_product)
    return is_worth_reading(op, loop) && !cuts_constant(op, loop) ? CHAIN_PRODUCT : CHAIN_NONE;
  return CHAIN_CORE;
}

static bool joins(const SizedGroup *group, int beside, int number, int loop, void *context) {
  ChainRole *roles = context;
  const SizedOp *op = &group->block->ops[number];
  if (chain_number_of(op->op) >= 0 || constant_result_is_marked(op->op) || !chain_can_cut(op, loop))
    return false;
  roles[number] = role_beside(roles[beside], op, loop);
  return roles[number] != CHAIN_NONE;
}

const SizedFilter chain_group_filter = {joins, NULL};

ChainGroup chain_group_grow(const SizedBlock *block, int seed, int loop) {
  ChainRole *roles = ir_zeroed((size_t)block->count + 1, sizeof *roles);
  SizedFilter filter = {joins, roles};
  SizedBlock view = *block;
  view.filter = &filter;
  roles[seed] = CHAIN_SEED;
  ChainGroup found = {sized_group_grow(&view, seed, loop), roles};
  found.group.block = block;
  return found;
}

bool chain_group_reads_again(const ChainGroup *found) {
  bool does = false;
  for (int i = found->group.first; i <= found->group.last; i++) {
    const SizedOp *op = &found->group.block->ops[i];
    for (int o = 0; o < op->input_count && found->roles[i] == CHAIN_PRODUCT && !does; o++)
      does = sized_op_use(op, o, found->group.loops[i]).access == LOOP_ACCESS_NONE;
  }
  return does;
}

void chain_group_destroy(ChainGroup *found) {
  sized_group_destroy(&found->group);
  free(found->roles);
  found->roles = NULL;
}

// --- going back

typedef struct Flags {
  int sum;         // the one at hand
  bool *reads_sum; // of each op: it depends on the sum
  bool *is_wide;   // and repeats it along a loop
  bool *is_before; // it is the sum, or this depends on it
} Flags;

static bool is_member(const ChainGroup *found, int number) {
  return number >= 0 && found->group.loops[number] >= 0;
}

static int maker_of(const ChainGroup *found, int member, int operand) {
  const SizedBlock *block = found->group.block;
  int maker = sized_block_maker(block, mlirOperationGetOperand(block->ops[member].op, operand));
  return is_member(found, maker) ? maker : -1;
}

static bool makes_sum(const Flags *flags, int maker) {
  return maker >= 0 && (flags->reads_sum[maker] || maker == flags->sum);
}

// Whether nothing that the op reads of the sum is indexed by the loop.
static bool repeats(const ChainGroup *found, const Flags *flags, int member, int loop) {
  const SizedOp *op = &found->group.block->ops[member];
  bool does = op->extents[loop] > 1;
  for (int i = 0; i < op->input_count && does; i++)
    does = !makes_sum(flags, maker_of(found, member, i)) ||
           sized_op_use(op, i, loop).access == LOOP_ACCESS_NONE;
  return does;
}

static void read_flags(const ChainGroup *found, Flags *flags, int member) {
  const SizedOp *op = &found->group.block->ops[member];
  for (int i = 0; i < op->input_count; i++) {
    int maker = maker_of(found, member, i);
    flags->reads_sum[member] |= makes_sum(flags, maker);
    flags->is_wide[member] |= maker >= 0 && flags->is_wide[maker];
  }
  for (int l = 0; l < op->loop_count && flags->reads_sum[member]; l++)
    flags->is_wide[member] |= repeats(found, flags, member, l);
}

// What the sum depends on.
static void find_before(const ChainGroup *found, Flags *flags) {
  flags->is_before[flags->sum] = true;
  for (int i = flags->sum; i >= found->group.first; i--)
    for (int o = 0; flags->is_before[i] && o < found->group.block->ops[i].input_count; o++) {
      int maker = maker_of(found, i, o);
      if (maker >= 0)
        flags->is_before[maker] = true;
    }
}

// Whether the value is a tensor that the sum has read, and that is cut.
static bool was_read(const ChainGroup *found, const Flags *flags, MlirValue value) {
  const SizedBlock *block = found->group.block;
  bool was = false;
  for (int i = found->group.first; i <= found->group.last && !was; i++) {
    const SizedOp *op = &block->ops[i];
    for (int o = 0; flags->is_before[i] && o < op->input_count && !was; o++)
      was = mlirValueEqual(mlirOperationGetOperand(op->op, o), value) &&
            sized_op_use(op, o, found->group.loops[i]).access == LOOP_ACCESS_DIM;
  }
  return was;
}

static bool goes_back(const ChainGroup *found, Flags *flags) {
  bool does = false;
  find_before(found, flags);
  for (int i = flags->sum + 1; i <= found->group.last && !does; i++) {
    if (!is_member(found, i))
      continue;
    read_flags(found, flags, i);
    const SizedOp *op = &found->group.block->ops[i];
    for (int o = 0; flags->is_wide[i] && o < op->operand_count && !does; o++)
      does = was_read(found, flags, mlirOperationGetOperand(op->op, o));
  }
  return does;
}

bool chain_group_goes_back(const ChainGroup *found) {
  size_t count = (size_t)found->group.block->count;
  bool does = false;
  for (int i = found->group.first; i <= found->group.last && !does; i++) {
    if (!is_member(found, i) || !chain_is_sum(&found->group.block->ops[i]))
      continue;
    bool *all = ir_zeroed(3 * count, sizeof *all);
    Flags flags = {i, all, all + count, all + 2 * count};
    does = goes_back(found, &flags);
    free(all);
  }
  return does;
}
