// Attention with an unknown number of positions on several threads: each has its part of the heads.
#ifndef AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_HEADS_H
#define AUTOTUNE_TRANSFORMS_DYNAMIC_SIZED_HEADS_H

#include "mlir-c/IR.h"
#include "transforms/report/report.h"
#include <stdbool.h>

// Two or more products of the block, and what is computed between them, that have loops of unknown
// extent and a batch of known extent which `threads`, more than 1, divides: each thread computes
// its part of the batches, from the first op to the last, in one loop that carries the mark of
// threads, where the largest sizes that are expected are worth their start. Returns whether there
// were any; there may be more.
bool sized_share_heads(MlirBlock block, int threads, PassReport *report);

#endif
