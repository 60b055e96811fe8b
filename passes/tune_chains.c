// Which chains are computed in blocks (chain.h): those for which that is predicted to be faster.
#include "passes/chain_prices.h"

#include "transforms/annotation.h"
#include "transforms/fp_mode.h"
#include "transforms/function_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What blocks have to gain, of the sums and with the products, or sums in order: these differ by
// more from what is measured. Rows in parts gain more than is predicted: what they leave out is
// read from beyond the caches that kernels are priced with.
static const double WORTH_CUTTING = 0.99, WORTH_CUTTING_PRODUCTS = 0.95;

// What blocks of sums may take more that threads share. Threads that share kernels one by one wait
// for one another after each: softmaxes and norms took .59 to 1.03 times as long in blocks, also
// where blocks were predicted to take .99 of the time (Zen 4, two threads).
static const double WORTH_SHARING = 1.05;

// --- what is done

static bool is_faster_alone(const Chain *chain, const ChainPrice *price) {
  if (price->plan < 0)
    return false;
  const ChainPlan *plan = &chain->plans[price->plan];
  bool is_unsure = !plan->parts && (plan->has_products || fp_mode_of(chain->seed) < FP_REASSOC);
  return price->blocks < (is_unsure ? WORTH_CUTTING_PRODUCTS : WORTH_CUTTING) * price->whole;
}

// Threads that share blocks start once.
static bool is_faster_shared(const Tuner *tuner, const Chain *chain, const ChainPrice *price) {
  if (price->plan < 0 || chain->has_products)
    return false;
  ChainSharing sharing = chain_share(tuner, &chain->plans[price->plan], price->blocks);
  double worth = fp_mode_of(chain->seed) < FP_REASSOC ? WORTH_CUTTING_PRODUCTS : WORTH_SHARING;
  return sharing.pays && sharing.seconds < worth * price->whole_on_threads;
}

static bool is_faster(const Tuner *tuner, const Chain *chain, const ChainPrice *price) {
  return is_faster_alone(chain, price) || is_faster_shared(tuner, chain, price);
}

// Of an op without a price nothing is said: its own remark has the reason.
static void tell(const Tuner *tuner, const Chain *chain, const ChainPrice *price) {
  char text[512], blocks[CHAIN_TEXT_BYTES] = "";
  if (price->plan < 0)
    return;
  const ChainPlan *plan = &chain->plans[price->plan];
  bool is_cut = is_faster(tuner, chain, price);
  bool for_threads = is_cut && !is_faster_alone(chain, price);
  ChainSharing sharing = chain_share(tuner, plan, price->blocks);
  chain_plan_print(plan, blocks);
  snprintf(text, sizeof text, "%s %s %s; predicted %.3e s as a whole, %.3e s in blocks%s", blocks,
           plan->has_products ? "with the products beside" : "of the sums",
           is_cut ? "stay in a cache" : "would not be faster",
           for_threads ? price->whole_on_threads : price->whole,
           for_threads ? sharing.seconds : price->blocks, for_threads ? " that threads share" : "");
  pass_report_say(&tuner->report, is_cut ? REMARK_REWRITTEN : REMARK_REFUSED, chain->seed, text);
}

// What the chain takes on several threads without a block for each of these.
static double seconds_on_threads(const Tuner *tuner, const Chain *chain, const ChainPrice *price) {
  if (!is_faster(tuner, chain, price))
    return price->whole_on_threads;
  ChainSharing sharing = chain_share(tuner, &chain->plans[price->plan], price->blocks);
  return sharing.pays ? sharing.seconds : price->blocks_on_threads;
}

// Cuts the chain where it has a block for each thread, and these are faster.
static bool cut_for_threads(Tuner *tuner, MlirOperation function, int n, const Chain *chain,
                            const ChainPrice *price) {
  char text[512], blocks[CHAIN_TEXT_BYTES] = "";
  if (price->shared_plan < 0)
    return false;
  const ChainPlan *plan = &chain->plans[price->shared_plan];
  ChainSharing sharing = chain_share(tuner, plan, price->shared);
  double others = seconds_on_threads(tuner, chain, price);
  bool is_cut = sharing.pays && sharing.seconds < WORTH_CUTTING_PRODUCTS * others;
  chain_plan_print(plan, blocks);
  snprintf(text, sizeof text,
           "%s with the products beside %s; predicted %.3e s on %d threads, %.3e s with them",
           blocks, is_cut ? "are for a thread each" : "would not be faster", others,
           sharing.threads, sharing.seconds);
  pass_report_say(&tuner->report, is_cut ? REMARK_REWRITTEN : REMARK_REFUSED, chain->seed, text);
  if (is_cut)
    chain_cut(function, n, plan, sharing.level, sharing.threads);
  return is_cut;
}

// Threads share pieces of many single rows: what each piece holds between its ops is there once for
// every one of them, on pages of its own.
static ChainPlan with_pieces(const ChainPlan *plan, int shared, int threads) {
  enum { PIECES = 4 }; // of each thread
  ChainPlan pieces = *plan;
  ChainLevel *level = &pieces.levels[shared];
  int64_t size = level->extent / ((int64_t)PIECES * threads);
  if (plan->rows != 1 || level->size != 1 || plan->count == CHAIN_MAX_LEVELS || size < 2)
    return pieces;
  memmove(level + 1, level, (size_t)(plan->count - shared) * sizeof *level);
  pieces.count++;
  level[0].size = level[1].extent = size;
  return pieces;
}

static bool cut_in_blocks(Tuner *tuner, MlirOperation function, int n, const Chain *chain,
                          const ChainPrice *price) {
  tell(tuner, chain, price);
  if (!is_faster(tuner, chain, price))
    return false;
  const ChainPlan *plan = &chain->plans[price->plan];
  ChainSharing sharing = chain_share(tuner, plan, price->blocks);
  ChainPlan pieces = sharing.pays ? with_pieces(plan, sharing.level, sharing.threads) : *plan;
  chain_cut(function, n, &pieces, sharing.level, sharing.pays ? sharing.threads : 1);
  return true;
}

static bool apply(Tuner *tuner, const ChainPrices *pricing, MlirOperation function) {
  bool is_any = false;
  for (int n = 0; n < pricing->chains.count; n++) {
    const Chain *chain = &pricing->chains.items[n];
    if (!mlirOperationEqual(chain->function, function) || !tune_targets_enter(tuner, function))
      continue;
    const ChainPrice *price = &pricing->prices[pricing->prices[n].like];
    is_any |= cut_for_threads(tuner, function, n, chain, price) ||
              cut_in_blocks(tuner, function, n, chain, price);
  }
  return is_any;
}

// --- the functions

typedef struct Searched {
  MlirOperation function, before; // a clone of it; owned, null where it was not searched
  bool is_better;                 // without being cut
} Searched;

static void search(Tuner *tuner, Searched *searched, Chains *chains) {
  MlirOperation function = searched->function;
  if (annotation_keeps(function) || !tune_targets_enter(tuner, function))
    return;
  searched->before = mlirOperationClone(function);
  const Target *target = tuner->machines.target;
  int first = chains->count;
  if (chains_prepare(function)) {
    searched->is_better = chains_multiply(function, &tuner->report);
    searched->is_better |= chains_leave_masked(function, &tuner->report);
    chains_find(function, target->cache_bytes, target->cache_count, tune_thread_count(tuner),
                chains);
  }
  for (int n = first; n < chains->count; n++)
    chains->items[n].key ^= tune_target_key(tuner);
}

// A function in which nothing is better is what it was.
static void finish(Tuner *tuner, const ChainPrices *pricing, Searched *searched) {
  if (mlirOperationIsNull(searched->before))
    return;
  bool is_better = apply(tuner, pricing, searched->function) || searched->is_better;
  if (is_better)
    chains_unmark(searched->function);
  else
    mlirRegionTakeBody(mlirOperationGetRegion(searched->function, 0),
                       mlirOperationGetRegion(searched->before, 0));
  tuner->report.changed |= is_better;
  mlirOperationDestroy(searched->before);
}

Status tune_chains(Tuner *tuner) {
  Status status = STATUS_OK;
  const TuneOptions *options = tuner->options;
  if (tuner->payload.applies_annotations || options->emit != EMIT_IR || options->schedule[0] ||
      !options->fusion || !options->model.is_used)
    return STATUS_OK;
  ChainPrices pricing = {.chains = {0}};
  IrOps functions = ir_collect(tuner->payload.root, ir_is_defined_function);
  Searched *searched = ir_zeroed((size_t)functions.count + 1, sizeof *searched);
  for (int f = 0; f < functions.count; f++) {
    searched[f].function = functions.ops[f];
    search(tuner, &searched[f], &pricing.chains);
  }
  status = chain_prices_make(tuner, &pricing);
  for (int f = 0; f < functions.count; f++)
    finish(tuner, &pricing, &searched[f]);
  chain_prices_destroy(&pricing);
  free(searched);
  free(functions.ops);
  return status;
}
