// ChainGroup: the ops that can be cut along one loop of a sum, each with its role.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_GROUP_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_GROUP_H

#include "transforms/chain/chain_ops.h"

typedef struct ChainGroup {
  SizedGroup group;
  ChainRole *roles; // owned; of each op of the block
} ChainGroup;

// For blocks whose groups grow from sums; it lends nothing.
extern const SizedFilter chain_group_filter;

// Ops that carry marks belong to others and are left out.
ChainGroup chain_group_grow(const SizedBlock *block, int seed, int loop);
// Whether blocks along its loop make a product read something again.
bool chain_group_reads_again(const ChainGroup *found);
void chain_group_destroy(ChainGroup *found);
// Whether a sum of the group goes back to the elements of what it has read.
bool chain_group_goes_back(const ChainGroup *found);

#endif
