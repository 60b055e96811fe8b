// Choice by prediction: every variant gets a share of the candidates, then the most promising
// variant the rest.
#include "search/chooser.h"

#include "costmodel/program/program_seconds.h"
#include "search/model_search.h"

#include <math.h>

enum {
  MAX_VARIANTS = 16,
  DIVERSE_NICHE = 8, // places of one kind when the top is for measuring
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
} VariantSearch;

static double extra_seconds(const VariantSearch *all, int variant) {
  return all->extra_seconds ? all->extra_seconds[variant] : 0;
}

static Status variants_search(VariantSearch *all, int variant, bool is_first, int64_t count) {
  ModelSearch *search = all->searches[variant];
  int64_t before = search->scored;
  if (is_first)
    model_search_begin(search, all->strategy, count);
  else
    model_search_run(search, all->strategy, count);
  all->left -= search->scored - before;
  return search->status;
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
    all->searches[n]->pool.niche_limit = options->is_diverse ? DIVERSE_NICHE : 0;
    TRY(variants_search(all, n, true, share));
  }
cleanup:
  return status;
}

// -1 when no variant has a legal schedule.
static int variants_best(const VariantSearch *all) {
  double best_seconds = 0;
  int best = -1;
  for (int n = 0; n < all->variant_count; n++) {
    const ModelSearch *search = all->searches[n];
    double seconds = search->pool.items[0].predicted + extra_seconds(all, n);
    if (search->pool.count > 0 && (best < 0 || seconds < best_seconds)) {
      best = n;
      best_seconds = seconds;
    }
  }
  return best;
}

static double seconds_in_program(const ModelSearch *search, const Scored *chosen) {
  double trust = search->scorer ? scorer_trust(search->scorer, chosen->schedule.rule) : 0;
  return program_seconds(&search->space->workload, &search->space->target, chosen->predicted, trust,
                         program_constants);
}

static void choice_write(const VariantSearch *all, int best, Choice *out) {
  const ModelSearch *search = all->searches[best];
  const Scored *first = search->pool.items, *second = &search->pool.items[search->pool.count > 1];
  double extra = extra_seconds(all, best);
  *out = (Choice){.variant = best,
                  .schedule = first->schedule,
                  .predicted_seconds = first->predicted + extra,
                  .program_seconds = seconds_in_program(search, first) + extra,
                  .runner_up = second->schedule,
                  .runner_up_seconds = second->predicted + extra};
  for (; out->top_count < search->pool.count && out->top_count < CHOOSE_MAX_TOP; out->top_count++)
    out->top[out->top_count] = (Ranked){search->pool.items[out->top_count].schedule,
                                        search->pool.items[out->top_count].predicted + extra};
  for (int n = 0; n < all->variant_count; n++) {
    out->candidates += all->searches[n]->scored;
    for (int reason = 0; reason < REJECT_COUNT; reason++)
      out->rejected[reason] += all->searches[n]->rejected[reason];
  }
}

Status schedule_choose(const Workload *variants, const double *extra, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice) {
  Status status = STATUS_OK;
  const StrategyKind *strategy = options->strategy ? options->strategy : &strategy_evolution;
  VariantSearch all = {.options = options,
                       .strategy = strategy,
                       .extra_seconds = extra,
                       .variant_count = variant_count < MAX_VARIANTS ? variant_count : MAX_VARIANTS,
                       .left = options->max_candidates > 0 ? options->max_candidates
                                                           : strategy->candidates};
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
    space_destroy(all.spaces[n]);
  }
  return status;
}
