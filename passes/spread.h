// Spread: convolutions over an input whose elements stand apart, with zeros between them, as
// transposed convolutions are exported. They become a product of every element with every tap, and
// sums of those products that meet in an output element.
#ifndef AUTOTUNE_PASSES_SPREAD_H
#define AUTOTUNE_PASSES_SPREAD_H

#include "passes/tune.h"

#ifdef __cplusplus
extern "C" {
#endif

// Rewrites such convolutions below `root` where that leaves out at least half of the products.
void spread_rewrite(MlirOperation root, RemarkCallback remark, void *payload, bool *out_changed);

#ifdef __cplusplus
}
#endif

#endif
