// What the blocks of a chain read and write of other ops.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_TRAFFIC_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_TRAFFIC_H

#include "transforms/chain/chain.h"
#include "transforms/chain/chain_group.h"

// Whether the value is an argument, or one with a part written anew: as where kernels are shared
// one by one, no thread is taken to have it in its cache.
bool chain_is_of_caller(MlirValue value);

// Fills in the bytes of a plan that has its levels. `found`: the group of each loop of the seed.
void chain_traffic_count(const ChainGroup *found, ChainPlan *plan);

#endif
