// Asking a learned model in batches: rows are filled as candidates come, trees see all of them.
#include "search/scorer.h"

#include "costmodel/features.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

struct Scorer {
  const LearnedModel *model;           // lent
  FeatureContext contexts[RULE_COUNT]; // of the rules that the space has
  double trusts[RULE_COUNT];           // of the same
  Trust least_trust;                   // of them
  float rows[SCORER_BATCH][FEATURE_COUNT];
  SecondsBasis bases[SCORER_BATCH];    // of the same
  AnalyticalParts parts[SCORER_BATCH]; // of the same
  double partial_shares[SCORER_BATCH]; // of the same
  double warm_share;                   // by which the ranker counts, which knows warm operands
};

// The learned model takes a sum of exponentials that are kept for twice what it costs.
static bool stores_in_body(const Workload *workload) {
  bool stores = false;
  for (int a = 0; a < workload->access_count; a++)
    stores |= access_is_stored_in_body(workload, &workload->accesses[a]);
  return stores;
}

Trust scorer_trust_of(const LearnedModel *model, const Workload *workload, const float *row) {
  return stores_in_body(workload) ? (Trust){0} : learned_model_trust(model, row);
}

Trust scorer_prepare(const SearchSpace *space, const LearnedModel *model,
                     FeatureContext out_contexts[RULE_COUNT], double out_trusts[RULE_COUNT]) {
  Trust least = {.total = INFINITY};
  for (int r = 0; r < space->rule_count; r++) {
    ScheduleRule rule = space->rules[r].rule->rule;
    bool applies = features_prepare(&space->workload, rule, &space->target, &out_contexts[rule]);
    assert(applies && "a rule of the space");
    (void)applies;
    Trust trust =
        model ? scorer_trust_of(model, &space->workload, out_contexts[rule].row) : (Trust){0};
    out_trusts[rule] = trust.total;
    if (trust.total < least.total)
      least = trust;
  }
  return least;
}

Status scorer_create(const SearchSpace *space, const LearnedModel *model, Scorer **out_scorer) {
  Scorer *scorer = calloc(1, sizeof(*scorer));
  if (!scorer)
    return status_fail(STATUS_SYSTEM, "no memory for the features of an op");
  scorer->model = model;
  scorer->warm_share = analytical_warm_share(&space->workload, &space->target);
  scorer->least_trust = scorer_prepare(space, model, scorer->contexts, scorer->trusts);
  *out_scorer = scorer;
  return STATUS_OK;
}

void scorer_destroy(Scorer *scorer) { free(scorer); }

void scorer_fill(Scorer *scorer, int place, const Schedule *schedule, const ScoredNest *scored) {
  features_fill_scored(&scorer->contexts[schedule->rule], schedule, &scored->nest, &scored->parts,
                       &scored->traffic, scorer->rows[place]);
  double analytical = scored->parts.total_seconds;
  scorer->parts[place] = scored->parts;
  scorer->partial_shares[place] = scored->partial_share;
  scorer->bases[place] = (SecondsBasis){
      .analytical = analytical,
      .least = features_least_seconds(&scorer->contexts[schedule->rule], schedule, analytical),
      .trust = scorer->trusts[schedule->rule]};
}

const float *scorer_row(const Scorer *scorer, int place) { return scorer->rows[place]; }

// Whether trees that are asked change the seconds of some row: without trust they do not.
static bool is_corrected(const Scorer *scorer, int count) {
  bool is_trusted = false;
  for (int n = 0; n < count; n++)
    is_trusted |= scorer->bases[n].trust > 0;
  return is_trusted;
}

Status scorer_rank(const Scorer *scorer, int count, double *out_scores, double *out_seconds) {
  float ranks[SCORER_BATCH] = {0};
  Status status = STATUS_OK;
  if (is_corrected(scorer, count))
    status = learned_model_seconds(scorer->model, scorer->rows[0], scorer->bases, (size_t)count,
                                   out_seconds);
  else
    for (int n = 0; n < count; n++)
      out_seconds[n] = trusted_seconds(&scorer->bases[n], 0);
  if (status == STATUS_OK && scorer->least_trust.total > 0 && scorer->warm_share > 0)
    status = learned_model_rank(scorer->model, scorer->rows[0], (size_t)count, ranks);
  for (int n = 0; n < count && status == STATUS_OK; n++) {
    out_seconds[n] =
        analytical_in_full(out_seconds[n], &scorer->parts[n]) * scorer->partial_shares[n];
    out_scores[n] = learned_model_score(&scorer->least_trust, scorer->warm_share * (double)ranks[n],
                                        out_seconds[n]);
  }
  return status;
}

double scorer_head_start(const Scorer *scorer) {
  return learned_model_head_start(&scorer->least_trust);
}

double scorer_trust(const Scorer *scorer, ScheduleRule rule) { return scorer->trusts[rule]; }

Status scorer_predict(const Workload *workload, const Target *target, const LearnedModel *model,
                      const Schedule *schedule, double *out_seconds) {
  double trust;
  return scorer_predict_trusted(workload, target, model, schedule, out_seconds, &trust);
}

Status scorer_predict_trusted(const Workload *workload, const Target *target,
                              const LearnedModel *model, const Schedule *schedule,
                              double *out_seconds, double *out_trust) {
  Status status = STATUS_OK;
  SearchSpace *space = NULL;
  Scorer *scorer = NULL;
  ScoredNest scored;
  double seconds, score, trust = 0;
  TRY(space_create(workload, target, &space));
  RejectReason reason = space_score_nest(space, schedule, &scored);
  if (reason != REJECT_NONE)
    TRY(status_fail(STATUS_REJECTED, "%s", reject_reason_text(reason)));
  seconds = scored_nest_seconds(&scored);
  if (model) {
    TRY(scorer_create(space, model, &scorer));
    scorer_fill(scorer, 0, schedule, &scored);
    TRY(scorer_rank(scorer, 1, &score, &seconds));
    trust = scorer_trust(scorer, (ScheduleRule)schedule->rule);
  }
  *out_seconds = seconds;
  *out_trust = trust;
cleanup:
  scorer_destroy(scorer);
  space_destroy(space);
  return status;
}
