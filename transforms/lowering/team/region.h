// Region: which marked loops share a parallel region.
#ifndef AUTOTUNE_TRANSFORMS_LOWERING_TEAM_REGION_H
#define AUTOTUNE_TRANSFORMS_LOWERING_TEAM_REGION_H

#include "mlir-c/IR.h"

// Of marked loops in the order of the code: the number of the first one that shares a region with
// `last`, which may be `last` itself; so do those between the two. They lie in one block, are for
// as many threads, and what stood between them stands before the first of them now: addresses,
// views and the like, which neither read nor write memory, and allocations of static size.
int region_gather(const MlirOperation *loops, int last);

#endif
