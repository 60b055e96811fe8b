// Choice by prediction: every variant gets a share of the candidates, then the most promising
// variant the rest.
#include "search/chooser.h"
#include "search/explore.h"

static const char *const method_names[CHOOSE_METHOD_COUNT] = {
#define X(name, text, meaning) text,
    CHOOSE_METHODS(X)
#undef X
};

enum { MAX_VARIANTS = 16 };

const char *choose_method_name(ChooseMethod method) { return method_names[method]; }

// First share of a variant: constructed schedules, some random ones.
static void explore_first(Explorer *explorer, int method, int64_t count) {
  if (method == CHOOSE_RANDOM) {
    explorer_sample(explorer, count);
    return;
  }
  explorer_seed(explorer, count / 2);
  explorer_sample(explorer, count / 8);
  explorer_evolve(explorer, count / 4);
}

static void explore_rest(Explorer *explorer, int method, int64_t count) {
  if (method == CHOOSE_RANDOM)
    explorer_sample(explorer, count);
  else
    explorer_evolve(explorer, count);
}

static int best_variant(Explorer *const *explorers, const double *extra_seconds, int count) {
  int best = -1;
  double best_seconds = 0;
  for (int n = 0; n < count; n++) {
    if (explorers[n]->pool_count == 0)
      continue;
    double seconds = explorers[n]->pool[0].seconds + (extra_seconds ? extra_seconds[n] : 0);
    if (best < 0 || seconds < best_seconds) {
      best = n;
      best_seconds = seconds;
    }
  }
  return best;
}

static void choice_write(Explorer *const *explorers, const double *extra_seconds, int count,
                         int best, Choice *out) {
  const Explorer *explorer = explorers[best];
  const Scored *second = &explorer->pool[explorer->pool_count > 1];
  double extra = extra_seconds ? extra_seconds[best] : 0;
  *out = (Choice){.variant = best,
                  .schedule = explorer->pool[0].schedule,
                  .predicted_seconds = explorer->pool[0].seconds + extra,
                  .runner_up = second->schedule,
                  .runner_up_seconds = second->seconds + extra};
  for (int n = 0; n < count; n++) {
    out->candidates += explorers[n]->scored;
    for (int reason = 0; reason < REJECT_COUNT; reason++)
      out->rejected[reason] += explorers[n]->rejected[reason];
  }
}

Status schedule_choose(const Workload *variants, const double *extra_seconds, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice) {
  Status status = STATUS_OK;
  SearchSpace *spaces[MAX_VARIANTS] = {0};
  Explorer *explorers[MAX_VARIANTS] = {0};
  int64_t total = options->max_candidates > 0 ? options->max_candidates : CHOOSE_DEFAULT_CANDIDATES;
  if (variant_count > MAX_VARIANTS)
    variant_count = MAX_VARIANTS;
  int64_t share = variant_count > 1 ? total / 2 / variant_count : total;
  if (share < 8)
    share = 8;
  for (int n = 0; n < variant_count; n++) {
    TRY(space_create(&variants[n], target, &spaces[n]));
    TRY(explorer_create(spaces[n], options->seed + (uint64_t)n, total, &explorers[n]));
    explore_first(explorers[n], options->strategy, share);
    total -= explorers[n]->scored;
  }
  int best = best_variant(explorers, extra_seconds, variant_count);
  if (best < 0) {
    status = status_fail(STATUS_UNSUPPORTED, "no legal schedule for this op on target '%s'",
                         target->name);
    goto cleanup;
  }
  explore_rest(explorers[best], options->strategy, total);
  choice_write(explorers, extra_seconds, variant_count, best, out_choice);
cleanup:
  for (int n = 0; n < variant_count; n++) {
    explorer_destroy(explorers[n]);
    space_destroy(spaces[n]);
  }
  return status;
}
