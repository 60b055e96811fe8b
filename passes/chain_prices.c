// Rehearsals tune chains as they are and cut by their plans; the ops carry the number of their
// chain, and their predicted seconds are added up, times the blocks. Of equal chains one is
// rehearsed. Plans are compared by few candidates, and the best of them is priced like the chain
// as it is. Where there are several threads, one block for each is compared with what that gives.
#include "passes/chain_prices.h"

#include "costmodel/threads/thread_choice.h"
#include "transforms/lowering/stream_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  NOT_ASKED = CHAIN_AS_IT_IS - 1, // of a rehearsal
  PLAN_CANDIDATES = 160,
};

// What a plan may lose by few candidates, and is still priced by all.
static const double WORTH_PRICING = 1.1;

static void start(ChainPrices *pricing) {
  size_t count = (size_t)pricing->chains.count + 1;
  pricing->prices = ir_zeroed(count, sizeof *pricing->prices);
  pricing->asked = ir_zeroed(count, sizeof *pricing->asked);
  pricing->seconds = ir_zeroed(count, sizeof *pricing->seconds);
  pricing->on_threads = ir_zeroed(count, sizeof *pricing->on_threads);
  pricing->unpriced = ir_zeroed(count, sizeof *pricing->unpriced);
  for (int n = 0; n < pricing->chains.count; n++) {
    ChainPrice *price = &pricing->prices[n];
    while (pricing->chains.items[price->like].key != pricing->chains.items[n].key)
      price->like++;
    price->plan = price->shared_plan = CHAIN_AS_IT_IS;
  }
}

void chain_prices_destroy(ChainPrices *pricing) {
  chains_destroy(&pricing->chains);
  choice_memo_destroy(&pricing->quick);
  free(pricing->prices);
  free(pricing->asked);
  free(pricing->seconds);
  free(pricing->on_threads);
  free(pricing->unpriced);
}

// --- what is looked at

static int number_asked(const Tuner *tuner, MlirOperation op) {
  const ChainPrices *pricing = tuner->listeners.trial->user;
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

// Of the rate of memory, with so many rows read side by side. Measured with softmax, layer and RMS
// norms of 9000x1500 elements in blocks of 1, 2 and 4 rows (Zen 5).
static double rate_of_rows(int64_t rows) {
  static const double LOST = 0.22; // each time that the rows are twice as many
  enum { MOST = 4 };               // rows of register tiles
  return 1 / (1 + LOST * log2((double)(rows < 1 ? 1 : rows < MOST ? rows : MOST)));
}

// Kernels are priced with their operands in the caches. What a block reads first and writes last
// comes from and goes to where the whole tensors are.
static double stream_seconds(const Target *target, const ChainPlan *plan) {
  double near = target->cache_bytes_per_cycle[target->cache_count > 1];
  double far = target->memory_bytes_per_cycle * rate_of_rows(plan->rows);
  for (int level = target->cache_count - 1; level >= 0; level--)
    if (plan->outer_bytes <= target->cache_bytes[level])
      far = target->cache_bytes_per_cycle[level];
  double bytes = plan->streamed_bytes;
  // A line that is written past the caches is not read before.
  if (plan->rows == 1 && stream_rows_pays(target, plan->stored_bytes, plan->stored_row_bytes))
    bytes -= (double)plan->stored_bytes / 2;
  double cycles = far < near ? bytes * (1 / far - 1 / near) : 0;
  return cycles / (1e9 * target->clock_ghz);
}

// What blocks read and write of other ops lies in the caches of one core where that has room for
// it, and else in none.
static double far_bytes(const Target *target, const ChainPlan *plan, double times) {
  bool is_near =
      (double)plan->outer_bytes / times <= (double)target->cache_bytes[target->cache_count > 1];
  return is_near ? (double)plan->far_bytes / times : 0;
}

ChainSharing chain_share(const Tuner *tuner, const ChainPlan *plan, double seconds) {
  ChainSharing sharing = {.threads = tune_thread_count(tuner), .seconds = seconds};
  sharing.level = chain_level_to_share(plan, sharing.threads);
  if (sharing.threads < 2)
    return sharing;
  double times = 1; // the loop runs
  for (int l = 0; l < sharing.level; l++)
    times *= (double)chain_level_blocks(&plan->levels[l]);
  int64_t blocks = chain_level_blocks(&plan->levels[sharing.level]);
  double far = far_bytes(tuner->machines.target, plan, times);
  sharing.pays = thread_blocks_pay(seconds / times, blocks, far, sharing.threads);
  sharing.seconds = times * thread_blocks_seconds(seconds / times, blocks, far, sharing.threads);
  return sharing;
}

// What the plans of a chain are compared by: blocks of sums alone by what threads take that share
// them, where these gain by that.
static double compared_seconds(const Tuner *tuner, const Chain *chain, int plan, double seconds) {
  ChainSharing sharing = chain_share(tuner, &chain->plans[plan], seconds);
  return sharing.pays && !chain->has_products ? sharing.seconds : seconds;
}

// Leaves in `pricing` what the plans that are asked for take. Choices among few candidates have a
// memo of their own: the run makes its choices among all of them.
static Status rehearse(Tuner *tuner, ChainPrices *pricing, bool is_quick) {
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
  memset(pricing->on_threads, 0, (size_t)pricing->chains.count * sizeof *pricing->on_threads);
  memset(pricing->unpriced, 0, (size_t)pricing->chains.count * sizeof *pricing->unpriced);
  Trial trial = {.bin_of = number_asked,
                 .times_of = chain_times_of,
                 .user = pricing,
                 .seconds = pricing->seconds,
                 .shared_seconds = pricing->on_threads,
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
typedef int (*AskedPlan)(const ChainPrices *pricing, int n, int round);

static bool ask(ChainPrices *pricing, AskedPlan asked, int round) {
  bool is_any = false;
  for (int n = 0; n < pricing->chains.count; n++) {
    pricing->asked[n] = pricing->prices[n].like == n ? asked(pricing, n, round) : NOT_ASKED;
    is_any |= pricing->asked[n] != NOT_ASKED;
  }
  return is_any;
}

static int ask_as_it_is(const ChainPrices *pricing, int n, int round) {
  (void)pricing, (void)n, (void)round;
  return CHAIN_AS_IT_IS;
}

static bool is_shared(const ChainPrices *pricing, int n, int plan) {
  return pricing->chains.items[n].plans[plan].is_shared;
}

// One that is for threads comes last.
static int ask_next_plan(const ChainPrices *pricing, int n, int round) {
  bool has = pricing->prices[n].whole > 0 && round < pricing->chains.items[n].plan_count;
  return has && !is_shared(pricing, n, round) ? round : NOT_ASKED;
}

static int ask_best_plan(const ChainPrices *pricing, int n, int round) {
  (void)round;
  const ChainPrice *price = &pricing->prices[n];
  return price->plan >= 0 && price->blocks < WORTH_PRICING * price->whole ? price->plan : NOT_ASKED;
}

static int ask_shared_plan(const ChainPrices *pricing, int n, int round) {
  (void)round;
  int last = pricing->chains.items[n].plan_count - 1;
  return pricing->prices[n].whole > 0 && is_shared(pricing, n, last) ? last : NOT_ASKED;
}

// Without a price for all that it takes a chain has none.
static void read_whole(ChainPrices *pricing) {
  for (int n = 0; n < pricing->chains.count; n++)
    if (!pricing->unpriced[n]) {
      pricing->prices[n].whole = pricing->seconds[n];
      pricing->prices[n].whole_on_threads = pricing->on_threads[n];
    }
}

// Keeps the fewest seconds, or where `is_final` those that were asked for last.
static void read_blocks(Tuner *tuner, ChainPrices *pricing, bool is_final) {
  for (int n = 0; n < pricing->chains.count; n++) {
    const Chain *chain = &pricing->chains.items[n];
    ChainPrice *price = &pricing->prices[n];
    if (pricing->asked[n] < 0 || pricing->unpriced[n])
      continue;
    tune_targets_enter(tuner, chain->seed);
    const ChainPlan *plan = &chain->plans[pricing->asked[n]];
    double stream = stream_seconds(tuner->machines.target, plan);
    double seconds = pricing->seconds[n] + stream;
    if (plan->is_shared) {
      price->shared = seconds;
      price->shared_plan = pricing->asked[n];
    } else if (is_final || price->plan < 0 ||
               compared_seconds(tuner, chain, pricing->asked[n], seconds) <
                   compared_seconds(tuner, chain, price->plan, price->blocks)) {
      price->blocks = seconds;
      price->blocks_on_threads = pricing->on_threads[n] + stream;
      price->plan = pricing->asked[n];
    }
  }
}

Status chain_prices_make(Tuner *tuner, ChainPrices *pricing) {
  Status status = STATUS_OK;
  start(pricing);
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
  if (ask(pricing, ask_shared_plan, 0)) {
    TRY(rehearse(tuner, pricing, false));
    read_blocks(tuner, pricing, true);
  }
cleanup:
  return status;
}
