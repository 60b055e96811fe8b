// Rows of a softmax, or an attention, in parts of their elements: each part has its own maximum,
// and what the parts make is joined with the weights by which their maxima differ. So the elements
// of all parts are never there together.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_SPLIT_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_SPLIT_H

#include "transforms/chain/chain_ops.h"

typedef struct ChainSplit {
  const SizedBlock *block; // lent
  int *loops;              // owned; of each op of the block that is split, the loop of the elements
  int maximum, exps;       // numbers of the ops that find the maximum, and take it away
  int64_t elements;        // of a row
  int row_rank;            // dimensions of the maximum
  int row_dims[WORKLOAD_MAX_RANK]; // of the exponentials, those of the maximum
} ChainSplit;

// Whether the rows can be split whose maximum op `seed` finds. Ops beside it take part that
// `is_member` has. The caller destroys it in any case.
bool chain_split_read(const SizedBlock *block, const bool *is_member, int seed, ChainSplit *out);
void chain_split_destroy(ChainSplit *split);

// How many parts stay in a cache each; 0: the rows are short.
int64_t chain_split_parts(const ChainSplit *split);
// Elements of each of so many parts. Those that are left over are computed apart: no more than one
// part has, or fewer than there are parts.
int64_t chain_split_size(const ChainSplit *split, int64_t parts);
// Whether so many threads could each have a part that is worth it.
bool chain_split_can_share(const ChainSplit *split, int threads);
// The loop of the seed that counts the parts, after it was built.
int chain_split_loop(const ChainSplit *split);
// Bytes that the parts read from others, and that they leave to be joined.
int64_t chain_split_bytes(const ChainSplit *split, int64_t parts);

// The dimension of the result of a sum which is dimension `dim` of the maximum.
int chain_split_row_dim(const ChainSplit *split, int sum, int dim);

// Splits the ops, which keep their marks. What joins the parts is marked as well. False: some op
// cannot be a linalg.generic, and nothing is split. The block is not to be read any more.
bool chain_split_build(const ChainSplit *split, int64_t parts);

#endif
