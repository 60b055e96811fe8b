// Choice by prediction: every variant gets a share of the candidates, then the most promising
// variant the rest.
#include "search/chooser.h"

#include "costmodel/program/program_seconds.h"
#include "search/model_search.h"
#include "search/variant_schedule.h"

#include <math.h>

enum {
  MAX_VARIANTS = 16,
  DIVERSE_NICHE = 8, // places of one kind when the top is for measuring
  SHARED_TOP = 8,    // schedules that a variant takes over from each other one
};

// --- variants

// All variants, each searched by itself.
typedef struct VariantSearch {
  const ChooseOptions *options;
  const StrategyKind *strategy;
  const double *extra_seconds; // may be NULL
  int variant_count;
  int64_t left; // candidates
  SearchSpace *spaces[MAX_VARIANTS];
  ModelSearch *searches[MAX_VARIANTS];
  ModelSearch *drafts[MAX_VARIANTS]; // by the analytical model alone, where it has a head start;
                                     // else NULL
} VariantSearch;

static double extra_seconds(const VariantSearch *all, int variant) {
  return all->extra_seconds ? all->extra_seconds[variant] : 0;
}

static void search_on(ModelSearch *search, const StrategyKind *strategy, bool is_first,
                      int64_t count) {
  if (is_first)
    model_search_begin(search, strategy, count);
  else
    model_search_run(search, strategy, count);
}

static Status variants_search(VariantSearch *all, int variant, bool is_first, int64_t count) {
  ModelSearch *search = all->searches[variant], *draft = all->drafts[variant];
  int64_t before = search->scored;
  if (draft) {
    search_on(draft, all->strategy, is_first, count);
    if (draft->status != STATUS_OK)
      return draft->status;
    for (int n = 0; n < draft->pool.count; n++)
      model_search_offer(search, &draft->pool.items[n].schedule);
  }
  search_on(search, all->strategy, is_first, count);
  all->left -= search->scored - before;
  return search->status;
}

// The best of one variant are candidates of another.
static void share_top(const ModelSearch *from, ModelSearch *to) {
  Schedule schedules[SHARED_TOP];
  int count = 0;
  for (int n = 0; n < from->pool.count && n < SHARED_TOP; n++)
    if (variant_schedule(&from->space->workload, &from->pool.items[n].schedule,
                         &to->space->workload, &schedules[count]))
      count++;
  for (int n = 0; n < count; n++)
    model_search_offer(to, &schedules[n]);
  model_search_flush(to);
}

// Variants differ by less than the luck of their searches where they multiply the same operands, so
// that each gets what the others found.
static void variants_share(VariantSearch *all) {
  for (int to = 0; to < all->variant_count; to++)
    for (int from = 0; from < all->variant_count; from++) {
      int64_t before = all->searches[to]->scored;
      if (from == to)
        continue;
      if (all->drafts[from])
        share_top(all->drafts[from], all->searches[to]);
      share_top(all->searches[from], all->searches[to]);
      all->left -= all->searches[to]->scored - before;
    }
}

static Status variants_start(VariantSearch *all, const Workload *variants, const Target *target) {
  Status status = STATUS_OK;
  const ChooseOptions *options = all->options;
  int count = all->variant_count;
  int64_t share = count > 1 ? all->left / 2 / count : all->left;
  if (share < 8)
    share = 8;
  for (int n = 0; n < count; n++) {
    TRY(space_create(&variants[n], target, &all->spaces[n]));
    TRY(model_search_create(all->spaces[n], options->model, options->seed + (uint64_t)n, all->left,
                            &all->searches[n]));
    all->searches[n]->code_price = options->code_price;
    all->searches[n]->pool.niche_limit = options->is_diverse ? DIVERSE_NICHE : 0;
    if (options->model && scorer_head_start(all->searches[n]->scorer) > 0)
      TRY(model_search_create(all->spaces[n], NULL, options->seed + (uint64_t)n, all->left,
                              &all->drafts[n]));
    if (all->drafts[n])
      all->drafts[n]->code_price = options->code_price;
    TRY(variants_search(all, n, true, share));
  }
  variants_share(all);
cleanup:
  return status;
}

// With the price of the code of what it leaves to other ops, some quarter of its own.
static double priced_seconds(const VariantSearch *all, int variant, double seconds) {
  static const double UNFUSED_CODE = 0.25;
  double price = variant > 0 ? all->options->code_price * log1p(UNFUSED_CODE) : 0;
  return (seconds + extra_seconds(all, variant)) * exp(price);
}

static double predicted_seconds(const VariantSearch *all, int variant) {
  const Scored *chosen = model_search_best(all->searches[variant]);
  return chosen ? priced_seconds(all, variant, chosen->predicted) : INFINITY;
}

static double drafted_seconds(const VariantSearch *all, int variant) {
  return priced_seconds(all, variant, all->searches[variant]->best_seconds);
}

// The variant that has least of `seconds`, the first of equal ones; -1 when none has a schedule.
static int variants_least(const VariantSearch *all,
                          double (*seconds)(const VariantSearch *all, int variant)) {
  double least = INFINITY;
  int best = -1;
  for (int n = 0; n < all->variant_count; n++)
    if (seconds(all, n) < least) {
      best = n;
      least = seconds(all, n);
    }
  return best;
}

// -1 when no variant has a legal schedule. Where the analytical model has a head start before
// schedules, it has the same before variants.
static int variants_best(const VariantSearch *all) {
  int best = variants_least(all, predicted_seconds);
  int anchor = variants_least(all, drafted_seconds);
  if (best < 0 || !all->drafts[anchor])
    return best;
  double head_start = exp(scorer_head_start(all->searches[anchor]->scorer));
  return predicted_seconds(all, best) * head_start < predicted_seconds(all, anchor) ? best : anchor;
}

static double seconds_in_program(const ModelSearch *search, const Scored *chosen) {
  double trust = search->scorer ? scorer_trust(search->scorer, chosen->schedule.rule) : 0;
  return program_seconds(&search->space->workload, &search->space->target, chosen->predicted, trust,
                         program_constants);
}

static Ranked rank(const ModelSearch *search, const Scored *item, double extra) {
  return (Ranked){item->schedule, item->predicted + extra,
                  search->scorer ? item->cost : log(item->cost)};
}

// What was chosen first, then the others of the pool.
static void top_write(const ModelSearch *search, const Scored *first, double extra, Choice *out) {
  out->top[out->top_count++] = rank(search, first, extra);
  out->top[0].cost = fmin(out->top[0].cost, rank(search, search->pool.items, extra).cost);
  for (int n = 0; n < search->pool.count && out->top_count < CHOOSE_MAX_TOP; n++) {
    const Scored *item = &search->pool.items[n];
    if (item->number != first->number)
      out->top[out->top_count++] = rank(search, item, extra);
  }
}

static void count_candidates(const ModelSearch *search, Choice *out) {
  out->candidates += search->scored;
  for (int reason = 0; reason < REJECT_COUNT; reason++)
    out->rejected[reason] += search->rejected[reason];
}

const char *choose_reason(bool is_measured, bool is_ahead) {
  return is_measured ? "the chosen one was measured to be faster"
         : is_ahead
             ? "the model was not trained on this machine, so the choice of the analytical "
               "model stays unless the score of another is much higher"
             : "the learned model also ranks schedules without predicting their seconds, and "
               "by both together the chosen one is better";
}

void choice_put_first(int winner, Choice *choice) {
  Ranked first = choice->top[winner];
  for (int n = winner; n > 0; n--)
    choice->top[n] = choice->top[n - 1];
  choice->top[0] = first;
  choice->schedule = first.schedule;
  choice->predicted_seconds = first.seconds;
  if (choice->top_count > 1) {
    choice->runner_up = choice->top[1].schedule;
    choice->runner_up_seconds = choice->top[1].seconds;
  }
}

static void choice_write(const VariantSearch *all, int best, Choice *out) {
  const ModelSearch *search = all->searches[best];
  const Scored *first = model_search_best(search);
  double extra = extra_seconds(all, best);
  *out = (Choice){.variant = best,
                  .schedule = first->schedule,
                  .predicted_seconds = first->predicted + extra,
                  .program_seconds = seconds_in_program(search, first) + extra};
  top_write(search, first, extra, out);
  out->is_ahead = first->number != search->pool.items[0].number;
  const Ranked *second = &out->top[out->top_count > 1];
  out->runner_up = second->schedule;
  out->runner_up_seconds = second->seconds;
  for (int n = 0; n < all->variant_count; n++) {
    count_candidates(all->searches[n], out);
    if (all->drafts[n])
      count_candidates(all->drafts[n], out);
  }
}

static int64_t candidates_of(const ChooseOptions *options, const StrategyKind *strategy) {
  enum { LEAST = 100 };
  int64_t all = options->max_candidates > 0 ? options->max_candidates : strategy->candidates;
  int64_t part = options->share > 1 ? all / options->share : all;
  return part >= LEAST ? part : all < LEAST ? all : LEAST;
}

static Status choose_among(const Workload *variants, const double *extra, int variant_count,
                           int64_t candidates, const Target *target, const ChooseOptions *options,
                           Choice *out_choice) {
  Status status = STATUS_OK;
  const StrategyKind *strategy = options->strategy ? options->strategy : &strategy_evolution;
  VariantSearch all = {.options = options,
                       .strategy = strategy,
                       .extra_seconds = extra,
                       .variant_count = variant_count < MAX_VARIANTS ? variant_count : MAX_VARIANTS,
                       .left = candidates};
  TRY(variants_start(&all, variants, target));
  int best = variants_best(&all);
  if (best < 0)
    TRY(status_fail(STATUS_UNSUPPORTED, "no legal schedule for this op on target '%s'",
                    target->name));
  TRY(variants_search(&all, best, false, all.left));
  choice_write(&all, best, out_choice);
cleanup:
  for (int n = 0; n < all.variant_count; n++) {
    model_search_destroy(all.searches[n]);
    model_search_destroy(all.drafts[n]);
    space_destroy(all.spaces[n]);
  }
  return status;
}

Status schedule_choose(const Workload *variants, const double *extra, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice) {
  const StrategyKind *strategy = options->strategy ? options->strategy : &strategy_evolution;
  int64_t candidates = candidates_of(options, strategy);
  if (options->takes_fullest && variant_count > 1) {
    // Of two variants the best one gets as many.
    Status status =
        choose_among(variants, extra, 1, candidates - candidates / 4, target, options, out_choice);
    if (status != STATUS_UNSUPPORTED)
      return status;
  }
  return choose_among(variants, extra, variant_count, candidates, target, options, out_choice);
}
