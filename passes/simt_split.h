// The part of autotune-gpu that cuts long sums into parts: a kernel adds up the terms of each part,
// and another one the parts, with all that is fused after the product.
#ifndef AUTOTUNE_PASSES_SIMT_SPLIT_H
#define AUTOTUNE_PASSES_SIMT_SPLIT_H

#include "passes/simt_point.h"
#include "passes/simt_product.h"
#include "transforms/rewrite/split_sum.h"

typedef struct SimtSplit {
  SplitSum ops;
  SimtProduct parts; // what they are, of a schedule for them
  Group sum;
  PointChoice sum_choice;
  int rounding;  // 1: the first consumer of the sum rounds it, and is no kernel of its own; 0: none
  int consumers; // that may follow the sum, with that one
} SimtSplit;

// Cuts `op`, which is `product`, as product->parts says, and decides both kernels. Where that fails
// the op is as it was.
Status simt_split_decide(MlirOperation op, const SimtProduct *product, int consumers,
                         const Device *device, SimtSplit *out_split);
static inline double simt_split_seconds(const SimtSplit *split) {
  return split->parts.choice.price.seconds + split->sum_choice.price.seconds;
}
// Decides the kernel of the sum again, when that of the parts stands in their place.
Status simt_split_decide_sum(SimtSplit *split, const Device *device);

#endif
