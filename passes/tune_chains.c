// Which chains are computed in blocks (chain.h): those for which that is predicted to be faster.
// Rehearsals tune chains as they are and cut by their plans; the ops carry the number of their
// chain, and their predicted seconds are added up, times the blocks. Of equal chains one is
// rehearsed. Plans are compared by few candidates, and the best of them is priced like the chain
// as it is.
#include "passes/tuner.h"

#include "costmodel/threads/thread_choice.h"
#include "mlir-c/BuiltinAttributes.h"
#include "transforms/annotation.h"
#include "transforms/chain/chain.h"
#include "transforms/fp_mode.h"
#include "transforms/function_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NOT_ASKED = -2, // of a rehearsal
  AS_IT_IS = -1,  // any other number is that of a plan
  PLAN_CANDIDATES = 160,
};

// What blocks have to gain, of the sums and with the products, or sums in order: these differ by
// more from what is measured. Rows in parts gain more than is predicted: what they leave out is
// read from beyond the caches that kernels are priced with.
static const double WORTH_CUTTING = 0.99, WORTH_CUTTING_PRODUCTS = 0.95;
// What a plan may lose by few candidates, and is still priced by all.
static const double WORTH_PRICING = 1.1;

typedef struct ChainPrice {
  int like; // the first equal chain
  double whole, blocks;
  int plan; // the best one, of `blocks` seconds; AS_IT_IS: none has a price
} ChainPrice;

typedef struct Pricing {
  Chains chains;
  ChainPrice *prices; // owned; of each chain
  int *asked;         // owned; which plan is rehearsed
  double *seconds;    // owned; what that has said
  int *unpriced;      // owned
  ChoiceMemo quick;   // owned; choices among few candidates
} Pricing;

static void pricing_start(Pricing *pricing) {
  size_t count = (size_t)pricing->chains.count + 1;
  pricing->prices = ir_zeroed(count, sizeof *pricing->prices);
  pricing->asked = ir_zeroed(count, sizeof *pricing->asked);
  pricing->seconds = ir_zeroed(count, sizeof *pricing->seconds);
  pricing->unpriced = ir_zeroed(count, sizeof *pricing->unpriced);
  for (int n = 0; n < pricing->chains.count; n++) {
    ChainPrice *price = &pricing->prices[n];
    while (pricing->chains.items[price->like].key != pricing->chains.items[n].key)
      price->like++;
    price->plan = AS_IT_IS;
  }
}

static void pricing_destroy(Pricing *pricing) {
  chains_destroy(&pricing->chains);
  choice_memo_destroy(&pricing->quick);
  free(pricing->prices);
  free(pricing->asked);
  free(pricing->seconds);
  free(pricing->unpriced);
}

// --- what is looked at

static int number_asked(const Tuner *tuner, MlirOperation op) {
  const Pricing *pricing = tuner->listeners.trial->user;
  int number = chain_number_of(op);
  return number >= 0 && pricing->asked[number] != NOT_ASKED ? number : -1;
}

static bool is_other(const Tuner *tuner, MlirOperation op) { return number_asked(tuner, op) < 0; }

enum { STEPS_BESIDE = 3 }; // from an op to those that its kernel may take

// Recursion: at most STEPS_BESIDE levels.
static bool reads_chain(const Tuner *tuner, MlirOperation op, int steps) {
  bool does = !is_other(tuner, op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && steps > 0 && !does; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    does =
        mlirValueIsAOpResult(value) && reads_chain(tuner, mlirOpResultGetOwner(value), steps - 1);
  }
  return does;
}

// Recursion: at most STEPS_BESIDE levels.
static bool is_read_by_chain(const Tuner *tuner, MlirOperation op, int steps) {
  bool is = !is_other(tuner, op);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op) && steps > 0; r++)
    for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, r));
         !mlirOpOperandIsNull(use) && !is; use = mlirOpOperandGetNextUse(use))
      is = is_read_by_chain(tuner, mlirOpOperandGetOwner(use), steps - 1);
  return is;
}

// Kernels around a chain as it is may take ops of it; those around blocks may not.
static bool is_far(const Tuner *tuner, MlirOperation op) {
  return !reads_chain(tuner, op, STEPS_BESIDE) && !is_read_by_chain(tuner, op, STEPS_BESIDE);
}

// --- what is predicted

// Kernels are priced with their operands in the caches. What a block reads first and writes last
// comes from and goes to where the whole tensors are.
static double stream_seconds(const Target *target, const ChainPlan *plan) {
  double near = target->cache_bytes_per_cycle[target->cache_count > 1];
  double far = target->memory_bytes_per_cycle;
  for (int level = target->cache_count - 1; level >= 0; level--)
    if (plan->outer_bytes <= target->cache_bytes[level])
      far = target->cache_bytes_per_cycle[level];
  double cycles = far < near ? plan->streamed_bytes * (1 / far - 1 / near) : 0;
  return cycles / (1e9 * target->clock_ghz);
}

// Leaves in `pricing` what the plans that are asked for take. Choices among few candidates have a
// memo of their own: the run makes its choices among all of them.
static Status rehearse(Tuner *tuner, Pricing *pricing, bool is_quick) {
  Rehearsal rehearsal;
  ChoiceMemo memo = tuner->choices.memo;
  Tuner *run = tune_rehearsal_create(tuner, &rehearsal);
  bool cuts = false;
  for (int n = 0; n < pricing->chains.count; n++)
    if (pricing->asked[n] >= 0) {
      chain_cut(run->payload.root, n, &pricing->chains.items[n].plans[pricing->asked[n]], 0, 1);
      cuts = true;
    }
  if (is_quick) {
    int64_t most = rehearsal.options.max_candidates;
    rehearsal.options.max_candidates = most && most < PLAN_CANDIDATES ? most : PLAN_CANDIDATES;
    rehearsal.options.top_k = 0;
    run->choices.memo = pricing->quick;
  }
  memset(pricing->seconds, 0, (size_t)pricing->chains.count * sizeof *pricing->seconds);
  memset(pricing->unpriced, 0, (size_t)pricing->chains.count * sizeof *pricing->unpriced);
  Trial trial = {.bin_of = number_asked,
                 .times_of = chain_times_of,
                 .user = pricing,
                 .seconds = pricing->seconds,
                 .unpriced = pricing->unpriced,
                 .skips = cuts ? is_other : is_far};
  Status status = tune_rehearse(tuner, &rehearsal, &trial);
  if (is_quick) {
    pricing->quick = tuner->choices.memo;
    tuner->choices.memo = memo;
  }
  return status;
}

// Sets what is asked next. False: nothing is.
typedef int (*AskedPlan)(const Pricing *pricing, int n, int round);

static bool ask(Pricing *pricing, AskedPlan asked, int round) {
  bool is_any = false;
  for (int n = 0; n < pricing->chains.count; n++) {
    pricing->asked[n] = pricing->prices[n].like == n ? asked(pricing, n, round) : NOT_ASKED;
    is_any |= pricing->asked[n] != NOT_ASKED;
  }
  return is_any;
}

static int ask_as_it_is(const Pricing *pricing, int n, int round) {
  (void)pricing, (void)n, (void)round;
  return AS_IT_IS;
}

static int ask_next_plan(const Pricing *pricing, int n, int round) {
  return pricing->prices[n].whole > 0 && round < pricing->chains.items[n].plan_count ? round
                                                                                     : NOT_ASKED;
}

static int ask_best_plan(const Pricing *pricing, int n, int round) {
  (void)round;
  const ChainPrice *price = &pricing->prices[n];
  return price->plan >= 0 && price->blocks < WORTH_PRICING * price->whole ? price->plan : NOT_ASKED;
}

// Without a price for all that it takes a chain has none.
static void read_whole(Pricing *pricing) {
  for (int n = 0; n < pricing->chains.count; n++)
    if (!pricing->unpriced[n])
      pricing->prices[n].whole = pricing->seconds[n];
}

// Keeps the fewest seconds, or where `is_final` those that were asked for last.
static void read_blocks(Tuner *tuner, Pricing *pricing, bool is_final) {
  for (int n = 0; n < pricing->chains.count; n++) {
    const Chain *chain = &pricing->chains.items[n];
    ChainPrice *price = &pricing->prices[n];
    if (pricing->asked[n] < 0 || pricing->unpriced[n])
      continue;
    tune_targets_enter(tuner, chain->seed);
    double seconds = pricing->seconds[n] +
                     stream_seconds(tuner->machines.target, &chain->plans[pricing->asked[n]]);
    if (is_final || price->plan < 0 || seconds < price->blocks) {
      price->blocks = seconds;
      price->plan = pricing->asked[n];
    }
  }
}

static Status price_chains(Tuner *tuner, Pricing *pricing) {
  Status status = STATUS_OK;
  if (!ask(pricing, ask_as_it_is, 0))
    return status;
  TRY(rehearse(tuner, pricing, false));
  read_whole(pricing);
  for (int round = 0; ask(pricing, ask_next_plan, round); round++) {
    TRY(rehearse(tuner, pricing, true));
    read_blocks(tuner, pricing, false);
  }
  if (ask(pricing, ask_best_plan, 0)) {
    TRY(rehearse(tuner, pricing, false));
    read_blocks(tuner, pricing, true);
  }
cleanup:
  return status;
}

// --- what is done

static bool is_faster(const Chain *chain, const ChainPrice *price) {
  if (price->plan < 0)
    return false;
  const ChainPlan *plan = &chain->plans[price->plan];
  bool is_unsure = !plan->parts && (plan->has_products || fp_mode_of(chain->seed) < FP_REASSOC);
  return price->blocks < (is_unsure ? WORTH_CUTTING_PRODUCTS : WORTH_CUTTING) * price->whole;
}

// Of an op without a price nothing is said: its own remark has the reason.
static void tell(const Tuner *tuner, const Chain *chain, const ChainPrice *price) {
  char text[512], blocks[CHAIN_TEXT_BYTES] = "";
  if (price->plan < 0)
    return;
  const ChainPlan *plan = &chain->plans[price->plan];
  bool is_cut = is_faster(chain, price);
  chain_plan_print(plan, blocks);
  snprintf(text, sizeof text, "%s %s %s; predicted %.3e s as a whole, %.3e s in blocks", blocks,
           plan->has_products ? "with the products beside" : "of the sums",
           is_cut ? "stay in a cache" : "would not be faster", price->whole, price->blocks);
  pass_report_say(&tuner->report, is_cut ? REMARK_REWRITTEN : REMARK_REFUSED, chain->seed, text);
}

// The threads share one loop over blocks, if that pays, of a chain that takes so many seconds.
static void cut(Tuner *tuner, MlirOperation function, int n, const ChainPlan *plan,
                double seconds) {
  const Target *target = tuner->machines.target;
  int threads = tuner->options->threads ? tuner->options->threads : target->cores;
  int shared = chain_level_to_share(plan, threads);
  double times = 1; // the loop runs
  for (int l = 0; l < shared; l++)
    times *= (double)chain_level_blocks(&plan->levels[l]);
  int64_t blocks = chain_level_blocks(&plan->levels[shared]);
  bool pays = threads > 1 && thread_blocks_pay(target, seconds / times, blocks,
                                               (double)plan->outer_bytes / times, threads);
  chain_cut(function, n, plan, shared, pays ? threads : 1);
}

static bool apply(Tuner *tuner, const Pricing *pricing, MlirOperation function) {
  bool is_any = false;
  for (int n = 0; n < pricing->chains.count; n++) {
    const Chain *chain = &pricing->chains.items[n];
    if (!mlirOperationEqual(enclosing_function(chain->seed, tuner->payload.root), function) ||
        !tune_targets_enter(tuner, function))
      continue;
    const ChainPrice *price = &pricing->prices[pricing->prices[n].like];
    tell(tuner, chain, price);
    if (!is_faster(chain, price))
      continue;
    cut(tuner, function, n, &chain->plans[price->plan], price->blocks);
    is_any = true;
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
    chains_find(function, target->cache_bytes, target->cache_count, chains);
  }
  for (int n = first; n < chains->count; n++)
    chains->items[n].key ^= tune_target_key(tuner);
}

// A function in which nothing is better is what it was.
static void finish(Tuner *tuner, const Pricing *pricing, Searched *searched) {
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
  Pricing pricing = {.chains = {0}};
  IrOps functions = ir_collect(tuner->payload.root, ir_is_defined_function);
  Searched *searched = ir_zeroed((size_t)functions.count + 1, sizeof *searched);
  for (int f = 0; f < functions.count; f++) {
    searched[f].function = functions.ops[f];
    search(tuner, &searched[f], &pricing.chains);
  }
  pricing_start(&pricing);
  status = price_chains(tuner, &pricing);
  for (int f = 0; f < functions.count; f++)
    finish(tuner, &pricing, &searched[f]);
  pricing_destroy(&pricing);
  free(searched);
  free(functions.ops);
  return status;
}
