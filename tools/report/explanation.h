// Explanation: what the cost models say of one schedule, taken apart.
#ifndef AUTOTUNE_TOOLS_REPORT_EXPLANATION_H
#define AUTOTUNE_TOOLS_REPORT_EXPLANATION_H

#include "costmodel/features.h"
#include "costmodel/learned_model.h"
#include "search/space.h"

typedef struct Explanation {
  Schedule schedule;
  AnalyticalParts parts;
  float row[FEATURE_COUNT];
  double seconds; // predicted: by the learned model, else the analytical one
  // With a learned model: the ranker's score is the bias and all contributions together.
  float score, bias, contributions[FEATURE_COUNT];
  Trust trust;       // the same: how far the analytical estimate was corrected
  double warm_share; // the same: by which the ranker counts beside cold operands
  Trust rank_trust;  // the same: by which the ranker counts, one number for all of the space
} Explanation;

// Explains a legal schedule of the space; `model` NULL: the analytical model alone.
Status explanation_make(const SearchSpace *space, const LearnedModel *model,
                        const Schedule *schedule, Explanation *out_explanation);

// What the analytical model holds to be the bottleneck: "compute", "L2", "memory" and so on, and
// its part of the estimate.
const char *explanation_limit(const Explanation *explanation, double *out_part);

// Features that differ between the two, those first whose contributions differ most (without a
// model in the order of the table). Returns how many were written, at most `count`.
int explanation_compare(const Explanation *a, const Explanation *b, Feature *out_features,
                        int count);

#endif
