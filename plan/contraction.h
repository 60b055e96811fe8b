// Contraction: the roles that iterators play in what an anchor op computes, read from its index
// maps.
//
// What is fused with the anchor, the layout of the operands and the names of the ops do not matter.
#ifndef AUTOTUNE_PLAN_CONTRACTION_H
#define AUTOTUNE_PLAN_CONTRACTION_H

#include "plan/workload.h"

typedef unsigned IteratorSet; // bit per iterator

typedef struct Contraction {
  IteratorSet reductions;
  IteratorSet windows; // reductions that share a dimension of an operand with a parallel iterator
  IteratorSet factors[2]; // iterators of two inputs that the reductions run over: of the largest,
                          // and of the one that walks most beside it
  ElementType types[2];   // of those inputs
  int factor_count;       // 0 to 2: how many such inputs there are
  bool multiplies;        // the body adds up products
} Contraction;

Contraction contraction_read(const Workload *workload);

// Equal for workloads that compute the same, whatever is fused, in whatever order iterators,
// dimensions and operands are written: the products of the extents of each role (batch, m, n, k),
// every window with its output extent, size, stride and dilation, and the element types. m and n
// may change places. Padding does not count, since a fused padding and one that is an op of its own
// are the same computation. Without a contraction: the arithmetic of the anchor, and what it runs
// over. Two different computations may share a key: what is unseen by this key is surely unseen.
uint64_t contraction_key(const Workload *workload);
// Keys of the contraction without one of its numbers, each in turn: two contractions that differ in
// one number at most, an extent or one of a window, have one in common. Returns how many.
enum { CONTRACTION_NEAR_KEYS = 4 + 4 * WORKLOAD_MAX_ITERATORS };
int contraction_near_keys(const Workload *workload, uint64_t out_keys[CONTRACTION_NEAR_KEYS]);
// The text that the key is made of, e.g. "f32 f32 f32 | b1 m56 n64 k576 | w56:3/1/1 w56:3/1/1";
// returns the length needed, as snprintf does.
int contraction_print(const Workload *workload, char *text, size_t size);

#endif
