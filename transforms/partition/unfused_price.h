// The price of ops that no kernel takes along: each as a kernel of its own, with the default
// schedule.
#ifndef AUTOTUNE_TRANSFORMS_PARTITION_UNFUSED_PRICE_H
#define AUTOTUNE_TRANSFORMS_PARTITION_UNFUSED_PRICE_H

#include "machine/target.h"
#include "plan/workload.h"
#include "transforms/extract/variants.h"

// Predicts for every variant how many seconds the ops take that the fullest one fuses but this
// one leaves to be ops of their own.
void variants_cost_unfused(const Variants *variants, const Target *target, double *out_seconds);
// By the analytical model, with the default schedule; 0 for what has none.
double workload_default_seconds(const Workload *workload, const Target *target);

#endif
