// ChainPrices: what chains are predicted to take as they are and cut by their plans.
#ifndef AUTOTUNE_PASSES_CHAIN_PRICES_H
#define AUTOTUNE_PASSES_CHAIN_PRICES_H

#include "passes/tuner.h"
#include "transforms/chain/chain.h"

enum { CHAIN_AS_IT_IS = -1 }; // any other number is that of a plan

typedef struct ChainPrice {
  int like; // the first equal chain
  double whole, blocks;
  double whole_on_threads, blocks_on_threads; // kernels shared one by one
  int plan; // the best one, of `blocks` seconds; CHAIN_AS_IT_IS: none has a price
  double shared;
  int shared_plan; // with a block for each thread, of `shared` seconds; CHAIN_AS_IT_IS: none
} ChainPrice;

typedef struct ChainPrices {
  Chains chains;
  ChainPrice *prices; // owned; of each chain
  int *asked;         // owned; which plan is rehearsed
  double *seconds;    // owned; what that has said
  double *on_threads; // owned; the same with kernels on several threads
  int *unpriced;      // owned
  ChoiceMemo quick;   // owned; choices among few candidates
} ChainPrices;

// Threads that share a loop over blocks of a plan.
typedef struct ChainSharing {
  int threads, level;
  bool pays;
  double seconds; // with the threads, of the blocks whether it pays or not
} ChainSharing;

// Of a chain that takes so many seconds on one thread. The threads share one loop over blocks.
ChainSharing chain_share(const Tuner *tuner, const ChainPlan *plan, double seconds);

// Prices the chains that were found. The caller destroys it in any case.
Status chain_prices_make(Tuner *tuner, ChainPrices *prices);
void chain_prices_destroy(ChainPrices *prices);

#endif
