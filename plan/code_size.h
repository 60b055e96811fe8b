// How much code a kernel has, as far as that depends on its schedule: register tiles are unrolled,
// and what they leave along an iterator is computed by further ones, each of which is code for
// every tile of the other iterators.
#ifndef AUTOTUNE_PLAN_CODE_SIZE_H
#define AUTOTUNE_PLAN_CODE_SIZE_H

#include "plan/schedule.h"

// Operations on vectors, or scalars, that all register tiles of the kernel have together. Positive.
// `knobs` is the workload that the knobs speak of (rule_workload).
double code_size(const Workload *knobs, const Schedule *schedule);

#endif
