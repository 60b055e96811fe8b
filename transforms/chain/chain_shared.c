// A row of an attention is as little work as a kernel can have, so threads that share one kernel
// after the other wait for each other as often. Here each computes all of them on heads, or
// elements, of its own.
#include "transforms/chain/chain_shared.h"

#include "base/integer.h"
#include "transforms/chain/chain_split.h"
#include "transforms/chain/chain_traffic.h"
#include "transforms/constant_argument.h"

#include <stdlib.h>

enum { TENSORS = 2 }; // that are in use at a time

// Also of one row, whose other factor has an element for every step.
static bool is_product(const SizedOp *op) { return chain_has_sum(op) && op->input_count > 1; }

// Bytes that the op reads from outside of the plan, whose ops `loops` has.
static int64_t bytes_read(const SizedBlock *block, const int *loops, const SizedOp *op) {
  int64_t bytes = 0;
  for (int i = 0; i < op->input_count; i++) {
    MlirValue value = mlirOperationGetOperand(op->op, i);
    int maker = sized_block_maker(block, value);
    if ((maker < 0 || loops[maker] < 0) && !chain_is_of_caller(value))
      bytes = integer_add(bytes, chain_tensor_bytes(value));
  }
  return bytes;
}

// Nothing is streamed that is not without the plan.
static void count_traffic(const SizedBlock *block, const int *loops, ChainPlan *plan) {
  for (int i = 0; i < block->count; i++)
    if (loops[i] >= 0)
      plan->outer_bytes = integer_add(plan->outer_bytes, bytes_read(block, loops, &block->ops[i]));
  plan->far_bytes = plan->outer_bytes;
}

// --- blocks along a loop

static int64_t bytes_of_block(const ChainGroup *found, int threads) {
  int64_t most = 0;
  for (int i = found->group.first; i <= found->group.last; i++) {
    const SizedOp *op = &found->group.block->ops[i];
    if (found->group.loops[i] < 0)
      continue;
    int64_t bytes = chain_tensor_bytes(mlirOperationGetOperand(op->op, op->input_count));
    most = bytes > most ? bytes : most;
  }
  return TENSORS * (most / threads);
}

static bool has_product(const ChainGroup *found) {
  bool has = false;
  for (int i = found->group.first; i <= found->group.last; i++)
    has |= found->group.loops[i] >= 0 && is_product(&found->group.block->ops[i]);
  return has;
}

static bool plan_loop(const SizedOp *seed, const ChainGroup *found, int64_t fits, int threads,
                      ChainPlan *out_plan) {
  for (int l = 0; l < seed->loop_count; l++) {
    if (!found[l].roles || seed->extents[l] % threads != 0 || !has_product(&found[l]) ||
        chain_group_reads_again(&found[l]) || bytes_of_block(&found[l], threads) > fits)
      continue;
    out_plan->levels[0] = (ChainLevel){l, seed->extents[l] / threads, seed->extents[l]};
    out_plan->count = 1;
    count_traffic(found[l].group.block, found[l].group.loops, out_plan);
    return true;
  }
  return false;
}

// --- parts of elements

static bool splits_product(const ChainSplit *split) {
  bool does = false;
  for (int i = 0; i < split->block->count; i++)
    does |= split->loops[i] >= 0 && is_product(&split->block->ops[i]);
  return does;
}

static bool plan_parts(const ChainSplit *split, int64_t fits, int threads, ChainPlan *out_plan) {
  MlirOperation exps = split->block->ops[split->exps].op;
  int64_t bytes = TENSORS * (chain_tensor_bytes(mlirOperationGetResult(exps, 0)) / threads);
  if (!splits_product(split) || !chain_split_can_share(split, threads) || bytes > fits)
    return false;
  out_plan->parts = threads;
  out_plan->levels[0] = (ChainLevel){chain_split_loop(split), 1, threads};
  out_plan->count = 1;
  count_traffic(split->block, split->loops, out_plan);
  return true;
}

static bool *free_members(const SizedBlock *block) {
  bool *is_member = ir_zeroed((size_t)block->count + 1, sizeof *is_member);
  for (int i = 0; i < block->count; i++)
    is_member[i] =
        chain_number_of(block->ops[i].op) < 0 && !constant_result_is_marked(block->ops[i].op);
  return is_member;
}

bool chain_shared_plan(const SizedBlock *block, int seed, const ChainGroup *found, int64_t fits,
                       int threads, ChainShared *out) {
  *out = (ChainShared){.plan = {.has_products = true, .is_shared = true}};
  if (plan_loop(&block->ops[seed], found, fits, threads, &out->plan))
    return true;
  ChainSplit split;
  bool *is_member = free_members(block);
  if (chain_split_read(block, is_member, seed, &split) &&
      plan_parts(&split, fits, threads, &out->plan)) {
    out->loops = split.loops;
    split.loops = NULL;
  }
  chain_split_destroy(&split);
  free(is_member);
  return out->loops != NULL;
}

void chain_shared_destroy(ChainShared *shared) { free(shared->loops); }

static void mark_free(MlirOperation op, int number, ChainRole role) {
  if (chain_number_of(op) < 0)
    chain_mark(op, number, role);
}

void chain_shared_mark(const SizedBlock *block, const ChainShared *shared, int seed, int number) {
  for (int i = 0; i < block->count && shared->loops; i++) {
    const SizedOp *op = &block->ops[i];
    if (shared->loops[i] < 0)
      continue;
    mark_free(op->op, number, i == seed ? CHAIN_SEED : is_product(op) ? CHAIN_PRODUCT : CHAIN_CORE);
    MlirValue init = mlirOperationGetOperand(op->op, op->input_count);
    if (ir_is_made_by(init, "linalg.fill") && ir_has_one_use(init))
      mark_free(mlirOpResultGetOwner(init), number, CHAIN_CORE);
  }
}
