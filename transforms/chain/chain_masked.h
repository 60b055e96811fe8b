// Elements of rows that a mask takes away, as one that is causal does.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MASKED_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_MASKED_H

#include "transforms/chain/chain_facts.h"
#include "transforms/chain/chain_group.h"

enum { MASKED_MAX_PARTS = 4 };

// Rows of a chain, and the elements of theirs that a mask leaves.
typedef struct MaskedPart {
  Range rows, seen;
} MaskedPart;

typedef struct Masked {
  const ChainGroup *found; // lent; its loops are those of the rows
  int *element_loops;      // owned; of each op of the block, that of the elements; -1: none
  int64_t rows, elements;
  int part_count;
  MaskedPart parts[MASKED_MAX_PARTS];
} Masked;

// Whether rows are worth being computed in parts that read what the mask leaves of them. `seed`: a
// sum over the elements. The caller destroys it in any case.
bool chain_masked_read(const ChainGroup *found, int seed, Masked *out);
void chain_masked_destroy(Masked *masked);
// Whether that op of the block is of the chain; -1 is none.
bool chain_masked_has(const Masked *masked, int number);
// Every op of the group is gone afterwards.
void chain_masked_build(const Masked *masked);

#endif
