// Scorer: what a learned model says of the schedules of one space: their features, then its trees.
#ifndef AUTOTUNE_SEARCH_SCORER_H
#define AUTOTUNE_SEARCH_SCORER_H

#include "costmodel/learned_model.h"
#include "search/space.h"

enum { SCORER_BATCH = 64 }; // schedules asked for at once

typedef struct Scorer Scorer;

// How far the model is trusted on the workload of a row. Not at all where the body stores what
// others read: no kernel of the training does, and no feature tells of it.
Trust scorer_trust_of(const LearnedModel *model, const Workload *workload, const float *row);

// Prepares the features of the rules that the space has, and writes how far the model is trusted
// with each. Returns the least of these, by which its ranker counts (learned_model_score); zeros
// where `model` is NULL.
Trust scorer_prepare(const SearchSpace *space, const LearnedModel *model,
                     FeatureContext out_contexts[RULE_COUNT], double out_trusts[RULE_COUNT]);

// Lends space and model. Destroy with scorer_destroy.
Status scorer_create(const SearchSpace *space, const LearnedModel *model, Scorer **out_scorer);
void scorer_destroy(Scorer *scorer); // NULL is a no-op

// Fills row `place` of SCORER_BATCH with the features of a schedule; `scored` is of it.
void scorer_fill(Scorer *scorer, int place, const Schedule *schedule, const ScoredNest *scored);
const float *scorer_row(const Scorer *scorer, int place); // lent, FEATURE_COUNT numbers

// Scores (learned_model_score) and seconds of the first `count` rows. A higher score is faster;
// scores are comparable within the space only.
Status scorer_rank(const Scorer *scorer, int count, double *out_scores, double *out_seconds);

// learned_model_head_start of the space.
double scorer_head_start(const Scorer *scorer);

// How far the model is trusted with schedules of a rule that the space has (Trust.total).
double scorer_trust(const Scorer *scorer, ScheduleRule rule);

// Seconds of one schedule by `model`, or by the analytical model where that is NULL.
// STATUS_REJECTED when the schedule is illegal.
Status scorer_predict(const Workload *workload, const Target *target, const LearnedModel *model,
                      const Schedule *schedule, double *out_seconds);
// The same with the trust in the model; 0 without one.
Status scorer_predict_trusted(const Workload *workload, const Target *target,
                              const LearnedModel *model, const Schedule *schedule,
                              double *out_seconds, double *out_trust);

#endif
