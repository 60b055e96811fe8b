// Chain: ops of known sizes that go over the same tensor several times because one of them needs
// the whole sum or maximum of a row first: a softmax, a normalisation, an attention. Cut into
// blocks, what lies between its ops stays in a cache (docs/reference/dynamic.md).
//
// The ops of a chain carry its number, so that they are found again in a clone of the payload.
#ifndef AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_H
#define AUTOTUNE_TRANSFORMS_CHAIN_CHAIN_H

#include "transforms/ir.h"
#include "transforms/report/report.h"

enum { CHAIN_MAX_LEVELS = 4, CHAIN_MAX_PLANS = 9, CHAIN_TEXT_BYTES = 160 };

// A loop of the first sum of a chain, in a plan with parts as it is after the split, and how many
// of its steps a block has.
typedef struct ChainLevel {
  int loop;
  int64_t size, extent;
} ChainLevel;

// One way to cut, from the outer loop to the inner one.
typedef struct ChainPlan {
  bool has_products; // the products before and after are computed in the blocks, too
  bool is_shared;    // for threads alone: each has one block
  int64_t parts;     // into which the elements of rows are split first (chain_split.h); 0: none
  int count;
  ChainLevel levels[CHAIN_MAX_LEVELS];
  int64_t rows;          // of a block that may be read side by side; 0: it has none
  int64_t outer_bytes;   // of what the blocks read and write of other ops
  int64_t far_bytes;     // of that, what is not of the caller, whose threads are not known
  double streamed_bytes; // what outer_bytes counts, as often as it is read or written
  // Of that, of the results of which no row lies in the blocks but while it is written; and of a
  // row of them.
  int64_t stored_bytes, stored_row_bytes;
} ChainPlan;

typedef struct Chain {
  MlirOperation function; // that was searched
  MlirOperation seed;     // its first sum; gone when it was cut
  uint64_t key;           // equal: the same ops, read and made by the same others
  bool has_products;      // some are beside it
  int64_t bytes;          // of its largest tensor
  ChainPlan plans[CHAIN_MAX_PLANS];
  int plan_count;
} Chain;

typedef struct Chains {
  Chain *items; // owned; the number of a chain is its index
  int count;
} Chains;

// Makes ops of what hides them: aggregated ops become their parts, every sum gets an initial value
// of its own, and reshapes that only add or drop dimensions of one element become indexing maps.
// False, and nothing is changed: no op below `function` could belong to a chain.
bool chains_prepare(MlirOperation function);

// What ops compute of a number of the row alone is computed once a row. Where they may be
// reassociated, divisions by it become products, which come after products of matrices where they
// are fewer there. Whether there was any; of a function that was prepared.
bool chains_multiply(MlirOperation function, const PassReport *report);

// Rows of an attention of which a mask of known numbers, as a causal one, leaves a part are
// computed in parts that read no more than that, where ops may be reassociated. Whether there were
// any; of a function that was prepared.
bool chains_leave_masked(MlirOperation function, const PassReport *report);

// Finds the chains below `function`, marks their ops, and plans blocks that fit one of the caches,
// `cache_bytes` from the smallest to the largest, and one for each of `threads` if they are more
// than 1.
void chains_find(MlirOperation function, const int64_t *cache_bytes, int cache_count, int threads,
                 Chains *chains);
void chains_destroy(Chains *chains);

// Of an op below a payload that was searched or cut; -1: it belongs to none.
int chain_number_of(MlirOperation op);
// How often the op runs because of loops of known extents around it.
double chain_times_of(MlirOperation op);
// Of a level, in each block of the one before.
int64_t chain_level_blocks(const ChainLevel *level);
// The level whose blocks so many threads share most evenly, outer ones first.
int chain_level_to_share(const ChainPlan *plan, int threads);
// Cuts the chain of that number below `root`. `threads` share the blocks of level `shared` if they
// are more than 1.
void chain_cut(MlirOperation root, int number, const ChainPlan *plan, int shared, int threads);
// How, as text: "blocks of 1 of 12, 64 of 128", "rows in 16 parts, blocks of 1 of 16".
void chain_plan_print(const ChainPlan *plan, char out_text[CHAIN_TEXT_BYTES]);

void chains_unmark(MlirOperation root);

#endif
