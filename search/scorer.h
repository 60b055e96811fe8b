// Scorer: what a learned model says of the schedules of one space: their features, then its trees.
#ifndef AUTOTUNE_SEARCH_SCORER_H
#define AUTOTUNE_SEARCH_SCORER_H

#include "costmodel/learned_model.h"
#include "search/space.h"

enum { SCORER_BATCH = 64 }; // schedules asked for at once

typedef struct Scorer Scorer;

// Lends space and model. Destroy with scorer_destroy.
Status scorer_create(const SearchSpace *space, const LearnedModel *model, Scorer **out_scorer);
void scorer_destroy(Scorer *scorer); // NULL is a no-op

// Writes FEATURE_COUNT numbers. The schedule was accepted by space_score.
void scorer_features(Scorer *scorer, const Schedule *schedule, float *out_row);

// Scores (learned_model_score) and seconds of at most SCORER_BATCH accepted schedules, given their
// analytical seconds. A higher score is faster; scores are comparable within the space only.
Status scorer_rank(Scorer *scorer, const Schedule *const *schedules,
                   const double *analytical_seconds, int count, double *out_scores,
                   double *out_seconds);
// The seconds alone.
Status scorer_seconds(Scorer *scorer, const Schedule *const *schedules,
                      const double *analytical_seconds, int count, double *out_seconds);

#endif
