// Asking a learned model in batches: rows are filled one after the other, trees see all of them.
#include "search/scorer.h"

#include "costmodel/features.h"
#include <assert.h>
#include <stdlib.h>

struct Scorer {
  const SearchSpace *space;            // lent
  const LearnedModel *model;           // lent
  FeatureContext contexts[RULE_COUNT]; // of the rules that the space has
  float rows[SCORER_BATCH][FEATURE_COUNT];
};

Status scorer_create(const SearchSpace *space, const LearnedModel *model, Scorer **out_scorer) {
  Scorer *scorer = calloc(1, sizeof(*scorer));
  if (!scorer)
    return status_fail(STATUS_SYSTEM, "no memory for the features of an op");
  scorer->space = space;
  scorer->model = model;
  for (int r = 0; r < space->rule_count; r++) {
    ScheduleRule rule = space->rules[r].rule->rule;
    bool applies =
        features_prepare(&space->workload, rule, &space->target, &scorer->contexts[rule]);
    assert(applies && "a rule of the space");
    (void)applies;
  }
  *out_scorer = scorer;
  return STATUS_OK;
}

void scorer_destroy(Scorer *scorer) { free(scorer); }

void scorer_features(Scorer *scorer, const Schedule *schedule, float *out_row) {
  LoopNest nest;
  RejectReason reason = loop_nest_build(&scorer->space->workload, schedule, &nest);
  assert(reason == REJECT_NONE && "accepted before");
  (void)reason;
  features_fill(&scorer->contexts[schedule->rule], schedule, &nest, out_row);
}

static void fill_rows(Scorer *scorer, const Schedule *const *schedules, int count) {
  assert(count <= SCORER_BATCH);
  for (int n = 0; n < count; n++)
    scorer_features(scorer, schedules[n], scorer->rows[n]);
}

Status scorer_seconds(Scorer *scorer, const Schedule *const *schedules,
                      const double *analytical_seconds, int count, double *out_seconds) {
  fill_rows(scorer, schedules, count);
  return learned_model_seconds(scorer->model, scorer->rows[0], analytical_seconds, (size_t)count,
                               out_seconds);
}

Status scorer_rank(Scorer *scorer, const Schedule *const *schedules,
                   const double *analytical_seconds, int count, double *out_scores,
                   double *out_seconds) {
  float ranks[SCORER_BATCH];
  Status status = scorer_seconds(scorer, schedules, analytical_seconds, count, out_seconds);
  if (status == STATUS_OK)
    status = learned_model_rank(scorer->model, scorer->rows[0], (size_t)count, ranks);
  for (int n = 0; n < count && status == STATUS_OK; n++)
    out_scores[n] = learned_model_score((double)ranks[n], out_seconds[n]);
  return status;
}
