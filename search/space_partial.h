// How long the runs of a workload take of which each computes a part.
#ifndef AUTOTUNE_SEARCH_SPACE_PARTIAL_H
#define AUTOTUNE_SEARCH_SPACE_PARTIAL_H

#include "costmodel/analytical.h"

// The mean over the sizes to expect (PartialExtent) by the analytical model, which is asked about a
// few of them, as a share of `seconds`, what that says of all steps. 1 where every run has all
// steps. The schedule is legal and of the rule, the seconds are with cold operands.
double space_partial_share(const Workload *workload, const AnalyticalContext *context,
                           const Schedule *schedule, double seconds);

#endif
