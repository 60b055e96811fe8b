// Which chains are computed in blocks (chain.h): those for which that is predicted to be faster.
// Rehearsals tune every chain as it is and cut by each of its plans; the ops carry the number of
// their chain, and their predicted seconds are added up, times the blocks.
#include "passes/tuner.h"

#include "costmodel/threads/thread_choice.h"
#include "mlir-c/BuiltinAttributes.h"
#include "transforms/annotation.h"
#include "transforms/chain/chain.h"
#include "transforms/function_target.h"

#include <stdio.h>
#include <stdlib.h>

// Choice 0 is the chain as it is, choice p + 1 plan p.
enum { CHOICES = CHAIN_MAX_PLANS + 1 };

// What a block has to gain: the price of a loop around short kernels is not known as well.
static const double WORTH_CUTTING = 0.95;

typedef struct Pricing {
  Chains chains;
  double *seconds[CHOICES]; // owned
  int *unpriced[CHOICES];   // the same
} Pricing;

static void pricing_start(Pricing *pricing) {
  size_t count = (size_t)pricing->chains.count + 1;
  for (int choice = 0; choice < CHOICES; choice++) {
    pricing->seconds[choice] = ir_zeroed(count, sizeof(double));
    pricing->unpriced[choice] = ir_zeroed(count, sizeof(int));
  }
}

static void pricing_destroy(Pricing *pricing) {
  chains_destroy(&pricing->chains);
  for (int choice = 0; choice < CHOICES; choice++) {
    free(pricing->seconds[choice]);
    free(pricing->unpriced[choice]);
  }
}

// --- what is predicted

static int number_of(const Tuner *tuner, MlirOperation op) {
  (void)tuner;
  return chain_number_of(op);
}

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

static void add_streams(Tuner *tuner, Pricing *pricing) {
  for (int n = 0; n < pricing->chains.count; n++) {
    const Chain *chain = &pricing->chains.items[n];
    tune_targets_enter(tuner, chain->seed);
    for (int p = 0; p < chain->plan_count; p++)
      pricing->seconds[p + 1][n] += stream_seconds(tuner->machines.target, &chain->plans[p]);
  }
}

static Status try_choice(Tuner *tuner, Pricing *pricing, int choice) {
  Rehearsal rehearsal;
  Tuner *run = tune_rehearsal_create(tuner, &rehearsal);
  for (int n = 0; n < pricing->chains.count && choice > 0; n++)
    if (choice <= pricing->chains.items[n].plan_count)
      chain_cut(run->payload.root, n, &pricing->chains.items[n].plans[choice - 1], 0, 1);
  Trial trial = {.bin_of = number_of,
                 .times_of = chain_times_of,
                 .seconds = pricing->seconds[choice],
                 .unpriced = pricing->unpriced[choice],
                 // What is outside takes ops of a chain as it is into its kernels, but of no block.
                 .skips_others = choice > 0};
  return tune_rehearse(tuner, &rehearsal, &trial);
}

// With the chains as they are; 0: there are none.
static int choice_count(const Chains *chains) {
  int count = 0;
  for (int n = 0; n < chains->count; n++)
    count = chains->items[n].plan_count + 1 > count ? chains->items[n].plan_count + 1 : count;
  return count;
}

// The choice with the fewest seconds; without a price for all that it takes it is none.
static int find_fastest(const Pricing *pricing, int n) {
  int fastest = 0;
  double most = WORTH_CUTTING * pricing->seconds[0][n];
  for (int choice = 1; choice <= pricing->chains.items[n].plan_count; choice++)
    if (!pricing->unpriced[choice][n] && !pricing->unpriced[0][n] &&
        pricing->seconds[choice][n] < most) {
      fastest = choice;
      most = pricing->seconds[choice][n];
    }
  return fastest;
}

// --- what is done

static void tell(const Tuner *tuner, const Pricing *pricing, int n, int choice) {
  const Chain *chain = &pricing->chains.items[n];
  char text[512], plan[CHAIN_TEXT_BYTES] = "";
  int least = choice ? choice : 1;
  for (int other = 1; other <= chain->plan_count && !choice; other++)
    if (pricing->seconds[other][n] < pricing->seconds[least][n])
      least = other;
  chain_plan_print(&chain->plans[least - 1], plan);
  snprintf(text, sizeof text, "%s %s %s; predicted %.3e s as a whole, %.3e s in blocks", plan,
           chain->plans[least - 1].has_products ? "with the products beside" : "of the sums",
           choice ? "stay in a cache" : "would not be faster", pricing->seconds[0][n],
           pricing->seconds[least][n]);
  pass_report_say(&tuner->report, choice ? REMARK_REWRITTEN : REMARK_REFUSED, chain->seed, text);
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
    int choice = find_fastest(pricing, n);
    tell(tuner, pricing, n, choice);
    if (choice)
      cut(tuner, function, n, &chain->plans[choice - 1], pricing->seconds[choice][n]);
    is_any |= choice > 0;
  }
  return is_any;
}

// --- the functions

typedef struct Searched {
  MlirOperation function, before; // a clone of it; owned, null where it was not searched
} Searched;

static void search(Tuner *tuner, Searched *searched, Chains *chains) {
  MlirOperation function = searched->function;
  if (annotation_keeps(function) || !tune_targets_enter(tuner, function))
    return;
  searched->before = mlirOperationClone(function);
  const Target *target = tuner->machines.target;
  if (chains_prepare(function))
    chains_find(function, target->cache_bytes, target->cache_count, chains);
}

// A function without a chain that is cut is what it was.
static void finish(Tuner *tuner, const Pricing *pricing, Searched *searched) {
  if (mlirOperationIsNull(searched->before))
    return;
  bool is_cut = apply(tuner, pricing, searched->function);
  if (is_cut)
    chains_unmark(searched->function);
  else
    mlirRegionTakeBody(mlirOperationGetRegion(searched->function, 0),
                       mlirOperationGetRegion(searched->before, 0));
  tuner->report.changed |= is_cut;
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
  int choices = choice_count(&pricing.chains);
  for (int choice = 0; choice < choices && status == STATUS_OK; choice++)
    status = try_choice(tuner, &pricing, choice);
  add_streams(tuner, &pricing);
  for (int f = 0; f < functions.count; f++)
    finish(tuner, &pricing, &searched[f]);
  pricing_destroy(&pricing);
  free(searched);
  free(functions.ops);
  return status;
}
