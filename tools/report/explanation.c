// Asks for one schedule at a time; nothing here is quick.
#include "tools/report/explanation.h"

#include "search/scorer.h"

#include <math.h>

static Status ask_model(const SearchSpace *space, const LearnedModel *model, Explanation *out) {
  FeatureContext contexts[RULE_COUNT];
  double trusts[RULE_COUNT], analytical = out->parts.total_seconds;
  double partial_share = out->seconds / analytical_in_full(analytical, &out->parts);
  Status status = STATUS_OK;
  out->trust = scorer_trust_of(model, &space->workload, out->row);
  out->rank_trust = scorer_prepare(space, model, contexts, trusts);
  TRY(learned_model_rank(model, out->row, 1, &out->score));
  SecondsBasis basis = {
      .analytical = analytical,
      .least = features_least_seconds(&contexts[out->schedule.rule], &out->schedule, analytical),
      .trust = out->trust.total};
  TRY(learned_model_seconds(model, out->row, &basis, 1, &out->seconds));
  out->seconds = analytical_in_full(out->seconds, &out->parts) * partial_share;
  out->warm_share = analytical_warm_share(&space->workload, &space->target);
  TRY(learned_model_explain(model, MODEL_RANKER, out->row, out->contributions, &out->bias));
cleanup:
  return status;
}

Status explanation_make(const SearchSpace *space, const LearnedModel *model,
                        const Schedule *schedule, Explanation *out_explanation) {
  LoopNest nest;
  *out_explanation = (Explanation){.schedule = *schedule};
  RejectReason reason =
      space_score(space, schedule, &out_explanation->seconds, &out_explanation->parts);
  if (reason == REJECT_NONE)
    reason = loop_nest_build(&space->workload, schedule, &nest);
  if (reason != REJECT_NONE)
    return status_fail(STATUS_REJECTED, "the schedule is not legal: %s",
                       reject_reason_text(reason));
  features_extract(&space->workload, schedule, &nest, &space->target, out_explanation->row);
  return model ? ask_model(space, model, out_explanation) : STATUS_OK;
}

const char *explanation_limit(const Explanation *explanation, double *out_part) {
  const AnalyticalParts *parts = &explanation->parts;
  const struct {
    const char *name;
    double seconds;
  } limits[] = {
      {"compute", parts->kernel_seconds + parts->call_seconds + parts->loop_seconds},
      {"L2", parts->l2_seconds + parts->conflict_seconds},
      {"L3", parts->l3_seconds},
      {"memory", analytical_with_cold(parts->beside_seconds > 0 ? 0 : parts->memory_seconds,
                                      parts->cold_seconds)},
      {"address translation", parts->tlb_seconds},
      {"packing", parts->pack_seconds},
  };
  size_t most = 0;
  for (size_t n = 1; n < sizeof(limits) / sizeof(limits[0]); n++)
    if (limits[n].seconds > limits[most].seconds)
      most = n;
  *out_part = limits[most].seconds / analytical_in_full(parts->total_seconds, parts);
  return limits[most].name;
}

static float weight_of(const Explanation *a, const Explanation *b, Feature feature) {
  return fabsf(a->contributions[feature] - b->contributions[feature]);
}

int explanation_compare(const Explanation *a, const Explanation *b, Feature *out_features,
                        int count) {
  int found = 0;
  for (int f = 0; f < FEATURE_COUNT; f++) {
    if (a->row[f] == b->row[f])
      continue;
    float weight = weight_of(a, b, (Feature)f);
    int place = found < count ? found++ : count;
    for (; place > 0 && weight > weight_of(a, b, out_features[place - 1]); place--)
      if (place < count)
        out_features[place] = out_features[place - 1];
    if (place < count)
      out_features[place] = (Feature)f;
  }
  return found;
}
