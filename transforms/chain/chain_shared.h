// One block of a chain for each thread, with the products beside it.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_SHARED_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_SHARED_H

#include "transforms/chain/chain.h"
#include "transforms/chain/chain_group.h"

typedef struct ChainShared {
  ChainPlan plan;
  int *loops; // owned; of each op of the block that is in parts, the loop of these; null: none are
} ChainShared;

// Plans blocks of no more than `fits` bytes for `threads` > 1 along the first loop that they share
// evenly without reading anything twice, else in parts of the elements of `seed`: nothing is
// streamed that is not without them. `found` has the group of each loop of that. False: there are
// no such blocks. The caller destroys it in any case.
bool chain_shared_plan(const SizedBlock *block, int seed, const ChainGroup *found, int64_t fits,
                       int threads, ChainShared *out);
void chain_shared_destroy(ChainShared *shared);
// Marks the ops that are in parts, and fills that these alone read, where they belong to no chain.
void chain_shared_mark(const SizedBlock *block, const ChainShared *shared, int seed, int number);

#endif
