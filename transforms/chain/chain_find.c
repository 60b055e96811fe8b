// A chain starts at a sum whose result goes back to every element of a tensor that the sum has
// read. It grows over the ops that walk the same rows, and to the products before and after these.
#include "transforms/chain/chain.h"

#include "base/integer.h"
#include "transforms/chain/chain_group.h"
#include "transforms/chain/chain_key.h"
#include "transforms/chain/chain_shared.h"
#include "transforms/chain/chain_split.h"
#include "transforms/chain/chain_traffic.h"
#include "transforms/extract/linalg_shim.h"

#include "mlir-c/AffineExpr.h"

#include <stdlib.h>

// Of those that a member makes, or that several ops read.
static int64_t largest_tensor(const ChainGroup *found) {
  const SizedBlock *block = found->group.block;
  int64_t most = 0;
  for (int i = found->group.first; i <= found->group.last; i++) {
    const SizedOp *op = &block->ops[i];
    if (found->group.loops[i] < 0 || found->roles[i] > CHAIN_CORE)
      continue;
    for (int o = 0; o < op->operand_count; o++) {
      MlirValue tensor = mlirOperationGetOperand(op->op, o);
      int64_t bytes = chain_tensor_bytes(tensor);
      if ((sized_op_is_init(op, o) || !ir_has_one_use(tensor)) && bytes > most &&
          sized_op_use(op, o, found->group.loops[i]).access == LOOP_ACCESS_DIM)
        most = bytes;
    }
  }
  return most;
}

// --- blocks

enum { WHOLE_VECTORS = 4 }; // rows of a block that share what they read, if there are so many

// As many steps as fit, rather a divisor of the extent.
static int64_t choose_size(int64_t extent, int64_t most) {
  if (most >= extent)
    return extent;
  for (int64_t whole = WHOLE_VECTORS; whole >= 1; whole /= WHOLE_VECTORS)
    for (int64_t size = most - most % whole; size > most / 2 && size > 0; size -= whole)
      if (extent % size == 0)
        return size;
  return most > WHOLE_VECTORS ? most - most % WHOLE_VECTORS : most;
}

// Cuts the outer loops first, each as far as it takes for `bytes` to fit.
static ChainPlan plan_for(const SizedOp *seed, const ChainGroup *found, int64_t bytes,
                          int64_t fits) {
  ChainPlan plan = {0};
  for (int l = 0; l < seed->loop_count && bytes > fits && plan.count < CHAIN_MAX_LEVELS; l++) {
    if (!found[l].roles)
      continue;
    int64_t extent = seed->extents[l], one = bytes / extent;
    int64_t size = one >= fits ? 1 : choose_size(extent, one ? fits / one : extent);
    if (size < extent)
      plan.levels[plan.count++] = (ChainLevel){l, size, extent};
    bytes = one * size;
  }
  return plan;
}

static bool is_same(const ChainPlan *a, const ChainPlan *b) {
  bool same = a->has_products == b->has_products && a->is_shared == b->is_shared &&
              a->parts == b->parts && a->count == b->count;
  for (int l = 0; l < a->count && same; l++)
    same = a->levels[l].loop == b->levels[l].loop && a->levels[l].size == b->levels[l].size;
  return same;
}

static void add_plan(Chain *chain, ChainPlan plan) {
  bool is_new = plan.count > 0 && chain->plan_count < CHAIN_MAX_PLANS;
  for (int p = 0; p < chain->plan_count; p++)
    is_new &= !is_same(&chain->plans[p], &plan);
  if (is_new)
    chain->plans[chain->plan_count++] = plan;
}

enum { TENSORS = 2 }; // that are in use at a time

static void add_plan_for(Chain *chain, const SizedOp *seed, const ChainGroup *found,
                         bool has_products, int64_t fits) {
  ChainPlan plan = plan_for(seed, found, TENSORS * chain->bytes, fits);
  plan.has_products = has_products;
  chain_traffic_count(found, &plan);
  add_plan(chain, plan);
}

// Whether the loop that the seed adds up goes along what it reads.
static bool reads_rows(const SizedOp *seed) {
  MlirAffineMap map = sized_op_map(seed, 0);
  intptr_t rank = mlirAffineMapGetNumResults(map);
  MlirAffineExpr last =
      rank ? mlirAffineMapGetResult(map, rank - 1) : (MlirAffineExpr){.ptr = NULL};
  return rank && mlirAffineExprIsADim(last) &&
         seed->is_reduction[mlirAffineDimExprGetPosition(last)];
}

static int64_t rows_of_block(const ChainPlan *plan, const SizedOp *seed) {
  int64_t rows = 1;
  for (int l = 0; l < seed->loop_count; l++) {
    int64_t size = seed->is_reduction[l] ? 1 : seed->extents[l];
    for (int p = 0; p < plan->count; p++)
      if (plan->levels[p].loop == l)
        size = plan->levels[p].size;
    rows = integer_multiply(rows, size);
  }
  return rows;
}

// Null: there is such a plan already, or none.
static const ChainPlan *add_row_plan(Chain *chain, const SizedOp *seed, const ChainGroup *found,
                                     int64_t fits) {
  int number = chain->plan_count;
  add_plan_for(chain, seed, found, false, fits);
  if (chain->plan_count == number)
    return NULL;
  ChainPlan *plan = &chain->plans[number];
  plan->rows = reads_rows(seed) ? rows_of_block(plan, seed) : 0;
  return plan;
}

// Several rows of a block may be read side by side, each a short run of its own that prefetchers
// do not follow far. Where no cache holds the tensors, single rows are one more way.
static void add_row_plans(Chain *chain, const SizedOp *seed, const ChainGroup *found, int64_t fits,
                          int64_t last_bytes) {
  enum { SINGLE = 0 }; // bytes that no row fits
  const ChainPlan *plan = add_row_plan(chain, seed, found, fits);
  if (plan && plan->rows > 1 && plan->outer_bytes > last_bytes)
    add_row_plan(chain, seed, found, SINGLE);
}

// Sums alone fit the first cache, or half of the second. Products want more rows, which share what
// each block reads again: half of the second cache, or more than it where the next is near enough.
static void add_plans(Chain *chain, const SizedOp *seed, const ChainGroup *found,
                      const int64_t *cache_bytes, int cache_count) {
  int64_t near = cache_bytes[0], far = cache_bytes[cache_count > 1];
  if (chain->has_products) {
    add_plan_for(chain, seed, found, true, far / 2);
    add_plan_for(chain, seed, found, true, 2 * far);
  }
  add_row_plans(chain, seed, found, near, cache_bytes[cache_count - 1]);
  add_row_plans(chain, seed, found, far / 2, cache_bytes[cache_count - 1]);
}

// --- blocks of rows that are split

// Loops along which nothing is read again are cut before the parts are, so that each of their
// steps is read once, and all others after that.
static int64_t cut_around_parts(ChainPlan *plan, const SizedOp *seed, const ChainGroup *found,
                                const ChainSplit *split, bool again, int64_t bytes, int64_t fits) {
  for (int l = 0; l < seed->loop_count && bytes > fits && plan->count + 1 < CHAIN_MAX_LEVELS; l++) {
    if (!found[l].roles || chain_group_reads_again(&found[l]) != again)
      continue;
    int64_t extent = seed->extents[l], one = bytes / extent;
    int64_t size = one >= fits ? 1 : choose_size(extent, one ? fits / one : extent);
    if (size < extent)
      plan->levels[plan->count++] =
          (ChainLevel){l > chain_split_loop(split) ? l + 1 : l, size, extent};
    bytes = one * size;
  }
  return bytes;
}

static void add_split_plan(Chain *chain, const SizedOp *seed, const ChainGroup *found,
                           const ChainSplit *split, int64_t fits) {
  ChainPlan plan = {.has_products = true, .parts = chain_split_parts(split)};
  int64_t bytes = TENSORS * chain->bytes / plan.parts;
  bytes = cut_around_parts(&plan, seed, found, split, false, bytes, fits);
  plan.levels[plan.count++] = (ChainLevel){chain_split_loop(split), 1, plan.parts};
  cut_around_parts(&plan, seed, found, split, true, bytes, fits);
  plan.outer_bytes = chain_split_bytes(split, plan.parts);
  plan.far_bytes = plan.outer_bytes;
  plan.streamed_bytes = (double)plan.outer_bytes;
  add_plan(chain, plan);
}

static void add_split_plans(Chain *chain, const SizedBlock *block, int seed,
                            const ChainGroup *found, int64_t cache_bytes) {
  const SizedOp *op = &block->ops[seed];
  ChainSplit split;
  bool *is_member = ir_zeroed((size_t)block->count + 1, sizeof *is_member);
  for (int i = 0; i < block->count; i++)
    for (int l = 0; l < op->loop_count; l++)
      is_member[i] |= found[l].roles && found[l].group.loops[i] >= 0;
  if (chain_split_read(block, is_member, seed, &split) && chain_split_parts(&split)) {
    add_split_plan(chain, op, found, &split, cache_bytes / 2);
    add_split_plan(chain, op, found, &split, 2 * cache_bytes);
  }
  chain_split_destroy(&split);
  free(is_member);
}

// --- one block of the payload

static void mark_members(const ChainGroup *found, int number) {
  const SizedGroup *group = &found->group;
  for (int i = group->first; i <= group->last; i++)
    if (group->loops[i] >= 0 && chain_number_of(group->block->ops[i].op) < 0)
      chain_mark(group->block->ops[i].op, number, found->roles[i]);
}

static bool has_product(const ChainGroup *found) {
  bool has = false;
  for (int i = found->group.first; i <= found->group.last; i++)
    has |= found->group.loops[i] >= 0 && found->roles[i] == CHAIN_PRODUCT;
  return has;
}

// Adds the chain of a sum, if it is one.
static void find_chain(const SizedBlock *block, int seed, const int64_t *cache_bytes,
                       int cache_count, int threads, Chains *chains) {
  const SizedOp *op = &block->ops[seed];
  Chain chain = {.seed = op->op};
  ChainGroup found[WORKLOAD_MAX_ITERATORS] = {{.roles = NULL}}; // of each loop that can be cut
  for (int l = 0; l < op->loop_count; l++) {
    if (op->is_reduction[l] || !chain_can_cut(op, l))
      continue;
    found[l] = chain_group_grow(block, seed, l);
    if (!chain_group_goes_back(&found[l])) {
      chain_group_destroy(&found[l]);
      continue;
    }
    int64_t bytes = largest_tensor(&found[l]);
    chain.bytes = bytes > chain.bytes ? bytes : chain.bytes;
    chain.has_products |= has_product(&found[l]);
  }
  add_plans(&chain, op, found, cache_bytes, cache_count);
  if (chain.plan_count && chain.has_products)
    add_split_plans(&chain, block, seed, found, cache_bytes[cache_count > 1]);
  ChainShared shared = {.loops = NULL};
  if (threads > 1 &&
      chain_shared_plan(block, seed, found, 2 * cache_bytes[cache_count > 1], threads, &shared))
    add_plan(&chain, shared.plan);
  if (chain.plan_count) {
    chain.key = chain_key(block, found, op->loop_count, shared.loops);
    for (int l = 0; l < op->loop_count; l++)
      if (found[l].roles)
        mark_members(&found[l], chains->count);
    chain_shared_mark(block, &shared, seed, chains->count);
    chains->items = ir_resized(chains->items, (size_t)(chains->count + 1) * sizeof *chains->items);
    chains->items[chains->count++] = chain;
  }
  for (int l = 0; l < op->loop_count; l++)
    chain_group_destroy(&found[l]);
  chain_shared_destroy(&shared);
}

static void find_in_block(MlirBlock block, const int64_t *cache_bytes, int cache_count, int threads,
                          Chains *chains) {
  SizedBlock read = sized_block_read_known(block, &chain_group_filter);
  for (int i = 0; i < read.count; i++)
    if (chain_is_sum(&read.ops[i]) && chain_number_of(read.ops[i].op) < 0)
      find_chain(&read, i, cache_bytes, cache_count, threads, chains);
  sized_block_destroy(&read);
}

static void find_below(MlirOperation function, const int64_t *cache_bytes, int cache_count,
                       int threads, Chains *chains) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(function); r++)
    for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(function, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      find_in_block(block, cache_bytes, cache_count, threads, chains);
      for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
           op = mlirOperationGetNextInBlock(op))
        if (!linalg_op_is_structured(op))
          find_below(op, cache_bytes, cache_count, threads, chains);
    }
}

void chains_find(MlirOperation function, const int64_t *cache_bytes, int cache_count, int threads,
                 Chains *chains) {
  int first = chains->count;
  find_below(function, cache_bytes, cache_count, threads, chains);
  for (int n = first; n < chains->count; n++)
    chains->items[n].function = function;
}

void chains_destroy(Chains *chains) {
  free(chains->items);
  *chains = (Chains){.items = NULL};
}
