// Cuts the marked ops along one loop after the other. What a cut leaves in its loops carries the
// marks, and is cut by the next.
#include "transforms/chain/chain.h"
#include "transforms/chain/chain_ops.h"
#include "transforms/chain/chain_split.h"
#include "transforms/dynamic/sized_build.h"
#include "transforms/dynamic/sizes.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Cut {
  int number;
  bool has_products;
} Cut;

static bool is_taken(const SizedGroup *group, int beside, int number, int loop, void *context) {
  (void)beside;
  const Cut *cut = context;
  const SizedOp *op = &group->block->ops[number];
  ChainRole role = chain_role_of(op->op, cut->number);
  return role != CHAIN_NONE && (cut->has_products || role <= CHAIN_CORE) && chain_can_cut(op, loop);
}

typedef struct Seeds {
  IrOps ops;
  int number;
} Seeds;

static MlirWalkResult collect_seed(MlirOperation op, void *user) {
  Seeds *seeds = user;
  if (chain_role_of(op, seeds->number) == CHAIN_SEED)
    ir_ops_add(&seeds->ops, op);
  return MlirWalkResultAdvance;
}

static void cut_seed(MlirOperation seed, Cut *cut, const ChainLevel *level, int threads) {
  SizedFilter filter = {is_taken, cut};
  SizedBlock block = sized_block_read_known(mlirOperationGetBlock(seed), &filter);
  int number = sized_block_find(&block, seed);
  if (number >= 0 && chain_can_cut(&block.ops[number], level->loop)) {
    int64_t extent = block.ops[number].extents[level->loop];
    int64_t size = level->size < extent ? level->size : extent;
    SizedLadder ladder = {.count = extent % size ? 2 : 1, .sizes = {size, extent % size}};
    SizedGroup group = sized_group_grow(&block, number, level->loop);
    sized_build_group(&group, &ladder, threads);
    sized_group_destroy(&group);
    sizes_erase_whole(block.block);
  }
  sized_block_destroy(&block);
}

int64_t chain_level_blocks(const ChainLevel *level) {
  return (level->extent + level->size - 1) / level->size;
}

// What a thread does on average, of what the busiest one does.
static double balance_of(const ChainLevel *level, int threads) {
  int64_t blocks = level->extent / level->size; // a rest is not shared
  int64_t busiest = (blocks + threads - 1) / threads;
  return (double)blocks / (double)(busiest * threads);
}

int chain_level_to_share(const ChainPlan *plan, int threads) {
  static const double EVEN = 0.9;
  int best = 0;
  for (int l = 0; l < plan->count; l++) {
    if (balance_of(&plan->levels[l], threads) >= EVEN)
      return l;
    if (balance_of(&plan->levels[l], threads) > balance_of(&plan->levels[best], threads))
      best = l;
  }
  return best;
}

// Splits the rows of a chain that was found to be able to.
static void split_rows(MlirOperation root, Cut *cut, int64_t parts) {
  Seeds seeds = {.number = cut->number};
  mlirOperationWalk(root, collect_seed, &seeds, MlirWalkPreOrder);
  for (int i = 0; i < seeds.ops.count; i++) {
    SizedFilter filter = {is_taken, cut};
    SizedBlock block = sized_block_read_known(mlirOperationGetBlock(seeds.ops.ops[i]), &filter);
    bool *is_member = ir_zeroed((size_t)block.count + 1, sizeof *is_member);
    for (int o = 0; o < block.count; o++)
      is_member[o] = chain_role_of(block.ops[o].op, cut->number) != CHAIN_NONE;
    ChainSplit split;
    if (chain_split_read(&block, is_member, sized_block_find(&block, seeds.ops.ops[i]), &split) &&
        chain_split_build(&split, parts))
      sizes_erase_whole(block.block);
    chain_split_destroy(&split);
    sized_block_destroy(&block);
    free(is_member);
  }
  free(seeds.ops.ops);
}

void chain_cut(MlirOperation root, int number, const ChainPlan *plan, int shared, int threads) {
  Cut cut = {number, plan->has_products};
  if (plan->parts)
    split_rows(root, &cut, plan->parts);
  for (int l = 0; l < plan->count; l++) {
    Seeds seeds = {.number = number};
    mlirOperationWalk(root, collect_seed, &seeds, MlirWalkPreOrder);
    for (int i = 0; i < seeds.ops.count; i++)
      cut_seed(seeds.ops.ops[i], &cut, &plan->levels[l], l == shared ? threads : 1);
    free(seeds.ops.ops);
  }
}

void chain_plan_print(const ChainPlan *plan, char out_text[CHAIN_TEXT_BYTES]) {
  int used = plan->parts ? snprintf(out_text, CHAIN_TEXT_BYTES, "rows in %lld parts, ",
                                    (long long)plan->parts)
                         : 0;
  used += snprintf(out_text + used, CHAIN_TEXT_BYTES - (size_t)used, "blocks of");
  for (int l = 0; l < plan->count; l++)
    used +=
        snprintf(out_text + used, CHAIN_TEXT_BYTES - (size_t)used, "%s %lld of %lld", l ? "," : "",
                 (long long)plan->levels[l].size, (long long)plan->levels[l].extent);
}
