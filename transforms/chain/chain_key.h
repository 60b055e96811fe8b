// What a chain computes, as a number: equal chains are cut alike.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_KEY_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_KEY_H

#include "transforms/chain/chain_group.h"

// `found`: the group of each of the `loops` loops of the first sum, before its ops are marked.
// `parts`: of each op of the block, the loop that is split into parts, -1 none; may be null.
uint64_t chain_key(const SizedBlock *block, const ChainGroup *found, int loops, const int *parts);

#endif
