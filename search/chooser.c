// Choice by prediction: every variant gets a share of the candidates, then the most promising
// variant the rest.
#include "search/chooser.h"
#include "search/explore.h"

#include <math.h>

typedef struct Method {
  ExploreMethod explore;
  int64_t candidates;
} Method;

static const Method methods[CHOOSE_METHOD_COUNT] = {
#define X(name, function, text, candidates, meaning) {function, candidates},
    CHOOSE_METHODS(X)
#undef X
};

enum {
  MAX_VARIANTS = 16,
  DIVERSE_NICHE = 8, // places of one kind when the top is for measuring
};

// --- variants

typedef struct Contest {
  const ChooseOptions *options;
  const double *extra_seconds; // may be NULL
  int variant_count;
  int64_t left; // candidates
  SearchSpace *spaces[MAX_VARIANTS];
  Explorer *explorers[MAX_VARIANTS];
} Contest;

static double extra_seconds(const Contest *contest, int variant) {
  return contest->extra_seconds ? contest->extra_seconds[variant] : 0;
}

static Status contest_explore(Contest *contest, int variant, bool is_first, int64_t count) {
  Explorer *explorer = contest->explorers[variant];
  int64_t before = explorer->scored;
  methods[contest->options->strategy].explore(explorer, is_first, count);
  contest->left -= explorer->scored - before;
  return explorer->status;
}

static Status contest_start(Contest *contest, const Workload *variants, const Target *target) {
  Status status = STATUS_OK;
  const ChooseOptions *options = contest->options;
  int count = contest->variant_count;
  int64_t share = count > 1 ? contest->left / 2 / count : contest->left;
  if (share < 8)
    share = 8;
  for (int n = 0; n < count; n++) {
    TRY(space_create(&variants[n], target, &contest->spaces[n]));
    TRY(explorer_create(contest->spaces[n], options->model, options->seed + (uint64_t)n,
                        contest->left, &contest->explorers[n]));
    contest->explorers[n]->niche_limit = options->is_diverse ? DIVERSE_NICHE : 0;
    TRY(contest_explore(contest, n, true, share));
  }
cleanup:
  return status;
}

// -1 when no variant has a legal schedule.
static int contest_best(const Contest *contest) {
  double best_seconds = 0;
  int best = -1;
  for (int n = 0; n < contest->variant_count; n++) {
    const Explorer *explorer = contest->explorers[n];
    double seconds = explorer->pool[0].predicted + extra_seconds(contest, n);
    if (explorer->pool_count > 0 && (best < 0 || seconds < best_seconds)) {
      best = n;
      best_seconds = seconds;
    }
  }
  return best;
}

static void choice_write(const Contest *contest, int best, Choice *out) {
  const Explorer *explorer = contest->explorers[best];
  const Scored *first = explorer->pool, *second = &explorer->pool[explorer->pool_count > 1];
  double extra = extra_seconds(contest, best);
  *out = (Choice){.variant = best,
                  .schedule = first->schedule,
                  .predicted_seconds = first->predicted + extra,
                  .runner_up = second->schedule,
                  .runner_up_seconds = second->predicted + extra};
  for (; out->top_count < explorer->pool_count && out->top_count < CHOOSE_MAX_TOP; out->top_count++)
    out->top[out->top_count] = (Ranked){explorer->pool[out->top_count].schedule,
                                        explorer->pool[out->top_count].predicted + extra};
  for (int n = 0; n < contest->variant_count; n++) {
    out->candidates += contest->explorers[n]->scored;
    for (int reason = 0; reason < REJECT_COUNT; reason++)
      out->rejected[reason] += contest->explorers[n]->rejected[reason];
  }
}

Status schedule_choose(const Workload *variants, const double *extra, int variant_count,
                       const Target *target, const ChooseOptions *options, Choice *out_choice) {
  Status status = STATUS_OK;
  Contest contest = {.options = options,
                     .extra_seconds = extra,
                     .variant_count = variant_count < MAX_VARIANTS ? variant_count : MAX_VARIANTS,
                     .left = options->max_candidates > 0 ? options->max_candidates
                                                         : methods[options->strategy].candidates};
  TRY(contest_start(&contest, variants, target));
  int best = contest_best(&contest);
  if (best < 0)
    TRY(status_fail(STATUS_UNSUPPORTED, "no legal schedule for this op on target '%s'",
                    target->name));
  TRY(contest_explore(&contest, best, false, contest.left));
  choice_write(&contest, best, out_choice);
cleanup:
  for (int n = 0; n < contest.variant_count; n++) {
    explorer_destroy(contest.explorers[n]);
    space_destroy(contest.spaces[n]);
  }
  return status;
}
